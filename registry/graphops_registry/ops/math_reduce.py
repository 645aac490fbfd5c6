"""Reductions over axes: sums, products, extremes, their positions, and tests of all or any."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import (
    conj,
    keep_reduced,
    positive_axes,
    real_part,
    reduced_axes,
    reduced_count,
    spread_reduced,
)
from graphops_registry.rules.region_parts import partial_mean, partial_sum, ranked, reduced
from graphops_registry.rules.shape_parts import axes_from_tensor
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait, linear_in, passes_through

_KEEP_DIMS = "keep_dims: bool = false"
_TIDX = "Tidx: {int32, int64} = DT_INT32"
_AXES = """

    reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
    keep_dims: keep the reduced axes as axes of size 1."""


def reduced_shape(c: ShapeContext) -> list[TensorShape]:
    """The input's shape without the axes in reduction_indices, or with 1 for each of them."""
    shape, indices = c.shape("input"), c.shape("reduction_indices")
    axes = axes_from_tensor(c, "reduction_indices", shape.rank)
    if shape.dims is None:
        return [TensorShape(None)]
    if axes is not None:
        if c.attr("keep_dims"):
            return [TensorShape.of(tuple(1 if axis in axes else dim for axis, dim in enumerate(shape.dims)))]
        return [TensorShape.of(tuple(dim for axis, dim in enumerate(shape.dims) if axis not in axes))]
    if c.attr("keep_dims"):
        return [TensorShape.unknown(len(shape.dims))]
    count = 1 if indices.rank == 0 else indices[0] if indices.rank == 1 else None
    if not isinstance(count, int):
        return [TensorShape(None)]
    if count > len(shape.dims):
        c.fail("reduction_indices", f"name at most {len(shape.dims)} axes, as the input has rank {len(shape.dims)}",
               count)  # fmt: skip
    return [TensorShape.unknown(len(shape.dims) - count)]


# -- Sum, Mean -----------------------------------------------------------------------------------------------------

sum_ = register_op(
    "Sum",
    inputs=["input: T", "reduction_indices: Tidx"],
    outputs=["output: T"],
    attrs=[_KEEP_DIMS, "T: numbertype", _TIDX],
    traits=[Trait.LINEAR_TIME, passes_through("input", "no_axes"), linear_in("input")],
    doc=f"The sum over axes; that of nothing is 0.{_AXES}",
)
sum_.shape_rule(reduced_shape)
sum_.region_rule(reduced)
sum_.partial_sum_rule("input", partial_sum)


@sum_.gradient
def _sum_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [spread_reduced(g, node, dy), None]


mean = register_op(
    "Mean",
    inputs=["input: T", "reduction_indices: Tidx"],
    outputs=["output: T"],
    attrs=[_KEEP_DIMS, "T: numbertype", _TIDX],
    traits=[Trait.LINEAR_TIME, passes_through("input", "no_axes"), linear_in("input")],
    doc=f"""The mean over axes. Integers round toward 0; the mean of nothing is not a number, for integers 0.{_AXES}""",
)
mean.shape_rule(reduced_shape)
mean.region_rule(reduced)
mean.partial_sum_rule("input", partial_mean)


@mean.gradient
def _mean_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    # Divided before it is spread: fewer divisions, and the same result.
    return [spread_reduced(g, node, g.RealDiv(x=dy, y=reduced_count(g, node, dy.dtype))), None]


# -- Prod ----------------------------------------------------------------------------------------------------------

prod = register_op(
    "Prod",
    inputs=["input: T", "reduction_indices: Tidx"],
    outputs=["output: T"],
    attrs=[_KEEP_DIMS, "T: numbertype", _TIDX],
    traits=[Trait.LINEAR_TIME, passes_through("input", "no_axes")],
    doc=f"The product over axes; that of nothing is 1.{_AXES}",
)
prod.shape_rule(reduced_shape)
prod.region_rule(reduced)


@prod.gradient
def _prod_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x = node.inputs[0]
    return [g.Mul(x=spread_reduced(g, node, dy), y=conj(g, _product_of_others(g, node, x))), None]


