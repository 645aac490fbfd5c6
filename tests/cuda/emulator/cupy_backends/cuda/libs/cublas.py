"""``cupy_backends.cuda.libs.cublas``: products of column-major matrices at addresses, summed in float64.

Attributes:
    CALLS: the last products that were asked for.
"""

from __future__ import annotations

import ctypes
import itertools
import threading
from collections import deque
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np
from cuda_model import streams, work
from cuda_model.raw_views import extent, view

CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C = 0, 1, 2
CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE = 0, 1
CUBLAS_GEMM_DEFAULT, CUBLAS_GEMM_DEFAULT_TENSOR_OP = -1, 99
CUBLAS_DEFAULT_MATH, CUBLAS_TENSOR_OP_MATH = 0, 1
CUBLAS_COMPUTE_16F, CUBLAS_COMPUTE_16F_PEDANTIC = 64, 65
CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_PEDANTIC = 68, 69
CUBLAS_COMPUTE_32F_FAST_16F, CUBLAS_COMPUTE_32F_FAST_16BF, CUBLAS_COMPUTE_32F_FAST_TF32 = 74, 75, 77
CUBLAS_COMPUTE_64F, CUBLAS_COMPUTE_64F_PEDANTIC = 70, 71
CUBLAS_COMPUTE_32I, CUBLAS_COMPUTE_32I_PEDANTIC = 72, 73

_TYPES = {0: np.dtype(np.float32), 1: np.dtype(np.float64), 2: np.dtype(np.float16), 14: np.dtype(ml_dtypes.bfloat16)}
_FLOAT_SUMS = (CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_PEDANTIC, CUBLAS_COMPUTE_32F_FAST_TF32)
_SUPPORTED = {  # (dtype of A and B, of C) -> what may add them up
    (2, 2): _FLOAT_SUMS[:2], (2, 0): _FLOAT_SUMS[:2], (14, 14): _FLOAT_SUMS[:2], (14, 0): _FLOAT_SUMS[:2],
    (0, 0): _FLOAT_SUMS, (1, 1): (CUBLAS_COMPUTE_64F, CUBLAS_COMPUTE_64F_PEDANTIC),
}  # fmt: skip
_INVALID_VALUE, _NOT_SUPPORTED, _NOT_INITIALIZED = 7, 15, 1


class CUBLASError(RuntimeError):
    """A status that is not success."""

    def __init__(self, status: int) -> None:
        self.status = status
        super().__init__(f"cuBLAS status {status}")


@dataclass
class _Handle:
    device: int
    thread: int
    stream: int = 0
    math: int = CUBLAS_DEFAULT_MATH


@dataclass(frozen=True)
class Call:
    """A product that was asked for."""

    sizes: tuple[int, int, int]
    batch: int
    types: tuple[int, int, int]
    compute: int
    math: int


CALLS: deque[Call] = deque(maxlen=1000)
_handles: dict[int, _Handle] = {}
_numbers = itertools.count(0x1000)


def create() -> int:
    number = next(_numbers)
    _handles[number] = _Handle(streams.current_device(), threading.get_ident())
    return number


def destroy(handle: int) -> None:
    del _handles[handle]


def _checked(handle: int) -> _Handle:
    found = _handles.get(handle)
    if found is None or found.device != streams.current_device():
        raise CUBLASError(_NOT_INITIALIZED)
    if found.thread != threading.get_ident():
        raise AssertionError("a handle of cuBLAS must be used by one thread")
    return found


def setStream(handle: int, stream: int) -> None:
    if streams.stream_of(stream).capture is not None:
        raise NotImplementedError("calling cuBLAS API during stream capture is currently unsupported")
    _checked(handle).stream = stream


def getStream(handle: int) -> int:
    return _checked(handle).stream


def setMathMode(handle: int, mode: int) -> None:
    _checked(handle).math = int(mode)


def getMathMode(handle: int) -> int:
    return _checked(handle).math


def getPointerMode(handle: int) -> int:
    _checked(handle)
    return CUBLAS_POINTER_MODE_HOST


def setPointerMode(handle: int, mode: int) -> None:
    if mode != CUBLAS_POINTER_MODE_HOST:
        raise NotImplementedError("the emulator reads scalars from host memory")


def _scalar(address: int, compute: int) -> float:
    kind = ctypes.c_double if compute in (CUBLAS_COMPUTE_64F, CUBLAS_COMPUTE_64F_PEDANTIC) else ctypes.c_float
    return float(kind.from_address(address).value)


