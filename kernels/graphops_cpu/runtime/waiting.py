"""How OpenMP's idle threads wait for their next work: they spin, or they sleep at once.

A thread that sleeps has to be woken.  On virtual machines that takes 30 to 130 microseconds, longer than many kernels;
a thread that spins is there in less than one.  GCC's OpenMP library lets threads spin for some milliseconds, and a
hundred times round only while there are more OpenMP threads than cores (its manual, ``GOMP_SPINCOUNT``).

A thread that spins is in the way of whoever needs its core: another process, NumPy's BLAS, a thread of the program.
Linux says how long this process's threads, which could run, waited for a core (``/proc/self/task/*/schedstat``).  A
thread of this module looks at that ten times a second.  Its own waiting does not count: while this process pauses and
others use the cores, it is the only one that waits.  While the others wait for much of their time, it keeps OpenMP
threads of its own, which sleep.  Then there are more OpenMP threads than cores, and all of them sleep at once.

The user's ``OMP_WAIT_POLICY`` or ``GOMP_SPINCOUNT`` decides instead if it is set.
"""

from __future__ import annotations

import ctypes
import os
import threading
from contextlib import suppress
from pathlib import Path
from time import perf_counter, process_time, sleep, thread_time
from typing import Any, Final

from graphops_cpu.runtime.openmp import is_loaded, why_serial
from graphops_cpu.runtime.threads import usable_cores

