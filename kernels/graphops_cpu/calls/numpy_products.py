"""NumPy's products of small matrices in call lists: the function of the BLAS that ``np.matmul`` calls, called likewise.

NumPy's wheels bring OpenBLAS with 64-bit integers under names of their own; other builds bring another BLAS, perhaps
with 32-bit integers.  Before a function is trusted it is tried on matrices of the shapes that it is for.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from graphops_cpu.calls.machine import machine
from graphops_registry.kernels.call_list import Call, Operand

_NAMES: Final = (  # suffix of the function's name, bits of its integers
    (("scipy_cblas_", "64_"), 64), (("cblas_", "64_"), 64), (("cblas_", "_64"), 64),
    (("scipy_cblas_", ""), 32), (("cblas_", ""), 32),
)  # fmt: skip
_PLAIN: Final = 111
_TRANSPOSED: Final = 112

# OpenBLAS has code for small products that copies nothing. For a turned b it takes results of up to so many elements,
# if at least so many products are added up for each.
_QUICK_RESULT: Final = 1200
_QUICK_INNER: Final = 32
_MOST_PARTS: Final = 4
_TWO_THREADS: Final = 2 * 64**3
_FEW_ROWS: Final = 16
_BYTES: Final = 4  # of an element

Array = np.ndarray[Any, Any]


class Blas(NamedTuple):
    """Addresses of two functions, and the bits of their integers."""

    product: int
    by_vector: int
    bits: int


@cache
def blas() -> Blas | None:
    """The BLAS that this process has loaded, which NumPy's is if there is one."""
    try:
        maps = Path("/proc/self/maps").read_text().splitlines()
    except OSError:  # not Linux
        return None
    files = dict.fromkeys(line.split(maxsplit=5)[-1] for line in maps if "numpy" in line and "blas" in line)
    for file in files:
        try:
            library = ctypes.CDLL(file)
        except OSError:
            continue
        for (before, after), bits in _NAMES:
            found = [getattr(library, f"{before}{name}{after}", None) for name in ("sgemm", "sgemv")]
            if None not in found:
                product, by_vector = (ctypes.cast(each, ctypes.c_void_p).value or 0 for each in found if each)
                return Blas(product, by_vector, bits)
    return None


def parts_of_turned(rows: int, inner: int, columns: int) -> Sequence[tuple[int, int]]:
    """The columns, each part from one to another, in which ``a @ b.T`` in float32 takes the least time.

    OpenBLAS copies a turned ``b`` first if the result is larger than :data:`_QUICK_RESULT`.  For few rows that takes
    longer than the product.  Of :data:`_TWO_THREADS` products it gives half to a second thread, which beside a busy
    process comes milliseconds late; more than so many are oneDNN's.
    """
    if rows < 2:  # no product of matrices
        return ((0, columns),)
    parts = -(-rows * columns // _QUICK_RESULT)
    if parts < 2 or parts > _MOST_PARTS or rows > _FEW_ROWS or inner < _QUICK_INNER:
        parts = 1
    if parts == 1 and rows * inner * columns == _TWO_THREADS and columns > 1:
        parts = 2
    if parts == 1:
        return ((0, columns),)
    width = -(-columns // parts)
    return tuple((start, min(start + width, columns)) for start in range(0, columns, width))


def by_turned(a: Array, b: Array) -> Array:
    """``a @ b.T`` for matrices, (rows, inner) and (columns, inner)."""
    rows, columns = len(a), len(b)
    parts = parts_of_turned(rows, a.shape[1], columns) if a.dtype == np.float32 else ()
    if len(parts) < 2:
        whole: Array = np.matmul(a, b.T)
        return whole
    result = np.empty((rows, columns), np.float32)
    for start, stop in parts:
        np.matmul(a, b[start:stop].T, out=result[:, start:stop])
    return result


def product_calls(
    rows: int, inner: int, columns: int, transpose_b: bool, transpose_a: bool = False
) -> Sequence[Call] | None:
    """``matmul(a, b)`` of (rows, inner) and (inner, columns), a as (inner, rows) or b as (columns, inner); operands a,
    b and the result.

    ``None`` where it is not known to be the same bits as NumPy's.
    """
    found = _calls(rows, inner, columns, transpose_b, transpose_a)
    return found if found is not None and _is_numpys(rows, inner, columns, transpose_b, transpose_a) else None


def _calls(rows: int, inner: int, columns: int, transpose_b: bool, transpose_a: bool) -> Sequence[Call] | None:
    code, library = machine(), blas()
    least, next_least, _ = sorted((rows, inner, columns))
    if code is None or library is None or least < 1 or next_least < 2:
        return None
    a, b, result = Operand(0), Operand(1), Operand(2)
    wide = library.bits == 64
    if transpose_a and (rows == 1 or (transpose_b and inner > 1)):
        return None
    if 1 in (rows, columns):  # the matrix as it lies in memory, (first, second)
        turned, first, second = (_TRANSPOSED, inner, rows) if transpose_a else (_PLAIN, rows, inner)
        matrix, vector = a, b
        if rows == 1:
            turned, first, second = (_PLAIN, columns, inner) if transpose_b else (_TRANSPOSED, inner, columns)
            matrix, vector = b, a
        function = code.gemv64 if wide else code.gemv32
        return [Call(function, (library.by_vector, turned, first, second, matrix, second, vector, result), False)]
    function = code.gemm64 if wide else code.gemm32
    turned, step = (_TRANSPOSED, inner) if transpose_b else (_PLAIN, columns)
    turned_a, step_a = (_TRANSPOSED, rows) if transpose_a else (_PLAIN, inner)
    in_parts = transpose_b and not transpose_a
    calls: list[Call] = []
    for start, stop in parts_of_turned(rows, inner, columns) if in_parts else ((0, columns),):
        b, result = Operand(1, _BYTES * inner * start), Operand(2, _BYTES * start)
        sizes = rows, stop - start, inner
        calls.append(
            Call(function, (library.product, turned_a, turned, *sizes, a, step_a, b, step, result, columns), False)
        )
    return calls


@lru_cache(maxsize=256)
def _is_numpys(rows: int, inner: int, columns: int, transpose_b: bool, transpose_a: bool) -> bool:
    """Whether the calls give NumPy's bits for some matrices of these shapes."""
    calls = _calls(rows, inner, columns, transpose_b, transpose_a)
    if calls is None:
        return False
    chance = np.random.default_rng(1)
    a = chance.normal(size=(inner, rows) if transpose_a else (rows, inner)).astype(np.float32)
    b = chance.normal(size=(columns, inner) if transpose_b else (inner, columns)).astype(np.float32)
    result = np.full((rows, columns), np.nan, np.float32)
    a.flat[1:2], b.flat[:1], b.flat[1:2] = 0, -0.0, 0
    arrays = [a, b, result]
    for call in calls:
        arguments = [
            arrays[each.number].ctypes.data + each.offset if isinstance(each, Operand) else each
            for each in call.arguments
        ]
        ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_int64] * len(arguments))(call.function)(*arguments)
    left = a.T if transpose_a else a
    wanted = by_turned(left, b) if transpose_b else np.matmul(left, b)
    return bool(result.tobytes() == wanted.tobytes())
