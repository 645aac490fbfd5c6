"""DataParallel: training steps whose batch is shared out over the workers of a cluster."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import TracebackType
from typing import Any, Final

import numpy as np

from graphops.build.variables import Variable, global_variables
from graphops.cluster.connection import Connection
from graphops.cluster.limits import remaining
from graphops.cluster.training import checkpoints, split
from graphops.cluster.training.hook import AllReduce
from graphops.cluster.training.on_workers import OnWorkers
from graphops.cluster.training.one_by_one import OneByOne
from graphops.cluster.training.split import Batch, ShardedData
from graphops.cluster.training.step_graph import StepGraph
from graphops.cluster.training.trainer import Trainer
from graphops.cluster.training.work import Engine
from graphops.cluster.training.work_maker import WorkMaker
from graphops.graph.graph import Graph, Tensor
from graphops.graph.not_pickled import NotPickled
from graphops.plan.run_state import RunState
from graphops.plan.session_config import SessionConfig
from graphops_registry.errors import (
    FailedPreconditionError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
)

_BUCKET: Final = 16 << 20  # bytes


class DataParallel(NotPickled):
    """Trains the variables that a loss depends on, on batches that are cut into shards.

    A step cuts the batch along its first axis. Each shard is a task that computes the loss and the gradients of its
    rows; the gradients are added, weighted by the rows, and the optimizer changes the variables once. The result is
    that of one process on the whole batch, within rounding, if the loss is a mean (or a sum) over the rows. Its bits
    depend on the number of shards, not on the workers: any of them may be lost or join at any moment.

    >>> training = go.cluster.DataParallel(loss, go.train.AdamOptimizer(0.01), target=cluster, shards=4)
    >>> for images, labels in batches:
    ...     training.step({x: images, y: labels})

    The variables are in this process, in ``training.session``; variables without a value are initialised.

    Args:
        loss: a scalar of a graph. It may draw random numbers, but not assign to variables.
        optimizer: of :mod:`graphops.train`.
        target: as for ``Session``; ``""``: the shards run in this process one after another, with the same result.
        shards: into how many parts a batch is cut; a multiple of the number of workers is best.
        variables: to train; default the trainable variables.
        reduce: ``"mean"`` if the loss is a mean over the rows of its batch, ``"sum"`` if it is a sum.
        global_step: a variable that counts the steps.
        checkpoint: a folder. If it has a checkpoint, the training goes on there.
        checkpoint_every: after how many steps one is written.
        bucket_bytes: how large the arrays are that gradients are packed into.
        all_reduce: adds the gradients instead, see :class:`AllReduce`; shard ``i`` then runs on the worker of
            ``/job:worker/task:i``.
        config: limits and settings; ``timeout`` is that of a step. It is always deterministic, unless ``autotune`` is
            ``True``.

    Attributes:
        session: has the variables, and runs what you like of the graph in this process.
        shards: as given.

    Raises:
        InvalidTypeError: a loss, an optimizer or a config that is none.
        InvalidArgumentError: a number out of range; a loss that is no scalar.
        NotFoundError, FailedPreconditionError, DataLossError: a checkpoint that does not fit or is damaged.
        UnavailableError: there is no scheduler.
    """

    instead = "make one in that process, from a checkpoint"

    def __init__(
        self,
        loss: Any,
        optimizer: Any,
        *,
        target: Any,
        shards: int,
        variables: Iterable[Variable] | None = None,
        reduce: str = "mean",
        global_step: Variable | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
        checkpoint_every: int = 100,
        bucket_bytes: int = _BUCKET,
        all_reduce: AllReduce | None = None,
        config: SessionConfig | None = None,
    ) -> None:
        counts = {"shards": shards, "checkpoint_every": checkpoint_every, "bucket_bytes": bucket_bytes}
        for name, number in counts.items():
            if isinstance(number, bool) or not isinstance(number, int) or number < 1:
                raise InvalidArgumentError(
                    f"{name} of DataParallel must be a whole number of 1 or more, got {number!r}"
                )
        if reduce not in ("mean", "sum"):
            raise InvalidArgumentError(f"reduce of DataParallel must be 'mean' or 'sum', got {reduce!r}")
        if config is not None and not isinstance(config, SessionConfig):
            raise InvalidTypeError(f"config of DataParallel must be a SessionConfig, got {config!r}")
        if checkpoint is not None and not isinstance(checkpoint, (str, os.PathLike)):
            raise InvalidTypeError(f"checkpoint of DataParallel must be a folder, got {checkpoint!r}")
        local = target is None or (isinstance(target, str) and not target)
        if all_reduce is not None and (local or not callable(all_reduce)):
            rule = "be a function that the workers of a cluster call together"
            raise InvalidArgumentError(f"all_reduce of DataParallel must {rule}, got {all_reduce!r}, target {target!r}")
        self.shards = shards
        self._folder = None if checkpoint is None else os.fspath(checkpoint)
        self._every = checkpoint_every
        self._nodes = StepGraph(loss, optimizer, variables, global_step)
        self._config = _repeatable(config or SessionConfig())
        self._steps, self._entropy = 0, secrets.randbits(128)
        self._engine: Engine = OneByOne()
        self.session = Trainer(self.graph, config=self._config, stop=lambda: self._engine.cancel())
        self._maker = WorkMaker(
            self._nodes, self.session, shards, self._config,
            is_mean=reduce == "mean", bucket_bytes=bucket_bytes, all_reduce=all_reduce,
        )  # fmt: skip
        try:
            self._initialise()
            if self._folder is not None and checkpoints.latest(self._folder) is not None:
                self.restore()
            if not local:
                self._engine = OnWorkers(Connection(target), self._config.worker_timeout)
        except BaseException:
            self.session.close()
            raise

    @property
    def graph(self) -> Graph:
        return self._nodes.graph

    @property
    def steps(self) -> int:
        """How many steps were done, those before a checkpoint included."""
        return self._steps

    # -- training -------------------------------------------------------------------------------------------------

    def step(
        self,
        feeds: Mapping[Any, Any] | ShardedData,
        rows: Any = None,
        *,
        shared: Mapping[Any, Any] | None = None,
        timeout: float | None = None,
    ) -> Any:
        """Do one step.

        If it raises, no variable has changed, unless the error's note says that only the checkpoint is missing.

        Args:
            feeds: a batch for each placeholder, as NumPy or dask arrays of as many rows; or what :meth:`shard` gave.
                Scalars are shared.
            rows: the rows of data that were sharded; default all.
            shared: feeds that each shard gets whole, and so does the update (a learning rate, for example).
            timeout: seconds.

        Returns:
            The loss before the update, that of the whole batch, as a NumPy scalar.

        Raises:
            InvalidArgumentError: bad feeds, or values that an op refuses: what a Session raises.
            DeadlineExceededError, CancelledError: the limits.
            UnavailableError: the scheduler or all workers are gone for too long.
            AbortedError: a shard that ends every worker that runs it.
            FailedPreconditionError: :meth:`close` was called.
            NotFoundError: the checkpoint cannot be written.
        """
        whole = split.shared_arrays(self.graph, shared)
        with self.session.turn(timeout) as run:
            batch = self._batch(feeds, rows)
            whole = batch.shared | whole
            work = self._maker.work(batch, whole, self._steps, self._entropy, self._engine.place)
            total = self._engine.total(work, run)
            if total.failed is not None:
                raise total.failed
            self._update(work.sums(total, self._nodes.gradients) | whole, run)
            self._steps += 1
            loss = _scalar(self._nodes.loss, total.loss)
            if self._folder is not None and self._steps % self._every == 0:
                self._save_after_step()
        return loss

    def shard(self, feeds: Mapping[Any, Any]) -> ShardedData:
        """Put data on the workers, where they stay: steps on them send row numbers only.

        NumPy arrays are also kept by the scheduler, from which a worker gets them when another one is lost; dask arrays
        are computed on the workers, and computed again when one is lost.

        Args:
            feeds: for each placeholder NumPy or dask arrays of as many rows.

        Raises:
            InvalidArgumentError: bad feeds; scalars, which belong into ``shared`` of :meth:`step`.
        """
        batch = split.split(self.graph, feeds, self.shards)
        for tensor in batch.shared:
            raise InvalidArgumentError(f"the feed for '{tensor.name}' must have rows to be sharded, got a scalar")
        starts = tuple(int(start) for start in np.cumsum([0, *batch.counts]))
        return ShardedData(batch.tensors, starts, self._engine.place(batch.parts), self)

    def _batch(self, feeds: Any, rows: Any) -> Batch:
        if isinstance(feeds, ShardedData):
            if feeds.owner is not self:
                raise InvalidArgumentError("data of step() must be sharded by this DataParallel, got another's")
            return split.chosen(feeds, rows)
        if rows is not None:
            raise InvalidArgumentError("rows of step() must be None unless the data were sharded before, got some")
        return split.split(self.graph, feeds, self.shards)

    def _update(self, feeds: Mapping[Any, Any], run: RunState) -> None:
        before = self.session.variables.snapshot()
        try:
            self.session.run(self._nodes.update, feeds, timeout=remaining(run))
        except BaseException:
            self.session.variables.restore(before)
            raise

    # -- what was learned -----------------------------------------------------------------------------------------

    def variables(self) -> dict[str, np.ndarray[Any, Any]]:
        """The values of the variables that are trained, by name; read-only."""
        state = self.state()
        return {name: state[name] for name in self._nodes.names}

    def state(self) -> dict[str, np.ndarray[Any, Any]]:
        """The values of all variables by name, those of the optimizer included; read-only."""
        return self.session.variables.snapshot()

    def save(self) -> str:
        """Write a checkpoint now; the folder keeps the newest two.

        Returns:
            The path of the file, which ``graphops.checkpoint`` and the Saver can read, too.

        Raises:
            FailedPreconditionError: there is no folder.
            NotFoundError: the folder cannot be written to, or the disk is full; the checkpoints before stay as they
                are.
        """
        if self._folder is None:
            raise FailedPreconditionError("a DataParallel must have a checkpoint folder to be saved, got none")
        return checkpoints.save(self.session, self._folder, checkpoints.Progress(self._steps, self._entropy))

    def restore(self, path: str | os.PathLike[str] | None = None) -> int:
        """Go on from a checkpoint; also one that was made with another number of shards.

        Args:
            path: of the file; default the newest of the folder.

        Returns:
            The number of steps that were done until then.

        Raises:
            NotFoundError: there is none; variables that it lacks, or the other way round.
            FailedPreconditionError: the file is not of a DataParallel.
            DataLossError: it is damaged.
        """
        found = os.fspath(path) if path is not None else None
        if found is None:
            found = checkpoints.latest(self._folder) if self._folder is not None else None
        if found is None:
            raise NotFoundError(f"a checkpoint must be in the folder to be restored, got none in {self._folder}")
        progress = checkpoints.take_over(self.session, found)
        self._steps, self._entropy = progress.steps, progress.entropy
        return self._steps

    def _save_after_step(self) -> None:
        try:
            self.save()
        except GraphopsError as error:
            error.add_note(f"step {self._steps} is done, and the variables have changed: go on, or call save() again")
            raise

    def _initialise(self) -> None:
        """Give variables that have no value their initial one."""
        with self.graph.as_default():
            known = dict.fromkeys((*global_variables(), *self._nodes.trained))
        there = self.session.run([variable.is_initialized() for variable in known])
        self.session.run([each.initializer for each, done in zip(known, there, strict=True) if not done])

    # -- life -----------------------------------------------------------------------------------------------------

    def cancel(self) -> None:
        """Stop the step that is under way in another thread; it raises CancelledError, and nothing has changed."""
        self.session.cancel()

    def close(self) -> None:
        """Stop what is under way and let go of the cluster; further steps are refused."""
        self.session.close()
        self._engine.close()

    def __enter__(self) -> DataParallel:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<graphops.cluster.DataParallel of {self.shards} shards after {self._steps} steps>"


def _repeatable(config: SessionConfig) -> SessionConfig:
    """The config, with kernels that give the same bits on each worker unless they shall be chosen by their time."""
    return config if config.autotune else replace(config, deterministic=True, autotune=False)


def _scalar(loss: Tensor, value: float) -> Any:
    with np.errstate(all="ignore"):  # a sum that is too large for a half is infinity
        return np.float64(value).astype(loss.dtype.base.numpy_dtype)
