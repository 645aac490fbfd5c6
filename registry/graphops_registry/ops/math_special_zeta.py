"""Special functions that are sums of powers: Hurwitz's zeta function and the derivatives of the digamma function."""

from __future__ import annotations

from typing import Any

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import broadcast_gradients, scalar
from graphops_registry.rules.shape_parts import broadcast
from graphops_registry.traits import Trait

_WIDE = "T: {float, double}"


# -- Zeta, Polygamma -----------------------------------------------------------------------------------------------

zeta = register_op(
    "Zeta",
    inputs=["x: T", "q: T"],
    outputs=["z: T"],
    attrs=[_WIDE],
    traits=[Trait.ELEMENTWISE],
    doc="""The Hurwitz zeta function, the sum of (q + k)^-x over k >= 0; not a number for x < 1.

    q: may be negative, but no integer then, if x is an integer. Gradients are with respect to q alone.""",
)
zeta.shape_rule(broadcast)


@zeta.gradient
def _zeta_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    """As in TensorFlow there is none with respect to x."""
    x, q = node.inputs
    slope = g.Mul(x=g.Neg(x=x), y=g.Zeta(x=g.AddV2(x=x, y=scalar(1, x)), q=q))
    return broadcast_gradients(g, x, q, None, g.Mul(x=dz, y=slope))


polygamma = register_op(
    "Polygamma",
    inputs=["a: T", "x: T"],
    outputs=["z: T"],
    attrs=[_WIDE],
    traits=[Trait.ELEMENTWISE],
    doc="""The derivatives of Digamma.

    a: which one, 0 for Digamma itself; not a number unless it is an integer >= 0.""",
)
polygamma.shape_rule(broadcast)


@polygamma.gradient
def _polygamma_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    a, x = node.inputs
    dx = g.Mul(x=dz, y=g.Polygamma(a=g.AddV2(x=a, y=scalar(1, a)), x=x))
    return broadcast_gradients(g, a, x, None, dx)
