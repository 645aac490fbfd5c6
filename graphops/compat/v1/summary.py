"""``tf.summary``: nodes that give serialised summaries, and the writer of event files."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterable
from types import TracebackType
from typing import Any, ClassVar

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.functions.variables import get_collection
from graphops.graph.graph import Graph, Tensor, get_default_graph
from graphops.train.collection_keys import GraphKeys
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

_MESSAGES = ("Event", "Summary")
_NOT_IN_NAMES = re.compile(r"[^-/\w\.]")


def __getattr__(name: str) -> Any:
    if name in _MESSAGES:
        from graphops.interchange.graph_def import messages

        return getattr(messages, name)
    raise missing("summary", name)


def __dir__() -> list[str]:
    return sorted({*__all__, *_MESSAGES})


def _name(name: str) -> str:
    """``name`` with what a scope cannot have replaced."""
    return _NOT_IN_NAMES.sub("_", name).lstrip("/")


def _file(summary: Tensor, collections: Iterable[str] | None) -> Tensor:
    graph = get_default_graph()
    for key in [GraphKeys.SUMMARIES] if collections is None else collections:
        graph.add_to_collection(key, summary)
    return summary


def _add(
    op: str, tag_argument: str, name: str, values: Any, collections: Iterable[str] | None, family: str | None
) -> Tensor:
    if not isinstance(name, str) or not name:
        raise InvalidTypeError(f"name of a summary must be a name, got {name!r}")
    cleaned = _name(name)
    inside = f"{_name(family)}/{cleaned}" if family else cleaned
    graph = get_default_graph()
    with graph.name_scope(inside) as scope:
        # With a family the tag has it twice, once as the scope, as in TensorFlow.
        tag = f"{family}/{scope.rstrip('/')}" if family else scope.rstrip("/")
        summary = getattr(raw_ops, op)(**{tag_argument: tag, "values": as_tensor(values), "name": scope})
    return _file(summary, collections)


def scalar(name: str, tensor: Any, collections: Iterable[str] | None = None, family: str | None = None) -> Tensor:
    """A node that gives a serialised Summary with the value of a scalar.

    Args:
        name: of the node, and so of the value.
        collections: default that of all summaries.
        family: a prefix that groups values.
    """
    return _add("ScalarSummary", "tags", name, tensor, collections, family)


def histogram(name: str, values: Any, collections: Iterable[str] | None = None, family: str | None = None) -> Tensor:
    """A node that gives a serialised Summary with a histogram; arguments as for :func:`scalar`."""
    return _add("HistogramSummary", "tag", name, values, collections, family)


def merge(inputs: Iterable[Any], collections: Iterable[str] | None = None, name: str | None = None) -> Tensor:
    """A node that gives one serialised Summary with the values of all ``inputs``."""
    with get_default_graph().name_scope(name or "Merge"):
        merged = raw_ops.MergeSummary(inputs=[as_tensor(item, "string") for item in inputs], name=name)
    return _file(merged, () if collections is None else collections)


def merge_all(key: str = GraphKeys.SUMMARIES, scope: str | None = None, name: str | None = None) -> Tensor | None:
    """:func:`merge` of all summaries of the default graph; ``None`` if there are none."""
    found = get_collection(key, scope)
    return merge(found, name=name) if found else None


class FileWriter:
    """Writes summaries and graphs into an event file for TensorBoard.

    Args:
        logdir: folder of the file.
        graph: written at once.
        max_queue: accepted; calls write themselves, so nothing waits in a queue.
        flush_secs: for how many seconds at most summaries are gathered before a call writes them.
        graph_def: the same as ``graph``, as a message (deprecated).
        filename_suffix: added to the file's name.
        session: only ``None``.
    """

    def __init__(
        self,
        logdir: str | os.PathLike[str],
        graph: Graph | None = None,
        max_queue: int = 10,
        flush_secs: float = 120,
        graph_def: Any = None,
        filename_suffix: str | None = None,
        session: Any = None,
    ) -> None:
        if session is not None:
            raise InvalidArgumentError(f"session of FileWriter must be None, got {session!r}")
        self._logdir = os.fspath(logdir)
        self._suffix = filename_suffix or ""
        self._flush_secs = float(flush_secs)
        self._open()
        if graph is not None or graph_def is not None:
            self.add_graph(graph, graph_def=graph_def)

    def _open(self) -> None:
        from graphops.interchange.event_files import EventWriter

        self._events = EventWriter(self._logdir, suffix=self._suffix, flush_secs=self._flush_secs)
        self._closed = False

    def _may_write(self) -> bool:
        if self._closed:
            text = "a FileWriter that is closed writes nothing, as in TensorFlow; call reopen() first"
            warnings.warn(text, stacklevel=3)
        return not self._closed

    def get_logdir(self) -> str:
        return self._logdir

    def add_summary(self, summary: Any, global_step: Any = None) -> None:
        """Write a Summary: the bytes that a summary node gave, or a message.

        Raises:
            InvalidTypeError: something else.
        """
        message = summary.SerializeToString() if hasattr(summary, "SerializeToString") else summary
        if not isinstance(message, bytes):
            raise InvalidTypeError(
                f"summary of add_summary() must be a serialised Summary, got {type(summary).__name__}"
            )
        if self._may_write():
            self._events.add_summary(message, 0 if global_step is None else int(global_step))

    def add_graph(self, graph: Graph | None, global_step: Any = None, graph_def: Any = None) -> None:
        """Write a graph."""
        message = graph_def if graph is None else graph.as_graph_def()
        if message is None:
            raise InvalidTypeError("graph of add_graph() must be a graph, got None")
        if self._may_write():
            self._events.add_graph(message.SerializeToString())
            self._events.flush()

    def add_event(self, event: Any) -> None:
        """Write an Event message."""
        if self._may_write():
            self._events.add_event(event.SerializeToString())

    def flush(self) -> None:
        """Bring everything into the file."""
        if self._may_write():
            self._events.flush()

    def close(self) -> None:
        """Flush, and close the file."""
        self._closed = True
        self._events.close()

    def reopen(self) -> None:
        """After ``close``: go on in a new file. Does nothing if it is open."""
        if self._closed:
            self._open()

    def __enter__(self) -> FileWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class FileWriterCache:
    """One FileWriter for each folder, for all who write there."""

    _writers: ClassVar[dict[str, FileWriter]] = {}

    @staticmethod
    def get(logdir: str | os.PathLike[str]) -> FileWriter:
        """The writer of a folder, made if there is none."""
        key = os.path.abspath(logdir)
        if key not in FileWriterCache._writers:
            FileWriterCache._writers[key] = FileWriter(logdir, graph=None)
        return FileWriterCache._writers[key]

    @staticmethod
    def clear() -> None:
        """Close all of them."""
        for writer in FileWriterCache._writers.values():
            writer.close()
        FileWriterCache._writers.clear()


__all__ = ["FileWriter", "FileWriterCache", "histogram", "merge", "merge_all", "scalar"]

mark_all(globals(), __all__)
