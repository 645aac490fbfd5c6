"""Linear algebra where CuPy's way with matrices that cannot be inverted or factored is not NumPy's."""

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
    """In front of a plain kernel: what fails raises, which CuPy leaves out unless it is asked, as it has to wait for
    the device to know."""

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
        if not rhs.size:  # cuSOLVER wants a right-hand side
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
