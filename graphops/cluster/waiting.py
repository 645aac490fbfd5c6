"""Waiting for what a cluster computes: within a run's limits, and never for a worker that does not come."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn

from graphops.cluster import failures
from graphops.cluster.connection import Connection
from graphops.cluster.places import ANYWHERE, Place
from graphops_registry.errors import GraphopsError

_TICK: Final = 0.25  # seconds between looks at the clock, the workers and cancel()


def _never(value: Any) -> bool:
    del value
    return False


class Waiting:
    """How a run waits for futures.

    Args:
        check: raises if the run must stop.
        remaining: seconds that are left, or ``None``.
        worker_timeout: seconds that a place may be without a worker, and the scheduler without an answer.
    """

    def __init__(
        self,
        connection: Connection,
        check: Callable[[], None],
        remaining: Callable[[], float | None],
        worker_timeout: float,
    ) -> None:
        self._connection = connection
        self._check = check
        self._remaining = remaining
        self._worker_timeout = worker_timeout
        self._since: dict[Place, float] = {}  # since when a place has been missing
        self._silent_since: float | None = None  # since when the scheduler has given no answer
        self._nobody = False  # whether there was no worker at the last look

    def values(
        self,
        futures: Mapping[Any, Place],
        failed: Callable[[Any], NoReturn],
        missing: Callable[[Any], GraphopsError],
        is_last: Callable[[Any], bool] = _never,
    ) -> dict[Any, Any]:
        """The value of each future; if one ``is_last``, only of those that have ended by then.

        Args:
            futures: with the place that each needs.
            failed: raises the error of a future that failed.
            missing: the error for a future whose place no worker has.
            is_last: whether a value says that the others need not be waited for.

        Raises:
            UnavailableError: the scheduler is gone, or gives no answer.
        """
        left, found = dict(futures), dict[Any, Any]()
        while left:
            self._check()
            ended = self._connection.wait(left, self._tick())
            for future in ended:
                if future.status != "finished":
                    self._connection.check_alive()
                    self._check()
                    failed(future)
                del left[future]
            if not ended:
                self._look(left, missing)
                found |= self._fetched([future for future in futures if future not in left and future not in found])
                if any(map(is_last, found.values())):
                    return found
        return found | self._fetched([future for future in futures if future not in found])

    def _fetched(self, ended: list[Any]) -> dict[Any, Any]:
        """The values of futures that have ended well."""
        if not ended:
            return {}
        gathering = self._connection.gather(ended)
        try:
            while not gathering.wait(self._tick()):
                self._check()
                self._look({}, _no_error)
            return dict(zip(ended, gathering.values(), strict=True))
        finally:
            gathering.cancel()

    def _tick(self) -> float:
        remaining = self._remaining()
        return _TICK if remaining is None else max(min(_TICK, remaining), 0.001)

    def _look(self, waiting: Mapping[Any, Place], missing: Callable[[Any], GraphopsError]) -> None:
        """Raise if the scheduler is gone or silent, or a place has been missing, for too long."""
        workers, now = self._connection.workers(), time.monotonic()
        if workers is None:
            self._silent_since = now if self._silent_since is None else self._silent_since
            if now - self._silent_since > self._worker_timeout:
                raise failures.lost(self._connection.address)
            return
        self._silent_since = None
        if self._nobody and workers:
            self._connection.let_run_anywhere()
        self._nobody = not workers
        places = {resource for worker in workers for resource in worker.get("resources", {})}
        for future, place in waiting.items():
            there = bool(workers) if place == ANYWHERE else place.resource in places
            if there:
                self._since.pop(place, None)
            elif now - self._since.setdefault(place, now) > self._worker_timeout:
                raise missing(future)


def _no_error(future: Any) -> GraphopsError:
    raise AssertionError(future)


__all__ = ["Waiting"]
