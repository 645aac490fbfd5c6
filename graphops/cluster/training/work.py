"""What the engines get: the shards of one step, with everything that they take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from graphops.cluster.pieces import Piece
from graphops.cluster.programs import Program
from graphops.cluster.training.shard_step import Common, Partial, Shard
from graphops.graph.graph import Tensor
from graphops.plan.run_state import RunState


@dataclass(frozen=True, slots=True, eq=False)
class Work:
    """A step.

    Attributes:
        name: of this attempt, another one each time.
        piece: what a shard computes, for errors.
        program: the piece as it travels.
        common: what may be new in each step.
        others: the variables that are not trained; the same object as long as none of them changes.
        shards: those that have something to do.
        given: for each shard its data that stay where they are, as :meth:`Engine.place` gave them.
    """

    name: str
    piece: Piece
    program: Program
    common: Common
    others: Common
    shards: tuple[Shard, ...]
    given: tuple[tuple[Any, ...], ...]

    def sums(self, total: Partial, gradients: Sequence[Tensor]) -> dict[Tensor, Any]:
        """The gradients of the whole batch, by their tensors."""
        values = self.shards[0].layout.unpack(total.buckets, [gradient.dtype.base for gradient in gradients])
        return dict(zip(gradients, values, strict=True))


class Engine(Protocol):
    """Runs shards somewhere, and adds what they give as :func:`graphops.cluster.tree.tree_sum` says."""

    def place(self, parts: Sequence[Sequence[Any]]) -> tuple[tuple[Any, ...], ...]:
        """Put data where the shards run, so that steps need not send them.

        Args:
            parts: for each shard NumPy or dask arrays.
        """
        ...

    def total(self, work: Work, run: RunState) -> Partial:
        """The sum over all shards; ``failed`` says whether one did.

        Raises:
            GraphopsError: the run's limits, or a cluster that is not there.
        """
        ...

    def cancel(self) -> None:
        """Stop what runs in this process."""
        ...

    def close(self) -> None:
        """Let go of everything."""
        ...
