"""More arithmetic: norms, running log-sum-exps, neighbours of floats, approximate equality, counted bits."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.op_def import register_op
from graphops_registry.ops.math_reduce import reduced_shape
from graphops_registry.ops.math_scan import scan_shape
from graphops_registry.rules.gradient_parts import broadcast_gradients, keep_reduced, real_part, scalar
from graphops_registry.rules.shape_parts import broadcast, same_shape, unchanged

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


@euclidean_norm.gradient
def _euclidean_norm_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
    """x / norm, and 0 where the norm is 0; the norm is real, so only the real part of dy counts."""
    (share,) = keep_reduced(g, node, g.DivNoNan(x=real_part(g, dy), y=node.outputs[0]))
    return [g.Mul(x=node.inputs[0], y=share), None]


# -- CumulativeLogsumexp -------------------------------------------------------------------------------------------

cumulative_logsumexp = register_op(
    "CumulativeLogsumexp",
    inputs=["x: T", "axis: Tidx"],
    outputs=["out: T"],
    attrs=[
        "exclusive: bool = false",
        "reverse: bool = false",
        "T: {bfloat16, half, float, double}",
        "Tidx: {int32, int64} = DT_INT32",
    ],
    doc="""For each element the logarithm of the sum of the exponentials of those up to it along an axis.

    axis: a scalar; a negative one counts from the end.
    exclusive: leave the element itself out; the first result is minus infinity.
    reverse: start at the end of the axis.""",
)


cumulative_logsumexp.shape_rule(scan_shape)


@cumulative_logsumexp.gradient
def _cumulative_logsumexp_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
    """dx_i = exp(x_i) * sum of dy_j exp(-y_j) over the j that x_i enters, its positive and negative terms summed apart
    as logarithms, because exp(-y_j) alone may overflow."""
    (x, axis), y = node.inputs, node.outputs[0]
    attrs = {"exclusive": node.get_attr("exclusive"), "reverse": not node.get_attr("reverse")}
    zero, one, least = scalar(0, x), scalar(1, x), scalar(-np.inf, x)
    y = g.SelectV2(condition=g.Equal(x=y, y=least), t=zero, e=y)  # a sum of nothing: every x_i is minus infinity

    def part(size: Any) -> Any:
        is_there = g.Greater(x=size, y=zero)
        logarithm = g.Log(x=g.SelectV2(condition=is_there, t=size, e=one))
        # What is not there is left out by a number that is small enough, but finite for the sake of its gradient.
        terms = g.SelectV2(condition=is_there, t=g.Sub(x=logarithm, y=y), e=_lowest(x))
        return g.Exp(x=g.AddV2(x=g.CumulativeLogsumexp(x=terms, axis=axis, **attrs), y=x))

    return [g.Sub(x=part(dy), y=part(g.Neg(x=dy))), None]


def _lowest(x: Any) -> Any:
    """A number whose exponential is 0 after anything ordinary is added."""
    return scalar(-1e4 if x.dtype.name == "float16" else -1e30, x)


# -- NextAfter, ApproximateEqual, PopulationCount ------------------------------------------------------------------

next_after = register_op(
    "NextAfter",
    inputs=["x1: T", "x2: T"],
    outputs=["output: T"],
    attrs=["T: {double, float} = DT_FLOAT"],
    doc="The number next to x1 in the direction of x2.",
)
next_after.shape_rule(broadcast)


@next_after.gradient
def _next_after_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
    x1, x2 = node.inputs
    return broadcast_gradients(g, x1, x2, dy, None)


approximate_equal = register_op(
    "ApproximateEqual",
    inputs=["x: T", "y: T"],
    outputs=["z: bool"],
    attrs=["T: numbertype", "tolerance: float = 9.999999747378752e-06"],
    commutative=True,
    doc="""Whether x and y, of one shape, differ by less than a tolerance.

    tolerance: of the absolute difference.""",
)
approximate_equal.shape_rule(same_shape)
approximate_equal.no_gradient()

population_count = register_op(
    "PopulationCount",
    inputs=["x: T"],
    outputs=["y: uint8"],
    attrs=["T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64}"],
    doc="The number of bits that are set.",
)
population_count.shape_rule(unchanged)
population_count.no_gradient()
