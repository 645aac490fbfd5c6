"""``cupy.cuda.memory``: pointers, allocations, and the pool with an arena for each stream.

As CuPy's, with one difference: free blocks are neither split nor merged, so that each has guard zones of its own.
"""

from __future__ import annotations

import gc
import os
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from cuda_model import pending, segments, streams, work
from cuda_model.clocks import caller
from cuda_model.errors import MEMORY_ALLOCATION, CUDARuntimeError
from cuda_model.segments import Segment

from cupy.cuda import runtime
from cupy.cuda.device import Device
from cupy.cuda.stream import _pointer

_UNIT: Final = 512
_MOST_FREE: Final = 256 << 20  # the host's memory is dear: real pools keep all


class OutOfMemoryError(MemoryError):
    """The pool's limit, or the device, has not so much left.

    Args:
        size: bytes that were asked for.
        total: bytes that are allocated.
        limit: of the pool, 0 for none.
    """

    def __init__(self, size: int, total: int, limit: int = 0) -> None:
        self._size = size
        self._total = total
        self._limit = limit
        if limit == 0:
            message = f"Out of memory allocating {size:,} bytes"
            if total != -1:
                message += f" (allocated so far: {total:,} bytes)."
        else:
            message = (
                f"Out of memory allocating {size:,} bytes (allocated so far: {total:,} bytes, "
                f"limit set to: {limit:,} bytes)."
            )
        super().__init__(message)

    def __reduce__(self) -> tuple[type, tuple[int, int, int]]:
        return type(self), (self._size, self._total, self._limit)


class BaseMemory:
    """Memory of a device: ``ptr``, ``size``, ``device_id``."""

    ptr: int
    size: int
    device_id: int

    def __int__(self) -> int:
        return self.ptr

    @property
    def device(self) -> Device:
        return Device(self.device_id)


