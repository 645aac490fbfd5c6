"""Linear algebra on stacks of square matrices: inverses, determinants, solutions, the Cholesky factor."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.errors import InvalidArgumentError
from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import broadcast_gradients, conj, real_dtype, scaled
from graphops_registry.rules.region_parts import stacked
from graphops_registry.shape import TensorShape, broadcast_shapes
from graphops_registry.shape_context import ShapeContext

_TYPES = "T: {double, float, half, complex64, complex128}"
_DETERMINANT_TYPES = "T: {half, float, double, complex64, complex128}"
_ADJOINT = "adjoint: bool = false"


def square(c: ShapeContext, argument: str) -> TensorShape:
    """The shape of a stack of square matrices, its last two dimensions merged."""
    shape = c.with_rank_at_least(argument, 2)
    if shape.dims is None:
        return shape
    rows, columns = shape.dims[-2:]
    size = c.merge_dim(argument, rows, columns, f"be square along its last two axes, whose sizes are {rows, columns}")
    return TensorShape.of((*shape.dims[:-2], size, size))


def product(g: GradientOps, x: Any, y: Any, *, adj_x: bool = False, adj_y: bool = False) -> Any:
    """The products of two stacks of matrices, which may be conjugate transposed."""
    return g.BatchMatMulV2(x=x, y=y, adj_x=adj_x, adj_y=adj_y)


def adjoint(g: GradientOps, x: Any) -> Any:
    """The conjugate transposes of a stack of matrices."""
    return conj(g, g.Einsum(inputs=[x], equation="...ij->...ji"))


def lower_part(g: GradientOps, gradient: Any) -> Any:
    """The gradient of a Hermitian matrix, of which an op reads the lower triangle: what the upper one would have got
    goes to its mirror image."""
    both = g.AddV2(x=gradient, y=adjoint(g, gradient))
    diagonal = scaled(g, 0.5, g.MatrixDiagPart(input=both))
    return g.MatrixSetDiag(input=_band(g, both, -1, 0), diagonal=diagonal)


def _band(g: GradientOps, x: Any, lower: int, upper: int) -> Any:
    return g.MatrixBandPart(input=x, num_lower=np.int32(lower), num_upper=np.int32(upper))


def _square_shape(c: ShapeContext) -> list[TensorShape]:
    return [square(c, "input")]


# -- Cholesky ------------------------------------------------------------------------------------------------------

cholesky = register_op(
    "Cholesky",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=[_TYPES],
    doc="""The lower triangular factors L of matrices L L^H; not a number where a matrix is not positive definite.

    input: `[..., n, n]`, Hermitian; only the lower triangles are read.""",
)
cholesky.shape_rule(_square_shape)
cholesky.region_rule(stacked(2))


@cholesky.gradient
def _cholesky_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """L^-H P L^-1 with P the lower triangle of L^H dy, its diagonal halved (I. Murray, Differentiation of the
    Cholesky decomposition, 2016). It goes to the lower triangle, which is what the op reads."""
    factor = node.outputs[0]
    middle = product(g, factor, dy, adj_x=True)
    middle = g.MatrixSetDiag(input=middle, diagonal=scaled(g, 0.5, g.MatrixDiagPart(input=middle)))
    middle = _band(g, middle, -1, 0)
    left = g.MatrixTriangularSolve(matrix=factor, rhs=middle, lower=True, adjoint=True)  # L^-H P
    right = g.MatrixTriangularSolve(matrix=factor, rhs=adjoint(g, left), lower=True, adjoint=True)  # (L^-H P L^-1)^H
    return [lower_part(g, scaled(g, 0.5, g.AddV2(x=right, y=adjoint(g, right))))]


cholesky_grad = register_op(
    "CholeskyGrad",
    inputs=["l: T", "grad: T"],
    outputs=["output: T"],
    attrs=["T: {half, float, double}"],
    doc="""The gradient of Cholesky for symmetric changes of its input, a symmetric matrix.

    l: what Cholesky answered, `[..., n, n]`.
    grad: the gradient of that.""",
)


@cholesky_grad.shape_rule
def _cholesky_grad_shape(c: ShapeContext) -> list[TensorShape]:
    factor = square(c, "l")
    return [c.merge("grad", factor, f"have the shape of l, {c.shape('l')}")]


# -- MatrixInverse, determinants -----------------------------------------------------------------------------------

matrix_inverse = register_op(
    "MatrixInverse",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=[_ADJOINT, _TYPES],
    doc="""The inverses of matrices.

    input: `[..., n, n]`; none singular.
    adjoint: invert the conjugate transposes.""",
)
matrix_inverse.shape_rule(_square_shape)
matrix_inverse.region_rule(stacked(2))


@matrix_inverse.gradient
def _matrix_inverse_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    inverse = node.outputs[0]
    if node.get_attr("adjoint"):
        return [g.Neg(x=product(g, inverse, product(g, dy, inverse, adj_x=True)))]
    return [g.Neg(x=product(g, inverse, product(g, dy, inverse, adj_y=True), adj_x=True))]


matrix_determinant = register_op(
    "MatrixDeterminant",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=[_DETERMINANT_TYPES],
    doc="""The determinants of matrices.

    input: `[..., n, n]`.
    output: `[...]`.""",
)
log_matrix_determinant = register_op(
    "LogMatrixDeterminant",
    inputs=["input: T"],
    outputs=["sign: T", "log_abs_determinant: T"],
    attrs=[_DETERMINANT_TYPES],
    doc="""The determinants of matrices as sign * exp(log_abs_determinant).

    input: `[..., n, n]`.
    sign: `[...]`, of absolute value 1; 0 for a singular matrix.
    log_abs_determinant: `[...]`.""",
)


@matrix_determinant.shape_rule
@log_matrix_determinant.shape_rule
def _determinant_shape(c: ShapeContext) -> list[TensorShape]:
    shape = square(c, "input")
    outer = shape if shape.dims is None else shape[:-2]
    return [outer] * len(c.op_def.outputs)


def _times_inverse(g: GradientOps, x: Any, factor: Any) -> Any:
    """``factor``, a number for each matrix, times the adjoint of the inverse of ``x``."""
    wide = g.ExpandDims(input=g.ExpandDims(input=factor, dim=np.int32(-1)), dim=np.int32(-1))
    return g.Mul(x=wide, y=g.MatrixInverse(input=x, adjoint=True))


matrix_determinant.region_rule(stacked(2, 0))
log_matrix_determinant.region_rule(stacked(2, 0))


@matrix_determinant.gradient
def _matrix_determinant_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [_times_inverse(g, node.inputs[0], g.Mul(x=dy, y=conj(g, node.outputs[0])))]


@log_matrix_determinant.gradient
def _log_matrix_determinant_gradient(g: GradientOps, node: GradientNode, dsign: Any, dlog: Any) -> list[Any]:
    """With t = trace(A^-1 dA) the logarithm changes by Re(t), and a complex sign by i sign Im(t)."""
    (x,) = node.inputs
    if not x.dtype.is_complex:
        return [None if dlog is None else _times_inverse(g, x, dlog)]
    sign, part = node.outputs[0], real_dtype(x)
    zero = np.dtype(part).type(0)
    real = g.Real(input=dlog, Tout=part) if dlog is not None else zero
    turn = g.Imag(input=g.Mul(x=dsign, y=conj(g, sign)), Tout=part) if dsign is not None else zero
    if dlog is None and dsign is None:
        return [None]
    return [_times_inverse(g, x, g.Complex(real=real, imag=turn, Tout=x.dtype))]


# -- MatrixSolve, MatrixTriangularSolve ----------------------------------------------------------------------------

matrix_solve = register_op(
    "MatrixSolve",
    inputs=["matrix: T", "rhs: T"],
    outputs=["output: T"],
    attrs=[_ADJOINT, _TYPES],
    doc="""The X for which matrix X = rhs.

    matrix: `[..., n, n]`; none singular.
    rhs: `[..., n, columns]`, with the same leading dimensions.
    adjoint: solve with the conjugate transposes of the matrices.""",
)
matrix_triangular_solve = register_op(
    "MatrixTriangularSolve",
    inputs=["matrix: T", "rhs: T"],
    outputs=["output: T"],
    attrs=["lower: bool = true", _ADJOINT, "T: {bfloat16, double, float, half, complex64, complex128}"],
    doc="""The X for which matrix X = rhs, by substitution.

    matrix: `[..., n, n]`; only one triangle is read. A 0 on the diagonal gives results that are not finite.
    rhs: `[..., n, columns]`; leading dimensions broadcast.
    lower: which triangle: the lower or the upper one.
    adjoint: solve with the conjugate transposes of the matrices.""",
)


@matrix_solve.shape_rule
@matrix_triangular_solve.shape_rule
def _solve_shape(c: ShapeContext) -> list[TensorShape]:
    matrix, rhs = square(c, "matrix"), c.with_rank_at_least("rhs", 2)
    if matrix.dims is None or rhs.dims is None:
        return [TensorShape(None)]
    rows = c.merge_dim("rhs", rhs.dims[-2], matrix.dims[-1], f"have the {matrix.dims[-1]} rows of matrix")
    solve = c.op == matrix_solve.name
    try:
        combine = TensorShape.merge_with if solve else broadcast_shapes
        batch = combine(matrix[:-2], rhs[:-2])
    except InvalidArgumentError:
        rule = "equal" if solve else "broadcast with"
        c.fail("rhs", f"have leading dimensions that {rule} those of matrix, {matrix[:-2]}", rhs[:-2])
    return [batch.concatenate((rows, rhs.dims[-1]))]


@matrix_solve.gradient
def _matrix_solve_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    matrix, solution = node.inputs[0], node.outputs[0]
    flag = node.get_attr("adjoint")
    drhs = g.MatrixSolve(matrix=matrix, rhs=dy, adjoint=not flag)
    left, right = (solution, drhs) if flag else (drhs, solution)
    return [g.Neg(x=product(g, left, right, adj_y=True)), drhs]


@matrix_triangular_solve.gradient
def _matrix_triangular_solve_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    (matrix, rhs), solution = node.inputs, node.outputs[0]
    lower, flag = node.get_attr("lower"), node.get_attr("adjoint")
    drhs = g.MatrixTriangularSolve(matrix=matrix, rhs=dy, lower=lower, adjoint=not flag)
    left, right = (solution, drhs) if flag else (drhs, solution)
    dmatrix = g.Neg(x=product(g, left, right, adj_y=True))
    dmatrix = _band(g, dmatrix, -1, 0) if lower else _band(g, dmatrix, 0, -1)
    return broadcast_gradients(g, matrix, rhs, dmatrix, drhs, inner=2)
