"""Linear algebra by the names that graphs before 2016 have: BatchMatrixInverse and the like, for stacks of matrices."""

from __future__ import annotations

from collections.abc import Sequence

from graphops_registry.op_def import Op, register_op
from graphops_registry.ops.array_make import matrix_band_part
from graphops_registry.ops.linalg import (
    cholesky,
    cholesky_grad,
    matrix_determinant,
    matrix_inverse,
    matrix_solve,
    matrix_triangular_solve,
    square,
)
from graphops_registry.ops.linalg_diag import matrix_diag, matrix_diag_part, matrix_set_diag
from graphops_registry.ops.linalg_factor import self_adjoint_eig_v2, svd
from graphops_registry.ops.linalg_least_squares import matrix_solve_ls
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

_REAL, _REAL_GRAD = "T: {double, float}", "T: {float, double}"
_ADJOINT = "adjoint: bool = false"


def _register(
    now: Op, inputs: Sequence[str], outputs: Sequence[str], attrs: Sequence[str], version: int, use: str = ""
) -> None:
    """The op that ``now`` was called once; like TensorFlow's it has no gradient."""
    op = register_op(
        f"Batch{now.name}",
        inputs=inputs,
        outputs=outputs,
        attrs=attrs,
        deprecated=(version, use or f"Use {now.name} instead."),
        doc=now.op_def.doc,
    )
    if now.shape_fn is not None:
        op.shape_rule(now.shape_fn)


_register(cholesky, ["input: T"], ["output: T"], [_REAL], 13)
_register(cholesky_grad, ["l: T", "grad: T"], ["output: T"], [_REAL_GRAD], 13)
_register(matrix_determinant, ["input: T"], ["output: T"], ["T: {float, double, complex64, complex128}"], 13)
_register(matrix_inverse, ["input: T"], ["output: T"], [_ADJOINT, _REAL], 13)
_register(matrix_solve, ["matrix: T", "rhs: T"], ["output: T"], [_ADJOINT, _REAL], 13)
_register(matrix_triangular_solve, ["matrix: T", "rhs: T"], ["output: T"], ["lower: bool = true", _ADJOINT, _REAL], 13)
_register(
    matrix_solve_ls,
    ["matrix: T", "rhs: T", "l2_regularizer: double"],
    ["output: T"],
    [_REAL, "fast: bool = true"],
    13,
)
_register(self_adjoint_eig_v2, ["input: T"], ["e: T", "v: T"], ["compute_v: bool = true", _REAL], 13)
_register(
    svd,
    ["input: T"],
    ["s: T", "u: T", "v: T"],
    ["compute_uv: bool = true", "full_matrices: bool = false", "T: {double, float, complex64, complex128}"],
    13,
)
_register(
    matrix_band_part,
    ["input: T", "num_lower: int64", "num_upper: int64"],
    ["band: T"],
    ["T: type"],
    14,
    "Use MatrixBandPart",
)
_register(matrix_diag, ["diagonal: T"], ["output: T"], ["T: type"], 14, "Use MatrixDiag")
_register(matrix_diag_part, ["input: T"], ["diagonal: T"], ["T: type"], 14, "Use MatrixDiagPart")
_register(matrix_set_diag, ["input: T", "diagonal: T"], ["output: T"], ["T: type"], 14, "Use MatrixSetDiag")

# -- SelfAdjointEig, BatchSelfAdjointEig ---------------------------------------------------------------------------


def _register_eig(name: str, types: str) -> Op:
    return register_op(
        name,
        inputs=["input: T"],
        outputs=["output: T"],
        attrs=[types],
        deprecated=(11, "Use SelfAdjointEigV2 instead."),
        doc="""Eigenvalues and eigenvectors of symmetric matrices, together in one matrix.

    input: `[..., n, n]`; only the lower triangles are read.
    output: `[..., n + 1, n]`: in row 0 the eigenvalues, rising; below it the eigenvectors, in columns. The largest
        element of each is positive.""",
    )


self_adjoint_eig = _register_eig("SelfAdjointEig", "T: {double, float, half}")
batch_self_adjoint_eig = _register_eig("BatchSelfAdjointEig", _REAL)


@self_adjoint_eig.shape_rule
@batch_self_adjoint_eig.shape_rule
def _self_adjoint_eig_shape(c: ShapeContext) -> list[TensorShape]:
    shape = square(c, "input")
    if shape.dims is None:
        return [shape]
    size = shape.dims[-1]
    rows: Dim = size + 1 if isinstance(size, int) else None
    return [TensorShape.of((*shape.dims[:-2], rows, size))]
