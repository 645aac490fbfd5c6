"""How many cores other processes keep busy, so that short kernels leave those cores to them.

Threads of a kernel share its work evenly and wait for each other.  If one of them gets a core that another process
uses, it comes some milliseconds late: a kernel of half a millisecond then takes longer on two threads than on one.
Linux says how long each core worked (``/proc/stat``); what this process did not do, others did.
"""

from __future__ import annotations

import os
from pathlib import Path
from time import perf_counter, process_time
from typing import Final

from graphops_cpu.runtime import waiting

_INTERVAL: Final = 0.1  # seconds between two looks: the system counts in hundredths of a second
_STAT: Final = Path("/proc/stat")
_BUSY: Final = (1, 2, 3, 6, 7)  # fields of a core's line: user, nice, system, interrupts
_LEAST: Final = 0.3  # of a core: who shares it with one of our threads gets half of it at most
_PAUSE: Final = 0.03  # seconds without a kernel that asks, in which this process did not work for half of the time
_TICK: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def _worked() -> tuple[float, int] | None:
    """Seconds that the cores which this process may use have worked, and how many these are; ``None`` where the system
    does not say."""
    try:
        mine = os.sched_getaffinity(0)
        lines = _STAT.read_text().splitlines()[1 : 1 + (os.cpu_count() or 1)]
        fields = [line.split() for line in lines if line.startswith("cpu") and int(line.split(" ", 1)[0][3:]) in mine]
        return sum(int(core[field]) for core in fields for field in _BUSY) / _TICK, len(mine)
    except (AttributeError, OSError, ValueError, IndexError):  # not Linux, or a Linux that hides it
        return None


class _Sample:
    """What was found at the last look.

    Attributes:
        due: when to look again.
        at, worked, own: the time, and the seconds that the cores and this process had worked by then.
        cores: how many there are.
        others: how many of them others kept busy before it.
        asked, asked_own: the time, and what this process had worked, when a kernel asked last.
        paused: whether this process has paused since. What others did then, they may have done in turn with it.
    """

    __slots__ = ("asked", "asked_own", "at", "cores", "due", "others", "own", "paused", "worked")

    def __init__(self) -> None:
        self.at, self.own = self.asked, self.asked_own = perf_counter(), process_time()
        self.paused = False
        found = _worked()
        self.worked: float | None = None if found is None else found[0]
        self.cores = 0 if found is None else found[1]
        self.due = self.at + _INTERVAL
        self.others = 0.0

    def ask(self, now: float) -> None:
        own, passed = process_time(), now - self.asked
        if passed > _PAUSE and own - self.asked_own < passed / 2:
            self.paused = True
        self.asked, self.asked_own = now, own

    def free(self, count: int) -> int:
        """How many of so many threads find a core."""
        taken = int(self.others + 1 - _LEAST)
        return max(1, min(count, self.cores - taken)) if taken else count


_last: _Sample | None = None  # before the first look


def _look(now: float) -> _Sample:
    global _last
    before, found = _last, _Sample()
    if before is None:
        waiting.begin()
    elif before.worked is not None and found.worked is not None and (waiting.is_crowded() or not before.paused):
        work = found.worked - before.worked - (found.own - before.own)
        found.others = max(0.0, work / max(now - before.at, _INTERVAL))
    _last = found
    return found


def _recent() -> _Sample:
    now, last = perf_counter(), _last
    if last is not None:
        last.ask(now)
        if now < last.due:
            return last
    return _look(now)


def busy_elsewhere() -> float:
    """How many of the cores that this process may use others kept busy lately; 0 where the system does not say."""
    return _recent().others


def free_threads(count: int) -> int:
    """How many of ``count`` threads find a core that no other process uses; at least one."""
    if count == 1:
        return 1
    return _recent().free(count)
