"""How many threads a call list takes: fewer than there are, where that was faster.

Two threads share the work of a small convolution and wait for each other. On a machine that is busy with something else
one of them comes late, and the other one waits; on a quiet one they gain little if the work is small.  So a list that
runs again and again tries another number now and then, and keeps what took less time.
"""

from __future__ import annotations

from collections import deque
from statistics import median
from typing import Final

_FIRST: Final = 48  # runs before the first trial
_MOST: Final = 1536  # runs between two trials with all threads ...
_MOST_WITH_FEWER: Final = 192  # ... and with fewer: a machine that was busy may be quiet by now
_TRIAL: Final = 5  # runs of a trial, of which the first does not count: its caches are cold
_RECENT: Final = 7
_GAIN_OF_FEWER: Final = 0.75  # of the time, below which fewer threads are taken ...
_GAIN_OF_MORE: Final = 0.95  # ... and more
_LONGEST: Final = 0.02  # seconds: the work of longer lists is large enough for all threads


class ThreadChoice:
    """Says how many threads the next run takes, and is told how long it took.

    Args:
        threads: how many there are.
    """

    def __init__(self, threads: int) -> None:
        self._counts = [threads]
        while self._counts[-1] > 1:
            self._counts.append(self._counts[-1] // 2)
        self._at = 0
        self._trial: int | None = None
        self._tried: list[float] = []
        self._down = True
        self._recent: deque[float] = deque(maxlen=_RECENT)
        self._runs = 0
        self._interval = _FIRST

    @property
    def count(self) -> int:
        """How many threads the next run takes."""
        return self._counts[self._at if self._trial is None else self._trial]

    @property
    def usual(self) -> int:
        """How many there are."""
        return self._counts[0]

    @property
    def keeps_all(self) -> bool:
        """Whether the runs take all threads, and not only one for a trial."""
        return self._at == 0 and self._trial is None

    def note(self, seconds: float) -> None:
        """Note how long the run took."""
        if self._trial is not None:
            self._tried.append(seconds)
            if len(self._tried) == _TRIAL:
                self._decide()
            return
        self._recent.append(seconds)
        self._runs += 1
        if self._runs >= self._interval and len(self._counts) > 1 and median(self._recent) < _LONGEST:
            last = len(self._counts) - 1
            self._down = self._at == 0 or (self._at < last and not self._down)
            self._trial, self._tried = self._at + (1 if self._down else -1), []

    def _decide(self) -> None:
        trial, self._trial, self._runs = self._trial, None, 0
        if trial is None:
            return
        gain = _GAIN_OF_FEWER if trial > self._at else _GAIN_OF_MORE
        if median(self._tried[1:]) < gain * median(self._recent):
            self._at, self._interval = trial, _FIRST
            self._recent.clear()
            self._recent.extend(self._tried[1:])
        else:
            self._interval = min(2 * self._interval, _MOST_WITH_FEWER if self._at else _MOST)

    def stop(self) -> None:
        """Try nothing any more."""
        self._at, self._trial, self._counts = 0, None, self._counts[:1]
