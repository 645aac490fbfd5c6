"""``tf.train.MonitoredSession`` and its like: a Session that is initialised, calls hooks, and starts again."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Final

import graphops.compat.v1 as tf
from graphops.compat.v1.queues.coordinator import Coordinator
from graphops.compat.v1.training.creators import ChiefSessionCreator, Scaffold, SessionCreator, WorkerSessionCreator
from graphops.compat.v1.training.run_hooks import SessionRunArgs, SessionRunContext, SessionRunHook, SessionRunValues
from graphops.compat.v1.training.writing_hooks import CheckpointSaverHook, StepCounterHook, SummarySaverHook
from graphops_registry.errors import (
    AbortedError,
    FailedPreconditionError,
    InvalidArgumentError,
    OutOfRangeError,
    UnavailableError,
)

USE_DEFAULT: Final[Any] = object()
_START_AGAIN: Final = (AbortedError, UnavailableError)


class StepContext:
    """What a function of :meth:`MonitoredSession.run_step_fn` gets."""

    def __init__(self, session: Any, run_with_hooks_fn: Callable[..., Any]) -> None:
        self._session = session
        self._run = run_with_hooks_fn

    @property
    def session(self) -> Any:
        """The Session, whose runs call no hooks."""
        return self._session

    def run_with_hooks(self, *args: Any, **kwargs: Any) -> Any:
        """The same as :meth:`MonitoredSession.run`."""
        return self._run(*args, **kwargs)

    def request_stop(self) -> None:
        """End the function, and the ``with`` block of the monitored session.

        Raises:
            StopIteration: always.
        """
        raise StopIteration("step_fn has requested the iterations to stop.")


class _Monitored:
    """Calls hooks around the runs of a Session that a creator makes."""

    StepContext = StepContext

    def __init__(
        self,
        session_creator: SessionCreator | None,
        hooks: Iterable[SessionRunHook] | None,
        should_recover: bool,
        stop_grace_period_secs: float,
    ) -> None:
        self._default_graph = tf.get_default_graph()
        self._graph_was_finalized = self._default_graph.finalized
        self._hooks = list(hooks or ())
        self._recovers = should_recover
        self._grace = stop_grace_period_secs
        self._session: Any = None
        self._coord: Any = None
        self._stops = self._is_closed = False
        for hook in self._hooks:
            hook.begin()
        self._creator = session_creator or ChiefSessionCreator()
        self._start()

    def _start(self) -> None:
        """Make the Session, again while it cannot be reached."""
        while True:
            try:
                self._session = self._creator.create_session()
                self._coord = Coordinator(clean_stop_exception_types=[])
                for runner in self._session.graph.get_collection(tf.GraphKeys.QUEUE_RUNNERS):
                    runner.create_threads(self._session, self._coord, daemon=True, start=True)
                for hook in self._hooks:
                    hook.after_create_session(self._session, self._coord)
            except _START_AGAIN:
                if not self._recovers:
                    raise
                self._release()
            else:
                return

    @property
    def graph(self) -> Any:
        """The graph that it runs."""
        return None if self._session is None else self._session.graph

    def run(
        self, fetches: Any, feed_dict: Mapping[Any, Any] | None = None, options: Any = None, run_metadata: Any = None
    ) -> Any:
        """The same as ``run`` of a Session, with what hooks add. After an AbortedError or UnavailableError the Session
        is made anew, and the run tried again.

        Raises:
            FailedPreconditionError: it is closed, or a hook asked to stop.
        """
        return self._again(lambda: self._run_with_hooks(fetches, feed_dict, options, run_metadata))

    def run_step_fn(self, step_fn: Callable[..., Any]) -> Any:
        """What ``step_fn(step_context)`` gives, which may run the Session without hooks, too.

        Raises:
            InvalidArgumentError: a function of other arguments.
            StopIteration: the function asked to stop.
        """
        names = tuple(inspect.signature(step_fn).parameters)
        if names not in (("step_context",), ("self", "step_context")):
            raise InvalidArgumentError(f"step_fn must have one argument, step_context, got {', '.join(names)}")
        return self._again(lambda: step_fn(StepContext(self._session, self._run_with_hooks)))

    def _again(self, work: Callable[[], Any]) -> Any:
        while True:
            if self._is_closed:
                raise FailedPreconditionError("a monitored session must be open to run, got a closed one")
            if self._session is None:
                self._start()
            try:
                return work()
            except _START_AGAIN:
                if not self._recovers:
                    raise
                self._release()
            except Exception:
                self._coord.raise_requested_exception()  # the error of a thread is the reason
                raise

    def _run_with_hooks(
        self, fetches: Any, feed_dict: Mapping[Any, Any] | None = None, options: Any = None, run_metadata: Any = None
    ) -> Any:
        if self._stops:
            raise FailedPreconditionError("a monitored session must not run after should_stop(), got another run")
        context = SessionRunContext(SessionRunArgs(fetches, feed_dict), self._session)
        requests = [hook.before_run(context) or SessionRunArgs(None) for hook in self._hooks]
        feeds: dict[Any, Any] = {}
        for who, given in [*(("two hooks", each.feed_dict) for each in requests), ("a hook and run()", feed_dict)]:
            twice = [key for key in given or () if key in feeds]
            if twice:
                raise FailedPreconditionError(f"a tensor must be fed once, got {twice[0]!r} from {who}")
            feeds.update(given or {})
        options = _merged([options, *(each.options for each in requests)])
        if run_metadata is None:
            run_metadata = tf.RunMetadata()
        wanted = [each.fetches for each in requests if each.fetches is not None]
        traced = {"run_metadata": run_metadata} if options is not None and options.trace else {}
        values = self._session.run([fetches, *wanted], feed_dict=feeds or None, options=options, **traced)
        results = iter(values[1:])
        for hook, request in zip(self._hooks, requests, strict=True):
            own = None if request.fetches is None else next(results)
            hook.after_run(context, SessionRunValues(own, options, run_metadata))
        self._stops = self._stops or context.stop_requested
        return values[0]

    def should_stop(self) -> bool:
        """Whether it is closed, a hook asked to stop, or a thread."""
        if self._is_closed or self._stops:
            return True
        if self._coord is None:
            return False
        try:
            self._coord.raise_requested_exception()
        except Exception:
            if not self._recovers:
                raise
            return True
        return bool(self._coord.should_stop())

    def close(self) -> None:
        """Call ``end`` of the hooks, and close the Session.

        Raises:
            FailedPreconditionError: it is closed.
        """
        self._close(None)

    def __enter__(self) -> Any:
        return self

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool:
        kind = None if exception_type in (OutOfRangeError, StopIteration) else exception_type
        self._close(kind)
        return kind is None

    def _close(self, kind: type[BaseException] | None) -> None:
        if self._is_closed:
            raise FailedPreconditionError("a monitored session must be open to be closed, got a closed one")
        try:
            if kind is None and self._session is not None:
                for hook in self._hooks:
                    hook.end(self._session)
        finally:
            self._is_closed = True
            try:
                self._release()
            finally:
                if not self._graph_was_finalized:
                    self._default_graph._finalized = False  # noqa: SLF001 - as it was before

    def _release(self) -> None:
        """Let threads end, and close the Session."""
        session, coord, self._session, self._coord = self._session, self._coord, None, None
        try:
            if coord is not None:
                coord.request_stop()
                coord.join(stop_grace_period_secs=self._grace, ignore_live_threads=True)
        finally:
            if session is not None:
                session.close()


def _merged(options: list[Any]) -> Any:
    """The options of one run: what traces in any, and the longest timeout."""
    given = [each for each in options if each is not None]
    if not given:
        return None
    longest = max((each.timeout or 0.0 for each in given), default=0.0)
    trace = any(each.trace for each in given)
    return tf.RunOptions(trace_level=3 if trace else 0, timeout_in_ms=int(longest * 1000))


class MonitoredSession(_Monitored):
    """A Session that is initialised or restored, calls hooks around each run, and ends quietly when input does.

    Args:
        session_creator: default a ChiefSessionCreator.
        hooks: SessionRunHooks.
        stop_grace_period_secs: how long threads may take to end.
    """

    def __init__(
        self,
        session_creator: SessionCreator | None = None,
        hooks: Iterable[SessionRunHook] | None = None,
        stop_grace_period_secs: float = 120,
    ) -> None:
        super().__init__(session_creator, hooks, True, stop_grace_period_secs)


class SingularMonitoredSession(_Monitored):
    """A MonitoredSession that never starts again, and gives its Session away.

    Args:
        checkpoint_dir, checkpoint_filename_with_path: the folder or the path of a checkpoint to restore.
    """

    def __init__(
        self,
        hooks: Iterable[SessionRunHook] | None = None,
        scaffold: Scaffold | None = None,
        master: str = "",
        config: Any = None,
        checkpoint_dir: str | None = None,
        stop_grace_period_secs: float = 120,
        checkpoint_filename_with_path: str | None = None,
    ) -> None:
        creator = ChiefSessionCreator(scaffold, master, config, checkpoint_dir, checkpoint_filename_with_path)
        super().__init__(creator, hooks, False, stop_grace_period_secs)

    def raw_session(self) -> Any:
        """The Session."""
        return self._session


def MonitoredTrainingSession(
    master: str = "",
    is_chief: bool = True,
    checkpoint_dir: str | None = None,
    scaffold: Scaffold | None = None,
    hooks: Iterable[SessionRunHook] | None = None,
    chief_only_hooks: Iterable[SessionRunHook] | None = None,
    save_checkpoint_secs: Any = USE_DEFAULT,
    save_summaries_steps: Any = USE_DEFAULT,
    save_summaries_secs: Any = USE_DEFAULT,
    config: Any = None,
    stop_grace_period_secs: float = 120,
    log_step_count_steps: int | None = 100,
    max_wait_secs: float = 7200,
    save_checkpoint_steps: Any = USE_DEFAULT,
    summary_dir: str | None = None,
    save_graph_def: bool = True,
) -> MonitoredSession:
    """A MonitoredSession that saves checkpoints and summaries.

    Args:
        is_chief: whether it initialises variables; otherwise it waits until another one has.
        checkpoint_dir: where checkpoints go, and the newest is restored; without it nothing is saved.
        save_checkpoint_secs, save_checkpoint_steps: how often; default 600 seconds.
        save_summaries_steps, save_summaries_secs: how often; default 100 steps.
        log_step_count_steps: how often the speed is logged.
        summary_dir: default ``checkpoint_dir``.
        save_graph_def: whether ``graph.pbtxt`` is written.
    """
    chosen = scaffold or Scaffold()
    if not is_chief:
        worker = WorkerSessionCreator(chosen, master, config, max_wait_secs)
        return MonitoredSession(worker, hooks, stop_grace_period_secs)
    every: list[SessionRunHook] = list(chief_only_hooks or ())
    folder = summary_dir or checkpoint_dir
    steps, secs = _often(save_summaries_steps, save_summaries_secs, 100, None)
    if folder and (log_step_count_steps or 0) > 0:
        every.append(StepCounterHook(output_dir=folder, every_n_steps=log_step_count_steps))
    if folder and (steps or secs):
        every.append(SummarySaverHook(scaffold=chosen, save_steps=steps, save_secs=secs, output_dir=folder))
    steps, secs = _often(save_checkpoint_steps, save_checkpoint_secs, None, 600)
    if checkpoint_dir and (steps or secs):
        every.append(
            CheckpointSaverHook(
                checkpoint_dir, save_steps=steps, save_secs=secs, scaffold=chosen, save_graph_def=save_graph_def
            )
        )
    creator = ChiefSessionCreator(chosen, master, config, checkpoint_dir)
    return MonitoredSession(creator, [*every, *(hooks or ())], stop_grace_period_secs)


def _often(steps: Any, secs: Any, default_steps: Any, default_secs: Any) -> tuple[Any, Any]:
    """How often, in steps and in seconds: the defaults if neither was given."""
    if steps is USE_DEFAULT and secs is USE_DEFAULT:
        return default_steps, default_secs
    return (None if each is USE_DEFAULT or not each or each <= 0 else each for each in (steps, secs))  # type: ignore[return-value]