class Memory(BaseMemory):
    """What ``cudaMalloc`` gave."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.device_id = streams.current_device()
        self.ptr = 0
        self._segment: Segment | None = None
        if size > 0:
            self.ptr = runtime.malloc(size)
            self._segment = segments.find(self.ptr)

    def __del__(self) -> None:
        if getattr(self, "ptr", 0) and segments is not None:
            runtime.free(self.ptr)


class UnownedMemory(BaseMemory):
    """Memory that something else owns."""

    def __init__(self, ptr: int, size: int, owner: object, device_id: int = -1) -> None:
        if device_id < 0:
            if ptr == 0:
                raise RuntimeError("UnownedMemory requires explicit device ID for a null pointer.")
            device_id = runtime.pointerGetAttributes(ptr).device
        self.size = size
        self.device_id = device_id
        self.ptr = ptr
        self._owner = owner


class MemoryPointer:
    """A place in memory, which it keeps."""

    def __init__(self, mem: BaseMemory, offset: int) -> None:
        if not isinstance(mem, BaseMemory):
            raise TypeError(f"Argument 'mem' has incorrect type (expected BaseMemory, got {type(mem).__name__})")
        self.ptr = mem.ptr + offset
        self.device_id = mem.device_id
        self.mem = mem

    def __int__(self) -> int:
        return self.ptr

    def __repr__(self) -> str:
        return f"<MemoryPointer 0x{self.ptr:x} device={self.device_id} mem={self.mem!r}>"

    @property
    def device(self) -> Device:
        return Device(self.device_id)

    def __add__(self, offset: int) -> MemoryPointer:
        return MemoryPointer(self.mem, self.ptr - self.mem.ptr + offset)

    __radd__ = __add__

    def __iadd__(self, offset: int) -> MemoryPointer:
        self.ptr += offset
        return self

    def __sub__(self, offset: int) -> MemoryPointer:
        return self + -offset

    def __isub__(self, offset: int) -> MemoryPointer:
        return self.__iadd__(-offset)

    def copy_from_device(self, src: MemoryPointer, size: int) -> None:
        _refuse_capture("synchronous API calls")
        if size > 0:
            runtime.memcpy(self.ptr, src.ptr, size, runtime.memcpyDefault)

    def copy_from_device_async(self, src: MemoryPointer, size: int, stream: Any = None) -> None:
        if size > 0:
            runtime.memcpyAsync(self.ptr, src.ptr, size, runtime.memcpyDefault, _pointer(stream))

    def copy_from_host(self, mem: Any, size: int) -> None:
        _refuse_capture("synchronous API calls")
        if size > 0:
            runtime.memcpy(self.ptr, _address(mem), size, runtime.memcpyHostToDevice)

    def copy_from_host_async(self, mem: Any, size: int, stream: Any = None) -> None:
        _refuse_capture("H2D transfers", stream)
        if size > 0:
            runtime.memcpyAsync(self.ptr, _address(mem), size, runtime.memcpyHostToDevice, _pointer(stream))

    def copy_from(self, mem: Any, size: int) -> None:
        if isinstance(mem, MemoryPointer):
            self.copy_from_device(mem, size)
        else:
            self.copy_from_host(mem, size)

    def copy_from_async(self, mem: Any, size: int, stream: Any = None) -> None:
        if isinstance(mem, MemoryPointer):
            self.copy_from_device_async(mem, size, stream)
        else:
            self.copy_from_host_async(mem, size, stream)

    def copy_to_host(self, mem: Any, size: int) -> None:
        _refuse_capture("synchronous API calls")
        if size > 0:
            runtime.memcpy(_address(mem), self.ptr, size, runtime.memcpyDeviceToHost)

    def copy_to_host_async(self, mem: Any, size: int, stream: Any = None) -> None:
        _refuse_capture("D2H transfers", stream)
        if size > 0:
            runtime.memcpyAsync(_address(mem), self.ptr, size, runtime.memcpyDeviceToHost, _pointer(stream))

    def memset(self, value: int, size: int) -> None:
        _refuse_capture("synchronous API calls")
        if size > 0:
            runtime.memset(self.ptr, value, size)

    def memset_async(self, value: int, size: int, stream: Any = None) -> None:
        if size > 0:
            runtime.memsetAsync(self.ptr, value, size, _pointer(stream))


def _address(mem: Any) -> int:
    return mem if isinstance(mem, int) else int(mem.value)


def _refuse_capture(what: str, stream: Any = None) -> None:
    if runtime.streamIsCapturing(_pointer(stream)):
        raise RuntimeError(f"the current stream is capturing, so {what} are disallowed")


# -- allocators ------------------------------------------------------------------------------------------------------


def _malloc(size: int) -> MemoryPointer:
    return MemoryPointer(Memory(size), 0)


Allocator = Callable[[int], MemoryPointer]
_current_allocator: Allocator = _malloc
_thread_local = threading.local()


def get_allocator() -> Allocator:
    """What arrays of this thread are allocated by."""
    return getattr(_thread_local, "allocator", None) or _current_allocator


def set_allocator(allocator: Allocator | None = None) -> None:
    """What arrays of all threads are allocated by."""
    global _current_allocator
    if getattr(_thread_local, "allocator", None) is not None:
        raise ValueError("Can't change the global allocator inside `using_allocator` context manager")
    _current_allocator = allocator or _malloc


@contextmanager
def using_allocator(allocator: Allocator | None = None) -> Iterator[None]:
    """What arrays of this thread are allocated by within the block."""
    before = getattr(_thread_local, "allocator", None)
    _thread_local.allocator = allocator or _malloc
    try:
        yield
    finally:
        _thread_local.allocator = before


def alloc(size: int) -> MemoryPointer:
    """Memory by the current allocator."""
    return get_allocator()(size)


# -- the pool --------------------------------------------------------------------------------------------------------


class PooledMemory(BaseMemory):
    """Memory of a pool, which goes back to its arena when it is no longer referenced."""

    def __init__(self, memory: Memory, pool: weakref.ref[SingleDeviceMemoryPool], arena: int) -> None:
        self.ptr = memory.ptr
        self.size = memory.size
        self.device_id = memory.device_id
        self.pool = pool
        self._memory: Memory | None = memory
        self._arena = arena

    def free(self) -> None:
        memory, self._memory = self._memory, None
        pool = self.pool()
        if memory is None or pool is None:
            return
        self.ptr = 0
        pool._take_back(memory, self._arena)

    def __del__(self) -> None:
        if segments is not None:
            self.free()


class SingleDeviceMemoryPool:
    """A pool's blocks on one device."""

    def __init__(self, allocator: Allocator, device: int) -> None:
        self._allocator = allocator
        self._device_id = device
        self._arenas: dict[int, list[Memory]] = {}
        self._unsettled: dict[int, list[Segment]] = {}  # free, but perhaps still used on other streams
        self._lent: set[Memory] = set()  # keeps them from being freed along with a cycle that has one
        self._lock = streams.LOCK  # one for all: whoever has it may free memory
        self._total = 0
        self._used = 0
        self._limit = 0
        self._self = weakref.ref(self)
        self.set_limit(**_parse_limit_string())

    def malloc(self, size: int) -> MemoryPointer:
        if size == 0:
            return MemoryPointer(Memory(0), 0)
        rounded = -(-size // _UNIT) * _UNIT
        stream = _pointer(None)
        name = caller()
        with self._lock:
            free = self._arenas.setdefault(stream, [])
            unsettled = self._unsettled.setdefault(stream, [])
            work.check_reuse(unsettled, stream)
            unsettled.clear()  # once ordered, ordered for ever
            memory = next((memory for memory in reversed(free) if memory.size == rounded), None)
            if memory is not None:
                free.remove(memory)
            else:
                memory = self._new(rounded)
            self._used += memory.size
            self._lent.add(memory)
            if memory._segment is not None:
                pending.run_for(memory.ptr, memory.ptr + memory.size)  # copies that its last owner had queued
                # What is allocated in a capture may be used for something larger before: a launch does it all again.
                memory._segment.lend(rounded if streams.stream_of(stream).capture else size, name)
        return MemoryPointer(PooledMemory(memory, self._self, stream), 0)

    def _new(self, size: int) -> Memory:
        limit = self._limit
        if limit and size > limit:
            raise OutOfMemoryError(size, self._total, limit)
        if self.free_bytes() > _MOST_FREE:
            self.free_all_blocks()
        for attempt in range(3):
            if attempt:
                self.free_all_blocks()
            if attempt == 2:
                gc.collect()
                self.free_all_blocks()
            if limit and self._total + size > limit:
                continue
            try:
                memory = self._allocator(size).mem
            except CUDARuntimeError as error:
                if error.status != MEMORY_ALLOCATION:
                    raise
                continue
            if not isinstance(memory, Memory):
                raise NotImplementedError("the emulator's pools take memory of cudaMalloc only")
            self._total += size
            return memory
        raise OutOfMemoryError(size, self._total, limit)

    def _take_back(self, memory: Memory, arena: int) -> None:
        with self._lock:
            self._used -= memory.size
            self._lent.remove(memory)
            self._arenas.setdefault(arena, []).append(memory)
            if memory._segment is not None:
                self._unsettled.setdefault(arena, []).append(memory._segment)
                memory._segment.give_back()

    def free_all_blocks(self, stream: Any = None) -> None:
        with self._lock:
            for arena, free in self._arenas.items():
                if stream is None or arena == stream.ptr:
                    self._total -= sum(memory.size for memory in free)
                    free.clear()

    def n_free_blocks(self) -> int:
        return sum(len(free) for free in self._arenas.values())

    def used_bytes(self) -> int:
        return self._used

    def free_bytes(self) -> int:
        return self._total - self._used

    def total_bytes(self) -> int:
        return self._total

    def set_limit(self, size: int | None = None, fraction: float | None = None) -> None:
        if size is None:
            if fraction is None:
                size = 0
            elif not 0 <= fraction <= 1:
                raise ValueError(f"memory limit fraction out of range: {fraction}")
            else:
                size = int(fraction * segments.total_bytes(self._device_id))
        elif fraction is not None:
            raise ValueError("size and fraction cannot be specified at one time")
        if size < 0:
            raise ValueError(f"memory limit size out of range: {size}")
        self._limit = size

    def get_limit(self) -> int:
        return self._limit


class MemoryPool:
    """Pools of all devices; the current one's is meant by each method."""

    def __init__(self, allocator: Allocator | None = None) -> None:
        self._pools = [SingleDeviceMemoryPool(allocator or _malloc, device) for device in range(segments.DEVICES)]

    def device_pool(self) -> SingleDeviceMemoryPool:
        return self._pools[streams.current_device()]

    def malloc(self, size: int) -> MemoryPointer:
        return self.device_pool().malloc(size)

    def free_all_blocks(self, stream: Any = None) -> None:
        self.device_pool().free_all_blocks(stream)

    def n_free_blocks(self) -> int:
        return self.device_pool().n_free_blocks()

    def used_bytes(self) -> int:
        return self.device_pool().used_bytes()

    def free_bytes(self) -> int:
        return self.device_pool().free_bytes()

    def total_bytes(self) -> int:
        return self.device_pool().total_bytes()

    def set_limit(self, size: int | None = None, fraction: float | None = None) -> None:
        self.device_pool().set_limit(size, fraction)

    def get_limit(self) -> int:
        return self.device_pool().get_limit()


def _parse_limit_string(limit: str | None = None) -> dict[str, Any]:
    limit = limit if limit is not None else os.environ.get("CUPY_GPU_MEMORY_LIMIT")
    if limit is None:
        return {"size": None, "fraction": None}
    if limit.endswith("%"):
        return {"size": None, "fraction": float(limit[:-1]) / 100}
    return {"size": int(limit), "fraction": None}
