"""Functions of one operand, element by element: signs, powers, exponentials, logarithms, rounding.

Trigonometric functions are in ``math_trig.py``, erf and its relatives in ``math_special.py``.
"""

from __future__ import annotations

from typing import Any

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import as_complex, conj, real_dtype, real_part, scalar, scaled
from graphops_registry.rules.shape_parts import same_shape, unchanged
from graphops_registry.traits import Trait, linear_in

_REAL = "bfloat16, half, float, double"
_FLOATING = f"T: {{{_REAL}}}"
_SIGNED = f"{_REAL}, int8, int16, int32, int64"
_COMPLEX = "complex64, complex128"
_ANALYTIC = f"T: {{{_REAL}, {_COMPLEX}}}"

# -- Neg, Abs, Sign ------------------------------------------------------------------------------------------------

neg = register_op(
    "Neg",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[f"T: {{{_SIGNED}, {_COMPLEX}}}"],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE, linear_in("x")],
    doc="-x.",
)
neg.shape_rule(unchanged)


@neg.gradient
def _neg_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Neg(x=dy)]


abs_ = register_op(
    "Abs",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[f"T: {{{_SIGNED}}}"],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="The absolute value of real numbers (ComplexAbs is that of complex ones).",
)
abs_.shape_rule(unchanged)


@abs_.gradient
def _abs_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Mul(x=dy, y=g.Sign(x=node.inputs[0]))]


sign = register_op(
    "Sign",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[f"T: {{{_SIGNED}, {_COMPLEX}}}"],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="-1, 0 or 1; for complex numbers x / |x|, and 0 for 0.",
)
sign.shape_rule(unchanged)


@sign.gradient
def _sign_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, y = node.inputs[0], node.outputs[0]
    if not x.dtype.is_complex:
        return [g.ZerosLike(x=x)]
    # x / |x| stays where it is when x moves along its own direction: what counts of dy is the part across it.
    along = g.Mul(x=y, y=real_part(g, g.Mul(x=conj(g, y), y=dy)))
    size = as_complex(g, g.ComplexAbs(x=x, Tout=real_dtype(x)), x)
    return [g.DivNoNan(x=g.Sub(x=dy, y=along), y=size)]


# -- Square, Sqrt, SqrtGrad, Rsqrt, RsqrtGrad ----------------------------------------------------------------------

square = register_op(
    "Square",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[f"T: {{{_SIGNED}, uint8, uint16, uint32, uint64, {_COMPLEX}}}"],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="x * x.",
)
square.shape_rule(unchanged)


@square.gradient
def _square_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Mul(x=dy, y=scaled(g, 2, conj(g, node.inputs[0])))]


sqrt = register_op(
    "Sqrt",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="The square root.",
)
sqrt.shape_rule(unchanged)


@sqrt.gradient
def _sqrt_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.SqrtGrad(y=node.outputs[0], dy=dy)]


sqrt_grad = register_op(
    "SqrtGrad",
    inputs=["y: T", "dy: T"],
    outputs=["z: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.ELEMENTWISE, linear_in("dy")],
    doc="The gradient of Sqrt from its output: dy / (2 conj(y)), and 0 where dy is 0.",
)
sqrt_grad.shape_rule(same_shape)


@sqrt_grad.gradient
def _sqrt_grad_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    ratio = g.Div(x=dz, y=node.inputs[0])
    return [g.Neg(x=g.Mul(x=conj(g, ratio), y=node.outputs[0])), scaled(g, 0.5, ratio)]


rsqrt = register_op(
    "Rsqrt",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="1 / sqrt(x).",
)
rsqrt.shape_rule(unchanged)


@rsqrt.gradient
def _rsqrt_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.RsqrtGrad(y=node.outputs[0], dy=dy)]


rsqrt_grad = register_op(
    "RsqrtGrad",
    inputs=["y: T", "dy: T"],
    outputs=["z: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.ELEMENTWISE, linear_in("dy")],
    doc="The gradient of Rsqrt from its output: -dy conj(y)^3 / 2, and 0 where dy is 0.",
)
rsqrt_grad.shape_rule(same_shape)


@rsqrt_grad.gradient
def _rsqrt_grad_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    y, dy = node.inputs
    cy = conj(g, y)
    d_y = g.Mul(x=scaled(g, -1.5, g.Mul(x=conj(g, dz), y=dy)), y=g.Square(x=cy))
    return [d_y, g.RsqrtGrad(y=cy, dy=dz)]


# -- Reciprocal, Inv and their gradients ---------------------------------------------------------------------------

reciprocal = register_op(
    "Reciprocal",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[f"T: {{{_SIGNED}, {_COMPLEX}}}"],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="1 / x; integers round toward 0, and 0 is an error for them.",
)
reciprocal.shape_rule(unchanged)

inv = register_op(
    "Inv",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[f"T: {{{_SIGNED}, {_COMPLEX}}}"],
    traits=[Trait.ELEMENTWISE],
    doc="1 / x: the older name of Reciprocal.",
)
inv.shape_rule(unchanged)


@reciprocal.gradient
@inv.gradient
def _reciprocal_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.ReciprocalGrad(y=node.outputs[0], dy=dy)]


