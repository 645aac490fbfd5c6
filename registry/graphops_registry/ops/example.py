"""Example messages: features by name, which become tensors."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final

from graphops_registry.op_def import register_op
from graphops_registry.rules.shape_parts import same_shape
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

_KINDS: Final = "{float, int64, string}"
_SERIALIZED: Final = """
    serialized: {shape} Example messages.
    names: of the messages; of the shape of serialized, or `[0]`. They are not used."""
_SPARSE: Final = """
    sparse_types: float32 for a FloatList, int64 for an Int64List, string for a BytesList.
    sparse_indices, sparse_values, sparse_shapes: for each of sparse_keys a sparse tensor of its values."""
_DENSE: Final = """
    dense_defaults: for each of dense_keys the values where it is missing, of its shape; or nothing, `[0]`, where it
        may not be missing. With a shape whose first size is not known one value, which fills up shorter rows.
    dense_shapes: of the values in one message. The first size may be unknown: then the longest row decides.
    dense_values: for each of dense_keys its values."""


def column_shapes(c: ShapeContext, attr: str, defaults: str) -> list[TensorShape]:
    """The shapes of dense features, checked against their default values."""
    shapes = list(c.attr(attr))
    given = c.shapes(defaults)
    require_count(c, f"attr '{attr}'", shapes, len(given), f"of {defaults}")
    for number, (shape, default) in enumerate(zip(shapes, given, strict=True)):
        name = f"attr '{attr}'"
        inner = shape.dims[1:] if shape.dims else ()
        if shape.dims is None or not all(isinstance(size, int) for size in inner):
            c.fail(name, f"have known sizes but for the first one, in shape {number} as well", shape)
        count = default.num_elements
        if shape.dims and not isinstance(shape.dims[0], int):
            if not prod(inner):
                c.fail(name, f"have sizes > 0 behind an unknown one, in shape {number} as well", shape)
            if count not in (None, 1):
                c.fail(f"{defaults}[{number}]", f"have one value, for the shape {shape}", f"the shape {default}")
        elif 0 not in (default.dims or ()) and not shape.is_compatible_with(default):
            c.fail(f"{defaults}[{number}]", f"have the shape {shape}, or no values", default)
    return shapes


def require_count(c: ShapeContext, argument: str, given: Sequence[object], count: int, of: str) -> None:
    """Refuse a list of another length than ``count``, the number ``of`` something."""
    if len(given) != count:
        c.fail(argument, f"have {count} values, one for each {of}", len(given))


def sparse_shapes(count: int, axes: int) -> list[TensorShape]:
    """The shapes of so many sparse tensors with so many axes: of all indices, all values and all shapes."""
    parts = ((None, axes), (None,), (axes,))
    return [TensorShape.of(dims) for dims in parts for _ in range(count)]


def require_key_vector(c: ShapeContext, argument: str, count: int) -> None:
    """Refuse another input than a vector of ``count`` names."""
    found = c.with_rank(argument, 1)[0]
    if isinstance(found, int) and found != count:
        c.fail(argument, f"have {count} names, as the attrs say", found)


def batch_dims(c: ShapeContext, *, scalar: bool) -> tuple[Dim, ...] | None:
    """The dimensions of the input 'serialized', a vector or, if allowed, a scalar; ``None`` if not known."""
    shape = c.shape("serialized")
    if shape.dims is None and scalar:
        return None
    if not scalar:
        shape = c.with_rank("serialized", 1)
    elif shape.rank is not None and shape.rank > 1:
        c.fail("serialized", "have rank 1 or less", f"rank {shape.rank} {shape}")
    return shape.dims


def require_names(c: ShapeContext, argument: str, batch: tuple[Dim, ...] | None) -> None:
    """Refuse names of messages that are not of the shape of the messages, nor `[0]`."""
    names = c.shape(argument)
    if names.dims == (0,) or batch is None:
        return
    if not batch and names.rank == 0:
        return
    if not names.is_compatible_with(TensorShape.of(batch if batch else (0,))) and not (
        names.rank == 1 and names.dims is not None and not isinstance(names.dims[0], int)
    ):
        c.fail(argument, "have the shape of serialized, or [0]", names)


def stacked(batch: tuple[Dim, ...] | None, shape: TensorShape) -> TensorShape:
    """``shape`` behind the dimensions of the messages."""
    return TensorShape(None) if batch is None else TensorShape.of((*batch, *(shape.dims or ())))


def sparse_in(batch: tuple[Dim, ...] | None, count: int, axes: int) -> list[TensorShape]:
    """:func:`sparse_shapes` with an axis more for the messages."""
    if batch is None:
        parts = ((None, None), (None,), (None,))
        return [TensorShape.of(dims) for dims in parts for _ in range(count)]
    return sparse_shapes(count, axes + len(batch))


# -- ParseExample, ParseExampleV2, ParseSingleExample --------------------------------------------------------------

parse_example = register_op(
    "ParseExample",
    inputs=[
        "serialized: string",
        "names: string",
        "sparse_keys: Nsparse * string",
        "dense_keys: Ndense * string",
        "dense_defaults: Tdense",
    ],
    outputs=[
        "sparse_indices: Nsparse * int64",
        "sparse_values: sparse_types",
        "sparse_shapes: Nsparse * int64",
        "dense_values: Tdense",
    ],
    attrs=[
        "Nsparse: int >= 0",
        "Ndense: int >= 0",
        f"sparse_types: list({_KINDS}) >= 0",
        f"Tdense: list({_KINDS}) >= 0",
        "dense_shapes: list(shape) >= 0",
    ],
    doc=f"""The features of Example messages, sparse or dense.
{_SERIALIZED.format(shape="`[n]`:")}
    sparse_keys, dense_keys: names of features.{_DENSE}{_SPARSE}""",
)
parse_example.no_gradient()


@parse_example.shape_rule
def _parse_example_shape(c: ShapeContext) -> list[TensorShape]:
    batch = batch_dims(c, scalar=False)
    require_names(c, "names", batch)
    sparse, dense = c.shapes("sparse_keys"), c.shapes("dense_keys")
    for name, keys in (("sparse_keys", sparse), ("dense_keys", dense)):
        for number, shape in enumerate(keys):
            if shape.rank not in (None, 0):
                c.fail(f"{name}[{number}]", "be a scalar", f"rank {shape.rank} {shape}")
    require_count(c, "attr 'sparse_types'", c.attr("sparse_types"), len(sparse), "of sparse_keys")
    require_count(c, "dense_defaults", c.shapes("dense_defaults"), len(dense), "of dense_keys")
    shapes = column_shapes(c, "dense_shapes", "dense_defaults")
    return [*sparse_in(batch, len(sparse), 1), *(stacked(batch, shape) for shape in shapes)]


parse_example_v2 = register_op(
    "ParseExampleV2",
    inputs=[
        "serialized: string",
        "names: string",
        "sparse_keys: string",
        "dense_keys: string",
        "ragged_keys: string",
        "dense_defaults: Tdense",
    ],
    outputs=[
        "sparse_indices: num_sparse * int64",
        "sparse_values: sparse_types",
        "sparse_shapes: num_sparse * int64",
        "dense_values: Tdense",
        "ragged_values: ragged_value_types",
        "ragged_row_splits: ragged_split_types",
    ],
    attrs=[
        f"Tdense: list({_KINDS}) >= 0",
        "num_sparse: int >= 0",
        f"sparse_types: list({_KINDS}) >= 0",
        f"ragged_value_types: list({_KINDS}) >= 0",
        "ragged_split_types: list({int32, int64}) >= 0",
        "dense_shapes: list(shape) >= 0",
    ],
    doc=f"""The features of Example messages, sparse, dense or ragged.
{_SERIALIZED.format(shape="one or a vector of")}
    sparse_keys, dense_keys, ragged_keys: vectors of names of features.{_DENSE}
    num_sparse: how many sparse_keys there are.{_SPARSE}
    ragged_value_types, ragged_split_types: for each of ragged_keys.
    ragged_values, ragged_row_splits: for each of ragged_keys the values of all messages, and where each message's
        begin. There are no splits for one message.""",
)
parse_example_v2.no_gradient()


@parse_example_v2.shape_rule
def _parse_example_v2_shape(c: ShapeContext) -> list[TensorShape]:
    batch = batch_dims(c, scalar=True)
    require_names(c, "names", batch)
    sparse, ragged = c.attr("num_sparse"), len(c.attr("ragged_value_types"))
    require_count(c, "attr 'sparse_types'", c.attr("sparse_types"), sparse, "of num_sparse")
    require_count(c, "attr 'ragged_split_types'", c.attr("ragged_split_types"), ragged, "of ragged_value_types")
    require_key_vector(c, "sparse_keys", sparse)
    require_key_vector(c, "dense_keys", len(c.attr("Tdense")))
    require_key_vector(c, "ragged_keys", ragged)
    shapes = column_shapes(c, "dense_shapes", "dense_defaults")
    return [
        *sparse_in(batch, sparse, 1),
        *(stacked(batch, shape) for shape in shapes),
        *[TensorShape.of((None,))] * ragged,
        *[splits_shape(batch)] * ragged,
    ]


def splits_shape(batch: tuple[Dim, ...] | None) -> TensorShape:
    """Of row splits: one more than there are messages, none for one message alone."""
    if batch is None:
        return TensorShape.of((None,))
    if not batch:
        return TensorShape.of((0,))
    return TensorShape.of((batch[0] + 1 if isinstance(batch[0], int) else None,))


parse_single_example = register_op(
    "ParseSingleExample",
    inputs=["serialized: string", "dense_defaults: Tdense"],
    outputs=[
        "sparse_indices: num_sparse * int64",
        "sparse_values: sparse_types",
        "sparse_shapes: num_sparse * int64",
        "dense_values: Tdense",
    ],
    attrs=[
        "num_sparse: int >= 0",
        "sparse_keys: list(string) >= 0",
        "dense_keys: list(string) >= 0",
        f"sparse_types: list({_KINDS}) >= 0",
        f"Tdense: list({_KINDS}) >= 0",
        "dense_shapes: list(shape) >= 0",
    ],
    doc=f"""The features of one Example message, sparse or dense.

    serialized: a scalar: the message.{_DENSE}
    num_sparse: how many sparse_keys there are.
    sparse_keys, dense_keys: names of features.{_SPARSE}""",
)
parse_single_example.no_gradient()


@parse_single_example.shape_rule
def _parse_single_example_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("serialized", 0)
    sparse = c.attr("num_sparse")
    for name in ("sparse_keys", "sparse_types"):
        require_count(c, f"attr '{name}'", c.attr(name), sparse, "of num_sparse")
    require_count(c, "attr 'dense_keys'", c.attr("dense_keys"), len(c.attr("Tdense")), "of Tdense")
    return [*sparse_shapes(sparse, 1), *column_shapes(c, "dense_shapes", "dense_defaults")]


# -- DecodeJSONExample ---------------------------------------------------------------------------------------------

decode_json_example = register_op(
    "DecodeJSONExample",
    inputs=["json_examples: string"],
    outputs=["binary_examples: string"],
    doc="""Example messages that are written as JSON, serialised.

    json_examples: as `{"features": {"feature": {"a": {"int64List": {"value": [1]}}}}}`; values of a bytesList are
        in base64.""",
)
decode_json_example.shape_rule(same_shape)
decode_json_example.no_gradient()
