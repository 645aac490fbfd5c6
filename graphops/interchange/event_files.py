"""Event files for TensorBoard: scalars, histograms and the graph.

>>> from graphops.summary import EventWriter
>>> with EventWriter("run/logs") as writer:
...     writer.add_graph(graph)
...     writer.add_scalar("loss", 0.5, step=1)
...     writer.add_histogram("dense/kernel", session.variables["dense/kernel"], step=1)

and then ``tensorboard --logdir run/logs``.

:mod:`graphops.interchange.record_file` has the records that a file consists of.  Each is a message ``Event { double
wall_time = 1; int64 step = 2; string file_version = 3; bytes graph_def = 4; Summary summary = 5 }``; the kernels of
summaries have the messages within.
"""

from __future__ import annotations

import math
import os
import socket
import time
from itertools import count
from types import TracebackType
from typing import Any, Final

import numpy as np

from graphops.checkpoint.wire import as_bytes, bytes_field, double_field, fields, float_field, int_field
from graphops.interchange.record_file import RecordFile
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import DataLossError, InvalidArgumentError, InvalidTypeError, NotFoundError

_BUCKETS: Final = 30  # as many as TensorBoard draws
_VERSION: Final = b"brain.Event:2"
_LONGEST_HOST: Final = 100  # characters of the host's name that the file's has
_numbers = count()


class EventWriter:
    """Writes one event file; any thread may add.

    Args:
        logdir: folder of the file, made if it is missing.
        suffix: of the file's name.
        flush_secs: how long what was added may wait until the next call brings it into the file; by default it is there
            when the call returns.  ``flush``, ``close`` and the end of the process write what waits.

    Attributes:
        path: of the file.

    Raises:
        NotFoundError: the folder cannot be made or written to.
    """

    def __init__(self, logdir: str | os.PathLike[str], *, suffix: str = "", flush_secs: float = 0.0) -> None:
        folder = os.fspath(logdir)
        host = socket.gethostname()[:_LONGEST_HOST]
        # Two writers of one second, and of one process, have files of their own.
        own = f"{int(time.time()):010d}.{host}.{os.getpid()}.{next(_numbers)}{suffix}"
        self.path: str = os.path.join(folder, f"events.out.tfevents.{own}")
        try:
            os.makedirs(folder, exist_ok=True)
            self._file = RecordFile(self.path, flush_secs)
            self._write(double_field(1, time.time()) + bytes_field(3, _VERSION))
            self.flush()
        except OSError as error:
            raise NotFoundError(f"logdir of EventWriter must be a folder to write to, got {error}") from error

    def add_scalar(self, tag: str, value: Any, step: int, *, wall_time: float | None = None) -> None:
        """Add a number.

        Args:
            tag: which curve it belongs to; ``a/b`` is shown under ``a``.
            value: a number or an array of one element; not finite ones are allowed. It is kept in float32.
            step: where on the curve.
            wall_time: seconds since 1970; default now.

        Raises:
            InvalidTypeError, InvalidArgumentError: no tag, step or number, or one that float32 cannot hold.
        """
        array = _numbers_of(value, "value of add_scalar()")
        if array.size != 1:
            raise InvalidArgumentError(f"value of add_scalar() must be one number, got shape {array.shape}")
        number = float(array.reshape(()))
        if math.isfinite(number) and abs(number) > float(np.finfo(np.float32).max):
            raise InvalidArgumentError(f"value of add_scalar() must fit into float32, got {number}")
        self._add(tag, step, wall_time, float_field(2, number))

    def add_histogram(self, tag: str, values: Any, step: int, *, wall_time: float | None = None) -> None:
        """Add the distribution of values, in 30 buckets of equal width.

        Args:
            tag: which histogram it belongs to.
            values: a real array, at least one element, all finite.
            step: when.
            wall_time: seconds since 1970; default now.

        Raises:
            InvalidTypeError, InvalidArgumentError: no tag, step or such values.
        """
        array = _numbers_of(values, "values of add_histogram()").reshape(-1)
        if not array.size:
            raise InvalidArgumentError("values of add_histogram() must have at least one element, got none")
        finite = np.isfinite(array)
        if not finite.all():
            bad = array.size - int(finite.sum())
            raise InvalidArgumentError(
                f"values of add_histogram() must be finite, got {bad} of {array.size} that are not"
            )
        self._add(tag, step, wall_time, bytes_field(5, _histogram(array)))

    def add_graph(self, graph: Any, *, wall_time: float | None = None) -> None:
        """Add the graph that TensorBoard's page of graphs shows.

        Args:
            graph: a Graph, a GraphDef message, or the bytes of one.

        Raises:
            InvalidTypeError: anything else.
        """
        if hasattr(graph, "as_graph_def"):
            graph = graph.as_graph_def()
        if hasattr(graph, "SerializeToString"):
            graph = graph.SerializeToString()
        if not isinstance(graph, (bytes, bytearray, memoryview)):
            raise InvalidTypeError(f"graph of add_graph() must be a Graph, a GraphDef or its bytes, got {graph!r}")
        self._write(double_field(1, _time(wall_time)) + bytes_field(4, bytes(graph)))

    def add_summary(self, summary: bytes, step: int = 0) -> None:
        """Add a Summary that a node of the graph gave.

        Args:
            summary: serialised.
            step: when.

        Raises:
            DataLossError: bytes that are no Summary.
        """
        for number, value in _fields(summary):
            if number == 1:
                _fields(as_bytes(value))
        self._write(double_field(1, _time(None)) + int_field(2, step) + bytes_field(5, summary))

    def add_event(self, event: bytes) -> None:
        """Add an Event that was made elsewhere.

        Args:
            event: serialised; without a time it gets that of now.

        Raises:
            DataLossError: bytes that are no Event.
        """
        if not any(number == 1 and value for number, value in _fields(event)):
            event += double_field(1, _time(None))  # of several fields of one number the last one counts
        self._write(event)

    def flush(self) -> None:
        """Hand everything to the operating system.

        Raises:
            FailedPreconditionError: the writer is closed.
        """
        self._file.flush()

    def close(self) -> None:
        """Write what waits, and close the file. Closing twice does nothing."""
        self._file.close()

    def __enter__(self) -> EventWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _add(self, tag: str, step: int, wall_time: float | None, value: bytes) -> None:
        if not isinstance(tag, str) or not tag:
            raise InvalidTypeError(f"tag of an event must be a string that is not empty, got {tag!r}")
        if not isinstance(step, (int, np.integer)) or isinstance(step, bool) or not -(1 << 63) <= step < 1 << 63:
            raise InvalidTypeError(f"step of an event must be an integer of 64 bits, got {step!r}")
        summary = bytes_field(1, bytes_field(1, tag.encode("utf-8", "replace")) + value)
        self._write(double_field(1, _time(wall_time)) + int_field(2, int(step)) + bytes_field(5, summary))

    def _write(self, event: bytes) -> None:
        self._file.write(event)


