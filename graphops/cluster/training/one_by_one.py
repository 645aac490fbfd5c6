"""Training without a cluster: the shards run in this process, one after the other, and give the same bits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from graphops.cluster.limits import remaining
from graphops.cluster.training.shard_step import Partial, add_in_place, run_shard
from graphops.cluster.training.split import is_dask
from graphops.cluster.training.work import Work
from graphops.cluster.tree import tree_sum
from graphops.plan.run_state import RunState
from graphops.session.session import Session


class OneByOne:
    """Runs shards here."""

    def __init__(self) -> None:
        self._runs: Session | None = None  # the shard that runs now

    def place(self, parts: Sequence[Sequence[Any]]) -> tuple[tuple[Any, ...], ...]:
        return tuple(tuple(part.compute() if is_dask(part) else part for part in shard) for shard in parts)

    def total(self, work: Work, run: RunState) -> Partial:
        return tree_sum(self._results(work, run), add_in_place)

    def _results(self, work: Work, run: RunState) -> Iterator[Partial]:
        for shard, given in zip(work.shards, work.given, strict=True):
            run.check()
            limited = replace(shard, timeout=remaining(run))
            yield run_shard(limited, work.program, work.common, work.others, *given, watched=self._watched)

    @contextmanager
    def _watched(self, session: Session) -> Iterator[None]:
        """Within the block, ``cancel`` stops ``session``."""
        self._runs = session
        try:
            yield
        finally:
            self._runs = None

    def cancel(self) -> None:
        running = self._runs
        if running is not None:
            running.cancel()

    def close(self) -> None:
        """Nothing is kept."""