_CHOSEN: Final = next((name for name in ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT") if name in os.environ), None)
_TASKS: Final = Path("/proc/self/task")
_MUCH: Final = 0.05  # of the time for which threads ran or waited; where nobody else wants the cores it is 0.01
_INTERVAL, _LONGEST_INTERVAL = 0.1, 1.0  # seconds between two looks; the second while the process is idle
_IDLE: Final = 0.01  # of a core
_LITTLE: Final = 0.1  # of a core: how long threads wait that want no more says nothing
_SHARE: Final = 0.005  # of the time that looking may take: there may be many threads
_SHORTEST, _LONGEST = 1.0, 60.0  # seconds for which threads sleep at once
_LATER: Final = 10.0  # seconds after which it is tried again


class _Schedstat:
    """How long threads have waited for a core.

    The C functions are called with Python's interpreter lock held: a file takes some microseconds, and whoever gives
    the lock away waits for it again much longer where other threads run Python.
    """

    def __init__(self) -> None:
        library: Any = ctypes.PyDLL(None)
        self._open, self._read, self._close = library.open, library.read, library.close
        self._read.restype = ctypes.c_ssize_t
        self._text = ctypes.create_string_buffer(100)
        self._left_out = ""

    def leave_out(self, thread: int) -> None:
        """Do not count what a thread, of this number in the system, waits from now on, nor what it has waited."""
        self._left_out = str(thread)

    def waited(self) -> float:
        """Seconds, of all threads of this process but one; 0 where the system does not say."""
        total = 0
        try:
            for task in os.listdir(_TASKS):
                if task != self._left_out:
                    total += self._of(f"{_TASKS}/{task}/schedstat")
        except (OSError, ValueError, IndexError):  # not Linux, or a Linux that hides it
            return 0.0
        return total / 1e9

    def _of(self, path: str) -> int:
        file = self._open(path.encode(), os.O_RDONLY)
        if file < 0:  # the thread has ended
            return 0
        try:
            size = self._read(file, self._text, len(self._text))
        finally:
            self._close(file)
        return int(self._text.raw[:size].split()[1]) if size > 0 else 0


class _Team:
    """More OpenMP threads than there are cores; they sleep until :meth:`end`.

    Args:
        cores: that libgomp knows of.

    Raises:
        OSError: this process has not loaded GCC's OpenMP library.
        AttributeError: it is not GCC's.
        RuntimeError: the system has no more threads.
    """

    def __init__(self, cores: int) -> None:
        library = ctypes.CDLL("libgomp.so.1", mode=getattr(os, "RTLD_NOLOAD", 0))
        self._fix_count, self._run = library.omp_set_dynamic, library.GOMP_parallel
        self._run.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint)
        self._nothing = ctypes.cast(library.omp_get_thread_num, ctypes.c_void_p)  # may run in any thread
        self._threads = cores + 1
        self._over = threading.Event()
        threading.Thread(target=self._keep, name="graphops-waiting-team", daemon=True).start()

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

    Args:
        cores: of this process, when it loaded OpenMP.
    """

    def __init__(self, cores: int) -> None:
        self.team: _Team | None = None
        self._cores = cores
        self._hold = _SHORTEST  # seconds that the team is kept after somebody last wanted the cores
        self._until = self._ended = self._again = 0.0

    def look(self, now: float, crowded: bool) -> None:
        if crowded:
            if self.team is None:
                if now < self._again:
                    return
                try:
                    self.team = _Team(self._cores)
                except (OSError, RuntimeError, AttributeError):  # no OpenMP of GCC's, or no thread for it
                    self._again = now + _LATER
                    return
                soon = now < self._ended + self._hold
                self._hold = min(2 * self._hold, _LONGEST) if soon else _SHORTEST
            self._until = now + self._hold
        elif self.team is not None and now >= self._until:
            self.team.end()
            self.team, self._ended = None, now


class _Watch:
    """Looks, and lets threads wait so or so.

    Attributes:
        crowded: threads waited for cores before the last two looks. Before one alone they may have waited for a
            process that takes turns with this one and has just ended its work.
        waiting: what follows from it.
    """

    def __init__(self, waiting: _Waiting) -> None:
        self.waiting = waiting
        self.crowded = self._waited_much = False
        self._stat = _Schedstat()
        self._begin()

    def _begin(self) -> None:
        self._at, self._own, self._waited = perf_counter(), process_time(), self._stat.waited()

    def leave_out_this_thread(self) -> None:
        """Do not count that the calling thread waits. Begins anew."""
        self._stat.leave_out(threading.get_native_id())
        self._begin()

    def look(self) -> float:
        """Seconds until the next look."""
        begun = thread_time()
        now, own, waited = perf_counter(), process_time(), self._stat.waited()
        worked, missed = own - self._own, waited - self._waited
        passed = now - self._at
        idle, tells = worked < _IDLE * passed, worked + missed >= _LITTLE * passed
        self._at, self._own, self._waited = now, own, waited
        if tells:
            before, self._waited_much = self._waited_much, missed > _MUCH * (worked + missed)
            self.crowded = before and self._waited_much
        self.waiting.look(now, tells and self.crowded)
        usual = _LONGEST_INTERVAL if idle else _INTERVAL
        return max(usual, min(10 * usual, (thread_time() - begun) / _SHARE))


_watch: _Watch | None = None


def begin() -> None:
    """Look from now on, where the system says how long threads wait.

    Kernels whose work is divided among OpenMP's threads call it.
    """
    global _watch
    if _watch is None and _CHOSEN is None and why_serial() is None and _TASKS.is_dir():
        _watch = _Watch(_Waiting(usable_cores()))
        with suppress(RuntimeError):  # the system has no more threads: they spin
            threading.Thread(target=_look_again, args=(_watch,), name="graphops-waiting", daemon=True).start()


def _look_again(watch: _Watch) -> None:
    watch.leave_out_this_thread()
    while True:
        sleep(watch.look())


def is_crowded() -> bool:
    """Whether threads of this process waited for cores lately."""
    return _watch is not None and _watch.crowded


def state() -> str:
    """How OpenMP's threads wait and who decided, in one line for people."""
    if _CHOSEN is not None:
        return f"{_CHOSEN}={os.environ.get(_CHOSEN, '')}, as set by the user"
    if not is_loaded():
        return "not decided: no library that uses OpenMP was loaded yet"
    if _watch is None or _watch.waiting.team is None:
        return "they spin for some milliseconds, because nobody else wants the cores"
    return "they sleep at once, because somebody else wants the cores"


def _after_fork() -> None:
    """In a child the threads of this module do not exist, and OpenMP does not run."""
    global _watch
    _watch = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
