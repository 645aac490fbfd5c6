"""``tf.train.SessionRunHook``, what it is asked for, and what it gets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class SessionRunArgs(NamedTuple):
    """What a hook adds to a run, or what the user asked for.

    Attributes:
        fetches: a tensor, a node, or a nesting of them.
        feed_dict: values for tensors.
        options: a RunOptions.
    """

    fetches: Any
    feed_dict: Mapping[Any, Any] | None = None
    options: Any = None


class SessionRunValues(NamedTuple):
    """What a run gave a hook.

    Attributes:
        results: the values of the hook's own fetches, ``None`` if it had none.
        options: the RunOptions of the run.
        run_metadata: its RunMetadata.
    """

    results: Any
    options: Any
    run_metadata: Any


class SessionRunContext:
    """The run that a hook is called for."""

    def __init__(self, original_args: SessionRunArgs, session: Any) -> None:
        self._original_args = original_args
        self._session = session
        self._stop_requested = False

    @property
    def original_args(self) -> SessionRunArgs:
        """What the user asked for."""
        return self._original_args

    @property
    def session(self) -> Any:
        """The Session, whose runs call no hooks."""
        return self._session

    @property
    def stop_requested(self) -> bool:
        return self._stop_requested

    def request_stop(self) -> None:
        """Let ``should_stop()`` of the monitored session be true after this run."""
        self._stop_requested = True


class SessionRunHook:
    """Base class of what is called around the runs of a monitored session. Override what is needed."""

    def begin(self) -> None:
        """Called before the graph is finalized: nodes may be added."""

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Called when a Session was made and initialised."""

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        """What to add to the coming run."""
        return None

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Called with the values of what :meth:`before_run` asked for."""

    def end(self, session: Any) -> None:
        """Called at the end, unless it is an error."""
