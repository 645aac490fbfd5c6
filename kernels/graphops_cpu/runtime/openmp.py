"""OpenMP, whose threads oneDNN and Numba use: the number of threads, and forks. waiting.py says how they wait."""

from __future__ import annotations

import ctypes
import os
import threading
from pathlib import Path

from graphops_cpu.runtime.threads import thread_count, thread_generation

_forked: str | None = None  # why OpenMP must not start threads in this process


def is_loaded() -> bool:
    """Whether this process has loaded GCC's OpenMP library, by itself or for another package."""
    try:
        return "/libgomp" in Path("/proc/self/maps").read_text()
    except OSError:  # not Linux
        return False


def why_serial() -> str | None:
    """Why kernels must not use threads of OpenMP, or ``None``."""
    return _forked


class OpenMP:
    """The OpenMP library that another library depends on: how many threads its parallel regions have.

    OpenMP keeps the number for each thread that starts regions, so it must be set in each.

    Attributes:
        set_threads_address: of ``omp_set_num_threads``, for machine code that gives the thread its number back.

    Args:
        library: what depends on it, or itself.

    Raises:
        AttributeError: ``library`` does not depend on OpenMP.
    """

    def __init__(self, library: ctypes.CDLL) -> None:
        self._set_threads = library.omp_set_num_threads
        self._set_threads.argtypes, self._set_threads.restype = (ctypes.c_int,), None
        self.set_threads_address = ctypes.cast(self._set_threads, ctypes.c_void_p).value or 0
        self._set_dynamic = library.omp_set_dynamic
        self._set_dynamic.argtypes, self._set_dynamic.restype = (ctypes.c_int,), None
        limit = library.omp_get_thread_limit
        limit.argtypes, limit.restype = (), ctypes.c_int
        self._limit: int = limit()
        self._told = threading.local()

    def threads(self) -> int:
        """How many threads a kernel should use now."""
        return 1 if _forked is not None else min(thread_count(), self._limit)

    def use_threads(self, count: int) -> None:
        """Let the parallel regions that the calling thread starts have ``count`` threads."""
        state = (count, thread_generation())
        if getattr(self._told, "state", None) != state:
            self._set_dynamic(0)  # otherwise OpenMP may start fewer threads, which some kernels do not support
            self._set_threads(count)
            self._told.state = state


def _after_fork() -> None:
    """In a child: the threads of the parent's OpenMP are gone, but it does not know and would wait for them."""
    global _forked
    if is_loaded():
        _forked = "the process was forked after OpenMP had been loaded"


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