def _product_of_others(g: GradientOps, node: GradientNode, x: Any) -> Any:
    """For each element the product of the others that are reduced with it; no division, so zeros are welcome."""
    axes = reduced_axes(node)
    if axes is not None and not axes:
        return g.OnesLike(x=x)
    if axes is not None and len(axes) == 1:
        return _scan_of_others(g, x, np.int32(axes[0]))
    # The reduced axes are moved to the front and joined into one, (reduced, kept).
    if axes is not None:
        rank = len(x.shape)
        perm = np.array([*axes, *(axis for axis in range(rank) if axis not in axes)], np.int32)
        back = np.argsort(perm).astype(np.int32)
        moved = g.Transpose(x=x, perm=perm)
        shape = g.Shape(input=moved)
        reduced = g.Prod(
            input=g.GatherV2(params=shape, indices=np.arange(len(axes), dtype=np.int32), axis=np.int32(0)),
            reduction_indices=np.int32(0),
        )
    else:
        rank_ = g.Rank(input=x)
        indices = positive_axes(g, rank_, node.inputs[1])
        every = g.Range(start=np.int32(0), limit=rank_, delta=np.int32(1))
        kept = g.ListDiff(x=every, y=indices).out
        perm = g.ConcatV2(values=[indices, kept], axis=np.int32(0))
        back = g.InvertPermutation(x=perm)
        moved = g.Transpose(x=x, perm=perm)
        shape = g.Shape(input=moved)
        sizes = g.GatherV2(params=g.Shape(input=x), indices=indices, axis=np.int32(0))
        reduced = g.Prod(input=sizes, reduction_indices=np.int32(0))
    count = g.Size(input=x)
    others = g.FloorDiv(x=count, y=g.Maximum(x=reduced, y=np.int32(1)))
    matrix = g.Reshape(tensor=moved, shape=g.Pack(values=[reduced, others]))
    return g.Transpose(x=g.Reshape(tensor=_scan_of_others(g, matrix, np.int32(0)), shape=shape), perm=back)


def _scan_of_others(g: GradientOps, x: Any, axis: Any) -> Any:
    """For each element the product of those before it along ``axis`` times the product of those after it."""
    before = g.Cumprod(x=x, axis=axis, exclusive=True)
    after = g.Cumprod(x=x, axis=axis, exclusive=True, reverse=True)
    return g.Mul(x=before, y=after)


# -- Max, Min ------------------------------------------------------------------------------------------------------

_ORDERED = (
    "T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, "
    "qint8, quint8, qint32, qint16, quint16}"
)

max_ = register_op(
    "Max",
    inputs=["input: T", "reduction_indices: Tidx"],
    outputs=["output: T"],
    attrs=[_KEEP_DIMS, _ORDERED, _TIDX],
    traits=[Trait.LINEAR_TIME, passes_through("input", "no_axes")],
    doc=f"""The largest element over axes, not a number if one is not. That of nothing is the lowest value of the dtype:
    minus infinity, or the smallest integer.{_AXES}""",
)
max_.shape_rule(reduced_shape)
max_.region_rule(reduced)

min_ = register_op(
    "Min",
    inputs=["input: T", "reduction_indices: Tidx"],
    outputs=["output: T"],
    attrs=[_KEEP_DIMS, _ORDERED, _TIDX],
    traits=[Trait.LINEAR_TIME, passes_through("input", "no_axes")],
    doc=f"""The smallest element over axes, not a number if one is not. That of nothing is the highest value of the
    dtype: infinity, or the largest integer.{_AXES}""",
)
min_.shape_rule(reduced_shape)
min_.region_rule(reduced)


@max_.gradient
@min_.gradient
def _extreme_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """Elements that share the extreme value share the gradient."""
    x, indices = node.inputs
    extreme, gradient = keep_reduced(g, node, node.outputs[0], dy)
    chosen = g.Cast(x=g.Equal(x=x, y=extreme), DstT=dy.dtype)
    count = g.Sum(input=chosen, reduction_indices=indices, keep_dims=True)
    return [g.Mul(x=g.RealDiv(x=chosen, y=count), y=gradient), None]


