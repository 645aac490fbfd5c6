"""Distinct elements of vectors and distinct slices of tensors."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

# -- Unique, UniqueV2, UniqueWithCounts, UniqueWithCountsV2 --------------------------------------------------------

_OUT_IDX = "out_idx: {int32, int64} = DT_INT32"

_UNIQUE_DOC = """

    idx: for each of x its place in y."""

_UNIQUE_AXIS = """
    axis: which axis, a vector of one number; of none for a vector x. Two slices are equal if all their elements are.
    y: of the shape of x but for that axis."""

_COUNT_DOC = """
    count: how often each of y is in x."""

unique = register_op(
    "Unique",
    inputs=["x: T"],
    outputs=["y: T", "idx: out_idx"],
    attrs=["T: type", _OUT_IDX],
    traits=[Trait.BOUNDED_RESULT],
    doc="""The distinct elements of a vector in the order of their first appearance.

    idx: for each element of x its place in y.""",
)
unique.no_gradient()


@unique.shape_rule
def _unique_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.with_rank("x", 1)
    return [TensorShape.unknown(1), shape]


unique_v2 = register_op(
    "UniqueV2",
    inputs=["x: T", "axis: Taxis"],
    outputs=["y: T", "idx: out_idx"],
    attrs=["T: type", "Taxis: {int32, int64} = DT_INT64", _OUT_IDX],
    traits=[Trait.BOUNDED_RESULT],
    doc=f"The distinct slices along an axis in the order of their first appearance.{_UNIQUE_DOC}{_UNIQUE_AXIS}",
)

unique_with_counts = register_op(
    "UniqueWithCounts",
    inputs=["x: T"],
    outputs=["y: T", "idx: out_idx", "count: out_idx"],
    attrs=["T: type", _OUT_IDX],
    traits=[Trait.BOUNDED_RESULT],
    doc=f"The distinct elements of a vector in the order of their first appearance, counted.{_UNIQUE_DOC}{_COUNT_DOC}",
)

unique_with_counts_v2 = register_op(
    "UniqueWithCountsV2",
    inputs=["x: T", "axis: Taxis"],
    outputs=["y: T", "idx: out_idx", "count: out_idx"],
    attrs=["T: type", "Taxis: {int32, int64} = DT_INT64", _OUT_IDX],
    traits=[Trait.BOUNDED_RESULT],
    doc=f"""The distinct slices along an axis in the order of their first appearance,
    counted.{_UNIQUE_DOC}{_UNIQUE_AXIS}{_COUNT_DOC}""",
)
for _op in (unique_v2, unique_with_counts, unique_with_counts_v2):
    _op.no_gradient()


@unique_with_counts.shape_rule
def _unique_with_counts_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.with_rank("x", 1)
    return [TensorShape.unknown(1), shape, TensorShape.unknown(1)]


@unique_v2.shape_rule
@unique_with_counts_v2.shape_rule
def _unique_v2_shape(c: ShapeContext) -> list[TensorShape]:
    shape, axes = c.shape("x"), c.with_rank("axis", 1)
    counts = [TensorShape.unknown(1)] * (len(c.op_def.outputs) - 2)
    if isinstance(axes[0], int) and axes[0] > 1:
        c.fail("axis", "have at most one value", axes[0])
    if axes[0] == 0:
        return [TensorShape.unknown(1), c.with_rank("x", 1), *counts]
    value = c.value("axis")
    if value is None or shape.dims is None:
        return [TensorShape.unknown(shape.rank), TensorShape.unknown(1), *counts]
    rank, axis = len(shape.dims), int(value[0])
    if not -rank <= axis < rank:
        c.fail("axis", f"be in [{-rank}, {rank})", axis)
    axis %= rank
    size = shape.dims[axis]
    y = TensorShape.of((*shape.dims[:axis], 0 if size == 0 else None, *shape.dims[axis + 1 :]))
    return [y, TensorShape.of((size,)), *counts]
