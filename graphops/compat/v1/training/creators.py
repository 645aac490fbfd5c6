"""Who makes the Session of a monitored session: Scaffold, SessionManager and the creators of ``tf.train``."""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops_registry.errors import (
    DeadlineExceededError,
    FailedPreconditionError,
    InvalidArgumentError,
    InvalidTypeError,
)


class Scaffold:
    """The nodes that a training needs around its step; what is not given is made when the Scaffold is finalized.

    Args:
        init_op, init_feed_dict, init_fn: what initialises variables; ``init_fn(scaffold, session)`` is called after it.
        ready_op, ready_for_local_init_op: give the names of variables without values.
        local_init_op, local_init_feed_dict: what initialises local variables and tables.
        summary_op, saver: default all summaries, and a Saver of all variables.
        copy_from_scaffold: has what is not given.

    Raises:
        InvalidTypeError: ``copy_from_scaffold`` is no Scaffold.
    """

    def __init__(
        self,
        init_op: Any = None,
        init_feed_dict: Mapping[Any, Any] | None = None,
        init_fn: Callable[[Any, Any], Any] | None = None,
        ready_op: Any = None,
        ready_for_local_init_op: Any = None,
        local_init_op: Any = None,
        summary_op: Any = None,
        saver: Any = None,
        copy_from_scaffold: Scaffold | None = None,
        local_init_feed_dict: Mapping[Any, Any] | None = None,
    ) -> None:
        other = copy_from_scaffold
        if other is not None and not isinstance(other, Scaffold):
            raise InvalidTypeError(f"copy_from_scaffold must be a Scaffold, got {other!r}")

        def chosen(name: str, given: Any) -> Any:
            return getattr(other, name) if given is None and other is not None else given

        self._own_init_fn = chosen("_own_init_fn", init_fn)
        self.init_op = chosen("init_op", init_op)
        self.init_feed_dict = chosen("init_feed_dict", init_feed_dict)
        self.ready_op = chosen("ready_op", ready_op)
        self.ready_for_local_init_op = chosen("ready_for_local_init_op", ready_for_local_init_op)
        self.local_init_op = chosen("local_init_op", local_init_op)
        self.local_init_feed_dict = chosen("local_init_feed_dict", local_init_feed_dict)
        self.summary_op = chosen("summary_op", summary_op)
        self.saver = chosen("saver", saver)

    @property
    def init_fn(self) -> Callable[[Any], Any] | None:
        """``init_fn`` as a function of the session alone."""
        own = self._own_init_fn
        return None if own is None else lambda session: own(self, session)

    def finalize(self) -> Scaffold:
        """Make what is missing, in the default graph, and finalize that."""
        for name, make in (
            ("init_op", tf.global_variables_initializer),
            ("ready_op", tf.report_uninitialized_variables),
            ("ready_for_local_init_op", lambda: tf.report_uninitialized_variables(tf.global_variables())),
            ("local_init_op", self.default_local_init_op),
            ("summary_op", tf.summary.merge_all),
            ("saver", lambda: tf.train.Saver(sharded=True, allow_empty=True)),
        ):
            if getattr(self, name) is None:
                key = "savers" if name == "saver" else name
                setattr(self, name, Scaffold.get_or_default(name, key, make))
        self.saver.build()
        tf.get_default_graph().finalize()
        return self

    @staticmethod
    def get_or_default(arg_name: str, collection_key: str, default_constructor: Callable[[], Any]) -> Any:
        """What a collection has, or what a function makes, which is added to it then.

        Raises:
            FailedPreconditionError: the collection has several.
        """
        found = tf.get_collection(collection_key)
        if len(found) > 1:
            text = f"the collection '{collection_key}' must have one item"
            raise FailedPreconditionError(f"{text}, got {len(found)}; tf.train.Scaffold({arg_name}=...) names one")
        if found:
            return found[0]
        made = default_constructor()
        if made is not None:
            tf.add_to_collection(collection_key, made)
        return made

    @staticmethod
    def default_local_init_op() -> Any:
        """A node that initialises local variables and fills tables."""
        return tf.group(tf.local_variables_initializer(), tf.tables_initializer())