def to_tf32(values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Float32 numbers with 11 significant bits."""
    bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
    return ((bits + 0xFFF + ((bits >> 13) & 1)) & 0xFFFFE000).astype(np.uint32).view(np.float32)


Operand = tuple[int, int, int, int]  # address, dtype, rows from one column to the next, elements to the next matrix


def multiply(
    stream: int, math: int, operations: tuple[int, int], sizes: tuple[int, int, int], alpha: int, a: Operand,
    b: Operand, beta: int, c: Operand, batch: int, compute: int, workspace: tuple[int, int] | None = None,
) -> None:  # fmt: skip
    """Queue ``c = alpha op(a) op(b) + beta c`` for each matrix of a batch; all of them column by column.

    Args:
        operations: of a and b.
        alpha, beta: addresses on the host.
        workspace: memory that is used on the way, and its bytes.

    Raises:
        CUBLASError: what the real one refuses.
    """
    (m, n, k), (trans_a, trans_b) = sizes, operations
    if a[1] != b[1] or compute not in _SUPPORTED.get((a[1], c[1]), ()):
        raise CUBLASError(_NOT_SUPPORTED)
    a_shape, b_shape = ((k, m) if trans_a else (m, k)), ((n, k) if trans_b else (k, n))
    for shape, operand in ((a_shape, a), (b_shape, b), ((m, n), c)):
        if operand[2] < max(1, shape[0]):
            raise CUBLASError(_INVALID_VALUE)
    if batch > 1 and c[3] == 0:
        raise CUBLASError(_INVALID_VALUE)
    CALLS.append(Call(sizes, batch, (a[1], b[1], c[1]), compute, math))
    scale, keep = _scalar(alpha, compute), _scalar(beta, compute)
    operands = [
        (address, _TYPES[code], (batch, *shape), (step, 1, rows))
        for (address, code, rows, step), shape in ((a, a_shape), (b, b_shape), (c, (m, n)))
    ]

    def run() -> None:
        left, right, target = (view(*operand) for operand in operands)
        if compute == CUBLAS_COMPUTE_32F_FAST_TF32:
            left, right = to_tf32(left), to_tf32(right)
        wide_left, wide_right = left.astype(np.float64), right.astype(np.float64)
        if trans_a:
            wide_left = wide_left.swapaxes(1, 2)
        if trans_b:
            wide_right = wide_right.swapaxes(1, 2)
        with np.errstate(all="ignore"):
            result = scale * np.matmul(wide_left, wide_right)
            if keep:
                result += keep * target.astype(np.float64)
            sums = np.float64 if compute in (CUBLAS_COMPUTE_64F, CUBLAS_COMPUTE_64F_PEDANTIC) else np.float32
            target[...] = result.astype(sums).astype(target.dtype)
        if workspace is not None:
            view(workspace[0], np.dtype(np.uint8), (workspace[1],), (1,))[:4096] = 0xFF

    ranges = [(address, extent(shape, strides) * dtype.itemsize) for address, dtype, shape, strides in operands]
    reads = ranges if keep else ranges[:2]
    writes = ranges[2:] if workspace is None else [ranges[2], workspace]
    work.submit("cublas gemm", run, reads=reads, writes=writes, stream=stream)


def gemmStridedBatchedEx(
    handle: int, transa: int, transb: int, m: int, n: int, k: int, alpha: int,
    A: int, Atype: int, lda: int, strideA: int,
    B: int, Btype: int, ldb: int, strideB: int,
    beta: int,
    C: int, Ctype: int, ldc: int, strideC: int,
    batchCount: int, computeType: int, algo: int,
) -> None:  # fmt: skip
    """``C = alpha op(A) op(B) + beta C`` for each matrix of a batch."""
    from cupy.cuda.stream import get_current_stream

    for name, number in {"m": m, "n": n, "k": k, "lda": lda, "ldb": ldb, "ldc": ldc, "batch": batchCount}.items():
        if not isinstance(number, int) or not 0 <= number < 2**31:
            raise OverflowError(f"{name} must be an int of 32 bits, got {number!r}")
    setStream(handle, get_current_stream().ptr)
    state = _checked(handle)
    multiply(
        state.stream, state.math, (transa, transb), (m, n, k), alpha, (A, Atype, lda, strideA),
        (B, Btype, ldb, strideB), beta, (C, Ctype, ldc, strideC), batchCount, computeType,
    )  # fmt: skip


def gemmEx(
    handle: int, transa: int, transb: int, m: int, n: int, k: int, alpha: int, A: int, Atype: int, lda: int,
    B: int, Btype: int, ldb: int, beta: int, C: int, Ctype: int, ldc: int, computeType: int, algo: int,
) -> None:  # fmt: skip
    """The same for one matrix."""
    gemmStridedBatchedEx(
        handle, transa, transb, m, n, k, alpha, A, Atype, lda, 0, B, Btype, ldb, 0, beta, C, Ctype, ldc, 0, 1,
        computeType, algo,
    )  # fmt: skip
