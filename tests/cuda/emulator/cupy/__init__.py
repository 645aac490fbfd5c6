"""CuPy for tests without a GPU: two emulated devices in the memory of the host.

The names are CuPy 14's; what is not emulated raises AttributeError or NotImplementedError.  Arrays are the stand-in's
strict ones, kernels in CUDA C are compiled and run by the host, and :mod:`cuda_model` watches over the order of work.
"""

from __future__ import annotations

from typing import Any

from cupy import cuda
from cupy.arrays import ndarray
from cupy.cuda.memory import MemoryPool
from cupy.cuda.pinned_memory import PinnedMemoryPool
from cupy.elementwise import ElementwiseKernel
from cupy.functions import CudaModule
from cupy.raw_module import RawModule

__all__ = [
    "ElementwiseKernel",
    "RawModule",
    "cuda",
    "get_default_memory_pool",
    "get_default_pinned_memory_pool",
    "ndarray",
]

__version__ = "14.2.0"

_functions = CudaModule()
_pool = MemoryPool()
_pinned_pool = PinnedMemoryPool()
cuda.set_allocator(_pool.malloc)
cuda.set_pinned_memory_allocator(_pinned_pool.malloc)


def get_default_memory_pool() -> MemoryPool:
    """What arrays are allocated from."""
    return _pool


def get_default_pinned_memory_pool() -> PinnedMemoryPool:
    """What pinned memory is allocated from."""
    return _pinned_pool


def __getattr__(name: str) -> Any:
    return getattr(_functions, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *dir(_functions)})
