"""``tf.train.Supervisor``: a Session that is initialised or restored, and threads that save and summarise."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.queues.coordinator import Coordinator, LooperThread
from graphops.compat.v1.training.creators import SessionManager
from graphops_registry.errors import FailedPreconditionError

_DEFAULT: Any = 0  # what is not given, where None means something


class Supervisor:
    """Makes a Session, restores or initialises it, and saves checkpoints and summaries in threads of its own.

    Args:
        graph: default the default graph; it is finalized.
        ready_op, ready_for_local_init_op, init_op, local_init_op, summary_op, saver, global_step: default those of the
            graph's collections, or new ones; ``None`` for none.
        is_chief: whether it initialises variables, saves and writes; otherwise it waits until they have values.
        init_feed_dict, init_fn: for the ``init_op``; called with the Session after it.
        logdir: where checkpoints and summaries go; without it nothing is written.
        save_summaries_secs, save_model_secs: how often; 0 for never.
        recovery_wait_secs: how often a Session is looked for that is not ready.
        stop_grace_secs: how long threads may take to end.
        session_manager, summary_writer: default new ones.
        local_init_run_options: the options of the run of ``local_init_op``.
    """

    USE_DEFAULT = 0

    def __init__(
        self,
        graph: Any = None,
        ready_op: Any = _DEFAULT,
        ready_for_local_init_op: Any = _DEFAULT,
        is_chief: bool = True,
        init_op: Any = _DEFAULT,
        init_feed_dict: Mapping[Any, Any] | None = None,
        local_init_op: Any = _DEFAULT,
        logdir: str | None = None,
        summary_op: Any = _DEFAULT,
        saver: Any = _DEFAULT,
        global_step: Any = _DEFAULT,
        save_summaries_secs: float = 120,
        save_model_secs: float = 600,
        recovery_wait_secs: float = 30,
        stop_grace_secs: float = 120,
        checkpoint_basename: str = "model.ckpt",
        session_manager: SessionManager | None = None,
        summary_writer: Any = _DEFAULT,
        init_fn: Callable[[Any], Any] | None = None,
        local_init_run_options: Any = None,
    ) -> None:
        self._graph = tf.get_default_graph() if graph is None else graph
        with self._graph.as_default():
            self.ready_op = _chosen(ready_op, "ready_op", tf.report_uninitialized_variables)
            self.ready_for_local_init_op = _chosen(ready_for_local_init_op, "ready_for_local_init_op", None)
            self.init_op = _chosen(init_op, "init_op", tf.global_variables_initializer)
            self.local_init_op = _chosen(
                local_init_op,
                "local_init_op",
                lambda: tf.group(tf.local_variables_initializer(), tf.tables_initializer()),
            )
            self.saver = _chosen(saver, "savers", lambda: tf.train.Saver() if tf.global_variables() else None)
            self.summary_op = _chosen(summary_op, "summary_op", tf.summary.merge_all)
            self.global_step = tf.train.get_global_step() if global_step is _DEFAULT else global_step
        self.init_feed_dict = init_feed_dict
        self._init_fn = init_fn
        self.is_chief = is_chief
        self.coord = Coordinator()
        self._stop_grace_secs = stop_grace_secs
        self._logdir = logdir if is_chief else None
        self.save_summaries_secs = save_summaries_secs if is_chief else None
        self.save_model_secs = save_model_secs if is_chief else None
        self.save_path = os.path.join(self._logdir, checkpoint_basename) if self._logdir else None
        self.summary_writer = None
        if is_chief and summary_writer is not _DEFAULT:
            self.summary_writer = summary_writer
        elif self._logdir:
            self.summary_writer = tf.summary.FileWriter(self._logdir)
        self._graph_is_written = False
        self.session_manager = session_manager or SessionManager(
            local_init_op=self.local_init_op,
            ready_op=self.ready_op,
            ready_for_local_init_op=self.ready_for_local_init_op,
            graph=self._graph,
            recovery_wait_secs=recovery_wait_secs,
            local_init_run_options=local_init_run_options,
        )
        self._graph.finalize()

    def prepare_or_wait_for_session(
        self,
        master: str = "",
        config: Any = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        start_standard_services: bool = True,
    ) -> Any:
        """A Session that is ready, with the threads started."""
        self.coord.clear_stop()
        if self.summary_writer:
            self.summary_writer.reopen()
        if self.is_chief:
            session = self.session_manager.prepare_session(
                master,
                init_op=self.init_op,
                saver=self.saver,
                checkpoint_dir=self._logdir,
                wait_for_checkpoint=wait_for_checkpoint,
                max_wait_secs=max_wait_secs,
                config=config,
                init_feed_dict=self.init_feed_dict,
                init_fn=self._init_fn,
            )
            self._write_graph()
            if start_standard_services:
                self.start_standard_services(session)
        else:
            session = self.session_manager.wait_for_session(master, config=config, max_wait_secs=max_wait_secs)
        if start_standard_services:
            self.start_queue_runners(session)
        return session

    def _write_graph(self) -> None:
        if self._logdir:
            tf.train.write_graph(self._graph, self._logdir, "graph.pbtxt")
        if self.summary_writer and not self._graph_is_written:
            self.summary_writer.add_graph(self._graph)
            self._graph_is_written = True

    def start_standard_services(self, sess: Any) -> list[LooperThread] | None:
        """Start the threads that save checkpoints, summaries and the speed; ``None`` without a ``logdir``.

        Raises:
            FailedPreconditionError: it is not the chief.
        """
        if not self.is_chief:
            raise FailedPreconditionError("a Supervisor must be the chief to start its services, got is_chief=False")
        if not self._logdir:
            tf.logging.warning("Standard services need a 'logdir' passed to the Supervisor")
            return None
        threads: list[LooperThread] = []
        if self.save_summaries_secs and self.summary_writer:
            if self.summary_op is not None:
                threads.append(LooperThread(self.coord, self.save_summaries_secs, self._write_summaries, (sess,)))
            if self.global_step is not None:
                threads.append(_Speed(self, sess))
        if self.saver and self.save_model_secs:
            threads.append(LooperThread(self.coord, self.save_model_secs, self._save, (sess,)))
        for thread in threads:
            thread.start()
        return threads

    def _write_summaries(self, session: Any) -> None:
        step = None if self.global_step is None else tf.train.global_step(session, self.global_step)
        if self.summary_writer:
            self.summary_writer.add_summary(session.run(self.summary_op), step)

    def _save(self, session: Any) -> None:
        self.saver.save(session, self.save_path, global_step=self.global_step)

    def start_queue_runners(self, sess: Any, queue_runners: Iterable[Any] | None = None) -> list[Any]:
        """Start the threads of queue runners, by default of all of the graph."""
        runners = sess.graph.get_collection(tf.GraphKeys.QUEUE_RUNNERS) if queue_runners is None else queue_runners
        return [thread for each in runners for thread in each.create_threads(sess, self.coord, daemon=True, start=True)]

    def loop(
        self,
        timer_interval_secs: float | None,
        target: Callable[..., Any],
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
    ) -> LooperThread:
        """A thread that calls a function every so many seconds, or without a pause for ``None``."""
        return LooperThread.loop(self.coord, timer_interval_secs, target, args, kwargs)

    def stop(
        self, threads: Iterable[Any] | None = None, close_summary_writer: bool = True, ignore_live_threads: bool = False
    ) -> None:
        """Let threads end, and wait for them. The error that was the reason to stop is raised."""
        self.coord.request_stop()
        try:
            self.coord.join(
                threads, stop_grace_period_secs=self._stop_grace_secs, ignore_live_threads=ignore_live_threads
            )
        finally:
            if close_summary_writer and self.summary_writer:
                self.summary_writer.close()
                self._graph_is_written = False

    def request_stop(self, ex: Any = None) -> None:
        self.coord.request_stop(ex)

    def should_stop(self) -> bool:
        return bool(self.coord.should_stop())

    def stop_on_exception(self) -> AbstractContextManager[None]:
        """Inside, an error lets everything stop."""
        found: AbstractContextManager[None] = self.coord.stop_on_exception()
        return found

    def wait_for_stop(self) -> None:
        self.coord.wait_for_stop()

    def summary_computed(self, sess: Any, summary: Any, global_step: Any = None) -> None:
        """Write a summary that was computed elsewhere.

        Raises:
            FailedPreconditionError: there is no writer.
        """
        if not self.summary_writer:
            raise FailedPreconditionError("a Supervisor must have a summary_writer to write summaries, got none")
        if global_step is None and self.global_step is not None:
            global_step = tf.train.global_step(sess, self.global_step)
        self.summary_writer.add_summary(summary, global_step)

    @contextmanager
    def managed_session(
        self,
        master: str = "",
        config: Any = None,
        start_standard_services: bool = True,
        close_summary_writer: bool = True,
    ) -> Iterator[Any]:
        """A Session inside; at the end threads end, and the error of one is raised, but not that of an end of input."""
        session = None
        try:
            session = self.prepare_or_wait_for_session(master, config, start_standard_services=start_standard_services)
            yield session
        except Exception as error:
            self.request_stop(error)
        finally:
            try:
                self.stop(close_summary_writer=close_summary_writer)
            finally:
                with suppress(Exception):
                    if session is not None:
                        session.close()

    PrepareSession = prepare_or_wait_for_session
    StartQueueRunners = start_queue_runners
    StartStandardServices = start_standard_services
    Stop = stop
    RequestStop = request_stop
    Loop = loop
    ShouldStop = should_stop
    StopOnException = stop_on_exception
    WaitForStop = wait_for_stop
    SummaryComputed = summary_computed


class _Speed(LooperThread):
    """Writes summaries of steps each second."""

    def __init__(self, supervisor: Supervisor, session: Any) -> None:
        super().__init__(supervisor.coord, supervisor.save_summaries_secs)
        self._supervisor = supervisor
        self._session = session

    def start_loop(self) -> None:
        self._time = time.monotonic()
        self._step = tf.train.global_step(self._session, self._supervisor.global_step)

    def run_loop(self) -> None:
        before, begun = self._step, self._time
        self.start_loop()
        rate = (self._step - before) / max(self._time - begun, 1e-9)
        tag = f"{self._supervisor.global_step.op.name}/sec"
        if self._supervisor.summary_writer:
            summary = tf.Summary(value=[{"tag": tag, "simple_value": rate}])
            self._supervisor.summary_writer.add_summary(summary, self._step)


def _chosen(given: Any, key: str, make: Callable[[], Any] | None) -> Any:
    """What was given, what a collection has first, or what is made, which is added to it."""
    if given is not _DEFAULT:
        return given
    found = tf.get_collection(key)
    if found or make is None:
        return found[0] if found else None
    made = make()
    if made is not None:
        tf.add_to_collection(key, made)
    return made


def basic_train_loop(
    supervisor: Supervisor,
    train_step_fn: Callable[..., Any],
    args: Sequence[Any] | None = None,
    kwargs: Mapping[str, Any] | None = None,
    master: str = "",
) -> None:
    """Call ``train_step_fn(session, *args, **kwargs)`` until the Supervisor stops; again after an AbortedError."""
    while True:
        try:
            with supervisor.managed_session(master) as session:
                while not supervisor.should_stop():
                    train_step_fn(session, *(args or ()), **(kwargs or {}))
        except tf.errors.AbortedError:
            continue
        return
