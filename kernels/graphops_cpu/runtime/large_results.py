"""Memory for large results, used again when the result is no longer referenced.

The C library gives memory back to the system when much of it is free, so at the end of a run, and the next run pays a
page fault for every 4 KiB of it.  That can take ten times as long as the convolution that fills the memory.  So blocks
are kept, up to :data:`CAPACITY`.  A block is used again when only this module refers to it: an array on a block, and
every view of that array, holds a reference too.
"""

from __future__ import annotations

import sys
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.runtime.aligned import ALIGNMENT
from graphops_registry.locks import new_lock

Array = np.ndarray[Any, Any]
_Blocks = list[tuple[Array, int]]  # each with the offset of its first aligned byte

SMALLEST: Final = 1 << 18
CAPACITY: Final = 256 << 20
_STEPS: Final = 3  # bits: sizes of blocks are eight between a power of two and the next one

_lock = new_lock()
_blocks: dict[int, _Blocks] = {}  # by their size; the size that was asked for last comes last
_held = 0  # bytes of all of them


def _references(blocks: _Blocks) -> list[int]:
    """How many references to each block there are; some are this function's own, as many for each."""
    return [sys.getrefcount(block) for block, _ in blocks]


_FREE: Final = _references([(np.empty(1), 0)])[0]  # the reference count of a block that only its list refers to


def empty(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    """An array of unknown content, as by ``np.empty``; a large one is a view of memory that is used again later."""
    size = prod(shape) * dtype.itemsize
    if not SMALLEST <= size <= CAPACITY // 2 or dtype.hasobject:
        return np.empty(shape, dtype)
    step = 1 << (size.bit_length() - 1 - _STEPS)
    block, start = _block(size + -size % step)
    return np.ndarray(shape, dtype, block, start)


def empty_by(xp: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Any:
    """The same by an array module: :func:`empty` for NumPy."""
    return empty(shape, dtype) if xp is np else xp.empty(shape, dtype=dtype)


def clear() -> None:
    """Keep nothing: memory of results that are gone is free for others."""
    global _held
    with _lock:
        _blocks.clear()
        _held = 0


def held() -> int:
    """The bytes of all blocks that are kept."""
    return _held


def _block(size: int) -> tuple[Array, int]:
    global _held
    with _lock:
        same = _blocks[size] = _blocks.pop(size, [])
        for index, references in enumerate(_references(same)):
            if references == _FREE:
                block, start = same[index]  # a reference of its own, before another thread counts them
                return block, start
        while _held + size > CAPACITY:
            oldest = next(iter(_blocks))
            if _blocks[oldest]:
                _blocks[oldest].pop(0)
                _held -= oldest
            else:
                del _blocks[oldest]
        block = np.empty(size + ALIGNMENT, np.uint8)
        start = -block.ctypes.data % ALIGNMENT
        same.append((block, start))
        _held += size
        return block, start
