"""Factors of matrices whose rows change places."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.ops.linalg import square
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

lu = register_op(
    "Lu",
    inputs=["input: T"],
    outputs=["lu: T", "p: output_idx_type"],
    attrs=["T: {double, float, half, complex64, complex128}", "output_idx_type: {int32, int64} = DT_INT32"],
    doc="""Matrices as products of a lower and an upper triangular one, with their rows in another order.

    input: `[..., n, n]`; none singular.
    lu: `[..., n, n]`: on and above the diagonal the upper factor, below it the lower one, which has ones on its own.
    p: `[..., n]`: row p[i] of the input is row i of the product.""",
)


@lu.shape_rule
def _lu_shape(c: ShapeContext) -> list[TensorShape]:
    shape = square(c, "input")
    return [shape, shape if shape.dims is None else shape[:-1]]
