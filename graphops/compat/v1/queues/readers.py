"""``tf.TextLineReader`` and the other readers: they take names of files from a queue, and give records."""

from __future__ import annotations

from typing import Any

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.marked import mark
from graphops.compat.v1.queues.own_files import own
from graphops.compat.v1.queues.queue import QueueBase
from graphops.graph.graph import Node, Tensor


class ReaderBase:
    """A reader in a graph; the Sessions that run it know how far it is.

    Args:
        reader_ref: the tensor with the reader's handle.
        supports_serialize: whether its state can be saved.
    """

    def __init__(self, reader_ref: Tensor, supports_serialize: bool = False) -> None:
        self._reader_ref = reader_ref
        self._supports_serialize = supports_serialize

    @property
    def reader_ref(self) -> Tensor:
        """The tensor with the reader's handle."""
        return self._reader_ref

    @property
    def supports_serialize(self) -> bool:
        """Whether its state can be saved."""
        return self._supports_serialize

    def read(self, queue: QueueBase | Tensor, name: str | None = None) -> Any:
        """The next record; from the next file of the queue, where one is at its end.

        Returns:
            The tensors ``key``, which says which record it is, and ``value``.
        """
        found = raw_ops.ReaderReadV2(reader_handle=self._reader_ref, queue_handle=_handle(queue), name=name)
        own(found.key.node)
        return found

    def read_up_to(self, queue: QueueBase | Tensor, num_records: Any, name: str | None = None) -> Any:
        """The next records of a file, at most ``num_records``; fewer where the file is at its end.

        Returns:
            The tensors ``keys`` and ``values``.
        """
        found = raw_ops.ReaderReadUpToV2(
            reader_handle=self._reader_ref,
            queue_handle=_handle(queue),
            num_records=as_tensor(num_records, "int64"),
            name=name,
        )
        own(found.keys.node)
        return found

    def num_records_produced(self, name: str | None = None) -> Tensor:
        """How many records it has given."""
        found: Tensor = raw_ops.ReaderNumRecordsProducedV2(reader_handle=self._reader_ref, name=name)
        return found

    def num_work_units_completed(self, name: str | None = None) -> Tensor:
        """How many strings of the queue it has done with."""
        found: Tensor = raw_ops.ReaderNumWorkUnitsCompletedV2(reader_handle=self._reader_ref, name=name)
        return found

    def serialize_state(self, name: str | None = None) -> Tensor:
        """What it has done, for :meth:`restore_state`.

        Raises:
            UnimplementedError: in a run, for a reader that may be in the middle of a file.
        """
        found: Tensor = raw_ops.ReaderSerializeStateV2(reader_handle=self._reader_ref, name=name)
        return found

    def restore_state(self, state: Any, name: str | None = None) -> Node:
        """A node that lets it go on where another one was."""
        node: Node = raw_ops.ReaderRestoreStateV2(
            reader_handle=self._reader_ref, state=as_tensor(state, "string"), name=name
        )
        return node

    def reset(self, name: str | None = None) -> Node:
        """A node that lets it begin again."""
        node: Node = raw_ops.ReaderResetV2(reader_handle=self._reader_ref, name=name)
        return node


def _handle(queue: QueueBase | Tensor) -> Tensor:
    return queue if isinstance(queue, Tensor) else queue.queue_ref


class WholeFileReader(ReaderBase):
    """A reader of whole files: the key is the name, the value the content."""

    def __init__(self, name: str | None = None) -> None:
        mark()
        super().__init__(raw_ops.WholeFileReaderV2(name=name), supports_serialize=True)


class TextLineReader(ReaderBase):
    """A reader of lines.

    Args:
        skip_header_lines: how many at the beginning of each file are left out.
    """

    def __init__(self, skip_header_lines: int | None = None, name: str | None = None) -> None:
        mark()
        super().__init__(raw_ops.TextLineReaderV2(skip_header_lines=skip_header_lines or 0, name=name))


class FixedLengthRecordReader(ReaderBase):
    """A reader of records of a fixed number of bytes.

    Args:
        record_bytes: of a record.
        header_bytes, footer_bytes: before the first and behind the last one.
        hop_bytes: from the beginning of a record to that of the next one; by default ``record_bytes``.
        encoding: of the files: "", "ZLIB" or "GZIP".
    """

    def __init__(
        self,
        record_bytes: int,
        header_bytes: int | None = None,
        footer_bytes: int | None = None,
        hop_bytes: int | None = None,
        name: str | None = None,
        encoding: str | None = None,
    ) -> None:
        mark()
        handle = raw_ops.FixedLengthRecordReaderV2(
            record_bytes=record_bytes,
            header_bytes=header_bytes or 0,
            footer_bytes=footer_bytes or 0,
            hop_bytes=hop_bytes or 0,
            encoding=encoding or "",
            name=name,
        )
        super().__init__(handle)


class TFRecordReader(ReaderBase):
    """A reader of TFRecord files.

    Args:
        options: ``tf.python_io.TFRecordOptions``: how they are compressed.
    """

    def __init__(self, name: str | None = None, options: Any = None) -> None:
        mark()
        compression = "" if options is None else type(options).get_compression_type_string(options)
        super().__init__(raw_ops.TFRecordReaderV2(compression_type=compression, name=name))


class IdentityReader(ReaderBase):
    """A reader that gives the strings of the queue themselves, as keys and as values."""

    def __init__(self, name: str | None = None) -> None:
        mark()
        super().__init__(raw_ops.IdentityReaderV2(name=name), supports_serialize=True)


__all__ = [
    "FixedLengthRecordReader",
    "IdentityReader",
    "ReaderBase",
    "TFRecordReader",
    "TextLineReader",
    "WholeFileReader",
]
