"""Products of row-major matrices by cuBLAS: strided batches, wide sums, and operands that are parts of arrays.

cuBLAS is column-major.  A row-major matrix is the transpose of the column-major one at the same address, so cuBLAS
computes ``C = A B`` as ``C' = B' A'``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cupy
import numpy as np

from graphops_cuda.blas import library as cublas_library

LARGEST: Final = 2**31 - 1
"""What sizes and distances between rows are counted with."""

_CODES: Final = {"float32": 0, "float64": 1, "float16": 2, "bfloat16": 14}  # cudaDataType_t
_SCALARS: Final = {  # alpha and beta, where cuBLAS reads them: in host memory, in the dtype of the sums
    dtype: (np.array(0, dtype), np.array(1, dtype)) for dtype in ("float32", "float64")
}


_AMPERE: Final = 80  # the first architecture that multiplies bfloat16


def why_not_dtype(dtype: str) -> str | None:
    """Why cuBLAS does not multiply matrices of ``dtype`` on the current device, or ``None``."""
    if dtype == "bfloat16" and int(cupy.cuda.Device().compute_capability) < _AMPERE:
        return "the GPU does not multiply bfloat16: that came with Ampere"
    return None


@dataclass(frozen=True, slots=True)
class Matrices:
    """Row-major matrices within a contiguous array.

    Attributes:
        array: where they are.
        row: elements from one row to the next.
        step: elements from one matrix of the batch to the next; 0: all are the same.
        first: the element that the first matrix begins at.
        turned: whether each is the transpose of the matrix that is meant.
    """

    array: Any
    row: int
    step: int = 0
    first: int = 0
    turned: bool = False

    @property
    def address(self) -> int:
        return int(self.array.data.ptr) + self.first * int(self.array.dtype.itemsize)

    @property
    def code(self) -> int:
        """The dtype, for cuBLAS."""
        return _CODES[self.array.dtype.name]

    @property
    def operation(self) -> int:
        return cublas_library.TRANSPOSED if self.turned else cublas_library.NORMAL


def product(
    a: Matrices, b: Matrices, c: Matrices, sizes: tuple[int, int, int], batch: int = 1, *, add: bool = False,
    tf32: bool = False,
) -> None:  # fmt: skip
    """Queue ``c = a @ b``, or ``c += a @ b``, on the current stream.

    Half and bfloat16 are summed in float32, into ``c`` of their dtype or of float32.

    Args:
        sizes: (m, n, k) of ``a`` (m, k), ``b`` (k, n) and ``c`` (m, n).
        batch: how many products.
        tf32: whether float32 may be rounded to 11 significant bits before it is multiplied.

    Raises:
        InternalError: cuBLAS failed.
    """
    m, n, k = sizes
    dtype = a.array.dtype.name
    if dtype == "float64":
        compute = cublas_library.COMPUTE_64F
    elif dtype == "float32" and tf32:
        compute = cublas_library.COMPUTE_32F_FAST_TF32
    else:
        compute = cublas_library.COMPUTE_32F
    narrow = a.array.dtype.itemsize == 2
    math_mode = cublas_library.DISALLOW_REDUCED_PRECISION_REDUCTION if narrow else cublas_library.DEFAULT_MATH
    zero, one = _SCALARS["float64" if dtype == "float64" else "float32"]
    cublas_library.gemm_strided_batched(
        (b.operation, a.operation),
        (n, m, k),
        one.ctypes.data,
        (b.address, b.code, b.row, b.step),
        (a.address, a.code, a.row, a.step),
        (one if add else zero).ctypes.data,
        (c.address, c.code, c.row, c.step),
        batch,
        compute,
        math_mode,
    )
