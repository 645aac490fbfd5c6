"""Stops a piece that runs on a worker when nobody wants it any more.

Dask takes back what has not begun and lets the rest run to its end. But the scheduler tells the worker in each case:
when a run is cancelled, fails elsewhere or is out of time, and when its client is gone. A plug-in of the worker listens
for that and cancels the Session that runs the piece.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, Protocol

from distributed import WorkerPlugin, get_worker
from distributed.utils import sync

from graphops_registry.locks import new_lock

_NAME: Final = "graphops-stopping"
_SECONDS: Final = 10.0  # for the worker's event loop to take the plug-in
_ADDING: Final = new_lock()


class Stoppable(Protocol):
    """A run that another thread can stop."""

    def cancel(self) -> None:
        """Stop it before its next node."""


class _Listener(WorkerPlugin):  # type: ignore[misc]  # Dask has no types
    """Knows what runs on one worker."""

    def __init__(self) -> None:
        self._running: dict[Any, Stoppable] = {}

    def transition(self, key: Any, start: str, finish: str, **_: Any) -> None:
        """Called by Dask, in the worker's event loop, when the state of a task changes."""
        if start == "executing" and finish == "released":
            running = self._running.get(key)
            if running is not None:
                running.cancel()

    @contextmanager
    def watches(self, worker: Any, running: Stoppable) -> Iterator[None]:
        """Within the block, ``running`` is what this thread's task does."""
        key = worker.get_current_task()
        self._running[key] = running
        try:
            task = worker.state.tasks.get(key)
            if task is None or task.state == "cancelled":  # since before this could listen
                running.cancel()
            yield
        finally:
            self._running.pop(key, None)


@contextmanager
def while_wanted(running: Stoppable) -> Iterator[None]:
    """Within the block, ``running`` is cancelled when the task that this thread runs is taken back."""
    try:
        worker = get_worker()
    except ValueError:  # called outside a task
        yield
        return
    with _ADDING:
        listener = worker.plugins.get(_NAME)
        if listener is None:
            listener = _Listener()
            sync(worker.loop, worker.plugin_add, plugin=listener, name=_NAME, callback_timeout=_SECONDS)
    with listener.watches(worker, running):
        yield
