"""Makes the work of a step: which values each shard takes, and how its gradients are packed and weighted."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from graphops.cluster.training import split
from graphops.cluster.training.buckets import Layout, make_layout
from graphops.cluster.training.hook import AllReduce, Round
from graphops.cluster.training.shard_step import Shard, Shared
from graphops.cluster.training.split import Batch
from graphops.cluster.training.step_graph import StepGraph
from graphops.cluster.training.values import Values
from graphops.cluster.training.work import Work
from graphops.cluster.worker import versions
from graphops.graph.graph import Tensor
from graphops.plan.session_config import SessionConfig
from graphops.session.session import Session
from graphops_registry.errors import InvalidArgumentError


class WorkMaker:
    """Makes a :class:`Work` of each batch.

    Args:
        session: has the variables.
        shards: how many there are.
        is_mean: whether the loss is a mean over rows, so that shards count by how many they have.
        bucket_bytes, all_reduce: see :class:`DataParallel`.
    """

    def __init__(
        self,
        nodes: StepGraph,
        session: Session,
        shards: int,
        config: SessionConfig,
        *,
        is_mean: bool,
        bucket_bytes: int,
        all_reduce: AllReduce | None,
    ) -> None:
        self._nodes = nodes
        self._session = session
        self._shards = shards
        self._is_mean = is_mean
        self._bucket_bytes = bucket_bytes
        self._all_reduce = all_reduce
        self._config = replace(config, timeout=None)  # programs are kept by their config
        self._patience = config.worker_timeout if config.timeout is None else config.timeout
        self._values = Values(session, nodes.names)
        self._layout: Layout | None = None

    def work(
        self,
        batch: Batch,
        whole: Mapping[Tensor, Any],
        step: int,
        entropy: int,
        place: Callable[[Sequence[Sequence[Any]]], tuple[tuple[Any, ...], ...]],
    ) -> Work:
        """The work of one attempt at a step.

        Args:
            whole: the feeds that all shards take.
            step, entropy: what random numbers depend on.
            place: puts data where the shards run.

        Raises:
            InvalidArgumentError: a tensor that is fed twice, or a placeholder that is not fed.
        """
        for tensor in batch.tensors:
            if tensor in whole:
                raise InvalidArgumentError(f"the feed for '{tensor.name}' must be given once, got it shared, too")
        piece, program = self._nodes.program((*batch.tensors, *whole))
        batch = split.placed(batch, piece.feeds, place)
        common, others = self._values.of(piece.handles, tuple(whole.values()))
        layout = self._layout = self._made_layout()
        position = {tensor: Shared(at) for at, tensor in enumerate(whole)}
        name, rows = secrets.token_hex(8), sum(batch.counts)
        shards: list[Shard] = []
        given: list[tuple[Any, ...]] = []
        for number, (part, count) in enumerate(zip(batch.parts, batch.counts, strict=True)):
            if not count and self._all_reduce is None:
                continue
            own = dict(zip(batch.tensors, part, strict=True))
            feeds = tuple(position.get(tensor, own.get(tensor)) for tensor in piece.feeds)
            weight = (count / rows if self._is_mean else 1.0) if count else 0.0
            shards.append(
                Shard(
                    number, step, versions(), feeds, weight, layout, entropy, self._config,
                    all_reduce=self._all_reduce, round=self._round(name, number),
                )
            )  # fmt: skip
            given.append(batch.data[number])
        return Work(name, piece, program, common, others, tuple(shards), tuple(given))

    def _round(self, name: str, number: int) -> Round | None:
        return None if self._all_reduce is None else Round(name, number, self._shards, self._patience)

    def _made_layout(self) -> Layout:
        """How the gradients are packed now: a variable may have got another shape."""
        values = self._session.variables.snapshot()
        shapes = [values[name].shape for name in self._nodes.names]
        if self._layout is not None and shapes == [slot.shape for slot in self._layout.slots]:
            return self._layout
        dtypes = [gradient.dtype.base for gradient in self._nodes.gradients]
        return make_layout(list(zip(self._nodes.names, dtypes, shapes, strict=True)), self._bucket_bytes)
