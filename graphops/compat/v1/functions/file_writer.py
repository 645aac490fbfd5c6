"""The writer of event files for TensorBoard, as scripts of TensorFlow 1 know it."""

from __future__ import annotations

import os
import threading
import time
import warnings
from types import TracebackType
from typing import Any, ClassVar

from graphops.graph.graph import Graph, get_default_graph
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


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
        self._tags: set[str] = set()
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

    def add_session_log(self, session_log: Any, global_step: Any = None) -> None:
        """Write a SessionLog message."""
        from graphops.interchange.graph_def.messages import Event

        log = {"session_log": {"status": session_log.status, "checkpoint_path": session_log.checkpoint_path}}
        log["session_log"]["msg"] = session_log.msg
        self.add_event(Event(wall_time=time.time(), step=0 if global_step is None else int(global_step), **log))

    def add_run_metadata(self, run_metadata: Any, tag: str, global_step: Any = None) -> None:
        """Write when the nodes of a run began and ended.

        Raises:
            InvalidArgumentError: a tag that was given before.
        """
        if tag in self._tags:
            raise InvalidArgumentError(f"tag of add_run_metadata() must be a new one, got {tag!r} again")
        self._tags.add(tag)
        from graphops.interchange.graph_def.messages import Event

        ran = {"tag": tag, "run_metadata": _step_stats(run_metadata).SerializeToString()}
        step = 0 if global_step is None else int(global_step)
        self.add_event(Event(wall_time=time.time(), step=step, tagged_run_metadata=ran))

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


def _step_stats(run_metadata: Any) -> Any:
    """A RunMetadata message of TensorFlow's."""
    from graphops.interchange.graph_def.messages import RunMetadata

    message = RunMetadata()
    devices: dict[str, Any] = {}
    for ran in run_metadata.nodes:
        if ran.device not in devices:
            devices[ran.device] = message.step_stats.dev_stats.add(device=ran.device)
        took = (ran.end_ns - ran.start_ns) // 1000
        devices[ran.device].node_stats.add(
            node_name=ran.node, timeline_label=f"{ran.node} = {ran.op}", all_start_micros=ran.start_ns // 1000,
            op_end_rel_micros=took, all_end_rel_micros=took,
        )  # fmt: skip
    return message


class FileWriterCache:
    """One FileWriter for each folder, which all that ask for it share."""

    _cache: ClassVar[dict[str, FileWriter]] = {}
    _lock = threading.RLock()

    @staticmethod
    def clear() -> None:
        """Close and forget all."""
        with FileWriterCache._lock:
            for writer in FileWriterCache._cache.values():
                writer.close()
            FileWriterCache._cache.clear()

    @staticmethod
    def get(logdir: str | os.PathLike[str]) -> FileWriter:
        """The writer of a folder; a new one writes the default graph at once."""
        folder = os.fspath(logdir)
        with FileWriterCache._lock:
            if folder not in FileWriterCache._cache:
                FileWriterCache._cache[folder] = FileWriter(folder, graph=get_default_graph())
            return FileWriterCache._cache[folder]


__all__ = ["FileWriter", "FileWriterCache"]
