"""Sparse tensors that are joined, split and sliced."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.sparse_shapes import sparse_argument, unknown_sparse
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait, linear_in

# -- SparseConcat --------------------------------------------------------------------------------------------------

sparse_concat = register_op(
    "SparseConcat",
    inputs=["indices: N * int64", "values: N * T", "shapes: N * int64"],
    outputs=["output_indices: int64", "output_values: T", "output_shape: int64"],
    attrs=["concat_dim: int", "N: int >= 2", "T: type"],
    doc="""Sparse tensors one behind the other along an axis; the entries in row-major order.

    indices: of each tensor `[entries, rank]`.
    values: of each `[entries]`.
    shapes: of each `[rank]`; the same but for the axis.
    concat_dim: the axis; negative ones count from the end.""",
)
sparse_concat.no_gradient()


@sparse_concat.shape_rule
def _sparse_concat_shape(c: ShapeContext) -> list[TensorShape]:
    total: Dim = 0
    rank: Dim = None
    parts = zip(c.shapes("indices"), c.shapes("values"), c.shapes("shapes"), strict=True)
    for number, (places, values, sizes) in enumerate(parts):
        for argument, shape, wanted in (("indices", places, 2), ("values", values, 1), ("shapes", sizes, 1)):
            if shape.rank is not None and shape.rank != wanted:
                c.fail(f"{argument}[{number}]", f"have rank {wanted}", f"rank {shape.rank} {shape}")
        rows, columns = places.dims if places.dims is not None else (None, None)
        count = values.dims[0] if values.dims is not None else None
        length = sizes.dims[0] if sizes.dims is not None else None
        rule = f"have one value for each of the {rows} rows of indices[{number}]"
        rows = c.merge_dim(f"values[{number}]", count, rows, rule)
        total = total + rows if isinstance(total, int) and isinstance(rows, int) else None
        rule = f"have one size for each of the {columns} columns of indices[{number}]"
        columns = c.merge_dim(f"shapes[{number}]", length, columns, rule)
        rank = c.merge_dim(f"shapes[{number}]", columns, rank, f"have {rank} sizes, as the others have")
    axis = c.attr("concat_dim")
    if isinstance(rank, int) and not -rank <= axis < rank:
        c.fail("attr 'concat_dim'", f"be in [{-rank}, {rank})", axis)
    return [TensorShape.of((total, rank)), TensorShape.of((total,)), TensorShape.of((rank,))]


# -- SparseSplit ---------------------------------------------------------------------------------------------------

sparse_split = register_op(
    "SparseSplit",
    inputs=["split_dim: int64", "indices: int64", "values: T", "shape: int64"],
    outputs=["output_indices: num_split * int64", "output_values: num_split * T", "output_shape: num_split * int64"],
    attrs=["num_split: int >= 1", "T: type"],
    doc="""A sparse tensor in parts along an axis.

    split_dim: the axis, a scalar; negative ones count from the end.
    indices: `[entries, rank]`.
    values: `[entries]`.
    shape: `[rank]`.
    num_split: how many parts there are, at most the axis's size. If they do not divide it, the first ones are larger
        by 1.""",
)
sparse_split.no_gradient()


@sparse_split.shape_rule
def _sparse_split_shape(c: ShapeContext) -> list[TensorShape]:
    shape = sparse_argument(c, "indices", "values", "shape")
    if isinstance(shape.rank, int):
        c.axis("split_dim", shape.rank)
    else:
        c.with_rank("split_dim", 0)
    found = unknown_sparse(shape.rank)
    return [each for each in found for _ in range(c.attr("num_split"))]


# -- SparseSlice, SparseSliceGrad ----------------------------------------------------------------------------------

sparse_slice = register_op(
    "SparseSlice",
    inputs=["indices: int64", "values: T", "shape: int64", "start: int64", "size: int64"],
    outputs=["output_indices: int64", "output_values: T", "output_shape: int64"],
    attrs=["T: type"],
    traits=[Trait.BOUNDED_RESULT],
    doc="""The entries of a sparse tensor that lie in a box; their coordinates count from its start.

    indices: `[entries, rank]`.
    values: `[entries]`.
    shape: `[rank]`.
    start: `[rank]`: the first corner of the box.
    size: `[rank]`: its sizes; what reaches beyond the shape is cut off.""",
)


@sparse_slice.shape_rule
def _sparse_slice_shape(c: ShapeContext) -> list[TensorShape]:
    shape = sparse_argument(c, "indices", "values", "shape")
    rank = shape.rank
    for argument in ("start", "size"):
        rank = c.merge_dim(argument, c.with_rank(argument, 1)[0], rank, f"have {rank} values, as shape has")
    return unknown_sparse(rank)


@sparse_slice.gradient
def _sparse_slice_gradient(g: GradientOps, node: GradientNode, *dys: Any) -> list[Any]:
    grad = g.SparseSliceGrad(
        backprop_val_grad=dys[1],
        input_indices=node.inputs[0],
        input_start=node.inputs[3],
        output_indices=node.outputs[0],
    )
    return [None, grad, None, None, None]


sparse_slice_grad = register_op(
    "SparseSliceGrad",
    inputs=["backprop_val_grad: T", "input_indices: int64", "input_start: int64", "output_indices: int64"],
    outputs=["val_grad: T"],
    attrs=["T: numbertype"],
    traits=[linear_in("backprop_val_grad")],
    doc="""The gradient of SparseSlice: for each entry that of the output's entry that it became, or 0.

    backprop_val_grad: the gradient of its output_values.
    input_indices, input_start: its inputs indices and start.
    output_indices: its output; its rows come in the order of input_indices.""",
)


@sparse_slice_grad.shape_rule
def _sparse_slice_grad_shape(c: ShapeContext) -> list[TensorShape]:
    places, found = c.with_rank("input_indices", 2), c.with_rank("output_indices", 2)
    grads, start = c.with_rank("backprop_val_grad", 1), c.with_rank("input_start", 1)
    c.merge_dim("backprop_val_grad", grads[0], found[0], f"have one value for each of the {found[0]} output_indices")
    c.merge_dim("output_indices", found[1], places[1], f"have {places[1]} columns, as input_indices has")
    c.merge_dim("input_start", start[0], places[1], f"have {places[1]} values, one for each column of input_indices")
    return [TensorShape.of((places[0],))]


@sparse_slice_grad.gradient
def _sparse_slice_grad_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """It is linear: each number goes back to where it came from, which a slice of the places finds."""
    grads, places, start, found = node.inputs
    axis = np.int32(0)
    one = np.int64(1)
    most = g.AddV2(x=g.Max(input=found, reduction_indices=axis), y=one)
    count = g.Size(input=grads)
    size = g.SelectV2(condition=g.Greater(x=count, y=np.int32(0)), t=most, e=g.ZerosLike(x=start))
    reach = g.AddV2(x=g.Max(input=places, reduction_indices=axis), y=one)  # places outside of the box exist as well
    shape = g.Maximum(x=g.AddV2(x=start, y=size), y=reach)
    picked = g.SparseSlice(indices=places, values=dy, shape=shape, start=start, size=size)
    return [picked.output_values, None, None, None]
