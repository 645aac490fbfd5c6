"""Trigonometric and hyperbolic functions and their inverses, element by element."""

from __future__ import annotations

from typing import Any

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import broadcast_gradients, conj, scalar
from graphops_registry.rules.shape_parts import broadcast, unchanged
from graphops_registry.traits import Trait

_REAL = "bfloat16, half, float, double"
_ANALYTIC = f"T: {{{_REAL}, complex64, complex128}}"

# -- Sin, Cos, Tan -------------------------------------------------------------------------------------------------

sin = register_op(
    "Sin",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="The sine of x in radians.",
)
sin.shape_rule(unchanged)


@sin.gradient
def _sin_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Mul(x=dy, y=g.Cos(x=conj(g, node.inputs[0])))]


cos = register_op(
    "Cos",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="The cosine of x in radians.",
)
cos.shape_rule(unchanged)


@cos.gradient
def _cos_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Neg(x=g.Mul(x=dy, y=g.Sin(x=conj(g, node.inputs[0]))))]


tan = register_op(
    "Tan",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.CANNOT_FAIL, Trait.ELEMENTWISE],
    doc="The tangent of x in radians.",
)
tan.shape_rule(unchanged)


@tan.gradient
def _tan_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Mul(x=dy, y=g.Square(x=g.Reciprocal(x=g.Cos(x=conj(g, node.inputs[0])))))]


# -- Asin, Acos, Atan, Atan2 ---------------------------------------------------------------------------------------

asin = register_op(
    "Asin",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.ELEMENTWISE],
    doc="The angle whose sine is x.",
)
asin.shape_rule(unchanged)


@asin.gradient
def _asin_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Mul(x=dy, y=_circle(g, node.inputs[0]))]


acos = register_op(
    "Acos",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.ELEMENTWISE],
    doc="The angle whose cosine is x.",
)
acos.shape_rule(unchanged)


@acos.gradient
def _acos_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Neg(x=g.Mul(x=dy, y=_circle(g, node.inputs[0])))]


def _circle(g: GradientOps, x: Any) -> Any:
    """1 / sqrt(1 - x^2) of the conjugate."""
    x = conj(g, x)
    return g.Rsqrt(x=g.Sub(x=scalar(1, x), y=g.Square(x=x)))


atan = register_op(
    "Atan",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.ELEMENTWISE],
    doc="The angle whose tangent is x.",
)
atan.shape_rule(unchanged)


@atan.gradient
def _atan_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x = conj(g, node.inputs[0])
    return [g.Mul(x=dy, y=g.Reciprocal(x=g.AddV2(x=scalar(1, x), y=g.Square(x=x))))]


atan2 = register_op(
    "Atan2",
    inputs=["y: T", "x: T"],
    outputs=["z: T"],
    attrs=[f"T: {{{_REAL}}}"],
    traits=[Trait.ELEMENTWISE],
    doc="The angle of the point (x, y), in [-pi, pi].",
)
atan2.shape_rule(broadcast)


@atan2.gradient
def _atan2_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    y, x = node.inputs
    share = g.RealDiv(x=dz, y=g.AddV2(x=g.Square(x=y), y=g.Square(x=x)))
    return broadcast_gradients(g, y, x, g.Mul(x=x, y=share), g.Neg(x=g.Mul(x=y, y=share)))


# -- Sinh, Cosh ----------------------------------------------------------------------------------------------------

sinh = register_op(
    "Sinh", inputs=["x: T"], outputs=["y: T"], attrs=[_ANALYTIC], traits=[Trait.ELEMENTWISE], doc="The hyperbolic sine."
)
sinh.shape_rule(unchanged)


@sinh.gradient
def _sinh_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Mul(x=dy, y=g.Cosh(x=conj(g, node.inputs[0])))]


cosh = register_op(
    "Cosh",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.ELEMENTWISE],
    doc="The hyperbolic cosine.",
)
cosh.shape_rule(unchanged)


@cosh.gradient
def _cosh_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Mul(x=dy, y=g.Sinh(x=conj(g, node.inputs[0])))]


# -- Asinh, Acosh, Atanh -------------------------------------------------------------------------------------------

asinh = register_op(
    "Asinh",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.ELEMENTWISE],
    doc="The inverse of Sinh.",
)
asinh.shape_rule(unchanged)


@asinh.gradient
def _asinh_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.RealDiv(x=dy, y=g.Cosh(x=conj(g, node.outputs[0])))]


acosh = register_op(
    "Acosh",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.ELEMENTWISE],
    doc="The inverse of Cosh; not a number below 1.",
)
acosh.shape_rule(unchanged)


@acosh.gradient
def _acosh_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.RealDiv(x=dy, y=g.Sinh(x=conj(g, node.outputs[0])))]


atanh = register_op(
    "Atanh",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.ELEMENTWISE],
    doc="The inverse of Tanh; not a number beyond 1.",
)
atanh.shape_rule(unchanged)


@atanh.gradient
def _atanh_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x = conj(g, node.inputs[0])
    return [g.Mul(x=dy, y=g.Reciprocal(x=g.Sub(x=scalar(1, x), y=g.Square(x=x))))]
