"""Linear algebra where CuPy treats matrices that cannot be inverted or factored differently from NumPy."""

from __future__ import annotations

from typing import Any

import cupy
import numpy as np

from graphops_cpu.lib.precision import narrow
from graphops_cpu.plain import linalg, linalg_factor
from graphops_cuda.priorities import NATIVE
from graphops_registry.dtypes import as_dtype
from graphops_registry.kernel_def import PlainKernel, register_kernel

Array = Any


class _Raising(PlainKernel):
    """Mixin for a plain kernel that makes failures raise errors. CuPy does not by default, because it must wait for the
    device to detect them."""

    xp = cupy

    def compute(self, *inputs: Array) -> Any:
        import cupyx

        with cupyx.errstate(linalg="raise"):
            return super().compute(*inputs)  # type: ignore[misc]  # of the plain kernel behind


@register_kernel("Cholesky", "GPU", priority=NATIVE)
class Cholesky(_Raising, linalg.Cholesky):
    pass


@register_kernel("MatrixInverse", "GPU", priority=NATIVE)
class MatrixInverse(_Raising, linalg.MatrixInverse):
    pass


@register_kernel("MatrixSolve", "GPU", priority=NATIVE)
class MatrixSolve(_Raising, linalg.MatrixSolve):
    def compute(self, matrix: Array, rhs: Array) -> Array:
        if not rhs.size:  # cuSOLVER needs a right-hand side
            return cupy.empty(rhs.shape, rhs.dtype)
        return super().compute(matrix, rhs)


@register_kernel("Svd", "GPU", priority=NATIVE)
class Svd(_Raising, linalg_factor.Svd):
    pass


@register_kernel("SelfAdjointEigV2", "GPU", priority=NATIVE)
class SelfAdjointEigV2(_Raising, linalg_factor.SelfAdjointEigV2):
    pass


@register_kernel("MatrixDeterminant", "GPU", types={"T": [as_dtype("half"), as_dtype("float")]}, priority=NATIVE)
class MatrixDeterminant(PlainKernel):
    """In double precision: CuPy's determinant is the exponential of its logarithm, which multiplies the error."""

    def compute(self, x: Array) -> Array:
        return narrow(cupy.linalg.det(x.astype(np.float64)), x.dtype)
