"""The hooks of ``tf.train`` that write checkpoints, summaries, counts of steps and traces."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.training.hooks import global_step_for
from graphops.compat.v1.training.run_hooks import SessionRunArgs, SessionRunContext, SessionRunHook, SessionRunValues
from graphops.compat.v1.training.timers import SecondOrStepTimer
from graphops_registry.errors import FailedPreconditionError, InvalidArgumentError


class CheckpointSaverListener:
    """Base class of what is called around each checkpoint. Override what is needed."""

    def begin(self) -> None: ...

    def before_save(self, session: Any, global_step_value: int) -> None: ...

    def after_save(self, session: Any, global_step_value: int) -> Any:
        """True stops the training."""

    def end(self, session: Any, global_step_value: int) -> None: ...


class CheckpointSaverHook(SessionRunHook):
    """Saves checkpoints: at the beginning, every so many seconds or steps, and at the end.

    Args:
        checkpoint_dir: the folder; the graph is written there, as ``graph.pbtxt``.
        save_secs, save_steps: how often: one of them.
        saver, scaffold: whose Saver; default that of the graph's collection.
        listeners: CheckpointSaverListeners.
        save_graph_def: whether the graph is written.

    Raises:
        InvalidArgumentError: a Saver and a Scaffold, or not one of ``save_secs`` and ``save_steps``.
    """

    def __init__(
        self,
        checkpoint_dir: str,
        save_secs: float | None = None,
        save_steps: int | None = None,
        saver: Any = None,
        checkpoint_basename: str = "model.ckpt",
        scaffold: Any = None,
        listeners: Sequence[CheckpointSaverListener] | None = None,
        save_graph_def: bool = True,
    ) -> None:
        if saver is not None and scaffold is not None:
            raise InvalidArgumentError("saver of CheckpointSaverHook must be None with a scaffold, got both")
        self._folder = os.fspath(checkpoint_dir)
        self._path = os.path.join(self._folder, checkpoint_basename)
        self._saver = saver
        self._scaffold = scaffold
        self._timer = SecondOrStepTimer(save_secs, save_steps)
        self._listeners = list(listeners or ())
        self._writes_graph = save_graph_def

    def add_listeners(self, listeners: Sequence[CheckpointSaverListener]) -> None:
        """Let others be called around each checkpoint, too."""
        self._listeners += listeners

    def begin(self) -> None:
        self._writer = tf.summary.FileWriterCache.get(self._folder)
        self._step = global_step_for(self)
        for listener in self._listeners:
            listener.begin()

    def after_create_session(self, session: Any, coord: Any) -> None:
        step = int(session.run(self._step))
        if self._writes_graph:
            tf.train.write_graph(session.graph, self._folder, "graph.pbtxt")
        self._writer.add_graph(session.graph)
        self._save(session, step)
        self._timer.update_last_triggered_step(step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        step = int(run_context.session.run(self._step))
        if self._timer.should_trigger_for_step(step):
            self._timer.update_last_triggered_step(step)
            if self._save(run_context.session, step):
                run_context.request_stop()

    def end(self, session: Any) -> None:
        step = int(session.run(self._step))
        if step != self._timer.last_triggered_step():
            self._save(session, step)
        for listener in self._listeners:
            listener.end(session, step)

    def _save(self, session: Any, step: int) -> bool:
        """Whether a listener wants to stop."""
        for listener in self._listeners:
            listener.before_save(session, step)
        tf.logging.info("Saving checkpoints for %d into %s.", step, self._path)
        self._chosen_saver().save(session, self._path, global_step=step, write_meta_graph=self._writes_graph)
        log = tf.SessionLog(status=tf.SessionLog.CHECKPOINT, checkpoint_path=self._path)
        self._writer.add_session_log(log, step)
        self._writer.flush()
        wishes = [listener.after_save(session, step) for listener in self._listeners]
        return any(wishes)

    def _chosen_saver(self) -> Any:
        if self._saver is None and self._scaffold is not None:
            return self._scaffold.saver
        if self._saver is None:
            savers = tf.get_collection(tf.GraphKeys.SAVERS)
            if len(savers) != 1:
                text = "the collection 'savers' must have one Saver for CheckpointSaverHook"
                raise FailedPreconditionError(f"{text}, got {len(savers)}; saver= names another one")
            self._saver = savers[0]
        return self._saver


class StepCounterHook(SessionRunHook):
    """Logs, and writes into summaries, how many steps a second takes.

    Args:
        every_n_steps, every_n_secs: how often: one of them.
        output_dir, summary_writer: where summaries go; none without either.

    Raises:
        InvalidArgumentError: both of ``every_n_steps`` and ``every_n_secs``, or neither.
    """

    def __init__(
        self,
        every_n_steps: int | None = 100,
        every_n_secs: float | None = None,
        output_dir: str | None = None,
        summary_writer: Any = None,
    ) -> None:
        self._timer = SecondOrStepTimer(every_n_secs, every_n_steps)
        self._writer = summary_writer
        self._output_dir = output_dir
        self._last: int | None = None

    def begin(self) -> None:
        if self._writer is None and self._output_dir:
            self._writer = tf.summary.FileWriterCache.get(self._output_dir)
        self._step = global_step_for(self)
        self._tag = f"{self._step.op.name}/sec"

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        step = int(run_context.session.run(self._step))
        if self._timer.should_trigger_for_step(step):
            seconds, steps = self._timer.update_last_triggered_step(step)
            if seconds is not None and steps is not None:
                self._record(steps / max(seconds, 1e-9), step)
        if step == self._last:
            tf.logging.log_first_n(
                tf.logging.WARN, "The global step did not grow: it is %s. Is it in minimize(..., global_step)?", 5, step
            )
        self._last = step

    def _record(self, rate: float, step: int) -> None:
        if self._writer is not None:
            self._writer.add_summary(tf.Summary(value=[{"tag": self._tag, "simple_value": rate}]), step)
        tf.logging.info("%s: %g", self._tag, rate)


class SummarySaverHook(SessionRunHook):
    """Writes summaries, the first ones after the first run.

    Args:
        save_steps, save_secs: how often: one of them.
        output_dir, summary_writer: where they go.
        scaffold, summary_op: what is run: one of them.

    Raises:
        InvalidArgumentError: both of two of which one is to be given, or neither.
    """

    def __init__(
        self,
        save_steps: int | None = None,
        save_secs: float | None = None,
        output_dir: str | None = None,
        summary_writer: Any = None,
        scaffold: Any = None,
        summary_op: Any = None,
    ) -> None:
        if (scaffold is None) == (summary_op is None):
            text = "one of scaffold and summary_op of SummarySaverHook must be given"
            raise InvalidArgumentError(f"{text}, got {'neither' if scaffold is None else 'both'}")
        self._summary_op = summary_op
        self._writer = summary_writer
        self._output_dir = output_dir
        self._scaffold = scaffold
        self._timer = SecondOrStepTimer(save_secs, save_steps)

    def begin(self) -> None:
        if self._writer is None and self._output_dir:
            self._writer = tf.summary.FileWriterCache.get(self._output_dir)
        self._following: int | None = None  # the step that the coming run makes
        self._step = global_step_for(self)

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        self._is_time = self._following is None or self._timer.should_trigger_for_step(self._following)
        found = self._summaries() if self._is_time else None
        return None if found is None else SessionRunArgs(found)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if self._writer is None:
            return
        step = int(run_context.session.run(self._step))
        if self._following is None:
            self._writer.add_session_log(tf.SessionLog(status=tf.SessionLog.START), step)
        if self._is_time:
            self._timer.update_last_triggered_step(step)
            for summary in run_values.results or ():
                self._writer.add_summary(summary, step)
        self._following = step + 1

    def end(self, session: Any = None) -> None:
        if self._writer is not None:
            self._writer.flush()

    def _summaries(self) -> list[Any] | None:
        found = self._summary_op if self._scaffold is None else self._scaffold.summary_op
        return None if found is None else found if isinstance(found, list) else [found]


class ProfilerHook(SessionRunHook):
    """Writes traces, ``timeline-<step>.json``, which chrome://tracing and Perfetto open.

    Args:
        save_steps, save_secs: how often: one of them.
        show_dataflow, show_memory: accepted; no effect.
    """

    def __init__(
        self,
        save_steps: int | None = None,
        save_secs: float | None = None,
        output_dir: str = "",
        show_dataflow: bool = True,
        show_memory: bool = False,
    ) -> None:
        self._folder = output_dir
        self._timer = SecondOrStepTimer(save_secs, save_steps)

    def begin(self) -> None:
        self._following: int | None = None
        self._step = global_step_for(self)

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        self._is_time = self._following is not None and self._timer.should_trigger_for_step(self._following)
        options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE) if self._is_time else None
        return SessionRunArgs(None, options=options)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        step = int(run_context.session.run(self._step))
        if self._following is None or self._is_time:
            self._timer.update_last_triggered_step(step)
        if self._is_time:
            path = Path(self._folder) / f"timeline-{step}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(run_values.run_metadata.chrome_trace()), encoding="utf-8")
        self._following = step + 1
