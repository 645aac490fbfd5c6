"""The hooks of ``tf.train`` that log, stop, wait and feed; those that write files are in :mod:`writing_hooks`."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.compat.v1.training.run_hooks import SessionRunArgs, SessionRunContext, SessionRunHook, SessionRunValues
from graphops.compat.v1.training.timers import Never, SecondOrStepTimer
from graphops_registry.errors import FailedPreconditionError, InvalidArgumentError, OutOfRangeError


def global_step_for(hook: object) -> Any:
    """The global step of the default graph.

    Raises:
        FailedPreconditionError: there is none.
    """
    found = tf.train.get_global_step()
    if found is None:
        error = FailedPreconditionError(f"a graph must have a global step for {type(hook).__name__}, got none")
        error.add_note("fix: tf.train.get_or_create_global_step(), and minimize(..., global_step=...)")
        raise error
    return found


class LoggingTensorHook(SessionRunHook):
    """Logs the values of tensors.

    Args:
        tensors: tensors or their names, a list, or a dict by the names to print.
        every_n_iter, every_n_secs: how often: one of them.
        at_end: whether at the end, too.
        formatter: makes the text from a dict of values.

    Raises:
        InvalidArgumentError: not one of ``every_n_iter`` and ``every_n_secs``, unless at the end only.
    """

    def __init__(
        self,
        tensors: Any,
        every_n_iter: int | None = None,
        every_n_secs: float | None = None,
        at_end: bool = False,
        formatter: Callable[[Mapping[Any, Any]], str] | None = None,
    ) -> None:
        only_at_end = at_end and every_n_iter is None and every_n_secs is None
        if not only_at_end and (every_n_iter is None) == (every_n_secs is None):
            text = "one of every_n_iter and every_n_secs of LoggingTensorHook, or at_end, must be given"
            raise InvalidArgumentError(f"{text}, got {every_n_iter!r} and {every_n_secs!r}")
        if every_n_iter is not None and every_n_iter <= 0:
            raise InvalidArgumentError(f"every_n_iter of LoggingTensorHook must be positive, got {every_n_iter}")
        self._tags = sorted(tensors) if isinstance(tensors, dict) else list(tensors)
        self._given = tensors if isinstance(tensors, dict) else {each: each for each in tensors}
        self._formatter = formatter
        self._timer: Any = Never() if only_at_end else SecondOrStepTimer(every_n_secs, every_n_iter)
        self._at_end = at_end

    def begin(self) -> None:
        self._timer.reset()
        self._count = 0
        self._tensors = {tag: _element(each) for tag, each in self._given.items()}

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        self._is_time = self._timer.should_trigger_for_step(self._count)
        return SessionRunArgs(self._tensors) if self._is_time else None

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if self._is_time:
            self._log(run_values.results)
        self._count += 1

    def end(self, session: Any) -> None:
        if self._at_end:
            self._log(session.run(self._tensors))

    def _log(self, values: Mapping[Any, Any]) -> None:
        seconds, _ = self._timer.update_last_triggered_step(self._count)
        if self._formatter is not None:
            tf.logging.info("%s", self._formatter(values))
            return
        with np.printoptions(suppress=True):
            text = ", ".join(f"{_name(tag)} = {values[tag]}" for tag in self._tags)
        tf.logging.info("%s", text if seconds is None else f"{text} ({seconds:.3f} sec)")


def _name(tag: Any) -> Any:
    return tag if isinstance(tag, str) else getattr(tag, "name", tag)


def _element(given: Any) -> Any:
    """What a name means, "loss" being the only tensor of that node."""
    graph = tf.get_default_graph()
    if not isinstance(given, str):
        if getattr(given, "graph", None) is not graph:
            raise InvalidArgumentError(f"a tensor of LoggingTensorHook must be of the default graph, got {given!r}")
        return given
    if ":" in given:
        return graph.get_tensor_by_name(given)
    outputs = graph.get_operation_by_name(given).outputs
    if len(outputs) != 1:
        raise InvalidArgumentError(
            f"a name of LoggingTensorHook must be one tensor's, got '{given}' with {len(outputs)}"
        )
    return outputs[0]


class StopAtStepHook(SessionRunHook):
    """Stops after ``num_steps`` steps, or when the global step is ``last_step``.

    Raises:
        InvalidArgumentError: both, or neither.
    """

    def __init__(self, num_steps: int | None = None, last_step: int | None = None) -> None:
        if (num_steps is None) == (last_step is None):
            text = "one of num_steps and last_step of StopAtStepHook must be given"
            raise InvalidArgumentError(f"{text}, got {num_steps!r} and {last_step!r}")
        self._num_steps = num_steps
        self._last_step = last_step

    def begin(self) -> None:
        self._step = global_step_for(self)

    def after_create_session(self, session: Any, coord: Any) -> None:
        if self._last_step is None:
            self._last_step = int(session.run(self._step)) + (self._num_steps or 0)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if self._last_step is not None and run_context.session.run(self._step) >= self._last_step:
            run_context.request_stop()


class NanLossDuringTrainingError(RuntimeError):
    """The loss is not a number."""

    def __str__(self) -> str:
        return "NaN loss during training."


class NanTensorHook(SessionRunHook):
    """Stops when a loss is not a number.

    Args:
        fail_on_nan_loss: whether by a NanLossDuringTrainingError.
    """

    def __init__(self, loss_tensor: Any, fail_on_nan_loss: bool = True) -> None:
        self._loss = loss_tensor
        self._fails = fail_on_nan_loss

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        return SessionRunArgs(self._loss)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if np.any(np.isnan(run_values.results)):
            if self._fails:
                tf.logging.error("Model diverged with loss = NaN.")
                raise NanLossDuringTrainingError
            tf.logging.warning("Model diverged with loss = NaN.")
            run_context.request_stop()


class GlobalStepWaiterHook(SessionRunHook):
    """Delays the first run until the global step is ``wait_until_step``."""

    def __init__(self, wait_until_step: int) -> None:
        self._until = wait_until_step

    def begin(self) -> None:
        self._is_started = self._until <= 0
        self._step = global_step_for(self)

    def before_run(self, run_context: SessionRunContext) -> None:
        if not self._is_started:
            tf.logging.info("Waiting for global step %d before starting training.", self._until)
        while not self._is_started:
            self._is_started = bool(run_context.session.run(self._step) >= self._until)
            if not self._is_started:
                time.sleep(0.5)


class FinalOpsHook(SessionRunHook):
    """Runs tensors at the end; :attr:`final_ops_values` has their values."""

    def __init__(self, final_ops: Any, final_ops_feed_dict: Mapping[Any, Any] | None = None) -> None:
        self._final_ops = final_ops
        self._feeds = final_ops_feed_dict
        self._values: Any = None

    @property
    def final_ops_values(self) -> Any:
        return self._values

    def end(self, session: Any) -> None:
        if self._final_ops is None:
            return
        try:
            self._values = session.run(self._final_ops, feed_dict=self._feeds)
        except (OutOfRangeError, StopIteration):
            tf.logging.warning("FinalOpsHook runs what needs the input of another step, and the input has ended.")
            raise


class FeedFnHook(SessionRunHook):
    """Feeds what a function gives, each run."""

    def __init__(self, feed_fn: Callable[[], Mapping[Any, Any]]) -> None:
        self.feed_fn = feed_fn

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        return SessionRunArgs(fetches=None, feed_dict=self.feed_fn())
