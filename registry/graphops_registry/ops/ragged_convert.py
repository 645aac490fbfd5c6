"""Ragged tensors as dense and as sparse ones."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import sum_to_operand
from graphops_registry.rules.sparse_shapes import unknown_sparse
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

# -- RaggedTensorToTensor ------------------------------------------------------------------------------------------

PARTITIONS: Final = ("FIRST_DIM_SIZE", "VALUE_ROWIDS", "ROW_SPLITS")

ragged_tensor_to_tensor = register_op(
    "RaggedTensorToTensor",
    inputs=[
        "shape: Tshape",
        "values: T",
        "default_value: T",
        "row_partition_tensors: num_row_partition_tensors * Tindex",
    ],
    outputs=["result: T"],
    attrs=[
        "T: type",
        "Tindex: {int64, int32}",
        "Tshape: {int64, int32}",
        "num_row_partition_tensors: int >= 1",
        "row_partition_types: list(string)",
    ],
    doc="""A ragged tensor as a dense one: rows that are too short get a default, what is too long is cut off.

    shape: of the result; -1 stands for the longest row. The scalar -1 stands for a shape of nothing else.
    values: the values of all rows, `[values, ...]`.
    default_value: of a shape that broadcasts to that of one of the values.
    row_partition_tensors: one for each level; the number of rows may come first.
    row_partition_types: what each of them is. FIRST_DIM_SIZE: the number of rows, a scalar. VALUE_ROWIDS: for each
        value its row, sorted. ROW_SPLITS: for each row where its values begin, and the number of values.""",
)


def ragged_levels(types: Any) -> int:
    """How many axes of the result are those of rows within rows."""
    return len(types) - int(types[0] == "FIRST_DIM_SIZE")


@ragged_tensor_to_tensor.shape_rule
def _to_tensor_shape(c: ShapeContext) -> list[TensorShape]:
    types = c.attr("row_partition_types")
    if len(types) != c.attr("num_row_partition_tensors"):
        wanted = c.attr("num_row_partition_tensors")
        c.fail("attr 'row_partition_types'", f"have {wanted} items, one for each tensor", len(types))
    for number, kind in enumerate(types):
        if kind not in PARTITIONS or (kind == "FIRST_DIM_SIZE") > (number == 0):
            rule = "hold FIRST_DIM_SIZE, first only, VALUE_ROWIDS and ROW_SPLITS"
            c.fail("attr 'row_partition_types'", rule, repr(kind))
    if types[0] == "VALUE_ROWIDS":
        c.fail("attr 'row_partition_types'", "begin with FIRST_DIM_SIZE or ROW_SPLITS", repr(types[0]))
    for number, (kind, shape) in enumerate(zip(types, c.shapes("row_partition_tensors"), strict=True)):
        rank = 0 if kind == "FIRST_DIM_SIZE" else 1
        if shape.rank not in (None, rank):
            c.fail(f"row_partition_tensors[{number}]", f"have rank {rank}, as {kind} has", f"rank {shape.rank}")
    values, default = c.with_rank_at_least("values", 1), c.shape("default_value")
    _check_default(c, values, default)
    return [_with_values(c, _wanted_shape(c), values, 1 + ragged_levels(types))]


def _check_default(c: ShapeContext, values: TensorShape, default: TensorShape) -> None:
    if values.dims is None or default.dims is None:
        return
    rule = f"have a shape that broadcasts to that of a value, {values[1:]}"
    if len(default.dims) >= len(values.dims):
        c.fail("default_value", rule, default)
    for dim, size in zip(reversed(default.dims), reversed(values.dims), strict=False):
        if isinstance(dim, int) and isinstance(size, int) and dim not in (1, size):
            c.fail("default_value", rule, default)


def _wanted_shape(c: ShapeContext) -> TensorShape:
    """What the input ``shape`` says."""
    shape = c.shape("shape")
    if shape.rank is None:
        return TensorShape(None)
    if shape.rank:
        return c.shape_from_tensor("shape", minus_one_unknown=True)
    value = c.value("shape")
    if value is not None and int(value) != -1:
        c.fail("shape", "be a vector, or the scalar -1", int(value))
    return TensorShape(None)


def _with_values(c: ShapeContext, wanted: TensorShape, values: TensorShape, rows: int) -> TensorShape:
    """The wanted shape, of which the first ``rows`` axes are those of rows and the others those of one value."""
    if values.dims is None:
        return wanted
    dims = [None] * rows + list(values.dims[1:])
    if wanted.dims is None:
        return TensorShape.of(tuple(dims))
    if len(wanted.dims) != len(dims):
        c.fail("shape", f"have {len(dims)} sizes, {rows} of rows and {len(dims) - rows} of a value", len(wanted.dims))
    for axis in range(rows, len(dims)):
        size, dim = wanted.dims[axis], dims[axis]
        if isinstance(size, int) and isinstance(dim, int) and size != dim:
            c.fail("shape", f"have size {dim} on axis {axis}, as values has", size)
    found = [dim if dim is not None else other for dim, other in zip(wanted.dims, dims, strict=True)]
    return TensorShape.of(tuple(found))


@ragged_tensor_to_tensor.gradient
def _to_tensor_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """The number of each value goes the way that the value goes: it says from where each element comes."""
    _, values, default = node.inputs[:3]
    partitions, types = list(node.inputs[3:]), node.get_attr("row_partition_types")
    axis, one = np.int32(0), np.ones(1, np.int32)
    count = g.StridedSlice(input=g.Shape(input=values), begin=0 * one, end=one, strides=one, shrink_axis_mask=1)
    ends = np.array([1 + ragged_levels(types)], np.int32)
    numbers = g.RaggedTensorToTensor(
        shape=g.StridedSlice(input=g.Shape(input=dy), begin=0 * one, end=ends, strides=one),
        values=g.Range(start=axis, limit=count, delta=np.int32(1)),
        default_value=np.int32(-1),
        row_partition_tensors=partitions,
        row_partition_types=types,
    )
    from_values = g.NotEqual(x=numbers, y=np.int32(-1))
    places, others = g.Where(input=from_values), g.Where(input=g.LogicalNot(x=from_values))
    by_values = g.UnsortedSegmentSum(
        data=g.GatherNd(params=dy, indices=places),
        segment_ids=g.GatherNd(params=numbers, indices=places),
        num_segments=count,
    )
    rest = g.GatherNd(params=dy, indices=others)  # (elements, ...)
    by_default = sum_to_operand(g, default, rest, rest)
    return [None, by_values, by_default, *[None] * len(partitions)]


# -- RaggedTensorToSparse ------------------------------------------------------------------------------------------

ragged_tensor_to_sparse = register_op(
    "RaggedTensorToSparse",
    inputs=["rt_nested_splits: RAGGED_RANK * Tsplits", "rt_dense_values: T"],
    outputs=["sparse_indices: int64", "sparse_values: T", "sparse_dense_shape: int64"],
    attrs=["RAGGED_RANK: int >= 1", "T: type", "Tsplits: {int32, int64} = DT_INT64"],
    doc="""A ragged tensor as a sparse one, in which the longest row gives the size of an axis.

    rt_nested_splits, rt_dense_values: the ragged tensor.""",
)


@ragged_tensor_to_sparse.shape_rule
def _to_sparse_shape(c: ShapeContext) -> list[TensorShape]:
    for number, splits in enumerate(c.shapes("rt_nested_splits")):
        if splits.rank not in (None, 1):
            c.fail(f"rt_nested_splits[{number}]", "have rank 1", f"rank {splits.rank} {splits}")
    values = c.with_rank_at_least("rt_dense_values", 1)
    if values.rank is None:
        return unknown_sparse(None)
    rank, count = c.attr("RAGGED_RANK") + values.rank, values.num_elements
    return [TensorShape.of((count, rank)), TensorShape.of((count,)), TensorShape.of((rank,))]


@ragged_tensor_to_sparse.gradient
def _to_sparse_gradient(g: GradientOps, node: GradientNode, *dys: Any) -> list[Any]:
    values = node.inputs[-1]
    by_values = g.Reshape(tensor=dys[1], shape=g.Shape(input=values))
    return [*[None] * (len(node.inputs) - 1), by_values]
