"""How many threads the kernels of this package use inside one kernel."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_count: int | None = None
_generation = 0
_limited: Final = threading.local()


def thread_count() -> int:
    """What was set; else ``OMP_NUM_THREADS``; else the cores that this process may use. At most what
    :func:`limited_threads` allows."""
    count = _count if _count is not None else _default()
    limit: int | None = getattr(_limited, "count", None)
    return count if limit is None else min(count, limit)


@contextmanager
def limited_threads(count: int) -> Iterator[None]:
    """At most so many threads for kernels that the calling thread makes and runs meanwhile."""
    _limited.count = count
    try:
        yield
    finally:
        _limited.count = None


def set_thread_count(count: int) -> None:
    """Fix the number for the process; kernels take notice at their next run."""
    global _count, _generation
    _count = count
    _generation += 1


def thread_generation() -> int:
    """A number that changes with the setting, for libraries whose number of threads is set once in each thread."""
    return _generation


def tell_threads_again() -> None:
    """To be called when a library may have changed OpenMP's number of threads: kernels set it again."""
    global _generation
    _generation += 1


def _default() -> int:
    given = os.environ.get("OMP_NUM_THREADS", "").partition(",")[0].strip()
    if given.isdigit() and int(given) > 0:
        return int(given)
    return usable_cores()


def usable_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
