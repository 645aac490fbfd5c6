"""The Session of a training, which lends a step its limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from graphops.plan.run_state import RunState
from graphops.session.session import Session, check_timeout
from graphops_registry.locks import new_lock

_TICK: Final = 0.1  # seconds


class Trainer(Session):
    """Has the variables, and runs the updates.

    Args:
        stop: called when runs are cancelled, to stop what runs elsewhere for this Session.
    """

    def __init__(self, *arguments: Any, stop: Callable[[], None], **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self._stop = stop
        self._turn = new_lock()

    @contextmanager
    def turn(self, timeout: float | None) -> Iterator[RunState]:
        """A run that ``cancel`` and ``close`` stop, for what is done outside of this Session; one at a time."""
        self._check_usable()
        check_timeout(timeout)
        run = self._run_state(timeout)
        self._runs.add(run)
        try:
            while not self._turn.acquire(timeout=_TICK):
                run.check()
            try:
                yield run
            finally:
                self._turn.release()
        finally:
            self._runs.discard(run)
            run.end()

    def cancel(self) -> None:
        super().cancel()
        self._stop()

    def close(self) -> None:
        super().close()
        self._stop()
