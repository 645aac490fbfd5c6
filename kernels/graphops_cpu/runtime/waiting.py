"""How OpenMP's idle threads wait for their next work: they spin, or they sleep at once.

A thread that sleeps has to be woken.  On virtual machines that takes 30 to 130 microseconds, longer than many kernels;
a thread that spins is there in less than one.  GCC's OpenMP library lets threads spin for some milliseconds, and a
hundred times round only while there are more OpenMP threads than cores (its manual, ``GOMP_SPINCOUNT``).

A thread that spins is in the way of whoever needs its core: another process, NumPy's BLAS, a thread of the program.
While somebody does, this module keeps a thread with OpenMP threads of its own, which sleep.  Then there are more OpenMP
threads than cores, and all of them sleep at once.

The user's ``OMP_WAIT_POLICY`` or ``GOMP_SPINCOUNT`` decides instead if it is set.
"""

from __future__ import annotations

import ctypes
import os
import threading
from typing import Final

from graphops_cpu.runtime.threads import thread_count
from graphops_registry.locks import new_lock

_CHOSEN: Final = next((name for name in ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT") if name in os.environ), None)
_SHORTEST, _LONGEST = 1.0, 60.0  # seconds for which threads sleep at once
_LATER: Final = 10.0  # seconds after which it is tried again


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
    """Whether threads sleep at once, and until when.

    Attributes:
        team: which makes them sleep.
    """

    def __init__(self) -> None:
        self.team: _Team | None = None
        self._hold = _SHORTEST  # seconds that the team is kept after somebody last wanted the cores
        self._until = self._ended = self._again = 0.0

    def look(self, now: float, crowded: bool) -> None:
        if crowded:
            if self.team is None:
                if now < self._again:
                    return
                try:
                    self.team = _Team()
                except (OSError, RuntimeError, AttributeError):  # no OpenMP of GCC's, or no thread for it
                    self._again = now + _LATER
                    return
                soon = now < self._ended + self._hold
                self._hold = min(2 * self._hold, _LONGEST) if soon else _SHORTEST
            self._until = now + self._hold
        elif self.team is not None and now >= self._until:
            self.team.end()
            self.team, self._ended = None, now


_waiting = _Waiting()
_lock: Final = new_lock()


def look(now: float, crowded: bool) -> None:
    """Let threads sleep at once while they are in the way, and spin again when that is over.

    Args:
        now: in seconds.
        crowded: somebody wants the cores.
    """
    if _CHOSEN is None and _lock.acquire(blocking=False):
        try:
            _waiting.look(now, crowded)
        finally:
            _lock.release()


def state() -> str:
    """How OpenMP's threads wait and who decided, in one line for people."""
    if _CHOSEN is not None:
        return f"{_CHOSEN}={os.environ.get(_CHOSEN, '')}, as set by the user"
    now = "spin" if _waiting.team is None else "sleep at once"
    return f"libgomp's default: they spin for milliseconds, unless somebody wants the cores; now they {now}"


def _after_fork() -> None:
    """In a child, the team's thread is gone, and OpenMP must not start another one."""
    global _waiting
    _waiting = _Waiting()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
