"""How every side handles a case: make it, run it once, time it on command. Runs in peers too."""

from __future__ import annotations

import gc
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

_SHORTEST = 1e-3  # seconds; what is quicker is timed in groups, so that the clock does not count
_SHORTEST_QUEUED = 5e-3  # on a device, where the first call of a group may begin late
SAMPLES = 64  # elements of a result that the sides compare


class RefusedError(Exception):
    """This side does not compute this case; the text says why."""


Clock = Callable[[Callable[[], Any], int], tuple[float, float]]
"""Calls a function so many times: seconds that its work took on a device, and those until the last call returned."""


def clock_of(seconds: Callable[[Callable[[], None]], float]) -> Clock:
    """The clock of a device.

    Args:
        seconds: those that the work took which a function queues.
    """

    def clock(function: Callable[[], Any], count: int) -> tuple[float, float]:
        returned = 0.0

        def calls() -> None:
            nonlocal returned
            begin = time.perf_counter()
            for _ in range(count):
                function()
            returned = time.perf_counter() - begin

        return seconds(calls), returned

    return clock


def arrays_of(result: Any) -> Iterator[Any]:
    """The arrays in a result of any side: itself, or those in its lists; ``None`` is left out."""
    for item in result if isinstance(result, (list, tuple)) else [result]:
        if isinstance(item, (list, tuple)):
            yield from arrays_of(item)
        elif item is not None:
            yield item


@dataclass
class Task:
    """A case made ready.

    Attributes:
        run: one call; its result is on the host, or, with a ``clock``, anywhere.
        sample: some numbers of a result, the same ones on every side.
        facts: what else is worth knowing, for people.
        measure: instead of timing ``run``: names and seconds of the parts of one run.
        keep: what must live as long as the task.
        clock: for work that is only queued when ``run`` returns.
        close: gives back what the task held.
        found: what ``kernel`` in ``facts`` is, where that is known only after some runs.
    """

    run: Callable[[], Any]
    sample: Callable[[Any], list[float]] = lambda result: []
    facts: dict[str, Any] = field(default_factory=dict)
    measure: Callable[[], dict[str, float]] | None = None
    keep: Any = None
    clock: Clock | None = None
    close: Callable[[], None] | None = None
    found: Callable[[], str] | None = None


