"""Keeping arrays alive until the device has finished the work that was queued when they were released.

Memory of a device goes back to the lane that it was allocated on, and the lane's next work uses it again.  An array
that another lane still reads must be kept until that lane is done.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Iterable
from typing import Any

from graphops_registry.device_def import Lane

_local = threading.local()


class _Unreleased:
    """What one thread let go of, and lanes may still read."""

    def __init__(self) -> None:
        self._queue: deque[tuple[list[tuple[Lane, Any]], tuple[Any, ...]]] = deque()

    def add(self, lanes: Iterable[Lane], objects: tuple[Any, ...]) -> None:
        queue = self._queue
        while queue and all(lane.is_done(mark) for lane, mark in queue[0][0]):
            queue.popleft()
        queue.append(([(lane, lane.mark()) for lane in lanes], objects))

    def __del__(self, suppress: type[contextlib.suppress] = contextlib.suppress) -> None:
        """The thread ends: the memory of its objects goes to others."""
        for marks, _ in self._queue:
            for lane, mark in marks:
                with suppress(Exception):  # a device that is lost
                    if not lane.is_done(mark):
                        lane.synchronize()


def hold(lanes: Iterable[Lane], *objects: Any) -> None:
    """Keep ``objects`` until the work queued on ``lanes`` is done; release those kept earlier whose work is done."""
    unreleased: _Unreleased | None = getattr(_local, "unreleased", None)
    if unreleased is None:
        unreleased = _local.unreleased = _Unreleased()
    unreleased.add(lanes, objects)


def collect(into: list[Any] | None) -> list[Any] | None:
    """Let :func:`note_read` of this thread append to ``into`` from now on; what it appended to before."""
    before: list[Any] | None = getattr(_local, "read", None)
    _local.read = into
    return before


def note_read(value: Any) -> None:
    """A value of a variable is about to be read on a lane; another thread may replace it at any time."""
    into: list[Any] | None = getattr(_local, "read", None)
    if into is not None:
        into.append(value)