# -- All, Any ------------------------------------------------------------------------------------------------------

all_ = register_op(
    "All",
    inputs=["input: bool", "reduction_indices: Tidx"],
    outputs=["output: bool"],
    attrs=[_KEEP_DIMS, _TIDX],
    traits=[passes_through("input", "no_axes")],
    doc=f"Whether all elements over axes are true; of nothing, all are.{_AXES}",
)
all_.shape_rule(reduced_shape)
all_.region_rule(reduced)
all_.no_gradient()

any_ = register_op(
    "Any",
    inputs=["input: bool", "reduction_indices: Tidx"],
    outputs=["output: bool"],
    attrs=[_KEEP_DIMS, _TIDX],
    traits=[passes_through("input", "no_axes")],
    doc=f"Whether any element over axes is true; of nothing, none is.{_AXES}",
)
any_.shape_rule(reduced_shape)
any_.region_rule(reduced)
any_.no_gradient()

# -- ArgMax, ArgMin ------------------------------------------------------------------------------------------------

_RANKED = f"{_ORDERED[:-1]}, bool}}"

arg_max = register_op(
    "ArgMax",
    inputs=["input: T", "dimension: Tidx"],
    outputs=["output: output_type"],
    attrs=[_RANKED, "Tidx: {int16, int32, int64} = DT_INT32", "output_type: {int16, uint16, int32, int64} = DT_INT64"],
    doc="""The position of the largest element along an axis, the first of several; what is not a number is never it.

    dimension: the axis, a scalar; a negative one counts from the end.""",
)
arg_max.no_gradient()

arg_min = register_op(
    "ArgMin",
    inputs=["input: T", "dimension: Tidx"],
    outputs=["output: output_type"],
    attrs=[_RANKED, _TIDX, "output_type: {int32, int64} = DT_INT64"],
    doc="""The position of the smallest element along an axis, the first of several; what is not a number is never it.

    dimension: the axis, a scalar; a negative one counts from the end.""",
)
arg_min.no_gradient()


@arg_max.shape_rule
@arg_min.shape_rule
def _arg_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("dimension", 0)
    shape = c.with_rank_at_least("input", 1)
    if shape.dims is None:
        return [TensorShape(None)]
    axis = c.axis("dimension", len(shape.dims))
    if axis is None:
        return [TensorShape.unknown(len(shape.dims) - 1)]
    size = shape.dims[axis]
    if size == 0 and 0 not in (*shape.dims[:axis], *shape.dims[axis + 1 :]):
        c.fail("input", f"have elements along axis {axis}", f"shape {shape}")
    limit = int(np.iinfo(c.attr("output_type").numpy_dtype).max)
    if isinstance(size, int) and size - 1 > limit:
        rule = f"hold positions up to {size - 1}, as the input has {size} elements along axis {axis}"
        c.fail("attr 'output_type'", rule, c.attr("output_type"))
    return [TensorShape.of(shape.dims[:axis] + shape.dims[axis + 1 :])]


arg_max.region_rule(ranked)
arg_min.region_rule(ranked)

# -- EuclideanNorm -------------------------------------------------------------------------------------------------

euclidean_norm = register_op(
    "EuclideanNorm",
    inputs=["input: T", "reduction_indices: Tidx"],
    outputs=["output: T"],
    attrs=["keep_dims: bool = false", "T: numbertype", "Tidx: {int32, int64} = DT_INT32"],
    doc="""The square root of the sum of squared absolute values over axes. Of integers its whole part.

    reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
    keep_dims: keep the reduced axes as axes of size 1.""",
)
euclidean_norm.shape_rule(reduced_shape)
euclidean_norm.region_rule(reduced)


@euclidean_norm.gradient
def _euclidean_norm_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """x / norm, and 0 where the norm is 0; the norm is real, so only the real part of dy counts."""
    (share,) = keep_reduced(g, node, g.DivNoNan(x=real_part(g, dy), y=node.outputs[0]))
    return [g.Mul(x=node.inputs[0], y=share), None]
