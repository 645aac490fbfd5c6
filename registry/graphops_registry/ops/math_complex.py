"""Complex numbers and their parts, element by element.

The gradient of a real value with respect to z = a + ib is, as in TensorFlow, d/da + i d/db.
"""

from __future__ import annotations

from typing import Any

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import as_complex, broadcast_gradients, scalar
from graphops_registry.rules.shape_parts import broadcast, unchanged
from graphops_registry.traits import Trait, linear_in

_T = "T: {complex64, complex128} = DT_COMPLEX64"
_TOUT = "Tout: {float, double} = DT_FLOAT"

# -- Complex, Real, Imag -------------------------------------------------------------------------------------------

complex_ = register_op(
    "Complex",
    inputs=["real: T", "imag: T"],
    outputs=["out: Tout"],
    attrs=["T: {float, double} = DT_FLOAT", "Tout: {complex64, complex128} = DT_COMPLEX64"],
    traits=[Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="real + i imag.",
)
complex_.shape_rule(broadcast)


@complex_.gradient
def _complex_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    x, y = node.inputs
    return broadcast_gradients(g, x, y, g.Real(input=dz, Tout=x.dtype), g.Imag(input=dz, Tout=x.dtype))


real = register_op(
    "Real",
    inputs=["input: T"],
    outputs=["output: Tout"],
    attrs=[_T, _TOUT],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE, linear_in("input")],
    doc="The real parts.",
)
real.shape_rule(unchanged)


@real.gradient
def _real_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [as_complex(g, dy, node.inputs[0])]


imag = register_op(
    "Imag",
    inputs=["input: T"],
    outputs=["output: Tout"],
    attrs=[_T, _TOUT],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE, linear_in("input")],
    doc="The imaginary parts.",
)
imag.shape_rule(unchanged)


@imag.gradient
def _imag_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Complex(real=scalar(0, dy), imag=dy, Tout=node.inputs[0].dtype)]


# -- Conj ----------------------------------------------------------------------------------------------------------

conj = register_op(
    "Conj",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=["T: {complex64, complex128, variant} = DT_COMPLEX64"],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="The complex conjugates.",
)
conj.shape_rule(unchanged)


@conj.gradient
def _conj_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Conj(input=dy)]


# -- ComplexAbs, Angle ---------------------------------------------------------------------------------------------

complex_abs = register_op(
    "ComplexAbs",
    inputs=["x: T"],
    outputs=["y: Tout"],
    attrs=[_T, _TOUT],
    traits=[Trait.ELEMENTWISE],
    doc="The absolute values.",
)
complex_abs.shape_rule(unchanged)


@complex_abs.gradient
def _complex_abs_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x = node.inputs[0]
    return [g.Mul(x=as_complex(g, dy, x), y=g.Sign(x=x))]


angle = register_op(
    "Angle",
    inputs=["input: T"],
    outputs=["output: Tout"],
    attrs=[_T, _TOUT],
    traits=[Trait.ELEMENTWISE],
    doc="The angles of the numbers as points of the plane, in [-pi, pi].",
)
angle.shape_rule(unchanged)


@angle.gradient
def _angle_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    # d/da = -b / |z|^2 and d/db = a / |z|^2: together i / conj(z).
    x = node.inputs[0]
    return [g.RealDiv(x=g.Complex(real=scalar(0, dy), imag=dy, Tout=x.dtype), y=g.Conj(input=x))]