def _fields(message: bytes) -> list[tuple[int, Any]]:
    """The fields of a message that somebody else made.

    Raises:
        DataLossError: it is none.
    """
    try:
        return list(fields(message))
    except DataLossError as reason:
        text = f"an event must be well-formed bytes, got {len(message)} that are not ({reason})"
        raise DataLossError(text) from None


def _time(wall_time: float | None) -> float:
    return time.time() if wall_time is None else float(wall_time)


def _numbers_of(value: Any, what: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Real numbers of any dtype as float64.

    Raises:
        InvalidTypeError: no real numbers.
    """
    array = np.asarray(value)
    dtype = as_dtype(array.dtype)
    if not (dtype.is_floating or dtype.is_integer or dtype.is_bool):
        raise InvalidTypeError(f"{what} must be real numbers, got {dtype.name}")
    result: np.ndarray[Any, np.dtype[np.float64]] = array.astype(np.float64)
    return result


def _histogram(array: np.ndarray[Any, np.dtype[np.float64]]) -> bytes:
    """A HistogramProto; an empty first bucket says where the next one starts."""
    low, high = float(array.min()), float(array.max())
    with np.errstate(over="ignore"):  # sums beyond float64 are infinite, which the reader can see
        width = np.subtract(high, low)
        if not np.isfinite(width) or width / _BUCKETS <= np.spacing(max(abs(low), abs(high))):
            low, high = low - abs(low) * 1e-3 - 1e-6, high + abs(high) * 1e-3 + 1e-6
        sums = float(array.sum()), float(np.square(array).sum())
    limits = low * (1 - np.linspace(0, 1, _BUCKETS + 1)) + high * np.linspace(0, 1, _BUCKETS + 1)
    limits[0], limits[-1] = min(limits[0], array.min()), max(limits[-1], array.max())
    counts, _ = np.histogram(array, bins=limits)
    numbers = (array.min(), array.max(), array.size, *sums)
    message = b"".join(double_field(number, float(value)) for number, value in enumerate(numbers, 1))
    message += bytes_field(6, limits.astype("<f8").tobytes())
    return message + bytes_field(7, np.concatenate([[0.0], counts]).astype("<f8").tobytes())
