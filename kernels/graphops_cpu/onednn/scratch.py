"""Scratch memory for oneDNN: one block for each thread, which only grows, up to a limit."""

from __future__ import annotations

import threading
from typing import Final

from graphops_cpu.runtime.aligned import Block

_KEPT: Final = 128 << 20  # bytes that a thread keeps at most; more is allocated for a run


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
