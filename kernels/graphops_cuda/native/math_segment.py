"""Deterministic sums of rows that have the same id: for segments, scatters and the gradients of gathers.

CuPy's ``add.at`` adds floats by atomic operations, in an order that varies. Here ids are sorted first, so that one
thread, or a few in a fixed order, compute each sum.
"""

from __future__ import annotations

from math import isqrt
from typing import Any, Final

import cupy
import numpy as np

from graphops_cpu.plain.math_segment import use_row_sums, wide_dtype
from graphops_cuda.runtime import source
from graphops_cuda.runtime.source import C_TYPES

Array = Any

_THREADS: Final = 128
_CHUNKS: Final = (32, 1024)  # the fewest and the most places of a chunk
_FLOATS: Final = ("float16", "bfloat16", "float32", "float64")
_INTEGERS: Final = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")
_SIZES: Final = np.dtype(
    [("length", np.int64), ("columns", np.int64), ("chunks", np.int64), ("chunk", np.int64)], align=True
)  # mirrors the struct of cuda/segment.cu


def add_rows(data: Array, ids: Array, rows: int) -> Array:
    """The sums of the rows of ``data`` that share an id, in float64 or uint64.

    data: (N, C), N and C at least 1, real; ids: (N,), integers in [0, rows). Returns (rows, C). Holds the ids sorted,
    their order, and two numbers for each column of each chunk of rows.
    """
    length, columns = data.shape
    wide = wide_dtype(data.dtype)
    order = cupy.argsort(ids.astype(np.int64, copy=False))  # stable, so that equal ids stay in their order
    placed = cupy.take(ids, order).astype(np.int64, copy=False)
    chunk = min(max(isqrt(length), _CHUNKS[0]), _CHUNKS[1])
    chunks = -(-length // chunk)
    total = cupy.zeros((rows, columns), wide)
    head, tail = cupy.empty((chunks, columns), wide), cupy.empty((chunks, columns), wide)
    sizes = np.array((length, columns, chunks, chunk), _SIZES)
    grid = (-(-chunks * columns // _THREADS),)
    data = cupy.ascontiguousarray(data)
    args = (data, order, placed, total, head, tail, sizes)
    source.kernel("segment", _sum(data.dtype.name, wide.name))(grid, (_THREADS,), args)
    source.kernel("segment", _join(wide.name))(grid, (_THREADS,), (placed, total, head, tail, sizes))
    return total


def _sum(dtype: str, wide: str) -> str:
    return f"sum_chunks<{C_TYPES[dtype]}, {C_TYPES[wide]}>"


def _join(wide: str) -> str:
    return f"join_chunks<{C_TYPES[wide]}>"


for _dtypes, _wide in ((_FLOATS, "float64"), (_INTEGERS, "uint64")):
    source.declare("segment", [*[_sum(dtype, _wide) for dtype in _dtypes], _join(_wide)])
use_row_sums(cupy.__name__, add_rows)
