"""The emulated ``cupy.cuda``."""

from __future__ import annotations

from typing import Any

from cupy.cuda import device, driver, graph, memory, pinned_memory, runtime, stream
from cupy.cuda.device import Device, get_cublas_handle, get_device_id
from cupy.cuda.graph import Graph
from cupy.cuda.memory import (
    BaseMemory,
    Memory,
    MemoryPointer,
    MemoryPool,
    UnownedMemory,
    alloc,
    get_allocator,
    set_allocator,
    using_allocator,
)
from cupy.cuda.pinned_memory import (
    PinnedMemory,
    PinnedMemoryPointer,
    PinnedMemoryPool,
    alloc_pinned_memory,
    set_pinned_memory_allocator,
)
from cupy.cuda.stream import Event, ExternalStream, Stream, get_current_stream, get_elapsed_time

__all__ = [
    "BaseMemory", "Device", "Event", "ExternalStream", "Graph", "Memory", "MemoryPointer", "MemoryPool",
    "PinnedMemory", "PinnedMemoryPointer", "PinnedMemoryPool", "Stream", "UnownedMemory", "alloc",
    "alloc_pinned_memory", "device", "driver", "get_allocator", "get_cublas_handle", "get_current_stream",
    "get_device_id", "get_elapsed_time", "graph", "is_available", "memory", "pinned_memory", "runtime",
    "set_allocator", "set_pinned_memory_allocator", "stream", "using_allocator",
]  # fmt: skip


def is_available() -> bool:
    """There are two devices."""
    return True


def __getattr__(name: str) -> Any:
    if name == "cublas":
        from cupy_backends.cuda.libs import cublas

        return cublas
    raise AttributeError(f"module 'cupy.cuda' has no attribute '{name}', or the emulator has none")