reciprocal_grad = register_op(
    "ReciprocalGrad",
    inputs=["y: T", "dy: T"],
    outputs=["z: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.ELEMENTWISE, linear_in("dy")],
    doc="The gradient of Reciprocal from its output: -dy conj(y)^2, and 0 where dy is 0.",
)
reciprocal_grad.shape_rule(same_shape)

inv_grad = register_op(
    "InvGrad",
    inputs=["y: T", "dy: T"],
    outputs=["z: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.ELEMENTWISE],
    doc="The gradient of Inv from its output: the older name of ReciprocalGrad.",
)
inv_grad.shape_rule(same_shape)


@reciprocal_grad.gradient
@inv_grad.gradient
def _reciprocal_grad_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    y, dy = node.inputs
    cy = conj(g, y)
    return [scaled(g, -2, g.Mul(x=g.Mul(x=conj(g, dz), y=dy), y=cy)), g.ReciprocalGrad(y=cy, dy=dz)]


# -- Exp, Expm1, Log, Log1p ----------------------------------------------------------------------------------------

exp = register_op(
    "Exp",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="e to the power x.",
)
exp.shape_rule(unchanged)


@exp.gradient
def _exp_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Mul(x=dy, y=conj(g, node.outputs[0]))]


expm1 = register_op(
    "Expm1",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.CANNOT_FAIL, Trait.ELEMENTWISE],
    doc="exp(x) - 1, accurate for small x.",
)
expm1.shape_rule(unchanged)


@expm1.gradient
def _expm1_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Mul(x=dy, y=g.Exp(x=conj(g, node.inputs[0])))]


log = register_op(
    "Log",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="The natural logarithm.",
)
log.shape_rule(unchanged)


@log.gradient
def _log_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Mul(x=dy, y=g.Reciprocal(x=conj(g, node.inputs[0])))]


log1p = register_op(
    "Log1p",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.CANNOT_FAIL, Trait.ELEMENTWISE],
    doc="log(1 + x), accurate for small x.",
)
log1p.shape_rule(unchanged)


@log1p.gradient
def _log1p_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x = conj(g, node.inputs[0])
    return [g.Mul(x=dy, y=g.Reciprocal(x=g.AddV2(x=scalar(1, x), y=x)))]


# -- Sigmoid, SigmoidGrad, Tanh, TanhGrad --------------------------------------------------------------------------

sigmoid = register_op(
    "Sigmoid",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="1 / (1 + exp(-x)).",
)
sigmoid.shape_rule(unchanged)


@sigmoid.gradient
def _sigmoid_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.SigmoidGrad(y=conj(g, node.outputs[0]), dy=dy)]


sigmoid_grad = register_op(
    "SigmoidGrad",
    inputs=["y: T", "dy: T"],
    outputs=["z: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.ELEMENTWISE, linear_in("dy")],
    doc="The gradient of Sigmoid from its (conjugate) output: dy y (1 - y).",
)
sigmoid_grad.shape_rule(same_shape)


@sigmoid_grad.gradient
def _sigmoid_grad_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    y, dy = (conj(g, operand) for operand in node.inputs)
    both = g.Mul(x=dz, y=dy)
    d_y = g.Sub(x=both, y=scaled(g, 2, g.Mul(x=both, y=y)))
    return [d_y, g.SigmoidGrad(y=y, dy=dz)]


tanh = register_op(
    "Tanh",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="The hyperbolic tangent.",
)
tanh.shape_rule(unchanged)


@tanh.gradient
def _tanh_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.TanhGrad(y=conj(g, node.outputs[0]), dy=dy)]


tanh_grad = register_op(
    "TanhGrad",
    inputs=["y: T", "dy: T"],
    outputs=["z: T"],
    attrs=[_ANALYTIC],
    traits=[Trait.ELEMENTWISE, linear_in("dy")],
    doc="The gradient of Tanh from its (conjugate) output: dy (1 - y^2).",
)
tanh_grad.shape_rule(same_shape)


@tanh_grad.gradient
def _tanh_grad_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    y, dy = (conj(g, operand) for operand in node.inputs)
    return [scaled(g, -2, g.Mul(x=g.Mul(x=dz, y=dy), y=y)), g.TanhGrad(y=y, dy=dz)]


# -- Floor, Ceil, Round, Rint --------------------------------------------------------------------------------------

floor = register_op(
    "Floor",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_FLOATING],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="The largest integer not above x.",
)
floor.shape_rule(unchanged)
floor.no_gradient()

ceil = register_op(
    "Ceil",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_FLOATING],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="The smallest integer not below x.",
)
ceil.shape_rule(unchanged)
ceil.no_gradient()

round_ = register_op(
    "Round",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[f"T: {{{_SIGNED}, {_COMPLEX}}}"],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="The nearest integer, the even one of two; for complex numbers of each part.",
)
round_.shape_rule(unchanged)
round_.no_gradient()

rint = register_op(
    "Rint",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_FLOATING],
    traits=[Trait.CANNOT_FAIL, Trait.ELEMENTWISE],
    doc="The nearest integer, the even one of two.",
)
rint.shape_rule(unchanged)
rint.no_gradient()
