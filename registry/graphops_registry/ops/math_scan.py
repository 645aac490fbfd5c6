"""Running sums, products and log-sum-exps along an axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import conj, scalar
from graphops_registry.rules.region_parts import scanned
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import linear_in

_ATTRS = (
    "exclusive: bool = false",
    "reverse: bool = false",
    "T: numbertype",
    "Tidx: {int32, int64} = DT_INT32",
)
_DOC = """

    axis: a scalar; a negative one counts from the end.
    exclusive: leave the element itself out, so that the first result is that of nothing.
    reverse: start at the end of the axis."""


def scan_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("axis", 0)
    shape = c.with_rank_at_least("x", 1)
    if shape.rank is not None:
        c.axis("axis", shape.rank)
    return [shape]


cumsum = register_op(
    "Cumsum",
    inputs=["x: T", "axis: Tidx"],
    outputs=["out: T"],
    attrs=_ATTRS,
    traits=[linear_in("x")],
    doc=f"For each element the sum of those up to it along an axis.{_DOC}",
)
cumsum.shape_rule(scan_shape)
cumsum.region_rule(scanned("axis"))


@cumsum.gradient
def _cumsum_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [_sum_back(g, node, dy), None]


def _sum_back(g: GradientOps, node: GradientNode, dy: Any) -> Any:
    """Running sums in the direction opposite to that of ``node``."""
    exclusive, reverse = node.get_attr("exclusive"), node.get_attr("reverse")
    return g.Cumsum(x=dy, axis=node.inputs[1], exclusive=exclusive, reverse=not reverse)


cumprod = register_op(
    "Cumprod",
    inputs=["x: T", "axis: Tidx"],
    outputs=["out: T"],
    attrs=_ATTRS,
    doc=f"For each element the product of those up to it along an axis.{_DOC}",
)
cumprod.shape_rule(scan_shape)
cumprod.region_rule(scanned("axis"))


@cumprod.gradient
def _cumprod_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """With y the running products, dx_i = (sum of dy_j y_j over the j that x_i enters) / x_i.

    Where x_i is the first zero, the y_j in that sum are products with 1 in its place; behind a zero all are 0. The
    choice between these cases is not differentiated: second derivatives are those of an x without zeros.
    """
    x, axis = node.inputs
    attrs = {"exclusive": node.get_attr("exclusive"), "reverse": node.get_attr("reverse")}
    zero, one = scalar(0, x), scalar(1, x)
    is_zero = g.Equal(x=x, y=zero)
    zeros = g.Cumsum(x=g.Cast(x=is_zero, DstT="int32"), axis=axis, reverse=attrs["reverse"])  # so far, this included
    first = g.LogicalAnd(x=is_zero, y=g.Equal(x=zeros, y=scalar(1, zeros)))
    filled = g.SelectV2(condition=first, t=one, e=x)
    before = _sum_back(g, node, g.Mul(x=dy, y=conj(g, node.outputs[0])))
    at_zero = _sum_back(g, node, g.Mul(x=dy, y=conj(g, g.Cumprod(x=filled, axis=axis, **attrs))))
    divisor = conj(g, g.SelectV2(condition=is_zero, t=one, e=x))
    free = g.Equal(x=zeros, y=scalar(0, zeros))
    behind = g.SelectV2(condition=first, t=at_zero, e=zero)
    return [g.SelectV2(condition=free, t=g.RealDiv(x=before, y=divisor), e=behind), None]


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
cumulative_logsumexp.region_rule(scanned("axis"))


@cumulative_logsumexp.gradient
def _cumulative_logsumexp_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
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
