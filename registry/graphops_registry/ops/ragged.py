"""Ragged tensors: rows of any length, as the values of all rows and the splits that say where each row begins and ends.

The splits of n rows are n + 1 numbers, from 0 up to the number of values; row i has the values from splits[i] to
splits[i + 1]. Rows of rows have splits on each level, the outer ones first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.ops.math_segment import segments
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import linear_in

# -- RaggedRange ---------------------------------------------------------------------------------------------------

ragged_range = register_op(
    "RaggedRange",
    inputs=["starts: T", "limits: T", "deltas: T"],
    outputs=["rt_nested_splits: Tsplits", "rt_dense_values: T"],
    attrs=["T: {bfloat16, float, double, int32, int64} = DT_INT32", "Tsplits: {int32, int64} = DT_INT64"],
    doc="""Rows that count from a start up to a limit.

    starts, limits, deltas: vectors of one length, or scalars that all rows share; no step is 0.
    rt_nested_splits, rt_dense_values: the rows; the limit is not part of a row.""",
)
ragged_range.no_gradient()


@ragged_range.shape_rule
def _ragged_range_shape(c: ShapeContext) -> list[TensorShape]:
    rows: Dim = None
    vectors = unknown = False
    for argument in ("starts", "limits", "deltas"):
        shape = c.shape(argument)
        if shape.rank is not None and shape.rank > 1:
            c.fail(argument, "be a scalar or a vector", f"rank {shape.rank} {shape}")
        if shape.dims:
            vectors = True
            rows = c.merge_dim(argument, shape.dims[0], rows, f"have {rows} values, as the others have, or be a scalar")
        unknown |= shape.rank is None
    if not vectors and not unknown:
        rows = 1
    return [TensorShape.of((rows + 1 if isinstance(rows, int) else None,)), TensorShape.of((None,))]


# -- RaggedGather --------------------------------------------------------------------------------------------------

ragged_gather = register_op(
    "RaggedGather",
    inputs=["params_nested_splits: PARAMS_RAGGED_RANK * Tsplits", "params_dense_values: Tvalues", "indices: Tindices"],
    outputs=["output_nested_splits: OUTPUT_RAGGED_RANK * Tsplits", "output_dense_values: Tvalues"],
    attrs=[
        "Tvalues: type",
        "Tindices: {int32, int64}",
        "Tsplits: {int32, int64} = DT_INT64",
        "PARAMS_RAGGED_RANK: int >= 1",
        "OUTPUT_RAGGED_RANK: int >= 0",
    ],
    doc="""Rows of a ragged tensor that are picked by index.

    params_nested_splits, params_dense_values: the ragged tensor.
    indices: of any rank; which row, in [0, rows).
    OUTPUT_RAGGED_RANK: the levels of splits of the output: PARAMS_RAGGED_RANK, less 1, and the rank of indices.""",
)


@ragged_gather.shape_rule
def _ragged_gather_shape(c: ShapeContext) -> list[TensorShape]:
    for number, splits in enumerate(c.shapes("params_nested_splits")):
        if splits.rank not in (None, 1):
            c.fail(f"params_nested_splits[{number}]", "have rank 1", f"rank {splits.rank} {splits}")
    values, rank = c.with_rank_at_least("params_dense_values", 1), c.shape("indices").rank
    levels = c.attr("OUTPUT_RAGGED_RANK")
    if rank is not None and levels != c.attr("PARAMS_RAGGED_RANK") + rank - 1:
        wanted = c.attr("PARAMS_RAGGED_RANK") + rank - 1
        c.fail("attr 'OUTPUT_RAGGED_RANK'", f"be {wanted} where indices has rank {rank}", levels)
    dense = TensorShape(None) if values.dims is None else TensorShape.of((None, *values.dims[1:]))
    return [*[TensorShape.of((None,))] * levels, dense]


@ragged_gather.gradient
def _ragged_gather_gradient(g: GradientOps, node: GradientNode, *dys: Any) -> list[Any]:
    """The values of a row are those between two places, which the splits of all levels give together."""
    levels = node.get_attr("PARAMS_RAGGED_RANK")
    splits, values, indices = node.inputs[:levels], node.inputs[levels], node.inputs[levels + 1]
    axis, one = np.int32(0), np.ones(1, np.int32)
    places = splits[0]
    for inner in splits[1:]:
        places = g.GatherV2(params=inner, indices=places, axis=axis)
    flat = g.Reshape(tensor=indices, shape=np.array([-1], np.int32))
    ends = g.StridedSlice(input=places, begin=one, end=0 * one, strides=one, end_mask=1)
    starts, limits = (g.GatherV2(params=bound, indices=flat, axis=axis) for bound in (places, ends))
    every = g.RaggedRange(starts=starts, limits=limits, deltas=places.dtype.numpy_dtype.type(1)).rt_dense_values
    rows = g.StridedSlice(input=g.Shape(input=values), begin=0 * one, end=one, strides=one, shrink_axis_mask=1)
    grad = g.UnsortedSegmentSum(data=dys[-1], segment_ids=every, num_segments=rows)
    return [*[None] * levels, grad, None]


# -- RaggedFillEmptyRows, RaggedFillEmptyRowsGrad ------------------------------------------------------------------

ragged_fill_empty_rows = register_op(
    "RaggedFillEmptyRows",
    inputs=["value_rowids: int64", "values: T", "nrows: int64", "default_value: T"],
    outputs=[
        "output_value_rowids: int64",
        "output_values: T",
        "empty_row_indicator: bool",
        "reverse_index_map: int64",
    ],
    attrs=["T: type"],
    doc="""A ragged tensor with a default in each row that had no value.

    value_rowids: for each value its row, in [0, nrows).
    values: a vector.
    nrows: how many rows there are, a scalar.
    default_value: a scalar.
    output_value_rowids, output_values: ordered by rows; within a row, values keep their order.
    empty_row_indicator: for each row whether it had no value.
    reverse_index_map: for each value its place in the output.""",
)


@ragged_fill_empty_rows.shape_rule
def _fill_empty_rows_shape(c: ShapeContext) -> list[TensorShape]:
    ids, values = c.with_rank("value_rowids", 1), c.with_rank("values", 1)
    count = c.merge_dim("values", values[0], ids[0], f"have one value for each of the {ids[0]} value_rowids")
    c.with_rank("default_value", 0)
    unknown = TensorShape.of((None,))
    return [unknown, unknown, TensorShape.of((segments(c, "nrows"),)), TensorShape.of((count,))]


@ragged_fill_empty_rows.gradient
def _fill_empty_rows_gradient(g: GradientOps, node: GradientNode, *dys: Any) -> list[Any]:
    found = g.RaggedFillEmptyRowsGrad(reverse_index_map=node.outputs[3], grad_values=dys[1])
    return [None, found.d_values, None, found.d_default_value]


ragged_fill_empty_rows_grad = register_op(
    "RaggedFillEmptyRowsGrad",
    inputs=["reverse_index_map: int64", "grad_values: T"],
    outputs=["d_values: T", "d_default_value: T"],
    attrs=["T: type"],
    traits=[linear_in("grad_values")],
    doc="""The gradient of RaggedFillEmptyRows.

    reverse_index_map: its output.
    grad_values: the gradient of its output_values.
    d_values: those that the map names.
    d_default_value: the sum of the others, a scalar.""",
)


@ragged_fill_empty_rows_grad.shape_rule
def _fill_empty_rows_grad_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("grad_values", 1)
    return [c.with_rank("reverse_index_map", 1), TensorShape.of(())]


@ragged_fill_empty_rows_grad.gradient
def _fill_empty_rows_grad_gradient(g: GradientOps, node: GradientNode, dvalues: Any, ddefault: Any) -> list[Any]:
    """It is linear: the default's gradient goes to all that the map does not name, that of a value to its place."""
    places, grads = node.inputs
    rows = g.ExpandDims(input=places, dim=np.int32(-1))
    spread = g.Fill(dims=g.Shape(input=grads), value=ddefault)
    return [None, g.TensorScatterUpdate(tensor=spread, indices=rows, updates=dvalues)]
