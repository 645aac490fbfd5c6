"""Runs that wait for each other: for room in a queue, or for an element."""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from threading import Condition
from typing import Final

from graphops_registry.kernels.context import Context
from graphops_registry.locks import new_lock

POLL: Final = 0.05  # seconds between two looks at whether the run is to end, for one that waits


class Lines:
    """Runs wait in lines, and under one lock the first one of each goes on as soon as it can.

    Args:
        count: of the lines.
        free: lines in which everybody goes on as soon as they can, because they wait for different things.
    """

    def __init__(self, count: int, free: Container[int] = ()) -> None:
        self._free = free
        self.lock = new_lock()
        self._lines: list[list[Condition]] = [[] for _ in range(count)]
        self._process = os.getpid()

    def wait(self, ctx: Context, line: int, step: Callable[[], bool]) -> None:
        """Call ``step`` under the lock, when this run is the first one of its line, until it says that it is done.

        Args:
            step: may raise. It is called again whenever another run may have changed something; one that changes
                something and is not done yet calls :meth:`wake`.

        Raises:
            CancelledError, DeadlineExceededError: the run is to end.
        """
        own = Condition(self.lock)
        with self.lock:
            self._leave_parent()
            waiting = self._lines[line]
            waiting.append(own)
            try:
                while (waiting[0] is not own and line not in self._free) or not step():
                    ctx.check_cancelled()
                    own.wait(POLL)
            finally:
                if own in waiting:  # not in a child process, whose lines are new
                    waiting.remove(own)
                self.wake()

    def wake(self) -> None:
        """Let the first one of each line look again; the caller holds the lock."""
        for number, line in enumerate(self._lines):
            for each in line if number in self._free else line[:1]:
                each.notify()

    def _leave_parent(self) -> None:
        """After a fork, the lines' threads are in the parent process alone."""
        if self._process != os.getpid():
            self._process = os.getpid()
            for line in self._lines:
                line.clear()


@contextmanager
def held(lock: object, ctx: Context) -> Iterator[None]:
    """Within the block a ``threading.Lock`` is held; a run that waits for it can be cancelled."""
    while not lock.acquire(timeout=POLL):  # type: ignore[attr-defined]
        ctx.check_cancelled()
    try:
        yield
    finally:
        lock.release()  # type: ignore[attr-defined]
