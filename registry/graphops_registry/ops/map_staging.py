"""Staging areas with keys: tuples of tensors that runs put aside and take by an integer, wholly or in parts."""

from __future__ import annotations

from typing import Final

from graphops_registry.op_def import register_op
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.shape_context import ShapeContext

_LIMITS: Final = ["capacity: int >= 0 = 0", "memory_limit: int >= 0 = 0"]
_SHARED: Final = ["container: string = ''", "shared_name: string = ''"]
_STAGED: Final = [*_LIMITS, "dtypes: list(type)", "fake_dtypes: list(type) >= 1", *_SHARED]
_SOME: Final = [*_LIMITS, "dtypes: list(type) >= 1", *_SHARED]
_ANY: Final = [*_LIMITS, "dtypes: list(type)", *_SHARED]
_ORDERED: Final = " In an ordered staging area the smallest key is the first."
_KEY: Final = """
    key: a scalar."""
_INDICES: Final = """
    indices: which tensors of the tuple, in rising order."""
_DOC: Final = """
    capacity: how many complete tuples there may be; 0: any number.
    memory_limit: how many bytes they may have together; 0: any number.
    dtypes: of the tensors of a tuple.
    container: where the staging area lives; '' is the default container.
    shared_name: nodes with the same one use the same staging area; '' means one of the node's own."""
_STAGE_DOC: Final = (
    "Put tensors of a tuple into a staging area; waits while that is full.\n"
    + _KEY
    + _INDICES
    + "\n    values: these tensors.\n    fake_dtypes: of these tensors."
    + _DOC
)
_TAKE_DOC: Final = (
    "Take tensors of the tuple of a key out of a staging area; waits while there is none.\n"
    + _KEY
    + _INDICES
    + _DOC.replace("of the tensors of a tuple", "of these tensors")
)
_TAKE_ANY_DOC: Final = (
    "Take tensors of a tuple out of a staging area, and tell its key; waits while there is none.\n"
    + _INDICES
    + _DOC.replace("of the tensors of a tuple", "of these tensors")
)
_PEEK_DOC: Final = (
    "Tensors of the tuple of a key of a staging area, which stay there; waits while there is none.\n"
    + _KEY
    + _INDICES
    + _DOC.replace("of the tensors of a tuple", "of these tensors")
)
_SIZE_DOC: Final = "How many complete tuples are staged.\n" + _DOC
_INCOMPLETE_DOC: Final = "How many incomplete tuples are staged.\n" + _DOC
_CLEAR_DOC: Final = "Empty a staging area.\n" + _DOC


def _check_key(c: ShapeContext) -> None:
    c.with_rank("key", 0)
    c.with_rank("indices", 1)


def stage_shape(c: ShapeContext) -> list[TensorShape]:
    """Nothing comes out."""
    _check_key(c)
    return []


def taken_shape(c: ShapeContext) -> list[TensorShape]:
    """Unknown."""
    _check_key(c)
    return [TensorShape.of(None)] * len(c.attr("dtypes"))


def any_taken_shape(c: ShapeContext) -> list[TensorShape]:
    """A scalar, and unknown ones."""
    c.with_rank("indices", 1)
    return [SCALAR_SHAPE, *[TensorShape.of(None)] * len(c.attr("dtypes"))]


def number_shape(c: ShapeContext) -> list[TensorShape]:
    """A scalar."""
    return [SCALAR_SHAPE]


def nothing_shape(c: ShapeContext) -> list[TensorShape]:
    """Nothing comes out."""
    return []


map_stage = register_op(
    "MapStage",
    inputs=["key: int64", "indices: int32", "values: fake_dtypes"],
    attrs=_STAGED,
    stateful=True,
    doc=_STAGE_DOC,
)
map_stage.no_gradient()
map_stage.shape_rule(stage_shape)

map_unstage = register_op(
    "MapUnstage",
    inputs=["key: int64", "indices: int32"],
    outputs=["values: dtypes"],
    attrs=_SOME,
    stateful=True,
    doc=_TAKE_DOC,
)
map_unstage.no_gradient()
map_unstage.shape_rule(taken_shape)

map_unstage_no_key = register_op(
    "MapUnstageNoKey",
    inputs=["indices: int32"],
    outputs=["key: int64", "values: dtypes"],
    attrs=_SOME,
    stateful=True,
    doc=_TAKE_ANY_DOC,
)
map_unstage_no_key.no_gradient()
map_unstage_no_key.shape_rule(any_taken_shape)

map_peek = register_op(
    "MapPeek",
    inputs=["key: int64", "indices: int32"],
    outputs=["values: dtypes"],
    attrs=_SOME,
    stateful=True,
    doc=_PEEK_DOC,
)
map_peek.no_gradient()
map_peek.shape_rule(taken_shape)

map_size = register_op("MapSize", outputs=["size: int32"], attrs=_ANY, stateful=True, doc=_SIZE_DOC)
map_size.no_gradient()
map_size.shape_rule(number_shape)

map_incomplete_size = register_op(
    "MapIncompleteSize", outputs=["size: int32"], attrs=_ANY, stateful=True, doc=_INCOMPLETE_DOC
)
map_incomplete_size.no_gradient()
map_incomplete_size.shape_rule(number_shape)

map_clear = register_op("MapClear", attrs=_ANY, stateful=True, doc=_CLEAR_DOC)
map_clear.no_gradient()
map_clear.shape_rule(nothing_shape)

ordered_map_stage = register_op(
    "OrderedMapStage",
    inputs=["key: int64", "indices: int32", "values: fake_dtypes"],
    attrs=_STAGED,
    stateful=True,
    doc=_STAGE_DOC,
)
ordered_map_stage.no_gradient()
ordered_map_stage.shape_rule(stage_shape)

ordered_map_unstage = register_op(
    "OrderedMapUnstage",
    inputs=["key: int64", "indices: int32"],
    outputs=["values: dtypes"],
    attrs=_SOME,
    stateful=True,
    doc=_TAKE_DOC,
)
ordered_map_unstage.no_gradient()
ordered_map_unstage.shape_rule(taken_shape)

ordered_map_unstage_no_key = register_op(
    "OrderedMapUnstageNoKey",
    inputs=["indices: int32"],
    outputs=["key: int64", "values: dtypes"],
    attrs=_SOME,
    stateful=True,
    doc=_TAKE_ANY_DOC.replace(".", "." + _ORDERED, 1),
)
ordered_map_unstage_no_key.no_gradient()
ordered_map_unstage_no_key.shape_rule(any_taken_shape)

ordered_map_peek = register_op(
    "OrderedMapPeek",
    inputs=["key: int64", "indices: int32"],
    outputs=["values: dtypes"],
    attrs=_SOME,
    stateful=True,
    doc=_PEEK_DOC,
)
ordered_map_peek.no_gradient()
ordered_map_peek.shape_rule(taken_shape)

ordered_map_size = register_op("OrderedMapSize", outputs=["size: int32"], attrs=_ANY, stateful=True, doc=_SIZE_DOC)
ordered_map_size.no_gradient()
ordered_map_size.shape_rule(number_shape)

ordered_map_incomplete_size = register_op(
    "OrderedMapIncompleteSize", outputs=["size: int32"], attrs=_ANY, stateful=True, doc=_INCOMPLETE_DOC
)
ordered_map_incomplete_size.no_gradient()
ordered_map_incomplete_size.shape_rule(number_shape)

ordered_map_clear = register_op("OrderedMapClear", attrs=_ANY, stateful=True, doc=_CLEAR_DOC)
ordered_map_clear.no_gradient()
ordered_map_clear.shape_rule(nothing_shape)
