"""What is computed for one shard: the loss and the gradients, from the variables' values and a part of the batch."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphops.cluster.arrivals import aligned
from graphops.cluster.calls import Held
from graphops.cluster.piece_store import PieceStore, generator_of
from graphops.cluster.programs import Program
from graphops.cluster.training.buckets import Layout
from graphops.cluster.training.hook import AllReduce, Round, reduced
from graphops.cluster.worker import check_versions, prepared
from graphops.plan.session_config import SessionConfig
from graphops.session.session import Session
from graphops_cpu.plain.random import Stream
from graphops_registry.errors import GraphopsError, InvalidArgumentError, UnavailableError

Array = np.ndarray[Any, Any]
Watched = Callable[[Session], AbstractContextManager[Any]]


@dataclass(frozen=True, slots=True)
class Common:
    """What all shards of a step take, which travels to each worker once.

    Attributes:
        variables: their values.
        shared: values that are fed whole.
    """

    variables: tuple[Held, ...]
    shared: tuple[Any, ...] = ()

    @property
    def nbytes(self) -> int:
        """The size of the arrays in it."""
        arrays = [held.value for held in self.variables] + list(self.shared)
        return sum(int(array.nbytes) for array in arrays)


@dataclass(frozen=True, slots=True)
class Shared:
    """A feed that all shards have: its position in :attr:`Common.shared`."""

    position: int


@dataclass(frozen=True, slots=True)
class Given:
    """A feed that is on the workers: which of the shard's own data, and which of its rows; ``None`` for all."""

    position: int
    rows: Array | None = None


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of a step.

    Attributes:
        number: which shard.
        step: which step; random numbers depend on both, and on ``entropy`` where an op has no seed.
        versions: of graphops and Python on the client, which must be the worker's.
        feeds: values, or where they are, in the order of the program's feeds.
        weight: by which its loss and gradients count; 0 for a shard without rows, which a hook needs nevertheless.
        layout: of the gradients.
        config: the Session's.
        timeout: seconds that are left.
        round: with ``all_reduce``, the part of the reduction.
    """

    number: int
    step: int
    versions: tuple[str, str]
    feeds: tuple[Any, ...]
    weight: float
    layout: Layout
    entropy: int
    config: SessionConfig
    timeout: float | None = None
    all_reduce: AllReduce | None = None
    round: Round | None = None


@dataclass(frozen=True, slots=True)
class Partial:
    """The sum over some shards.

    Attributes:
        loss: weighted.
        buckets: of gradients, weighted.
        failed: the error that there is instead.
        by_peers: whether it came from a hook, which another shard's error may have brought about.
    """

    loss: float
    buckets: tuple[Array, ...] = ()
    failed: GraphopsError | None = None
    by_peers: bool = False


class ShardStore(PieceStore):
    """The state that a shard sees: the variables, and generators that begin anew for each shard of each step."""

    def __init__(self, variables: tuple[Held, ...], shard: Shard) -> None:
        super().__init__((), {}, shard.entropy)
        self._shard = shard
        for held in variables:  # without the copies that assign() makes: nobody writes to these arrays
            value = aligned(held.value).view()
            value.flags.writeable = False
            entry = self._find(held.handle, create=True)
            with entry.lock:
                self._install(entry, held.handle, value)

    def _begin(self, key: Any, stream: Stream) -> None:
        begin = 0 if any(stream.seeds) else self._shard.entropy  # the key has the seeds
        stream.generator = generator_of(begin, key, self._shard.step, self._shard.number)


def run_shard(
    shard: Shard,
    program: Program,
    common: Common,
    others: Common,
    *given: Any,
    watched: Watched = nullcontext,
) -> Partial:
    """Compute a shard. What it gives depends on its arguments alone.

    Args:
        common: what may be new in each step.
        others: the variables that are not trained.
        given: the shard's data that were on the workers.
        watched: makes a context of the Session that runs it, in which it runs.

    Returns:
        Its loss and gradients, or the error of a local Session.
    """
    try:
        return _run(shard, program, common, others, given, watched)
    except GraphopsError as error:
        return Partial(0.0, failed=error)


def _run(
    shard: Shard,
    program: Program,
    common: Common,
    others: Common,
    given: tuple[Any, ...],
    watched: Watched,
) -> Partial:
    check_versions(shard.versions, "of a shard")
    if shard.weight:
        loss, buckets = _loss_and_gradients(shard, program, common, others, given, watched)
    else:
        loss, buckets = 0.0, shard.layout.zeros()
    if shard.all_reduce is None or shard.round is None:
        return Partial(loss, buckets)
    return _with_peers(shard.all_reduce, shard.round, loss, buckets)


def _loss_and_gradients(
    shard: Shard,
    program: Program,
    common: Common,
    others: Common,
    given: tuple[Any, ...],
    watched: Watched,
) -> tuple[float, tuple[Array, ...]]:
    ready = prepared(program, shard.config)
    session = ready.session.with_state(ShardStore(common.variables + others.variables, shard))
    values = [_value(feed, common, given) for feed in shard.feeds]
    feeds = dict(zip(ready.feeds, values, strict=True))
    with watched(session):
        value, *gradients = session.run(ready.fetches, feeds, timeout=shard.timeout)
    if np.ndim(value):
        raise InvalidArgumentError(f"loss of DataParallel must be a scalar, got shape {np.shape(value)}")
    return float(value) * shard.weight, shard.layout.pack(gradients, shard.weight)


def _with_peers(all_reduce: AllReduce, round: Round, loss: float, buckets: tuple[Array, ...]) -> Partial:
    try:
        sums = reduced(all_reduce, round, buckets)
    except GraphopsError as error:
        return Partial(0.0, failed=error, by_peers=True)
    except Exception as error:
        rule = f"finish, but {type(error).__name__}: {error}"
        return Partial(0.0, failed=UnavailableError(f"all_reduce of shard {round.rank} must {rule}"), by_peers=True)
    return Partial(loss, sums if round.rank == 0 else ())


def _value(feed: Any, common: Common, given: tuple[Any, ...]) -> Any:
    if isinstance(feed, Shared):
        feed = common.shared[feed.position]
    elif isinstance(feed, Given):
        feed = given[feed.position] if feed.rows is None else given[feed.position][feed.rows]
    return aligned(feed)


def add(left: Partial, right: Partial) -> Partial:
    """The sum over the shards of both; the error of the first that failed."""
    failed = [each for each in (left, right) if each.failed is not None]
    if failed:
        return min(failed, key=lambda each: each.by_peers)
    with np.errstate(all="ignore"):
        buckets = tuple(a + b for a, b in zip(left.buckets, right.buckets, strict=True))
        return Partial(left.loss + right.loss, buckets)


def add_in_place(left: Partial, right: Partial) -> Partial:
    """:func:`add`, in the arrays of ``left``, which nobody else may have."""
    if left.failed is not None or right.failed is not None:
        return add(left, right)
    with np.errstate(all="ignore"):
        for a, b in zip(left.buckets, right.buckets, strict=True):
            a += b
    return Partial(left.loss + right.loss, left.buckets)


def one_bucket(partial: Partial, number: int) -> Partial:
    """A bucket of a shard by itself, the first one with the loss; runs where the shard ran."""
    if partial.failed is not None:
        return partial
    return Partial(partial.loss if number == 0 else 0.0, partial.buckets[number : number + 1])
