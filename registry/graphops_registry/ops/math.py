"""Arithmetic, comparison, reductions and matrix products."""

from __future__ import annotations

from typing import Any

from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

# -- AddN ----------------------------------------------------------------------------------------------------------

add_n = register_op(
    "AddN",
    inputs=["inputs: N * T"],
    outputs=["sum: T"],
    attrs=[
        "N: int >= 1",
        "T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, "
        "quint16, uint16, complex128, half, uint32, uint64, variant}",
    ],
    commutative=True,
    aggregate=True,
    doc="The sum of the inputs, which all have one shape (no broadcasting).",
)


@add_n.shape_rule
def _add_n_shape(c: ShapeContext) -> list[TensorShape]:
    shapes = c.shapes("inputs")
    merged = shapes[0]
    for shape in shapes[1:]:
        if not merged.is_compatible_with(shape):
            c.fail("inputs", "have one shape", ", ".join(map(str, shapes)))
        merged = merged.merge_with(shape)
    return [merged]


@add_n.gradient
def _add_n_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
    return [dy] * len(node.inputs)