class Runner:
    """One side: the case at hand, and its times.

    Args:
        make: what makes a task of a case; raises :class:`RefusedError`.
    """

    def __init__(self, make: Callable[[dict[str, Any]], Task]) -> None:
        self._make = make
        self._task: Task | None = None
        self._seconds = 0.0  # of a call, roughly
        self._base = 0

    def prepare(self, case: dict[str, Any], patience: float) -> dict[str, Any]:
        """Make the case and run it once, twice if the first run took less than ``patience`` seconds.

        Returns:
            ``refused``: why it cannot be had; or ``first``: seconds of the first run, ``seconds``: of the quicker one,
            ``sample`` and ``facts``.
        """
        self.drop()
        self._base = _memory("VmRSS")
        _forget_peak()
        try:
            start = time.perf_counter()
            task = self._make(case)
            made = time.perf_counter() - start
            if task.measure is not None:
                self._task = task
                return {"first": 0.0, "seconds": 0.0, "made": made, "sample": [], "facts": task.facts}
            results: list[Any] = []
            first = self._seconds = _seconds(lambda: results.append(task.run()), task)
            sample = task.sample(results.pop())
            if first < patience:
                self._seconds = min(first, _seconds(task.run, task))
        except RefusedError as refusal:
            return _refused(str(refusal))
        except Exception as error:  # one broken case must not end the others
            return _refused(f"{type(error).__name__}: {error}")
        self._task = task
        return {"first": first, "seconds": self._seconds, "made": made, "sample": sample, "facts": task.facts}

    def time(self, runs: int, seconds: float) -> dict[str, Any]:
        """One turn: at least ``runs`` runs and about ``seconds`` seconds.

        Returns:
            ``refused``; or ``median`` and ``least`` seconds of a call, ``runs``, and where work is queued ``host``, the
            median until a call returned, and ``kernel``, if only now known; or ``parts``: seconds by name. With them
            ``peak_memory``: bytes that the process had at most since it prepared the case, beyond what it had before;
            ``total_memory``: all of it.
        """
        task = self._task
        if task is None:
            raise RefusedError("no case was prepared")
        found: dict[str, Any]
        enabled = gc.isenabled()
        try:
            if task.measure is not None:
                found = {"parts": task.measure()}
            else:
                gc.disable()
                times, queued = self._times(task, runs, seconds)
                found = {"median": median(times), "least": min(times), "runs": len(times)}
                if queued:
                    found["host"] = median(queued)
                if task.found is not None:
                    found["kernel"] = task.found()
        except RefusedError as refusal:
            return _refused(str(refusal))
        except Exception as error:
            return _refused(f"{type(error).__name__}: {error}")
        finally:
            if enabled:
                gc.enable()
        peak = _memory("VmHWM") if task.clock is None else 0  # that of a device is not the process's
        return {**found, "peak_memory": max(peak - self._base, 0), "total_memory": peak}

    def _times(self, task: Task, runs: int, seconds: float) -> tuple[list[float], list[float]]:
        """Seconds of a call in each group, and, with a clock, those until it returned."""
        run, clock = task.run, task.clock
        if self._seconds < 1.0:
            run()  # the others had the caches meanwhile
        shortest = _SHORTEST if clock is None else _SHORTEST_QUEUED
        group = max(1, min(10_000, round(shortest / max(self._seconds, 1e-7))))
        times: list[float] = []
        queued: list[float] = []
        spent = 0.0
        while len(times) < runs or spent < seconds:
            if clock is None:
                start = time.perf_counter()
                for _ in range(group):
                    run()
                taken = time.perf_counter() - start
            else:
                run()  # the device has something to do while the first of the group is queued
                taken, returned = clock(run, group)
                queued.append(returned / group)
            spent += taken
            times.append(taken / group)
        return times, queued

    def drop(self) -> None:
        """Forget the case at hand."""
        task, self._task = self._task, None
        if task is None:
            return
        close = task.close
        del task
        gc.collect()
        if close is not None:
            close()


def _seconds(run: Callable[[], Any], task: Task) -> float:
    """Of one call."""
    if task.clock is not None:
        return task.clock(run, 1)[0]
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def _refused(text: str) -> dict[str, Any]:
    return {"refused": " ".join(text.split())[:300]}


def operand(shape: Sequence[int], name: str) -> np.ndarray[Any, Any]:
    """Normal numbers, float32, the same on every side for the same shape and name."""
    seed = zlib.crc32(f"{name} {tuple(shape)}".encode())
    return np.random.default_rng(seed).standard_normal(tuple(shape), np.float32)


def sample_positions(shape: Sequence[int]) -> tuple[np.ndarray[Any, Any], ...]:
    """Index arrays of :data:`SAMPLES` elements spread over an array."""
    size = int(np.prod(np.asarray(shape, np.int64)))
    flat = np.random.default_rng(1).integers(0, max(size, 1), SAMPLES if size else 0)
    return np.unravel_index(flat, tuple(shape))


def sample_of(array: np.ndarray[Any, Any]) -> list[float]:
    """The sampled elements as numbers."""
    return [float(value) for value in array[sample_positions(array.shape)].astype(np.float64)]


def _memory(name: str) -> int:
    """``VmRSS`` or ``VmHWM`` of this process in bytes; 0 where the system does not say."""
    try:
        for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
            if line.startswith(name):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return 0


def _forget_peak() -> None:
    """Let ``VmHWM`` start again from what is in use (Linux)."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:
        return
