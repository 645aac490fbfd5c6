"""Special functions of a bound: the incomplete gamma and beta functions."""

from __future__ import annotations

from typing import Any

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import broadcast_gradients, scalar
from graphops_registry.rules.shape_parts import broadcast
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

_FLOATING = "T: {bfloat16, half, float, double}"
_WIDE = "T: {float, double}"


# -- Igamma, Igammac, IgammaGradA ----------------------------------------------------------------------------------

igamma = register_op(
    "Igamma",
    inputs=["a: T", "x: T"],
    outputs=["z: T"],
    attrs=[_FLOATING],
    traits=[Trait.ELEMENTWISE],
    doc="The lower regularised incomplete gamma function P(a, x); not a number unless a > 0 and x >= 0.",
)

igammac = register_op(
    "Igammac",
    inputs=["a: T", "x: T"],
    outputs=["z: T"],
    attrs=[_FLOATING],
    traits=[Trait.ELEMENTWISE],
    doc="The upper regularised incomplete gamma function Q(a, x) = 1 - P(a, x), not by that difference where x > a.",
)


# The second derivative by a is no op, here or in TensorFlow: asking for the gradient says that it has none.
igamma_grad_a = register_op(
    "IgammaGradA",
    inputs=["a: T", "x: T"],
    outputs=["z: T"],
    attrs=[_WIDE],
    traits=[Trait.ELEMENTWISE],
    doc="The derivative of Igamma with respect to a.",
)
for _op in (igamma, igammac, igamma_grad_a):
    _op.shape_rule(broadcast)


@igamma.gradient
@igammac.gradient
def _igamma_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    """With respect to x it is the density x^(a - 1) e^-x / gamma(a)."""
    a, x = node.inputs
    power = g.Xlogy(x=g.Sub(x=a, y=scalar(1, a)), y=x)
    density = g.Exp(x=g.Sub(x=power, y=g.AddV2(x=x, y=g.Lgamma(x=a))))
    da, dx = g.Mul(x=dz, y=g.IgammaGradA(a=a, x=x)), g.Mul(x=dz, y=density)
    if node.type == "Igammac":
        da, dx = g.Neg(x=da), g.Neg(x=dx)
    return broadcast_gradients(g, a, x, da, dx)


# -- Betainc -------------------------------------------------------------------------------------------------------

betainc = register_op(
    "Betainc",
    inputs=["a: T", "b: T", "x: T"],
    outputs=["z: T"],
    attrs=[_WIDE],
    traits=[Trait.ELEMENTWISE],
    doc="""The regularised incomplete beta function; not a number unless a > 0, b > 0 and 0 <= x <= 1.

    a, b, x: of one shape, or scalars. Gradients are with respect to x alone.""",
)


@betainc.shape_rule
def _betainc_shape(c: ShapeContext) -> list[TensorShape]:
    result, unknown = TensorShape(()), False
    for arg in c.op_def.inputs:
        shape = c.shape(arg.name)
        unknown = unknown or shape.rank is None
        if shape.rank:
            rule = f"be a scalar or have the shape of the others, {result}"
            result = shape if result.rank == 0 else c.merge(arg.name, result, rule)
    return [TensorShape(None) if unknown and result.rank == 0 else result]


@betainc.gradient
def _betainc_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    """x^(a - 1) (1 - x)^(b - 1) / beta(a, b); as in TensorFlow there is none with respect to a and b."""
    a, b, x = node.inputs
    one = scalar(1, x)
    log_beta = g.Sub(x=g.AddV2(x=g.Lgamma(x=a), y=g.Lgamma(x=b)), y=g.Lgamma(x=g.AddV2(x=a, y=b)))
    left = g.Xlogy(x=g.Sub(x=a, y=one), y=x)
    right = g.Xlogy(x=g.Sub(x=b, y=one), y=g.Sub(x=one, y=x))
    dx = g.Mul(x=dz, y=g.Exp(x=g.Sub(x=g.AddV2(x=left, y=right), y=log_beta)))
    return [None, None, broadcast_gradients(g, x, node.outputs[0], dx, None)[0]]
