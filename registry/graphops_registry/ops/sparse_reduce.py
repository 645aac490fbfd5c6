"""Sums, maxima and the softmax along axes of a sparse tensor."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.sparse_shapes import sparse_argument
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import linear_in

# -- SparseReduceSum, SparseReduceMax, SparseReduceSumSparse, SparseReduceMaxSparse --------------------------------


def _reduced_shape(c: ShapeContext) -> TensorShape:
    """The shape of what is left."""
    entries = sparse_argument(c, "input_indices", "input_values", "input_shape")
    axes = c.shape("reduction_axes")
    if axes.rank is not None and axes.rank > 1:
        c.fail("reduction_axes", "be a scalar or a vector", f"rank {axes.rank} {axes}")
    sizes, rank, value = c.shape_from_tensor("input_shape"), entries.rank, c.value("reduction_axes")
    if not isinstance(rank, int) or value is None:
        return TensorShape.unknown(rank) if isinstance(rank, int) and c.attr("keep_dims") else TensorShape(None)
    reduced = set()
    for axis in (int(number) for number in value.reshape(-1)):
        if not -rank <= axis < rank:
            c.fail("reduction_axes", f"be in [{-rank}, {rank}), as the input has rank {rank}", axis)
        reduced.add(axis % rank)
    dims = list(sizes.dims) if sizes.dims is not None else [None] * rank
    if c.attr("keep_dims"):
        return TensorShape.of(tuple(1 if axis in reduced else dim for axis, dim in enumerate(dims)))
    return TensorShape.of(tuple(dim for axis, dim in enumerate(dims) if axis not in reduced))


def _dense_shape(c: ShapeContext) -> list[TensorShape]:
    return [_reduced_shape(c)]


def _sparse_shape(c: ShapeContext) -> list[TensorShape]:
    rank = _reduced_shape(c).rank
    return [TensorShape.of((None, rank)), TensorShape.of((None,)), TensorShape.of((rank,))]


_WHAT = {"Sum": "sum", "Max": "maximum"}
for _kind, _types in (("Sum", "numbertype"), ("Max", "realnumbertype")):
    for _suffix in ("", "Sparse"):
        _op = register_op(
            f"SparseReduce{_kind}{_suffix}",
            inputs=["input_indices: int64", "input_values: T", "input_shape: int64", "reduction_axes: int32"],
            outputs=["output_indices: int64", "output_values: T", "output_shape: int64"] if _suffix else ["output: T"],
            attrs=["keep_dims: bool = false", f"T: {_types}"],
            traits=[linear_in("input_values")] if _kind == "Sum" and not _suffix else [],
            doc=f"The {_WHAT[_kind]} along axes of a sparse tensor, as a {'sparse' if _suffix else 'dense'} tensor"
            + (", with an entry where there was one to reduce." if _suffix else "; 0 where there is no entry.")
            + """

    input_indices: `[entries, rank]`, each within input_shape.
    input_values: `[entries]`.
    input_shape: `[rank]`.
    reduction_axes: a scalar or a vector; negative ones count from the end; none for no axis.
    keep_dims: keep the axes, with size 1.""",
        )
        _op.shape_rule(_sparse_shape if _suffix else _dense_shape)
        if _kind == "Max" or _suffix:
            _op.no_gradient()
        else:
            sparse_reduce_sum = _op


@sparse_reduce_sum.gradient
def _reduce_sum_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    indices, _, sizes, axes = node.inputs
    rank = g.Size(input=sizes)
    every = g.Range(start=np.int32(0), limit=rank, delta=np.int32(1))
    flat = g.Reshape(tensor=axes, shape=np.array([-1], np.int32))
    flat = g.SelectV2(condition=g.Less(x=flat, y=np.int32(0)), t=g.AddV2(x=flat, y=rank), e=flat)
    pairs = g.Equal(x=g.ExpandDims(input=every, dim=np.int32(1)), y=g.ExpandDims(input=flat, dim=np.int32(0)))
    reduced = g.Any(input=pairs, reduction_indices=np.int32(1))  # (rank,)
    kept = g.Reshape(tensor=dy, shape=g.SelectV2(condition=reduced, t=np.int64(1), e=sizes))
    places = g.Mul(x=indices, y=g.Cast(x=g.LogicalNot(x=reduced), DstT="int64"))
    return [None, g.GatherNd(params=kept, indices=places), None, None]


# -- SparseSoftmax -------------------------------------------------------------------------------------------------

sparse_softmax = register_op(
    "SparseSoftmax",
    inputs=["sp_indices: int64", "sp_values: T", "sp_shape: int64"],
    outputs=["output: T"],
    attrs=["T: {half, float, double}"],
    doc="""The softmax along the last axis of a sparse tensor over the entries that there are.

    sp_indices: `[entries, rank]`, of rank 2 at least.
    sp_values: `[entries]`.
    sp_shape: `[rank]`.
    output: `[entries]`, values of a sparse tensor with the same indices.""",
)


@sparse_softmax.shape_rule
def _softmax_shape(c: ShapeContext) -> list[TensorShape]:
    entries = sparse_argument(c, "sp_indices", "sp_values", "sp_shape")
    if isinstance(entries.rank, int) and entries.rank < 2:
        c.fail("sp_shape", "have at least 2 sizes", entries.rank)
    return [entries.values]


@sparse_softmax.gradient
def _softmax_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """dy * y - sum(dy * y) * y along the last axis."""
    indices, _, sizes = node.inputs
    y = node.outputs[0]
    total = g.SparseReduceSum(
        input_indices=indices, input_values=g.Mul(x=y, y=dy), input_shape=sizes,
        reduction_axes=np.array([-1], np.int32), keep_dims=True,
    )  # fmt: skip
    less = g.SparseDenseCwiseAdd(sp_indices=indices, sp_values=dy, sp_shape=sizes, dense=g.Neg(x=total))
    return [None, g.Mul(x=less, y=y), None]
