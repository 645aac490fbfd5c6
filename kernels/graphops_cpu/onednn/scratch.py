"""Scratch memory for oneDNN: one block for each thread, which only grows, up to a limit."""

from __future__ import annotations

import threading
from typing import Any, Final

import numpy as np

ALIGNMENT: Final = 64  # bytes: a cache line, and a vector of AVX-512
_KEPT: Final = 128 << 20  # bytes that a thread keeps at most; more is allocated for a run


class Block:
    """Aligned memory.

    Attributes:
        address: of the first byte, a multiple of ALIGNMENT.
        size: in bytes.
    """

    __slots__ = ("_owner", "address", "size")

    def __init__(self, size: int) -> None:
        self._owner: np.ndarray[Any, Any] = np.empty(size + ALIGNMENT, np.uint8)  # [bytes]
        start = self._owner.ctypes.data
        self.address = start + -start % ALIGNMENT
        self.size = size


def aligned(size: int) -> int:
    """``size`` rounded up, so that what follows is aligned."""
    return size + -size % ALIGNMENT


class _PerThread(threading.local):
    block: Block | None = None


_per_thread: Final = _PerThread()


def scratch(size: int) -> Block:
    """A block of at least ``size`` bytes for the calling thread, valid until its next call."""
    block = _per_thread.block
    if block is not None and block.size >= size:
        return block
    if size > _KEPT:
        return Block(size)
    _per_thread.block = None  # freed before the larger one is allocated
    block = _per_thread.block = Block(max(size, 1 << 16))
    return block
