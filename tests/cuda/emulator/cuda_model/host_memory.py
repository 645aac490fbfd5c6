"""Pinned memory of the host, and which addresses are in it."""

from __future__ import annotations

import bisect
import ctypes
from typing import Any

import numpy as np

from cuda_model.segments import LOCK

_buffers: dict[int, np.ndarray[Any, Any]] = {}
_addresses: list[int] = []


def allocate(size: int) -> int:
    """``cudaHostAlloc``: the address."""
    buffer = np.full(size, 0xFF, np.uint8)
    address = buffer.ctypes.data
    with LOCK:
        _buffers[address] = buffer
        bisect.insort(_addresses, address)
    return address


def release(address: int) -> None:
    """``cudaFreeHost``."""
    with LOCK:
        del _buffers[address]
        del _addresses[bisect.bisect_left(_addresses, address)]


def pinned(address: int, size: int) -> np.ndarray[Any, Any] | None:
    """The bytes, if they are pinned; the array keeps them."""
    with LOCK:
        place = bisect.bisect_right(_addresses, address) - 1
        if place < 0:
            return None
        buffer = _buffers[_addresses[place]]
        start = address - _addresses[place]
    return buffer[start : start + size] if start + size <= buffer.size else None


def pageable(address: int, size: int) -> np.ndarray[Any, Any]:
    """The bytes at an address of ordinary memory."""
    return np.frombuffer((ctypes.c_ubyte * size).from_address(address), np.uint8)
