"""How OpenMP's idle threads wait for their next work: they spin, or they sleep at once.

A thread that sleeps has to be woken.  On virtual machines that takes 30 to 130 microseconds, longer than many kernels;
a thread that spins is there in less than one.  GCC's OpenMP library lets threads spin for some milliseconds, and a
hundred times round only while there are more OpenMP threads than cores (its manual, ``GOMP_SPINCOUNT``).

A thread that spins is in the way of whoever needs its core: another process, NumPy's BLAS, a thread of the program.
Linux says how long threads that could run waited for a core (``/proc/self/task/*/schedstat``).  While those of this
process wait for much of the time, this module keeps a thread with OpenMP threads of its own, which sleep.  Then there
are more OpenMP threads than cores, and all of them sleep at once.

The user's ``OMP_WAIT_POLICY`` or ``GOMP_SPINCOUNT`` decides instead if it is set.
"""

from __future__ import annotations

import ctypes
import os
import threading
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Final

from graphops_cpu.runtime.threads import thread_count
from graphops_registry.locks import new_lock

_CHOSEN: Final = next((name for name in ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT") if name in os.environ), None)
_TASKS: Final = Path("/proc/self/task")
_MUCH: Final = 0.1  # of the time: threads that are in nobody's way wait for less than 0.03
_SHORTEST, _LONGEST = 1.0, 60.0  # seconds for which threads sleep at once
_LATER: Final = 10.0  # seconds after which it is tried again
_SHARE: Final = 0.005  # of the time that looking may take: there may be many threads


def _waited() -> float | None:
    """Seconds that this process's threads have waited for a core; ``None`` where the system does not say."""
    total = 0
    try:
        for task in os.listdir(_TASKS):
            with suppress(FileNotFoundError, ProcessLookupError):  # the thread has ended
                total += int(_read(f"{_TASKS}/{task}/schedstat").split()[1])
    except (OSError, ValueError, IndexError):  # not Linux
        return None
    return total / 1e9


def _read(path: str) -> bytes:
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, 100)
    finally:
        os.close(file)


class _Team:
    """More OpenMP threads than there are cores, together with those of kernels; they sleep until :meth:`end`.

    Raises:
        OSError: this process has not loaded GCC's OpenMP library.
        AttributeError: it is not GCC's.
        RuntimeError: the system has no more threads.
    """

    def __init__(self) -> None:
        library = ctypes.CDLL("libgomp.so.1", mode=getattr(os, "RTLD_NOLOAD", 0))
        self._fix_count, self._run = library.omp_set_dynamic, library.GOMP_parallel
        self._run.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint)
        self._nothing = ctypes.cast(library.omp_get_thread_num, ctypes.c_void_p)  # may run in any thread
        self._threads = max(2, library.omp_get_num_procs() - thread_count() + 2)
        self._over = threading.Event()
        threading.Thread(target=self._keep, name="graphops-waiting", daemon=True).start()

    def _keep(self) -> None:
        """OpenMP keeps a team for the thread that had it made until this thread ends."""
        self._fix_count(0)
        self._run(self._nothing, None, self._threads, 0)
        self._over.wait()

    def end(self) -> None:
        self._over.set()


class _Waiting:
    """What was found at the last look.

    Attributes:
        due: when to look again.
    """

    def __init__(self) -> None:
        self.due = 0.0
        self._at, self._waited = perf_counter(), _waited()
        self._team: _Team | None = None
        self._hold = _SHORTEST  # seconds that the team is kept after threads last waited
        self._until = self._ended = 0.0

    def look(self, crowded: bool) -> None:
        now, waited = perf_counter(), _waited()
        if waited is not None and self._waited is not None and now > self._at:
            crowded = crowded or (waited - self._waited) / (now - self._at) > _MUCH
        self._at, self._waited = now, waited
        self.due = now + (perf_counter() - now) / _SHARE
        if crowded:
            if self._team is None:
                again = now < self._ended + self._hold
                self._hold = min(2 * self._hold, _LONGEST) if again else _SHORTEST
                self._team = _Team()
            self._until = now + self._hold
        elif self._team is not None and now >= self._until:
            self._team.end()
            self._team, self._ended = None, now

    @property
    def sleeps(self) -> bool:
        return self._team is not None


_waiting: _Waiting | None = None
_lock: Final = new_lock()


def look(crowded: bool) -> None:
    """Let threads sleep at once while they are in the way, and spin again when that is over.

    Args:
        crowded: other processes use cores that the threads need.
    """
    global _waiting
    if _CHOSEN is not None or not _lock.acquire(blocking=False):
        return
    try:
        if _waiting is None:
            _waiting = _Waiting()
        elif perf_counter() >= _waiting.due:
            _waiting.look(crowded)
    except (OSError, RuntimeError, AttributeError):  # no OpenMP of GCC's, or no thread for it
        if _waiting is not None:
            _waiting.due = perf_counter() + _LATER
    finally:
        _lock.release()


def state() -> str:
    """How OpenMP's threads wait and who decided, in one line for people."""
    if _CHOSEN is not None:
        return f"{_CHOSEN}={os.environ.get(_CHOSEN, '')}, as set by the user"
    now = "sleep at once now" if _waiting is not None and _waiting.sleeps else "spin now"
    return f"libgomp's default: they spin for milliseconds, unless threads wait for cores; they {now}"


def _after_fork() -> None:
    """In a child, the team's thread is gone, and OpenMP must not start another one."""
    global _waiting
    _waiting = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