class SessionManager:
    """Makes Sessions whose variables have values, from a checkpoint if there is one.

    Args:
        local_init_op, local_init_feed_dict: run in each Session.
        ready_op, ready_for_local_init_op: give the names of variables without values, none when it is ready.
        recovery_wait_secs: how long to wait between two looks.
        local_init_run_options: the options of the run of ``local_init_op``.

    Raises:
        InvalidArgumentError: ``ready_for_local_init_op`` without ``local_init_op``.
    """

    def __init__(
        self,
        local_init_op: Any = None,
        ready_op: Any = None,
        ready_for_local_init_op: Any = None,
        graph: Any = None,
        recovery_wait_secs: float = 30,
        local_init_run_options: Any = None,
        local_init_feed_dict: Mapping[Any, Any] | None = None,
    ) -> None:
        if ready_for_local_init_op is not None and local_init_op is None:
            raise InvalidArgumentError("local_init_op must be given with ready_for_local_init_op, got None")
        self._local_init_op = local_init_op
        self._local_init_run_options = local_init_run_options
        self._local_init_feed_dict = local_init_feed_dict
        self._ready_op = ready_op
        self._ready_for_local_init_op = ready_for_local_init_op
        self._graph = tf.get_default_graph() if graph is None else graph
        self._wait_secs = recovery_wait_secs

    def prepare_session(
        self,
        master: str,
        init_op: Any = None,
        saver: Any = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        config: Any = None,
        init_feed_dict: Mapping[Any, Any] | None = None,
        init_fn: Callable[[Any], Any] | None = None,
    ) -> Any:
        """A Session that is ready: restored, or initialised by ``init_op`` and ``init_fn``.

        Raises:
            FailedPreconditionError: there are variables without values after all.
        """
        session, is_restored = self._restored(
            master, saver, checkpoint_dir, checkpoint_filename_with_path, wait_for_checkpoint, max_wait_secs, config
        )
        if not is_restored:
            if init_op is None and init_fn is None and self._local_init_op is None:
                raise FailedPreconditionError("init_op, init_fn or local_init_op of a Session must be given, got none")
            if init_op is not None:
                session.run(init_op, feed_dict=init_feed_dict)
            if init_fn is not None:
                init_fn(session)
        without = self._run_local_init_op(session) or _missing(session, self._ready_op)
        if without:
            rule = "have values after the init_op and init_fn"
            raise FailedPreconditionError(f"variables must {rule}, got none for: {', '.join(without)}")
        return session

    def recover_session(
        self,
        master: str,
        saver: Any = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        config: Any = None,
    ) -> tuple[Any, bool]:
        """A Session, and whether a checkpoint made it ready."""
        session, is_restored = self._restored(
            master, saver, checkpoint_dir, checkpoint_filename_with_path, wait_for_checkpoint, max_wait_secs, config
        )
        without = self._run_local_init_op(session)
        return session, is_restored and not without and not _missing(session, self._ready_op)

    def wait_for_session(self, master: str, config: Any = None, max_wait_secs: float = float("inf")) -> Any:
        """A Session, as soon as it is ready.

        Raises:
            DeadlineExceededError: it is not in time.
        """
        end = time.monotonic() + (float("inf") if max_wait_secs is None else max_wait_secs)
        while True:
            session = tf.Session(master, graph=self._graph, config=config)
            without = self._run_local_init_op(session) or _missing(session, self._ready_op)
            if not without:
                return session
            session.close()
            if time.monotonic() + self._wait_secs > end:
                text = f"a Session must be ready within {max_wait_secs} seconds"
                raise DeadlineExceededError(f"{text}, got none for: {', '.join(without)}")
            time.sleep(self._wait_secs)

    def _restored(
        self, master: str, saver: Any, folder: str | None, path: str | None, waits: bool, most: float, config: Any
    ) -> tuple[Any, bool]:
        if folder and path:
            raise InvalidArgumentError("checkpoint_dir must be None with checkpoint_filename_with_path, got both")
        session = tf.Session(master, graph=self._graph, config=config)
        if saver is None or not (folder or path):
            return session, False
        if path:
            saver.restore(session, path)
            return session, True
        end = time.monotonic() + most
        while (state := tf.train.get_checkpoint_state(os.fspath(folder or ""))) is None:
            if not waits or time.monotonic() + self._wait_secs > end:
                return session, False
            time.sleep(self._wait_secs)
        saver.restore(session, state.model_checkpoint_path)
        saver.recover_last_checkpoints(state.all_model_checkpoint_paths)
        return session, True

    def _run_local_init_op(self, session: Any) -> list[str]:
        """Initialise local variables; the names of what has no value and hinders that."""
        if self._local_init_op is None:
            return []
        without = _missing(session, self._ready_for_local_init_op)
        if not without:
            options = self._local_init_run_options
            session.run(self._local_init_op, feed_dict=self._local_init_feed_dict, options=options)
        return without


def _missing(session: Any, ready_op: Any) -> list[str]:
    """The names that a ready op gives."""
    found = None if ready_op is None else session.run(ready_op)
    if found is None or np.asarray(found).dtype.kind not in "OSU":
        return []
    return [name.decode() if isinstance(name, bytes) else str(name) for name in np.ravel(found)]


class SessionCreator(ABC):
    """Base class of what makes the Session of a monitored session."""

    @abstractmethod
    def create_session(self) -> Any: ...


class ChiefSessionCreator(SessionCreator):
    """Makes Sessions that are initialised, or restored from a checkpoint.

    Args:
        scaffold: default a new one.
        master: the target of a Session.
        checkpoint_dir, checkpoint_filename_with_path: the folder or the path of the checkpoint.
    """

    def __init__(
        self,
        scaffold: Scaffold | None = None,
        master: str = "",
        config: Any = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
    ) -> None:
        self._scaffold = scaffold or Scaffold()
        self._master = master
        self._config = config
        self._folder = checkpoint_dir
        self._path = checkpoint_filename_with_path
        self._manager: SessionManager | None = None

    def create_session(self) -> Any:
        scaffold = self._scaffold.finalize()
        return _manager(scaffold).prepare_session(
            self._master,
            saver=scaffold.saver,
            checkpoint_dir=self._folder,
            checkpoint_filename_with_path=self._path,
            config=self._config,
            init_op=scaffold.init_op,
            init_feed_dict=scaffold.init_feed_dict,
            init_fn=scaffold.init_fn,
        )


class WorkerSessionCreator(SessionCreator):
    """Makes Sessions as soon as another one has initialised the variables; ``max_wait_secs`` is how long it waits."""

    def __init__(
        self, scaffold: Scaffold | None = None, master: str = "", config: Any = None, max_wait_secs: float = 30 * 60
    ) -> None:
        self._scaffold = scaffold or Scaffold()
        self._master = master
        self._config = config
        self._max_wait_secs = max_wait_secs

    def create_session(self) -> Any:
        scaffold = self._scaffold.finalize()
        return _manager(scaffold).wait_for_session(self._master, self._config, self._max_wait_secs)


def _manager(scaffold: Scaffold) -> SessionManager:
    return SessionManager(
        local_init_op=scaffold.local_init_op,
        local_init_feed_dict=scaffold.local_init_feed_dict,
        ready_op=scaffold.ready_op,
        ready_for_local_init_op=scaffold.ready_for_local_init_op,
        graph=tf.get_default_graph(),
    )
