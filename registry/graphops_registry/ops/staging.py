"""Staging areas: tuples of tensors that one run puts aside and another one takes, the oldest first."""

from __future__ import annotations

from typing import Final

from graphops_registry.op_def import register_op
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.shape_context import ShapeContext

_LIMITS: Final = ["capacity: int >= 0 = 0", "memory_limit: int >= 0 = 0"]
_SHARED: Final = ["container: string = ''", "shared_name: string = ''"]
_SOME: Final = [*_LIMITS, "dtypes: list(type) >= 1", *_SHARED]
_ANY: Final = [*_LIMITS, "dtypes: list(type)", *_SHARED]
_DOC: Final = """
    capacity: how many tuples there may be; 0: any number.
    memory_limit: how many bytes they may have together; 0: any number.
    dtypes: of the tensors of a tuple.
    container: where the staging area lives; '' is the default container.
    shared_name: nodes with the same one use the same staging area; '' means one of the node's own."""

stage = register_op(
    "Stage",
    inputs=["values: dtypes"],
    attrs=_SOME,
    stateful=True,
    doc="Put a tuple into a staging area; waits while that is full.\n\n    values: its tensors." + _DOC,
)
stage.no_gradient()

stage_clear = register_op("StageClear", attrs=_ANY, stateful=True, doc="Empty a staging area.\n" + _DOC)
stage_clear.no_gradient()

stage_peek = register_op(
    "StagePeek",
    inputs=["index: int32"],
    outputs=["values: dtypes"],
    attrs=_SOME,
    stateful=True,
    doc="A tuple of a staging area, which stays there; waits until there is one at this place.\n\n"
    "    index: a scalar: 0 is the oldest." + _DOC,
)
stage_peek.no_gradient()

stage_size = register_op(
    "StageSize", outputs=["size: int32"], attrs=_ANY, stateful=True, doc="How many tuples are staged.\n" + _DOC
)
stage_size.no_gradient()

unstage = register_op(
    "Unstage",
    outputs=["values: dtypes"],
    attrs=_SOME,
    stateful=True,
    doc="Take the oldest tuple out of a staging area; waits while there is none.\n" + _DOC,
)
unstage.no_gradient()


@stage.shape_rule
@stage_clear.shape_rule
def nothing_shape(c: ShapeContext) -> list[TensorShape]:
    """Nothing comes out."""
    return []


@stage_size.shape_rule
def size_shape(c: ShapeContext) -> list[TensorShape]:
    """A scalar."""
    return [SCALAR_SHAPE]


@unstage.shape_rule
def values_shape(c: ShapeContext) -> list[TensorShape]:
    """Unknown."""
    return [TensorShape.of(None)] * len(c.attr("dtypes"))


@stage_peek.shape_rule
def peek_shape(c: ShapeContext) -> list[TensorShape]:
    """Unknown."""
    c.with_rank("index", 0)
    index, capacity = c.value("index"), c.attr("capacity")
    if index is not None and (int(index[()]) < 0 or 0 < capacity <= int(index[()])):
        c.fail("index", f"be 0 or more{f', and less than the capacity {capacity}' if capacity else ''}", int(index[()]))
    return [TensorShape.of(None)] * len(c.attr("dtypes"))
