"""Transposes by a kernel that reads and writes whole cache lines: images between their two layouts, filters between
TensorFlow's order and those of libraries."""

from __future__ import annotations

from typing import Any, Final

import cupy
import numpy as np

from graphops_cuda.runtime import source

_ELEMENTS: Final = {2: "uint16", 4: "uint32", 8: "uint64"}
_TILE: Final = 32
_BLOCK: Final = (_TILE, 8)
_TURN: Final = np.dtype([(name, np.int64) for name in ("rows", "cols", "batch", "in_row", "in_batch", "out_col",
                                                       "out_batch")], align=True)  # fmt: skip

source.declare("transpose", [f"transpose<{element}>" for element in _ELEMENTS.values()])


def turn(array: Any, result: Any, rows: int, cols: int, batch: int, strides: tuple[int, int, int, int]) -> None:
    """Write ``result[b, c, r] = array[b, r, c]``.

    Args:
        array, result: contiguous, of 2, 4 or 8 bytes for each element, and of equal dtypes.
        strides: in elements: from row to row and from matrix to matrix of ``array``, from column to column and from
            matrix to matrix of ``result``. Elements of a row of ``array``, and of a column of ``result``, are
            neighbours.
    """
    if not rows * cols * batch:
        return
    in_row, in_batch, out_col, out_batch = strides
    sizes = np.array((rows, cols, batch, in_row, in_batch, out_col, out_batch), _TURN)
    blocks = -(-rows // _TILE) * -(-cols // _TILE) * batch
    kernel = source.kernel("transpose", f"transpose<{_ELEMENTS[array.dtype.itemsize]}>")
    kernel((blocks,), _BLOCK, (array, result, sizes))


def swapped(array: Any, batch: int, rows: int, cols: int, result: Any = None) -> Any:
    """A contiguous array of ``batch`` matrices ``rows`` x ``cols``, each transposed, as a flat array.

    Args:
        result: a contiguous array to write to.
    """
    if result is None:
        if min(rows, cols) == 1:
            return array.reshape(-1)
        result = cupy.empty(array.size, array.dtype)
    turn(array, result, rows, cols, batch, (cols, rows * cols, rows, rows * cols))
    return result


def middle_kept(array: Any, first: int, middle: int, last: int, result: Any = None) -> Any:
    """A contiguous array of shape (first, middle, last) as (last, middle, first), flat.

    Args:
        result: a contiguous array to write to.
    """
    if result is None:
        if first == last == 1:
            return array.reshape(-1)
        result = cupy.empty(array.size, array.dtype)
    # One matrix (first, last) for each place in the middle.
    turn(array, result, first, last, middle, (middle * last, last, middle * first, first))
    return result
