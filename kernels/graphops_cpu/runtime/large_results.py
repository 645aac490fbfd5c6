"""Memory for large results, used again when the result is no longer referenced.

The C library gives blocks of 32 MiB and more back to the system when they are freed, and a new block costs a page fault
for every 4 KiB.  That can take ten times as long as the convolution that fills the block.  So such blocks are kept, up
to :data:`CAPACITY`.  A block is used again when only this list refers to it: an array on a block, and every view of
that array, holds a reference too.
"""

from __future__ import annotations

import sys
from math import prod
from typing import Any, Final

import numpy as np

from graphops_registry.locks import new_lock

Array = np.ndarray[Any, Any]

SMALLEST: Final = 32 << 20
CAPACITY: Final = 256 << 20

_lock = new_lock()
_blocks: list[Array] = []


def _references(blocks: list[Array]) -> list[int]:
    """How many references to each block there are; some are this function's own, as many for each."""
    return [sys.getrefcount(block) for block in blocks]


_FREE: Final = _references([np.empty(1)])[0]  # the reference count of a block that only the list refers to


def empty(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    """An array of unknown content, as by ``np.empty``; a large one is a view of memory that is used again later."""
    size = prod(shape) * dtype.itemsize
    if not SMALLEST <= size <= CAPACITY:
        return np.empty(shape, dtype)
    return _block(size)[:size].view(dtype).reshape(shape)


def _block(size: int) -> Array:
    with _lock:
        for index, references in enumerate(_references(_blocks)):
            if references == _FREE and size <= _blocks[index].nbytes <= size + size // 4:
                return _blocks[index]
        held = sum(block.nbytes for block in _blocks)
        while held + size > CAPACITY:
            held -= _blocks.pop(0).nbytes
        new = np.empty(size, np.uint8)
        _blocks.append(new)
        return new
