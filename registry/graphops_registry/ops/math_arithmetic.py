"""Arithmetic of two operands, which broadcast against each other as NumPy's do."""

from __future__ import annotations

from typing import Any

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import broadcast_gradients, conj, real_part, scalar, scaled
from graphops_registry.rules.shape_parts import broadcast
from graphops_registry.traits import Trait, linear_in, passes_through

_REAL = "bfloat16, half, float, double"
_COMPLEX = "complex64, complex128"
_DIVISION = (
    f"T: {{{_REAL}, uint8, int8, uint16, int16, int32, uint32, uint64, int64, {_COMPLEX}}}"  # in TensorFlow's order
)

# -- AddV2, Add, Sub -----------------------------------------------------------------------------------------------

add_v2 = register_op(
    "AddV2",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[f"T: {{{_REAL}, uint8, uint16, uint32, uint64, int8, int16, int32, int64, {_COMPLEX}}}"],
    commutative=True,
    aggregate=True,
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="x + y, element by element.",
)
add_v2.shape_rule(broadcast)

add = register_op(
    "Add",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[f"T: {{{_REAL}, uint8, int8, int16, int32, int64, {_COMPLEX}, string}}"],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="x + y, element by element; strings are joined.",
)
add.shape_rule(broadcast)


@add_v2.gradient
@add.gradient
def _add_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    x, y = node.inputs
    return broadcast_gradients(g, x, y, dz, dz)


sub = register_op(
    "Sub",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[f"T: {{{_REAL}, uint8, int8, uint16, int16, int32, int64, {_COMPLEX}, uint32, uint64}}"],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE, passes_through("x", "minus_zero")],
    doc="x - y, element by element.",
)
sub.shape_rule(broadcast)


@sub.gradient
def _sub_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    x, y = node.inputs
    return broadcast_gradients(g, x, y, dz, g.Neg(x=dz))


# -- Mul, MulNoNan, SquaredDifference ------------------------------------------------------------------------------

mul = register_op(
    "Mul",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[f"T: {{{_REAL}, uint8, int8, uint16, int16, int32, uint32, uint64, int64, {_COMPLEX}}}"],
    commutative=True,
    traits=[
        Trait.CANNOT_FAIL,
        Trait.LINEAR_TIME,
        Trait.ELEMENTWISE,
        linear_in("x", "y"),
        passes_through("x", "by_one"),
    ],
    doc="x * y, element by element.",
)
mul.shape_rule(broadcast)


@mul.gradient
def _mul_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    x, y = node.inputs
    return broadcast_gradients(g, x, y, g.Mul(x=dz, y=conj(g, y)), g.Mul(x=conj(g, x), y=dz))


mul_no_nan = register_op(
    "MulNoNan",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[f"T: {{{_REAL}, {_COMPLEX}}}"],
    traits=[Trait.ELEMENTWISE],
    doc="x * y, element by element, but 0 where y is 0, even if x is infinite or not a number.",
)
mul_no_nan.shape_rule(broadcast)


@mul_no_nan.gradient
def _mul_no_nan_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    x, y = node.inputs
    return broadcast_gradients(g, x, y, g.MulNoNan(x=dz, y=conj(g, y)), g.MulNoNan(x=conj(g, x), y=dz))


squared_difference = register_op(
    "SquaredDifference",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[f"T: {{{_REAL}, int32, int64, {_COMPLEX}}}"],
    commutative=True,
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="The square of x - y, element by element; for complex numbers the square of its absolute value.",
)
squared_difference.shape_rule(broadcast)


@squared_difference.gradient
def _squared_difference_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    x, y = node.inputs
    # Of complex numbers z is real: the imaginary part of dz, if it has one, tells nothing of x.
    dx = g.Mul(x=scaled(g, 2, real_part(g, dz)), y=g.Sub(x=x, y=y))
    return broadcast_gradients(g, x, y, dx, g.Neg(x=dx))


# -- Div, RealDiv, DivNoNan ----------------------------------------------------------------------------------------

div = register_op(
    "Div",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[_DIVISION],
    traits=[Trait.LINEAR_TIME, Trait.ELEMENTWISE, linear_in("x"), passes_through("x", "by_one")],
    doc="x / y, element by element; integers round toward 0, and a zero y is an error for them.",
)
div.shape_rule(broadcast)

real_div = register_op(
    "RealDiv",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[_DIVISION],
    traits=[Trait.LINEAR_TIME, Trait.ELEMENTWISE, linear_in("x"), passes_through("x", "by_one")],
    doc="x / y, element by element, for real and complex numbers; integers have no kernel.",
)
real_div.shape_rule(broadcast)


@div.gradient
@real_div.gradient
def _div_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    x, y = node.inputs
    dx = g.RealDiv(x=dz, y=conj(g, y))
    dy = g.Neg(x=g.Mul(x=dx, y=conj(g, node.outputs[0])))  # -dz x / y^2
    return broadcast_gradients(g, x, y, dx, dy)


