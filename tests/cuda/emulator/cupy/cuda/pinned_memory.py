"""``cupy.cuda.pinned_memory``: memory of the host that a device copies from and to by itself."""

from __future__ import annotations

import ctypes
import sys
import weakref
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from cuda_model import faults, host_memory

_UNIT: Final = 512


class PinnedMemory:
    """What ``cudaHostAlloc`` gave: ``ptr``, ``size``."""

    def __init__(self, size: int, flags: int = 0) -> None:
        faults.check_call()
        self.size = size
        self.ptr = host_memory.allocate(size) if size > 0 else 0

    def __del__(self) -> None:
        if getattr(self, "ptr", 0) and not sys.is_finalizing():
            host_memory.release(self.ptr)

    def __int__(self) -> int:
        return self.ptr


class PinnedMemoryPointer:
    """A place in pinned memory, which it keeps; a buffer of bytes for NumPy."""

    mem: Any
    ptr: int

    def __new__(cls, mem: Any, offset: int) -> PinnedMemoryPointer:
        pointer: PinnedMemoryPointer
        if mem.ptr:
            pointer = _kind(mem.size - offset).from_address(mem.ptr + offset)  # type: ignore[attr-defined]
        else:
            pointer = _kind(0)()  # type: ignore[call-arg]
        pointer.mem = mem
        pointer.ptr = mem.ptr + offset
        return pointer

    def __int__(self) -> int:
        return self.ptr

    def __add__(self, offset: int) -> PinnedMemoryPointer:
        return PinnedMemoryPointer(self.mem, self.ptr - self.mem.ptr + offset)

    def size(self) -> int:
        size: int = self.mem.size - (self.ptr - self.mem.ptr)
        return size


@cache
def _kind(size: int) -> type[PinnedMemoryPointer]:
    """A ctypes array is what has a buffer in every version of Python."""
    own = {"__new__": ctypes.Array.__new__, "__init__": lambda self, *_: None}
    return type(PinnedMemoryPointer.__name__, (PinnedMemoryPointer, ctypes.c_byte * size), own)


def _malloc(size: int) -> PinnedMemoryPointer:
    return PinnedMemoryPointer(PinnedMemory(size), 0)


Allocator = Callable[[int], PinnedMemoryPointer]
_current_allocator: Allocator = _malloc


def alloc_pinned_memory(size: int) -> PinnedMemoryPointer:
    """Memory by the current allocator."""
    return _current_allocator(size)


def set_pinned_memory_allocator(allocator: Allocator | None = None) -> None:
    """What pinned memory is allocated by."""
    global _current_allocator
    _current_allocator = allocator or _malloc


class PooledPinnedMemory(PinnedMemory):
    """Memory of a pool."""

    def __init__(self, mem: PinnedMemory, pool: weakref.ref[PinnedMemoryPool]) -> None:
        self.ptr = mem.ptr
        self.size = mem.size
        self._mem = mem
        self._pool = pool

    def free(self) -> None:
        pool = self._pool()
        if pool is not None and self.ptr:
            pool._take_back(self._mem)
        self.ptr = self.size = 0

    def __del__(self) -> None:
        self.free()


class PinnedMemoryPool:
    """A pool: what is freed is given out again at once, whoever may still be copying from or to it."""

    def __init__(self, allocator: Allocator = _malloc) -> None:
        self._allocator = allocator
        self._free: dict[int, list[PinnedMemory]] = {}
        self._lent: set[PinnedMemory] = set()  # keeps them from being freed along with a cycle that has one
        self._lock = host_memory.LOCK
        self._self = weakref.ref(self)

    def malloc(self, size: int) -> PinnedMemoryPointer:
        if size == 0:
            return PinnedMemoryPointer(PinnedMemory(0), 0)
        rounded = 1 << (-(-size // _UNIT) * _UNIT - 1).bit_length()
        with self._lock:
            free = self._free.get(rounded)
            mem = free.pop() if free else self._allocator(rounded).mem
            self._lent.add(mem)
        return PinnedMemoryPointer(PooledPinnedMemory(mem, self._self), 0)

    def _take_back(self, mem: PinnedMemory) -> None:
        self._lent.remove(mem)
        self._free.setdefault(mem.size, []).append(mem)

    def free_all_blocks(self) -> None:
        self._free.clear()

    def n_free_blocks(self) -> int:
        return sum(len(free) for free in self._free.values())
