"""Training on a cluster: each shard is a task of Dask, and so is each addition of two buckets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from graphops.cluster import failures
from graphops.cluster.connection import Connection
from graphops.cluster.limits import remaining
from graphops.cluster.places import ANYWHERE, Place
from graphops.cluster.programs import Program
from graphops.cluster.training.shard_step import Common, Partial, add, one_bucket, run_shard
from graphops.cluster.training.split import is_dask
from graphops.cluster.training.work import Work
from graphops.cluster.tree import tree_sum
from graphops.cluster.waiting import Waiting
from graphops.plan.run_state import RunState

_SMALL: Final = 1 << 18  # bytes that go along with each shard: one task less to wait for, which takes 10 ms


class OnWorkers:
    """Runs shards on the workers of a cluster.

    Every value that a task takes is the result of another task, whose argument the scheduler holds, so a lost worker
    loses nothing that Dask cannot make again. Variables (unless they are small), programs and data are tasks of their
    own: the scheduler sends them to one worker, and the others fetch them from there.

    Args:
        worker_timeout: seconds to wait for a worker when there is none.
    """

    def __init__(self, connection: Connection, worker_timeout: float) -> None:
        self._connection = connection
        self._worker_timeout = worker_timeout
        self._program: tuple[Program, Any] | None = None  # as it was sent last, and its future
        self._others: tuple[Common, Any] | None = None

    # -- data -----------------------------------------------------------------------------------------------------

    def place(self, parts: Sequence[Sequence[Any]]) -> tuple[tuple[Any, ...], ...]:
        workers = self._workers()
        return tuple(
            tuple(self._placed(part, _near(number, workers)) for part in shard) for number, shard in enumerate(parts)
        )

    def _placed(self, part: Any, near: dict[str, Any]) -> Any:
        if is_dask(part):
            return self._connection.compute(part, **near)
        return self._connection.submit(_itself, part, pure=False, **near)

    def _literal(self, value: Any) -> Any:
        return self._placed(value, {})

    def _workers(self) -> list[str]:
        """The addresses of the workers, by their names: one that was started again has its old position."""
        found = sorted(self._connection.workers() or [], key=lambda each: (len(str(each["name"])), str(each["name"])))
        return [str(each["address"]) for each in found]

    # -- a step ---------------------------------------------------------------------------------------------------

    def total(self, work: Work, run: RunState) -> Partial:
        sent: list[Any] = []
        by_peers = work.shards[0].all_reduce is not None
        try:
            shards = self._send(work, run, sent)
            waiting = Waiting(self._connection, run.check, lambda: remaining(run), self._worker_timeout)
            wanted = shards
            if not by_peers:
                roots = self._trees(list(shards), len(work.shards[0].layout.sizes), sent)
                wanted = dict.fromkeys(roots, ANYWHERE)
            ended = waiting.values(
                wanted,
                lambda future: failures.raise_of(future, work.piece),
                lambda future: failures.unavailable(work.piece, wanted[future]),
                lambda partial: partial.failed is not None and not partial.by_peers,
            )
            found = [ended[future] for future in wanted if future in ended]
            return _joined(found) if by_peers else _together(found)
        finally:
            self._connection.release(sent)  # an error would keep the futures alive

    def _send(self, work: Work, run: RunState, sent: list[Any]) -> dict[Any, Place]:
        """The futures of the shards, each with the place that it needs."""
        workers = self._workers()
        client = self._connection.client
        if self._program is None or self._program[0] is not work.program:
            self._program = work.program, self._literal(work.program)
        if self._others is None or self._others[0] is not work.others:
            self._others = work.others, self._literal(work.others)
        kept = {self._program[1], self._others[1], *(future for given in work.given for future in given)}
        failed = [future for future in kept if future.status == "error"]
        if failed:  # there was no worker for too long when they were to be computed again
            client.retry(failed)
        common: Any = work.common
        if work.common.nbytes > _SMALL:
            common = self._literal(work.common)
            sent.append(common)
        found: dict[Any, Place] = {}
        for shard, given in zip(work.shards, work.given, strict=True):
            place = ANYWHERE
            where = _near(shard.number, workers)
            if shard.all_reduce is not None:
                place = Place("worker", shard.number)
                where = {"resources": {place.resource: 1}}
            arguments = replace(shard, timeout=remaining(run)), self._program[1], common, self._others[1]
            key = f"shard-{work.name}-{shard.number}"
            future = self._connection.submit(_run_shard, *arguments, *given, key=key, pure=False, **where)
            sent.append(future)
            found[future] = place
        return found

    def _trees(self, shards: list[Any], buckets: int, sent: list[Any]) -> list[Any]:
        """Futures of the sums of each bucket; each has a tree of its own, so that several workers can add."""
        submit = self._connection.submit

        def added(left: Any, right: Any) -> Any:
            sent.append(submit(add, left, right, pure=False))
            return sent[-1]

        if buckets == 1:
            return [tree_sum(shards, added)]
        roots = []
        for bucket in range(buckets):
            leaves = [submit(one_bucket, shard, bucket, pure=False) for shard in shards]
            sent.extend(leaves)
            roots.append(tree_sum(leaves, added))
        return roots

    def cancel(self) -> None:
        """Nothing runs in this process."""

    def close(self) -> None:
        self._program = self._others = None
        self._connection.close()


def _run_shard(*arguments: Any) -> Partial:
    """:func:`run_shard` on a worker, where it stops when the client wants it no more."""
    from graphops.cluster.stopping import while_wanted  # needs Dask

    return run_shard(*arguments, watched=while_wanted)


def _itself(value: Any) -> Any:
    return value


def _near(number: int, workers: list[str]) -> dict[str, Any]:
    """Where a shard runs if it can: on the same worker in each step, which has its data."""
    if not workers:
        return {}
    return {"workers": [workers[number % len(workers)]], "allow_other_workers": True}


def _together(roots: list[Partial]) -> Partial:
    """The sums of all buckets as one."""
    for root in roots:
        if root.failed is not None:
            return root
    return Partial(roots[0].loss, tuple(bucket for root in roots for bucket in root.buckets))


def _joined(shards: list[Partial]) -> Partial:
    """What a hook left: the sums are those of rank 0; each shard has its own loss."""
    failed = [shard for shard in shards if shard.failed is not None]
    if failed:
        return min(failed, key=lambda shard: shard.by_peers)
    return Partial(tree_sum([shard.loss for shard in shards], lambda a, b: a + b), shards[0].buckets)
