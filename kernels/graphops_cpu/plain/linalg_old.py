"""Plain kernels of linear algebra by the names that graphs before 2016 have."""

from __future__ import annotations

from graphops_cpu.plain.array_make import MatrixBandPart
from graphops_cpu.plain.linalg import (
    Cholesky,
    CholeskyGrad,
    MatrixDeterminant,
    MatrixInverse,
    MatrixSolve,
    MatrixTriangularSolve,
)
from graphops_cpu.plain.linalg_diag import DIAGONAL_TYPES, MatrixDiag, MatrixDiagPart, MatrixSetDiag
from graphops_cpu.plain.linalg_factor import SelfAdjointEigV2, Svd
from graphops_cpu.plain.linalg_least_squares import MatrixSolveLs
from graphops_registry.kernel_def import Array, register_kernel


@register_kernel("BatchCholesky", "CPU")
class BatchCholesky(Cholesky):
    """Factors matrices one by one when one of them cannot be."""


@register_kernel("BatchCholeskyGrad", "CPU")
class BatchCholeskyGrad(CholeskyGrad):
    """L^-T P L^-1, symmetric, with P the lower triangle of L^T grad, its diagonal halved."""


@register_kernel("BatchMatrixDeterminant", "CPU")
class BatchMatrixDeterminant(MatrixDeterminant):
    pass


@register_kernel("BatchMatrixInverse", "CPU")
class BatchMatrixInverse(MatrixInverse):
    op = "BatchMatrixInverse"


@register_kernel("BatchMatrixSolve", "CPU")
class BatchMatrixSolve(MatrixSolve):
    op = "BatchMatrixSolve"


@register_kernel("BatchMatrixTriangularSolve", "CPU")
class BatchMatrixTriangularSolve(MatrixTriangularSolve):
    """Needs the right-hand sides twice."""


@register_kernel("BatchMatrixSolveLs", "CPU", host_inputs=["l2_regularizer"])
class BatchMatrixSolveLs(MatrixSolveLs):
    """Computes in float64: the product of a matrix with its adjoint has twice the digits."""

    op = "BatchMatrixSolveLs"


@register_kernel("BatchSelfAdjointEigV2", "CPU")
class BatchSelfAdjointEigV2(SelfAdjointEigV2):
    """Gives each eigenvector the sign that makes its largest element positive."""

    op = "BatchSelfAdjointEigV2"


@register_kernel("BatchSvd", "CPU")
class BatchSvd(Svd):
    """Gives each column of u the sign that makes its largest element positive, and v the same."""

    op = "BatchSvd"


@register_kernel("BatchMatrixBandPart", "CPU", host_inputs=["num_lower", "num_upper"])
class BatchMatrixBandPart(MatrixBandPart):
    pass


@register_kernel("BatchMatrixDiag", "CPU", types=DIAGONAL_TYPES)
class BatchMatrixDiag(MatrixDiag):
    pass


@register_kernel("BatchMatrixDiagPart", "CPU", types=DIAGONAL_TYPES)
class BatchMatrixDiagPart(MatrixDiagPart):
    pass


@register_kernel("BatchMatrixSetDiag", "CPU", types=DIAGONAL_TYPES)
class BatchMatrixSetDiag(MatrixSetDiag):
    pass


@register_kernel("SelfAdjointEig", "CPU")
class SelfAdjointEig(SelfAdjointEigV2):
    """Gives each eigenvector the sign that makes its largest element positive."""

    op = "SelfAdjointEig"

    def compute(self, x: Array) -> Array:
        values, vectors = self.decomposed(x, compute_v=True)
        return self.xp.concatenate([values[..., None, :], vectors], axis=-2)


@register_kernel("BatchSelfAdjointEig", "CPU")
class BatchSelfAdjointEig(SelfAdjointEig):
    """Gives each eigenvector the sign that makes its largest element positive."""

    op = "BatchSelfAdjointEig"
