"""Integrals that have names: Dawson's, the exponential one, Fresnel's, Spence's."""

from __future__ import annotations

from math import pi
from typing import Any

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import scalar, scaled
from graphops_registry.rules.shape_parts import unchanged
from graphops_registry.traits import Trait

_FLOATING = "T: {bfloat16, half, float, double}"

# -- Dawsn, Expint, FresnelCos, FresnelSin, Spence -----------------------------------------------------------------

dawsn = register_op(
    "Dawsn",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_FLOATING],
    traits=[Trait.ELEMENTWISE],
    doc="Dawson's integral, exp(-x^2) times the integral of exp(t^2) from 0 to x.",
)
expint = register_op(
    "Expint",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_FLOATING],
    traits=[Trait.ELEMENTWISE],
    doc="The exponential integral Ei; not a number for x < 0.",
)
fresnel_cos = register_op(
    "FresnelCos",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_FLOATING],
    traits=[Trait.ELEMENTWISE],
    doc="The integral of cos(pi t^2 / 2) from 0 to x.",
)
fresnel_sin = register_op(
    "FresnelSin",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_FLOATING],
    traits=[Trait.ELEMENTWISE],
    doc="The integral of sin(pi t^2 / 2) from 0 to x.",
)
spence = register_op(
    "Spence",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_FLOATING],
    traits=[Trait.ELEMENTWISE],
    doc="Spence's integral, of log(t) / (1 - t) from 1 to x: the dilogarithm of 1 - x; not a number for x < 0.",
)
for _op in (dawsn, expint, fresnel_cos, fresnel_sin, spence):
    _op.shape_rule(unchanged)


@dawsn.gradient
def _dawsn_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, y = node.inputs[0], node.outputs[0]
    return [g.Mul(x=dy, y=g.Sub(x=scalar(1, x), y=scaled(g, 2, g.Mul(x=x, y=y))))]


@expint.gradient
def _expint_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x = node.inputs[0]
    return [g.Mul(x=dy, y=g.RealDiv(x=g.Exp(x=x), y=x))]


@fresnel_cos.gradient
def _fresnel_cos_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Mul(x=dy, y=g.Cos(x=scaled(g, pi / 2, g.Square(x=node.inputs[0]))))]


@fresnel_sin.gradient
def _fresnel_sin_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Mul(x=dy, y=g.Sin(x=scaled(g, pi / 2, g.Square(x=node.inputs[0]))))]


@spence.gradient
def _spence_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """log(x) / (1 - x), which is -1 where x is 1."""
    x = node.inputs[0]
    one = scalar(1, x)
    slope = g.RealDiv(x=g.Log(x=x), y=g.Sub(x=one, y=x))
    return [g.Mul(x=dy, y=g.SelectV2(condition=g.Equal(x=x, y=one), t=scalar(-1, x), e=slope))]
