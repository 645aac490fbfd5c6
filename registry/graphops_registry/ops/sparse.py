"""Sparse tensors: the same entries in another order, in another shape, with entries in every row, as a dense tensor.

A sparse tensor is three tensors: the coordinates of its entries, `[entries, rank]`; their values, `[entries]`; and its
shape, `[rank]`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.sparse_shapes import sparse_argument
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import linear_in

# -- SparseToDense -------------------------------------------------------------------------------------------------

sparse_to_dense = register_op(
    "SparseToDense",
    inputs=["sparse_indices: Tindices", "output_shape: Tindices", "sparse_values: T", "default_value: T"],
    outputs=["dense: T"],
    attrs=["validate_indices: bool = true", "T: type", "Tindices: {int32, int64}"],
    doc="""A tensor with one value everywhere but in some places.

    sparse_indices: `[places, rank]`, the coordinates; for rank 1 a vector will do, and for one place a scalar.
    output_shape: of the output.
    sparse_values: `[places]`, or one scalar for all.
    default_value: a scalar: the value everywhere else.
    validate_indices: the places must be in the order of the output, each only once; without it the last one counts.""",
)


@sparse_to_dense.shape_rule
def _sparse_to_dense_shape(c: ShapeContext) -> list[TensorShape]:
    shape, indices, values = c.shape_from_tensor("output_shape"), c.shape("sparse_indices"), c.shape("sparse_values")
    c.with_rank("default_value", 0)
    if indices.rank is not None and indices.rank > 2:
        c.fail("sparse_indices", "have rank 2 or less", indices)
    if values.rank is not None and values.rank > 1:
        c.fail("sparse_values", "have rank 1 or less", values)
    if indices.dims is None:
        return [shape]
    places = indices.dims[0] if indices.dims else 1
    depth = indices.dims[1] if len(indices.dims) == 2 else 1
    if shape.rank is not None and isinstance(depth, int) and depth != shape.rank:
        c.fail("output_shape", f"have {depth} values, as many as a row of sparse_indices", shape.rank)
    if values.dims and isinstance(values.dims[0], int) and isinstance(places, int) and values.dims[0] != places:
        c.fail("sparse_values", f"be a scalar or have {places} values, one for each place", values)
    return [shape]


@sparse_to_dense.gradient
def _sparse_to_dense_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    indices, sizes, values, _ = node.inputs
    if indices.shape.rank is None:
        rows = g.Reshape(tensor=indices, shape=g.ConcatV2(values=[np.array([-1], np.int32), _length(g, sizes)], axis=0))
    else:
        rows = indices
        for _ in range(2 - indices.shape.rank):  # a scalar is one place, a vector has places of one coordinate
            rows = g.ExpandDims(input=rows, dim=np.int32(-1))
    picked = g.GatherNd(params=dy, indices=rows)
    if not node.get_attr("validate_indices"):  # of equal places the last one counts
        count = g.Squeeze(input=_length(g, picked), squeeze_dims=[0])
        numbers = g.Range(start=np.int32(0), limit=count, delta=np.int32(1))
        kept = g.SparseToDense(
            sparse_indices=rows, output_shape=sizes, sparse_values=numbers, default_value=np.int32(-1),
            validate_indices=False,
        )  # fmt: skip
        counts = g.Equal(x=g.GatherNd(params=kept, indices=rows), y=numbers)
        picked = g.SelectV2(condition=counts, t=picked, e=g.ZerosLike(x=picked))
    inside = _sum(g, picked)
    if values.shape.rank is None:  # a scalar counts once for each place
        scalar = g.Equal(x=g.Rank(input=values), y=np.int32(0))
        both = g.ConcatV2(values=[picked, g.ExpandDims(input=inside, dim=np.int32(0))], axis=np.int32(0))
        start = g.SelectV2(condition=scalar, t=_length(g, picked), e=np.array([0], np.int32))
        count = g.ExpandDims(input=g.Size(input=values), dim=np.int32(0))
        by_values = g.Reshape(tensor=g.Slice(input=both, begin=start, size=count), shape=g.Shape(input=values))
    else:
        by_values = picked if values.shape.rank else inside
    return [None, None, by_values, g.Sub(x=_sum(g, dy), y=inside)]


def _sum(g: GradientOps, x: Any) -> Any:
    flat = g.Reshape(tensor=x, shape=np.array([-1], np.int32))
    return g.Sum(input=flat, reduction_indices=np.int32(0))


def _length(g: GradientOps, vector: Any) -> Any:
    """The length of a vector, as a vector of one number."""
    return g.Shape(input=vector)


# -- SparseReorder -------------------------------------------------------------------------------------------------

_ORDERED = """
    input_indices: `[entries, rank]`.
    input_values: `[entries]`.
    input_shape: `[rank]`."""

sparse_reorder = register_op(
    "SparseReorder",
    inputs=["input_indices: int64", "input_values: T", "input_shape: int64"],
    outputs=["output_indices: int64", "output_values: T"],
    attrs=["T: type"],
    doc=f"""The entries of a sparse tensor in row-major order; equal places keep their order.
{_ORDERED}""",
)


@sparse_reorder.shape_rule
def _sparse_reorder_shape(c: ShapeContext) -> list[TensorShape]:
    shape = sparse_argument(c, "input_indices", "input_values", "input_shape")
    return [shape.indices, shape.values]


@sparse_reorder.gradient
def _sparse_reorder_gradient(g: GradientOps, node: GradientNode, _indices: Any, dy: Any) -> list[Any]:
    indices, _, shape = node.inputs
    one = np.ones(1, np.int32)
    count = g.StridedSlice(input=g.Shape(input=indices), begin=0 * one, end=one, strides=one, shrink_axis_mask=1)
    numbers = g.Range(start=np.int32(0), limit=count, delta=np.int32(1))
    order = g.SparseReorder(input_indices=indices, input_values=numbers, input_shape=shape).output_values
    return [None, g.GatherV2(params=dy, indices=g.InvertPermutation(x=order), axis=np.int32(0)), None]


# -- SparseReshape -------------------------------------------------------------------------------------------------

sparse_reshape = register_op(
    "SparseReshape",
    inputs=["input_indices: int64", "input_shape: int64", "new_shape: int64"],
    outputs=["output_indices: int64", "output_shape: int64"],
    doc="""The coordinates that the entries of a sparse tensor have in another shape; their values stay as they are.

    input_indices: `[entries, rank]`, each within input_shape.
    input_shape: `[rank]`.
    new_shape: a shape of as many elements; -1 stands for the size that makes it so.""",
)
sparse_reshape.no_gradient()


@sparse_reshape.shape_rule
def _sparse_reshape_shape(c: ShapeContext) -> list[TensorShape]:
    indices, shape, new = c.with_rank("input_indices", 2), c.with_rank("input_shape", 1), c.with_rank("new_shape", 1)
    c.merge_dim("input_shape", shape[0], indices[1], f"have one size for each of the {indices[1]} columns of indices")
    return [TensorShape.of((indices[0], new[0])), TensorShape.of((new[0],))]


# -- SparseFillEmptyRows -------------------------------------------------------------------------------------------

sparse_fill_empty_rows = register_op(
    "SparseFillEmptyRows",
    inputs=["indices: int64", "values: T", "dense_shape: int64", "default_value: T"],
    outputs=[
        "output_indices: int64",
        "output_values: T",
        "empty_row_indicator: bool",
        "reverse_index_map: int64",
    ],
    attrs=["T: type"],
    doc="""A sparse tensor with an entry in each row that had none: a default in its first column.

    indices: `[entries, rank]`.
    values: `[entries]`.
    dense_shape: `[rank]`, at least one size; the first one is the number of rows.
    default_value: a scalar.
    output_indices, output_values: ordered by rows; within a row, entries keep their order.
    empty_row_indicator: for each row whether it had no entry.
    reverse_index_map: for each entry its place in the output.""",
)


@sparse_fill_empty_rows.shape_rule
def _fill_empty_rows_shape(c: ShapeContext) -> list[TensorShape]:
    shape = sparse_argument(c, "indices", "values", "dense_shape")
    c.with_rank("default_value", 0)
    if shape.rank == 0:
        c.fail("dense_shape", "have at least one size", "none")
    rows = c.shape_from_tensor("dense_shape")
    first = rows.dims[0] if rows.dims else None
    return [TensorShape.of((None, shape.rank)), TensorShape.of((None,)), TensorShape.of((first,)), shape.values]


@sparse_fill_empty_rows.gradient
def _fill_empty_rows_gradient(g: GradientOps, node: GradientNode, *dys: Any) -> list[Any]:
    found = g.SparseFillEmptyRowsGrad(reverse_index_map=node.outputs[3], grad_values=dys[1])
    return [None, found.d_values, None, found.d_default_value]


sparse_fill_empty_rows_grad = register_op(
    "SparseFillEmptyRowsGrad",
    inputs=["reverse_index_map: int64", "grad_values: T"],
    outputs=["d_values: T", "d_default_value: T"],
    attrs=["T: type"],
    traits=[linear_in("grad_values")],
    doc="""The gradient of SparseFillEmptyRows.

    reverse_index_map: its output.
    grad_values: the gradient of its output_values.
    d_values: those that the map names.
    d_default_value: the sum of the others, a scalar.""",
)


@sparse_fill_empty_rows_grad.shape_rule
def _fill_empty_rows_grad_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("grad_values", 1)
    return [c.with_rank("reverse_index_map", 1), TensorShape.of(())]


@sparse_fill_empty_rows_grad.gradient
def _fill_empty_rows_grad_gradient(g: GradientOps, node: GradientNode, dvalues: Any, ddefault: Any) -> list[Any]:
    """It is linear: the default's gradient goes to all that the map does not name, that of a value to its place."""
    places, grads = node.inputs
    rows = g.ExpandDims(input=places, dim=np.int32(-1))
    spread = g.Fill(dims=g.Shape(input=grads), value=ddefault)
    return [None, g.TensorScatterUpdate(tensor=spread, indices=rows, updates=dvalues)]
