"""``tf.train.QueueRunner``: threads that fill a queue."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from graphops.compat.v1 import logging
from graphops.compat.v1.functions.variables import add_to_collection, get_collection
from graphops.compat.v1.queues.coordinator import Coordinator
from graphops.compat.v1.queues.queue import QueueBase
from graphops.graph.graph import Node
from graphops.session.session import Session, get_default_session
from graphops.train.collection_keys import GraphKeys
from graphops_registry.errors import (
    CancelledError,
    InvalidArgumentError,
    InvalidTypeError,
    OutOfRangeError,
    UnimplementedError,
)


class QueueRunner:
    """What fills a queue: a thread for each of the nodes that enqueue, and one that closes the queue in the end.

    Args:
        queue: the queue.
        enqueue_ops: nodes, each of which a thread runs again and again.
        close_op: run when all threads have come to an end of what they read; by default it closes the queue.
        cancel_op: run when a Coordinator asks to stop; by default it closes the queue and ends what is enqueued.
        queue_closed_exception_types: errors that mean the end of what is read; by default OutOfRangeError.
        queue_runner_def, import_scope: not supported.

    Raises:
        InvalidArgumentError: no queue, or no nodes.
        InvalidTypeError: types that are no errors.
        UnimplementedError: ``queue_runner_def`` is given.
    """

    def __init__(
        self,
        queue: QueueBase | None = None,
        enqueue_ops: Sequence[Any] | None = None,
        close_op: Any = None,
        cancel_op: Any = None,
        queue_closed_exception_types: Iterable[type[BaseException]] | None = None,
        queue_runner_def: Any = None,
        import_scope: str | None = None,
    ) -> None:
        if queue_runner_def is not None:
            raise UnimplementedError("queue_runner_def of QueueRunner must be None: give queue and enqueue_ops")
        if queue is None or not enqueue_ops:
            raise InvalidArgumentError("QueueRunner must have a queue and enqueue_ops, got None or an empty list")
        types = tuple(queue_closed_exception_types or (OutOfRangeError,))
        if not all(isinstance(each, type) and issubclass(each, Exception) for each in types):
            raise InvalidTypeError(
                f"queue_closed_exception_types of QueueRunner must be classes of errors, got {types}"
            )
        self._queue = queue
        self._enqueue_ops = list(enqueue_ops)
        self._close_op = queue.close() if close_op is None else close_op
        self._cancel_op = queue.close(cancel_pending_enqueues=True) if cancel_op is None else cancel_op
        self._ends = types
        self._lock = threading.Lock()
        self._running: WeakKeyDictionary[Any, int] = WeakKeyDictionary()
        self._errors: list[Exception] = []

    @property
    def queue(self) -> QueueBase:
        return self._queue

    @property
    def enqueue_ops(self) -> list[Any]:
        return self._enqueue_ops

    @property
    def close_op(self) -> Any:
        return self._close_op

    @property
    def cancel_op(self) -> Any:
        return self._cancel_op

    @property
    def queue_closed_exception_types(self) -> tuple[type[BaseException], ...]:
        return self._ends

    @property
    def exceptions_raised(self) -> list[Exception]:
        """Errors of the threads that ran without a Coordinator."""
        return self._errors

    @property
    def name(self) -> str:
        """The queue's."""
        return self._queue.name

    def create_threads(
        self, sess: Session, coord: Coordinator | None = None, daemon: bool = False, start: bool = False
    ) -> list[threading.Thread]:
        """Threads that run the nodes; none if those of an earlier call still do.

        Args:
            sess: where they run.
            coord: learns of their errors, and tells them when to stop.
            daemon: whether the program may end before they do.
            start: whether they start at once.
        """
        with self._lock:
            if self._running.get(sess, 0) > 0:
                return []
            self._running[sess] = len(self._enqueue_ops)
            self._errors = []
        prefix = f"QueueRunnerThread-{self.name}-"
        threads = [
            threading.Thread(target=self._run, args=(sess, op, coord), name=prefix + _name(op))
            for op in self._enqueue_ops
        ]
        if coord is not None:
            threads.append(
                threading.Thread(target=self._close_on_stop, args=(sess, coord), name=f"{prefix}close_on_stop")
            )
        for thread in threads:
            if coord is not None:
                coord.register_thread(thread)
            thread.daemon = daemon
            if start:
                thread.start()
        return threads

    def _run(self, sess: Session, op: Any, coord: Coordinator | None) -> None:
        """Run a node again and again; the last of the threads that come to an end closes the queue."""
        counted = True
        try:
            enqueue = sess.make_callable(op)
            while coord is None or not coord.should_stop():
                try:
                    enqueue()
                except self._ends:
                    counted = False
                    if not self._leave(sess):
                        self._run_last(sess, self._close_op)
                    return
        except Exception as error:
            if coord is not None:
                coord.request_stop(error)
            elif isinstance(error, CancelledError) or sess.closed:
                self._errors.append(error)  # the Session has closed, as it does at the end of a program
            else:
                logging.error("Exception in QueueRunner: %s", error)
                self._errors.append(error)
                raise
        finally:
            if counted:
                self._leave(sess)

    def _close_on_stop(self, sess: Session, coord: Coordinator) -> None:
        coord.wait_for_stop()
        self._run_last(sess, self._cancel_op)

    def _leave(self, sess: Session) -> int:
        """One thread less; how many are left."""
        with self._lock:
            self._running[sess] -= 1
            return self._running[sess]

    @staticmethod
    def _run_last(sess: Session, op: Any) -> None:
        try:
            sess.run(op)
        except Exception as error:  # the queue, or the Session, is closed already
            logging.debug("Ignored exception: %s", error)


def _name(op: Any) -> str:
    node = op if isinstance(op, Node) else op.node
    return str(node.name)


def add_queue_runner(qr: QueueRunner, collection: str = GraphKeys.QUEUE_RUNNERS) -> None:
    """Add a QueueRunner to a collection of the default graph."""
    add_to_collection(collection, qr)


def start_queue_runners(
    sess: Session | None = None,
    coord: Coordinator | None = None,
    daemon: bool = True,
    start: bool = True,
    collection: str = GraphKeys.QUEUE_RUNNERS,
) -> list[threading.Thread]:
    """The threads of all QueueRunners that were added to the graph.

    Args:
        sess: where they run; by default the default Session.
        coord: learns of their errors, and tells them when to stop.
        daemon: whether the program may end before they do.
        start: whether they start at once.
        collection: where the QueueRunners are.

    Raises:
        InvalidArgumentError: there is no default Session.
        InvalidTypeError: ``sess`` is no Session.
    """
    session = get_default_session() if sess is None else sess
    if session is None:
        rule = "start_queue_runners() must have a session"
        raise InvalidArgumentError(f"{rule}: write 'with Session() as session:' around it, or pass sess=")
    if not isinstance(session, Session):
        raise InvalidTypeError(f"sess of start_queue_runners() must be a Session, got {sess!r}")
    with session.graph.as_default():
        runners = get_collection(collection)
    if not runners:
        logging.warning("`tf.train.start_queue_runners()` was called when no queue runners were defined.")
    return [thread for each in runners for thread in each.create_threads(session, coord, daemon, start)]


__all__ = ["QueueRunner", "add_queue_runner", "start_queue_runners"]
