"""Scratch memory of compiled loops: a run borrows it and returns it, so that the next run needs no new pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import numpy as np

_LINE: Final = 64
_KEPT: Final = 4
_LARGEST: Final = 1 << 25  # bytes of an array that is kept
_kept: list[np.ndarray[Any, np.dtype[np.uint8]]] = []  # append and pop are atomic


@contextmanager
def borrowed(dtype: Any, count: int) -> Iterator[np.ndarray[Any, Any]]:
    """A 1-d array of ``count`` arbitrary numbers that begins at a cache line, for this thread alone until the block
    ends."""
    dtype = np.dtype(dtype)
    size = count * dtype.itemsize + _LINE
    try:
        memory = _kept.pop()
    except IndexError:
        memory = np.empty(0, np.uint8)
    if memory.size < size:
        memory = np.empty(size, np.uint8)
    first = -memory.ctypes.data % _LINE
    try:
        yield memory[first : first + count * dtype.itemsize].view(dtype)
    finally:
        if len(_kept) < _KEPT and memory.size <= _LARGEST:
            _kept.append(memory)
