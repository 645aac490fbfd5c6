"""Bitwise operations on integers, element by element. They have no gradients."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.rules.shape_parts import broadcast, unchanged
from graphops_registry.traits import Trait

_INTEGERS = "T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64}"

bitwise_and = register_op(
    "BitwiseAnd",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[_INTEGERS],
    commutative=True,
    traits=[Trait.ELEMENTWISE],
    doc="The bits that are set in both x and y.",
)
bitwise_and.shape_rule(broadcast)
bitwise_and.no_gradient()

bitwise_or = register_op(
    "BitwiseOr",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[_INTEGERS],
    commutative=True,
    traits=[Trait.ELEMENTWISE],
    doc="The bits that are set in x or in y.",
)
bitwise_or.shape_rule(broadcast)
bitwise_or.no_gradient()

bitwise_xor = register_op(
    "BitwiseXor",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[_INTEGERS],
    commutative=True,
    traits=[Trait.ELEMENTWISE],
    doc="The bits in which x and y differ.",
)
bitwise_xor.shape_rule(broadcast)
bitwise_xor.no_gradient()

invert = register_op(
    "Invert",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[_INTEGERS],
    traits=[Trait.CANNOT_FAIL, Trait.ELEMENTWISE],
    doc="Every bit of x inverted.",
)
invert.shape_rule(unchanged)
invert.no_gradient()

_SHIFT_DOC = "y is taken as 0 if it is negative, and as one less than the number of bits if it is larger than that."

left_shift = register_op(
    "LeftShift",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[_INTEGERS],
    traits=[Trait.ELEMENTWISE],
    doc=f"x with its bits moved y places up; zeros come in. {_SHIFT_DOC}",
)
left_shift.shape_rule(broadcast)
left_shift.no_gradient()

right_shift = register_op(
    "RightShift",
    inputs=["x: T", "y: T"],
    outputs=["z: T"],
    attrs=[_INTEGERS],
    traits=[Trait.ELEMENTWISE],
    doc=f"x with its bits moved y places down; copies of the sign come in. {_SHIFT_DOC}",
)
right_shift.shape_rule(broadcast)
right_shift.no_gradient()

population_count = register_op(
    "PopulationCount",
    inputs=["x: T"],
    outputs=["y: uint8"],
    attrs=["T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64}"],
    traits=[Trait.ELEMENTWISE],
    doc="The number of bits that are set.",
)
population_count.shape_rule(unchanged)
population_count.no_gradient()
