"""The hook that lets MPI, NCCL or something else of yours add the gradients in the place of Dask's tree of tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from graphops_registry.errors import InvalidTypeError

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Round:
    """One reduction, as a shard sees it.

    Attributes:
        name: the same for all shards of a step, and another one for each step, also for one that is tried again. A
            shard that runs a second time because its worker was lost has the same name again.
        rank: the number of the shard, and of the task ``/job:worker/task:<rank>`` whose worker it runs on.
        size: how many shards there are. All of them run at the same time.
        timeout: seconds after which you must give up and raise, because a peer may be gone.
    """

    name: str
    rank: int
    size: int
    timeout: float


class AllReduce(Protocol):
    """Adds the buckets of all shards: what ``DataParallel(all_reduce=...)`` takes.

    It is pickled and called on the worker of each shard, in the task that has computed the gradients. With it you give
    up two things: the bits depend on the order in which it adds, and a step fails when a worker is lost in it (nothing
    has changed then, so call ``step`` again).
    """

    def __call__(self, round: Round, buckets: Sequence[Array]) -> Sequence[Array]:
        """The sums over all shards.

        Args:
            round: which reduction this is, and which part of it.
            buckets: this shard's, one-dimensional, of float32, float64, complex64 or complex128; every shard has as
                many, of the same sizes and dtypes. They are yours to write to.

        Returns:
            As many arrays of the same sizes and dtypes. Those of rank 0 are used.
        """
        ...


def reduced(all_reduce: AllReduce, round: Round, buckets: Sequence[Array]) -> tuple[Array, ...]:
    """What a hook gives for a shard's buckets.

    Raises:
        InvalidTypeError: something else than such buckets.
    """
    found = all_reduce(round, buckets)
    wanted = [(bucket.dtype, bucket.shape) for bucket in buckets]
    got = [(getattr(each, "dtype", None), getattr(each, "shape", None)) for each in found]
    if got != wanted:
        what = [f"{dtype}{shape}" for dtype, shape in wanted]
        rule = f"give one array for each bucket, {', '.join(what)}"
        raise InvalidTypeError(f"all_reduce must {rule}, got {', '.join(f'{d}{s}' for d, s in got) or 'none'}")
    return tuple(found)
