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


class Waiting:
    """How a run waits for futures.

    Args:
        check: raises if the run must stop.
        remaining: seconds that are left, or ``None``.
        worker_timeout: seconds that a place may be without a worker.
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

    def values(
        self,
        futures: Mapping[Any, Place],
        failed: Callable[[Any], NoReturn],
        missing: Callable[[Any], GraphopsError],
    ) -> list[Any]:
        """The values of all ``futures``, in their order.

        Args:
            futures: with the place that each needs.
            failed: raises the error of a future that failed.
            missing: the error for a future whose place no worker has.

        Raises:
            UnavailableError: the scheduler is gone.
        """
        from distributed import wait

        client = self._connection.client
        left = set(futures)
        while left:
            self._check()
            remaining = self._remaining()
            tick = _TICK if remaining is None else max(min(_TICK, remaining), 0.001)
            try:
                with client.as_current():
                    ended = wait(list(left), timeout=tick, return_when="FIRST_COMPLETED").done
            except TimeoutError:
                self._look({future: futures[future] for future in left}, missing)
                continue
            for future in ended:
                if future.status != "finished":
                    if not self._connection.is_alive:
                        raise failures.lost(self._connection.address)
                    self._check()
                    failed(future)
            left -= ended
        try:
            found: list[Any] = client.gather(list(futures), errors="raise", direct=True) if futures else []
        except Exception as error:
            if not self._connection.is_alive:
                raise failures.lost(self._connection.address) from error
            raise
        return found

    def _look(self, waiting: Mapping[Any, Place], missing: Callable[[Any], GraphopsError]) -> None:
        """Raise if the scheduler is gone, or a place has been missing for too long."""
        if not self._connection.is_alive:
            raise failures.lost(self._connection.address)
        places, now = self._connection.places(), time.monotonic()
        anyone = self._connection.has_workers()
        for future, place in waiting.items():
            there = anyone if place == ANYWHERE else place.resource in places
            if there:
                self._since.pop(place, None)
            elif now - self._since.setdefault(place, now) > self._worker_timeout:
                raise missing(future)


__all__ = ["Waiting"]
