"""Special functions: the error function, the gamma function, and products that are 0 where one factor is 0."""

from __future__ import annotations

from math import pi, sqrt
from typing import Any

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import broadcast_gradients, conj, scalar, scaled
from graphops_registry.rules.shape_parts import broadcast, unchanged
from graphops_registry.traits import Trait

_FLOATING = "T: {bfloat16, half, float, double}"

# -- Erf, Erfc -----------------------------------------------------------------------------------------------------

erf = register_op(
    "Erf", inputs=["x: T"], outputs=["y: T"], attrs=[_FLOATING], traits=[Trait.ELEMENTWISE], doc="The error function."
)
erf.shape_rule(unchanged)


@erf.gradient
def _erf_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Mul(x=dy, y=_bell(g, node.inputs[0], 2 / sqrt(pi)))]


erfc = register_op(
    "Erfc",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_FLOATING],
    traits=[Trait.ELEMENTWISE],
    doc="1 - Erf(x), accurate for large x.",
)
erfc.shape_rule(unchanged)


@erfc.gradient
def _erfc_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Mul(x=dy, y=_bell(g, node.inputs[0], -2 / sqrt(pi)))]


def _bell(g: GradientOps, x: Any, factor: float) -> Any:
    """``factor * exp(-x^2)``."""
    return scaled(g, factor, g.Exp(x=g.Neg(x=g.Square(x=x))))


# -- Lgamma, Digamma -----------------------------------------------------------------------------------------------

lgamma = register_op(
    "Lgamma",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_FLOATING],
    traits=[Trait.ELEMENTWISE],
    doc="The logarithm of the absolute value of the gamma function.",
)
lgamma.shape_rule(unchanged)


@lgamma.gradient
def _lgamma_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Mul(x=dy, y=g.Digamma(x=node.inputs[0]))]


digamma = register_op(
    "Digamma",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_FLOATING],
    traits=[Trait.ELEMENTWISE],
    doc="The derivative of Lgamma.",
)
digamma.shape_rule(unchanged)


@digamma.gradient
def _digamma_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """Polygamma(1, x), which takes no narrower dtype than float32."""
    (x,) = node.inputs
    wide = g.Cast(x=x, DstT="float32") if x.dtype.size == 2 else x
    slope = g.Polygamma(a=scalar(1, wide), x=wide)
    return [g.Mul(x=dy, y=slope if wide is x else g.Cast(x=slope, DstT=x.dtype))]


# -- Xlogy, Xlog1py, Xdivy ---------------------------------------------------------------------------------------------

_ANALYTIC = "T: {half, bfloat16, float, double, complex64, complex128}"

xlogy = register_op(
    "Xlogy",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.ELEMENTWISE],
    doc="x * log(y), element by element, but 0 where x is 0, for any y.",
)
xlogy.shape_rule(broadcast)


@xlogy.gradient
def _xlogy_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    x, y = node.inputs
    cx, cy = conj(g, x), conj(g, y)
    dx = g.Mul(x=g.Xlogy(x=_is_not_zero(g, x), y=cy), y=dz)
    dy = g.Mul(x=g.Xdivy(x=cx, y=cy), y=dz)
    return broadcast_gradients(g, x, y, dx, dy)


xlog1py = register_op(
    "Xlog1py",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.ELEMENTWISE],
    doc="x * log(1 + y), element by element, but 0 where x is 0, for any y.",
)
xlog1py.shape_rule(broadcast)


@xlog1py.gradient
def _xlog1py_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    x, y = node.inputs
    cx, cy = conj(g, x), conj(g, y)
    dx = g.Mul(x=g.Xlog1py(x=_is_not_zero(g, x), y=cy), y=dz)
    dy = g.Mul(x=g.Xdivy(x=cx, y=g.AddV2(x=cy, y=scalar(1, y))), y=dz)
    return broadcast_gradients(g, x, y, dx, dy)


xdivy = register_op(
    "Xdivy",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.ELEMENTWISE],
    doc="x / y, element by element, but 0 where x is 0, for any y.",
)
xdivy.shape_rule(broadcast)


@xdivy.gradient
def _xdivy_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    x, y = node.inputs
    cx, cy = conj(g, x), conj(g, y)
    dx = g.Mul(x=g.Xdivy(x=_is_not_zero(g, x), y=cy), y=dz)
    dy = g.Mul(x=g.Xdivy(x=g.Neg(x=cx), y=g.Square(x=cy)), y=dz)
    return broadcast_gradients(g, x, y, dx, dy)


def _is_not_zero(g: GradientOps, x: Any) -> Any:
    """1 where x is not 0, and 0 where it is."""
    return g.Cast(x=g.NotEqual(x=x, y=scalar(0, x)), DstT=x.dtype)


# -- Erfinv, Ndtri -------------------------------------------------------------------------------------------------

erfinv = register_op(
    "Erfinv",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_FLOATING],
    traits=[Trait.ELEMENTWISE],
    doc="The inverse of Erf; x must be in [-1, 1].",
)

ndtri = register_op(
    "Ndtri",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_FLOATING],
    traits=[Trait.ELEMENTWISE],
    doc="The quantile function of the normal distribution; x must be in [0, 1].",
)
erfinv.shape_rule(unchanged)
ndtri.shape_rule(unchanged)


@erfinv.gradient
def _erfinv_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    slope = scaled(g, sqrt(pi) / 2, g.Exp(x=g.Square(x=node.outputs[0])))
    return [g.Mul(x=dy, y=slope)]


@ndtri.gradient
def _ndtri_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    slope = scaled(g, sqrt(2 * pi), g.Exp(x=scaled(g, 0.5, g.Square(x=node.outputs[0]))))
    return [g.Mul(x=dy, y=slope)]