div_no_nan = register_op(
    "DivNoNan",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[f"T: {{half, float, bfloat16, double, {_COMPLEX}}}"],
    traits=[Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="x / y, element by element, but 0 where y is 0.",
)
div_no_nan.shape_rule(broadcast)


@div_no_nan.gradient
def _div_no_nan_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    x, y = node.inputs
    dx = g.DivNoNan(x=dz, y=conj(g, y))
    dy = g.Neg(x=g.Mul(x=dx, y=conj(g, node.outputs[0])))
    return broadcast_gradients(g, x, y, dx, dy)


# -- FloorDiv, TruncateDiv -----------------------------------------------------------------------------------------

floor_div = register_op(
    "FloorDiv",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[_DIVISION],
    traits=[Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="x / y rounded down, element by element; a zero y is an error for integers; complex numbers have no kernel.",
)
floor_div.shape_rule(broadcast)
floor_div.no_gradient()

truncate_div = register_op(
    "TruncateDiv",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[_DIVISION],
    traits=[Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="x / y rounded toward 0; a zero y is an error for integers. Complex numbers have no kernel.",
)
truncate_div.shape_rule(broadcast)
truncate_div.no_gradient()

# -- FloorMod, Mod, TruncateMod ------------------------------------------------------------------------------------

floor_mod = register_op(
    "FloorMod",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[f"T: {{int8, int16, int32, int64, uint8, uint16, uint32, uint64, {_REAL}}}"],
    traits=[Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="The rest of x / y rounded down, which has the sign of y; a zero y is an error for integers.",
)
floor_mod.shape_rule(broadcast)


@floor_mod.gradient
def _floor_mod_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    x, y = node.inputs
    dy = g.Neg(x=g.Mul(x=dz, y=g.FloorDiv(x=x, y=y)))  # z = x - y floor(x / y)
    return broadcast_gradients(g, x, y, dz, dy)


mod = register_op(
    "Mod",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=["T: {int32, int64, half, half, bfloat16, float, double}"],  # half twice, as in TensorFlow
    traits=[Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="The rest of x / y rounded toward 0, which has the sign of x; a zero y is an error for integers.",
)
mod.shape_rule(broadcast)

truncate_mod = register_op(
    "TruncateMod",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[f"T: {{int32, int64, {_REAL}}}"],
    traits=[Trait.ELEMENTWISE],
    doc="The rest of x / y rounded toward 0, which has the sign of x; a zero y is an error for integers.",
)
truncate_mod.shape_rule(broadcast)


@mod.gradient
@truncate_mod.gradient
def _truncate_mod_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    x, y = node.inputs
    dy = g.Neg(x=g.Mul(x=dz, y=g.TruncateDiv(x=x, y=y)))
    return broadcast_gradients(g, x, y, dz, dy)


# -- Pow -----------------------------------------------------------------------------------------------------------

pow_ = register_op(
    "Pow",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[f"T: {{bfloat16, float, half, double, int8, int16, int32, int64, {_COMPLEX}}}"],
    traits=[Trait.LINEAR_TIME, Trait.ELEMENTWISE, passes_through("x", "by_one")],
    doc="x to the power y, element by element; a negative y is an error for integers.",
)
pow_.shape_rule(broadcast)


@pow_.gradient
def _pow_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    x, y = node.inputs
    cx, cy = conj(g, x), conj(g, y)
    one, zero = scalar(1, x), scalar(0, x)
    dx = g.Mul(x=g.Mul(x=dz, y=cy), y=g.Pow(x=cx, y=g.Sub(x=cy, y=one)))
    # z log(x) has a false singularity at x = 0, and no real value at x < 0: there 0 is used.
    smooth = g.NotEqual(x=cx, y=zero) if x.dtype.is_complex else g.Greater(x=cx, y=zero)
    log_x = g.Log(x=g.SelectV2(condition=smooth, t=cx, e=one))
    dy = g.Mul(x=g.Mul(x=dz, y=conj(g, node.outputs[0])), y=log_x)
    return broadcast_gradients(g, x, y, dx, dy)


# -- Maximum, Minimum ----------------------------------------------------------------------------------------------

maximum = register_op(
    "Maximum",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[f"T: {{{_REAL}, int8, uint8, int16, uint16, int32, uint32, int64, uint64}}"],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="The larger of x and y, element by element; not a number where either is not.",
)
maximum.shape_rule(broadcast)


@maximum.gradient
def _maximum_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    x, y = node.inputs
    return _chosen_gradient(g, x, y, g.GreaterEqual(x=x, y=y), dz)


minimum = register_op(
    "Minimum",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[f"T: {{{_REAL}, int8, uint8, int16, uint16, int32, uint32, int64, uint64}}"],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="The smaller of x and y, element by element; not a number where either is not.",
)
minimum.shape_rule(broadcast)


@minimum.gradient
def _minimum_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    x, y = node.inputs
    return _chosen_gradient(g, x, y, g.LessEqual(x=x, y=y), dz)


def _chosen_gradient(g: GradientOps, x: Any, y: Any, x_chosen: Any, dz: Any) -> list[Any]:
    """The gradient goes to the operand that was chosen, to x where both are equal."""
    zero = scalar(0, dz)
    dx = g.SelectV2(condition=x_chosen, t=dz, e=zero)
    dy = g.SelectV2(condition=x_chosen, t=zero, e=dz)
    return broadcast_gradients(g, x, y, dx, dy)


# -- NextAfter, ApproximateEqual, PopulationCount ------------------------------------------------------------------

next_after = register_op(
    "NextAfter",
    inputs=["x1: T", "x2: T"],
    outputs=["output: T"],
    attrs=["T: {double, float} = DT_FLOAT"],
    traits=[Trait.ELEMENTWISE],
    doc="The number next to x1 in the direction of x2.",
)
next_after.shape_rule(broadcast)


@next_after.gradient
def _next_after_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x1, x2 = node.inputs
    return broadcast_gradients(g, x1, x2, dy, None)
