"""Event files for TensorBoard: scalars, histograms and the graph, through tensorboardX (extra ``tensorboard``).

>>> from graphops.summary import EventWriter
>>> with EventWriter("run/logs") as writer:
...     writer.add_graph(graph)
...     writer.add_scalar("loss", 0.5, step=1)
...     writer.add_histogram("dense/kernel", session.variables["dense/kernel"], step=1)

and then ``tensorboard --logdir run/logs``.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from importlib import import_module
from itertools import count
from types import TracebackType
from typing import Any, Final

import numpy as np

from graphops.plugins.extras import missing_sentence, optional
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import (
    DataLossError,
    FailedPreconditionError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
)
from graphops_registry.locks import new_lock

_PACKAGE: Final = "tensorboardX"
_BUCKETS: Final = 30  # as many as TensorBoard draws
_numbers = count()


class EventWriter:
    """Writes one event file. What was added is in the file when the call returns; any thread may add.

    Args:
        logdir: folder of the file, made if it is missing.
        suffix: of the file's name.

    Attributes:
        path: of the file.

    Raises:
        NotFoundError: tensorboardX is not installed; or the folder cannot be made or written to.
    """

    def __init__(self, logdir: str | os.PathLike[str], *, suffix: str = "") -> None:
        if optional(_PACKAGE) is None:
            raise NotFoundError(missing_sentence("EventWriter", [_PACKAGE], "tensorboard"))
        self._event: Callable[..., Any] = import_module(f"{_PACKAGE}.proto.event_pb2").Event
        self._summary = import_module(f"{_PACKAGE}.proto.summary_pb2")
        folder = os.fspath(logdir)
        try:
            os.makedirs(folder, exist_ok=True)
            # The writer below the queue: it writes in the caller's thread, so nothing is lost and flush() is exact.
            # The name it makes is the same for all writers of a second, and it would overwrite: hence the suffix.
            writer = import_module(f"{_PACKAGE}.event_file_writer").EventsWriter
            own = f".{os.getpid()}.{next(_numbers)}{suffix}"
            self._writer: Any = writer(os.path.join(folder, "events"), own)
        except OSError as error:
            raise NotFoundError(f"logdir of EventWriter must be a folder to write to, got {error}") from error
        self.path: str = self._writer._file_name  # noqa: SLF001 - tensorboardX tells it nowhere else
        self._lock = new_lock()
        self.flush()

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
        self._add(tag, step, wall_time, simple_value=number)

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
        self._add(tag, step, wall_time, histo=self._summary.HistogramProto(**_histogram(array)))

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
        self._write(self._event(wall_time=_time(wall_time), graph_def=bytes(graph)))

    def add_summary(self, summary: bytes, step: int = 0) -> None:
        """Add a Summary that a node of the graph gave.

        Args:
            summary: serialised.
            step: when.

        Raises:
            DataLossError: bytes that are no Summary.
        """
        self._write(self._event(wall_time=_time(None), step=step, summary=_parsed(self._summary.Summary, summary)))

    def add_event(self, event: bytes) -> None:
        """Add an Event that was made elsewhere.

        Args:
            event: serialised; without a time it gets that of now.

        Raises:
            DataLossError: bytes that are no Event.
        """
        message = _parsed(self._event, event)
        message.wall_time = message.wall_time or _time(None)
        self._write(message)

    def flush(self) -> None:
        """Hand everything to the operating system.

        Raises:
            FailedPreconditionError: the writer is closed.
        """
        with self._lock:
            self._open().flush()

    def close(self) -> None:
        """Close the file. Closing twice does nothing."""
        with self._lock:
            writer, self._writer = self._writer, None
            if writer is not None:
                writer.close()

    def __enter__(self) -> EventWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_writer", None) is not None:
            self.close()

    def _add(self, tag: str, step: int, wall_time: float | None, **value: Any) -> None:
        if not isinstance(tag, str) or not tag:
            raise InvalidTypeError(f"tag of an event must be a string that is not empty, got {tag!r}")
        if not isinstance(step, (int, np.integer)) or isinstance(step, bool) or not -(1 << 63) <= step < 1 << 63:
            raise InvalidTypeError(f"step of an event must be an integer of 64 bits, got {step!r}")
        summary = self._summary.Summary(value=[self._summary.Summary.Value(tag=tag, **value)])
        self._write(self._event(wall_time=_time(wall_time), step=int(step), summary=summary))

    def _write(self, event: Any) -> None:
        with self._lock:
            writer = self._open()
            writer.write_event(event)
            writer.flush()

    def _open(self) -> Any:
        if self._writer is None:
            raise FailedPreconditionError("an EventWriter must be open to be written to, but it was closed")
        return self._writer


def _parsed(kind: Any, data: bytes) -> Any:
    try:
        return kind.FromString(data)
    except Exception as reason:  # protobuf's DecodeError, which nothing here imports
        raise DataLossError(f"an event must be well-formed bytes, got {len(data)} that are not ({reason})") from None


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


def _histogram(array: np.ndarray[Any, np.dtype[np.float64]]) -> dict[str, Any]:
    """The fields of a HistogramProto; an empty first bucket says where the next one starts."""
    low, high = float(array.min()), float(array.max())
    with np.errstate(over="ignore"):  # sums beyond float64 are infinite, which the reader can see
        width = np.subtract(high, low)
        if not np.isfinite(width) or width / _BUCKETS <= np.spacing(max(abs(low), abs(high))):
            low, high = low - abs(low) * 1e-3 - 1e-6, high + abs(high) * 1e-3 + 1e-6
        sums = {"sum": float(array.sum()), "sum_squares": float(np.square(array).sum())}
    limits = low * (1 - np.linspace(0, 1, _BUCKETS + 1)) + high * np.linspace(0, 1, _BUCKETS + 1)
    limits[0], limits[-1] = min(limits[0], array.min()), max(limits[-1], array.max())
    counts, _ = np.histogram(array, bins=limits)
    return {
        "min": float(array.min()),
        "max": float(array.max()),
        "num": float(array.size),
        **sums,
        "bucket_limit": limits.tolist(),
        "bucket": [0.0, *counts.astype(float)],
    }
