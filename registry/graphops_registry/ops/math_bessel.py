"""Bessel functions of the orders 0 and 1: modified ones, plain and scaled, and ordinary ones."""

from __future__ import annotations

from typing import Any

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import Op, register_op
from graphops_registry.rules.gradient_parts import scalar
from graphops_registry.rules.shape_parts import unchanged
from graphops_registry.traits import Trait


def _register(name: str, doc: str) -> Op:
    floating = "T: {bfloat16, half, float, double}"
    traits = [Trait.ELEMENTWISE]
    op = register_op(name, inputs=["x: T"], outputs=["y: T"], attrs=[floating], traits=traits, doc=doc)
    op.shape_rule(unchanged)
    return op


def _over_x(g: GradientOps, y: Any, x: Any, at_zero: float) -> Any:
    """``y / x``, where that tends to ``at_zero`` at 0."""
    is_zero = g.Equal(x=x, y=scalar(0, x))
    divisor = g.SelectV2(condition=is_zero, t=scalar(1, x), e=x)
    return g.SelectV2(condition=is_zero, t=scalar(at_zero, x), e=g.RealDiv(x=y, y=divisor))


# -- BesselI0, BesselI1, BesselI0e, BesselI1e ----------------------------------------------------------------------

bessel_i0 = _register("BesselI0", "The modified Bessel function of the first kind of order 0.")
bessel_i1 = _register("BesselI1", "The modified Bessel function of the first kind of order 1.")
bessel_i0e = _register("BesselI0e", "exp(-|x|) BesselI0(x).")
bessel_i1e = _register("BesselI1e", "exp(-|x|) BesselI1(x).")


@bessel_i0.gradient
def _bessel_i0_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Mul(x=dy, y=g.BesselI1(x=node.inputs[0]))]


@bessel_i1.gradient
def _bessel_i1_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, y = node.inputs[0], node.outputs[0]
    return [g.Mul(x=dy, y=g.Sub(x=g.BesselI0(x=x), y=_over_x(g, y, x, 0.5)))]


@bessel_i0e.gradient
def _bessel_i0e_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, y = node.inputs[0], node.outputs[0]
    return [g.Mul(x=dy, y=g.Sub(x=g.BesselI1e(x=x), y=g.Mul(x=g.Sign(x=x), y=y)))]


@bessel_i1e.gradient
def _bessel_i1e_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, y = node.inputs[0], node.outputs[0]
    slope = g.Sub(x=g.BesselI0e(x=x), y=_over_x(g, y, x, 0.5))
    return [g.Mul(x=dy, y=g.Sub(x=slope, y=g.Mul(x=g.Sign(x=x), y=y)))]


# -- BesselK0, BesselK1, BesselK0e, BesselK1e ----------------------------------------------------------------------

bessel_k0 = _register("BesselK0", "The modified Bessel function of the second kind of order 0; infinite for x <= 0.")
bessel_k1 = _register("BesselK1", "The modified Bessel function of the second kind of order 1; infinite for x <= 0.")
bessel_k0e = _register("BesselK0e", "exp(x) BesselK0(x).")
bessel_k1e = _register("BesselK1e", "exp(x) BesselK1(x).")


@bessel_k0.gradient
def _bessel_k0_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Mul(x=dy, y=g.Neg(x=g.BesselK1(x=node.inputs[0])))]


@bessel_k1.gradient
def _bessel_k1_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, y = node.inputs[0], node.outputs[0]
    return [g.Mul(x=dy, y=g.Neg(x=g.AddV2(x=g.BesselK0(x=x), y=g.RealDiv(x=y, y=x))))]


@bessel_k0e.gradient
def _bessel_k0e_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, y = node.inputs[0], node.outputs[0]
    return [g.Mul(x=dy, y=g.Sub(x=y, y=g.BesselK1e(x=x)))]


@bessel_k1e.gradient
def _bessel_k1e_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, y = node.inputs[0], node.outputs[0]
    slope = g.Sub(x=g.Sub(x=y, y=g.BesselK0e(x=x)), y=g.RealDiv(x=y, y=x))
    return [g.Mul(x=dy, y=slope)]


# -- BesselJ0, BesselJ1, BesselY0, BesselY1 ------------------------------------------------------------------------

bessel_j0 = _register("BesselJ0", "The Bessel function of the first kind of order 0.")
bessel_j1 = _register("BesselJ1", "The Bessel function of the first kind of order 1.")
bessel_y0 = _register("BesselY0", "The Bessel function of the second kind of order 0; minus infinity for x <= 0.")
bessel_y1 = _register("BesselY1", "The Bessel function of the second kind of order 1; minus infinity for x <= 0.")


@bessel_j0.gradient
def _bessel_j0_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Mul(x=dy, y=g.Neg(x=g.BesselJ1(x=node.inputs[0])))]


@bessel_j1.gradient
def _bessel_j1_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, y = node.inputs[0], node.outputs[0]
    return [g.Mul(x=dy, y=g.Sub(x=g.BesselJ0(x=x), y=_over_x(g, y, x, 0.5)))]


@bessel_y0.gradient
def _bessel_y0_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Mul(x=dy, y=g.Neg(x=g.BesselY1(x=node.inputs[0])))]


@bessel_y1.gradient
def _bessel_y1_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, y = node.inputs[0], node.outputs[0]
    return [g.Mul(x=dy, y=g.Sub(x=g.BesselY0(x=x), y=g.RealDiv(x=y, y=x)))]
