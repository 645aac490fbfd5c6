"""Comparisons, tests and logic: the ops that return booleans, element by element."""

from __future__ import annotations

from graphops_registry.errors import InvalidArgumentError
from graphops_registry.op_def import register_op
from graphops_registry.rules.shape_parts import broadcast, broadcast_arguments, same_shape, unchanged
from graphops_registry.shape import SCALAR_SHAPE, UNKNOWN_SHAPE, TensorShape, broadcast_shapes
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

# -- Less, LessEqual, Greater, GreaterEqual ------------------------------------------------------------------------

less = register_op(
    "Less",
    inputs=["x: T", "y: T"],
    outputs=["z: bool"],
    attrs=["T: realnumbertype"],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="Whether x < y.",
)
less.shape_rule(broadcast)
less.no_gradient()

less_equal = register_op(
    "LessEqual",
    inputs=["x: T", "y: T"],
    outputs=["z: bool"],
    attrs=["T: realnumbertype"],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="Whether x <= y.",
)
less_equal.shape_rule(broadcast)
less_equal.no_gradient()

greater = register_op(
    "Greater",
    inputs=["x: T", "y: T"],
    outputs=["z: bool"],
    attrs=["T: realnumbertype"],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="Whether x > y.",
)
greater.shape_rule(broadcast)
greater.no_gradient()

greater_equal = register_op(
    "GreaterEqual",
    inputs=["x: T", "y: T"],
    outputs=["z: bool"],
    attrs=["T: realnumbertype"],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="Whether x >= y.",
)
greater_equal.shape_rule(broadcast)
greater_equal.no_gradient()

# -- Equal, NotEqual -----------------------------------------------------------------------------------------------

equal = register_op(
    "Equal",
    inputs=["x: T", "y: T"],
    outputs=["z: bool"],
    attrs=["T: type", "incompatible_shape_error: bool = true"],
    commutative=True,
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="""Whether x and y are equal.

    incompatible_shape_error: if false, shapes that do not broadcast give one false instead of an error.""",
)
equal.no_gradient()

not_equal = register_op(
    "NotEqual",
    inputs=["x: T", "y: T"],
    outputs=["z: bool"],
    attrs=["T: type", "incompatible_shape_error: bool = true"],
    commutative=True,
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="""Whether x and y differ.

    incompatible_shape_error: if false, shapes that do not broadcast give one true instead of an error.""",
)
not_equal.no_gradient()


@equal.shape_rule
@not_equal.shape_rule
def _equal_shape(c: ShapeContext) -> list[TensorShape]:
    if c.attr("incompatible_shape_error"):
        return [broadcast_arguments(c, "x", "y")]
    x, y = c.shape("x"), c.shape("y")
    try:
        both = broadcast_shapes(x, y)
    except InvalidArgumentError:
        return [SCALAR_SHAPE]
    return [both if _surely_broadcast(x, y) else UNKNOWN_SHAPE]


def _surely_broadcast(x: TensorShape, y: TensorShape) -> bool:
    """Whether the shapes broadcast for every value of their unknown dimensions."""
    if 0 in (x.rank, y.rank):
        return True
    if x.dims is None or y.dims is None:
        return False
    pairs = zip(reversed(x.dims), reversed(y.dims), strict=False)
    return all(1 in (a, b) or (a is not None and a == b) for a, b in pairs)


# -- LogicalAnd, LogicalOr, LogicalNot -----------------------------------------------------------------------------

logical_and = register_op(
    "LogicalAnd",
    inputs=["x: bool", "y: bool"],
    outputs=["z: bool"],
    commutative=True,
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="Whether x and y hold.",
)
logical_and.shape_rule(broadcast)
logical_and.no_gradient()

logical_or = register_op(
    "LogicalOr",
    inputs=["x: bool", "y: bool"],
    outputs=["z: bool"],
    commutative=True,
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="Whether x or y holds.",
)
logical_or.shape_rule(broadcast)
logical_or.no_gradient()

logical_not = register_op(
    "LogicalNot",
    inputs=["x: bool"],
    outputs=["y: bool"],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="Whether x does not hold.",
)
logical_not.shape_rule(unchanged)
logical_not.no_gradient()

# -- IsNan, IsInf, IsFinite ----------------------------------------------------------------------------------------

is_nan = register_op(
    "IsNan",
    inputs=["x: T"],
    outputs=["y: bool"],
    attrs=["T: {bfloat16, half, float, double}"],
    traits=[Trait.CANNOT_FAIL, Trait.NONFINITE_EXPECTED, Trait.ELEMENTWISE],
    doc="Whether x is not a number.",
)
is_nan.shape_rule(unchanged)
is_nan.no_gradient()

is_inf = register_op(
    "IsInf",
    inputs=["x: T"],
    outputs=["y: bool"],
    attrs=["T: {bfloat16, half, float, double}"],
    traits=[Trait.CANNOT_FAIL, Trait.NONFINITE_EXPECTED, Trait.ELEMENTWISE],
    doc="Whether x is plus or minus infinity.",
)
is_inf.shape_rule(unchanged)
is_inf.no_gradient()

is_finite = register_op(
    "IsFinite",
    inputs=["x: T"],
    outputs=["y: bool"],
    attrs=["T: {bfloat16, half, float, double}"],
    traits=[Trait.CANNOT_FAIL, Trait.NONFINITE_EXPECTED, Trait.ELEMENTWISE],
    doc="Whether x is a number and not infinite.",
)
is_finite.shape_rule(unchanged)
is_finite.no_gradient()

approximate_equal = register_op(
    "ApproximateEqual",
    inputs=["x: T", "y: T"],
    outputs=["z: bool"],
    attrs=["T: numbertype", "tolerance: float = 9.999999747378752e-06"],
    commutative=True,
    traits=[Trait.ELEMENTWISE],
    doc="""Whether x and y, of one shape, differ by less than a tolerance.

    tolerance: of the absolute difference.""",
)
approximate_equal.shape_rule(same_shape)
approximate_equal.no_gradient()
