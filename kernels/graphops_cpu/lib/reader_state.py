"""Readers in a Session: which file each reads, and how far it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from graphops_cpu.lib.compression import decompressed
from graphops_cpu.lib.waiting import held
from graphops_cpu.lib.wire_format import fields, sized_field, varint_field
from graphops_registry.checkpoint_files import text_of
from graphops_registry.errors import DataLossError, GraphopsError, UnimplementedError, must
from graphops_registry.kernels.context import Context
from graphops_registry.locks import new_lock

READER: Final = "reader"
_STARTED, _FINISHED, _PRODUCED, _WORK = 1, 2, 3, 4  # fields of TensorFlow's ReaderBaseState

Record = tuple[bytes, bytes]


class Reader:
    """A reader; the Session's store keeps it.

    Args:
        name: for messages.
        attrs: of the node that makes it.
    """

    kind = "Reader"
    once = False  # whether a name in the queue is one record; such a reader's state can be saved

    def __init__(self, name: str, attrs: Any) -> None:
        self.name = name
        self.attrs = attrs
        self._lock = new_lock()
        self._begin()

    def _begin(self) -> None:
        self._started = self._finished = self._produced = 0
        self._work = b""
        self._records: Iterator[Record] = iter(())
        self._broken: GraphopsError | None = None

    def _open(self, ctx: Context, op: str, name: bytes) -> Iterator[Record]:
        """The records of a file: keys and values."""
        raise NotImplementedError

    def read(self, ctx: Context, op: str, names: Iterator[bytes], most: int) -> list[Record]:
        """The next records, one or more, of one file.

        Args:
            names: of files; waits for the next one, and raises at the end.
            most: how many there may be.

        Raises:
            DataLossError: the file is damaged; again each time.
        """
        found: list[Record] = []
        with held(self._lock, ctx):
            while len(found) < most:
                if self._started == self._finished:
                    self._work = next(names)
                    self._records = self._open(ctx, op, self._work)
                    self._broken = None
                    self._started += 1
                record = self._next()
                if record is not None:
                    found.append(record)
                    self._produced += 1
                if record is None or self.once:
                    self._finished = self._started
                    self._records = iter(())
                    if found:
                        break
        return found

    def _next(self) -> Record | None:
        if self._broken is None:
            try:
                return next(self._records, None)
            except DataLossError as error:
                self._broken = error
        raise self._broken

    def counts(self, ctx: Context) -> tuple[int, int]:
        """How many records it has given, how many names it has done with."""
        with held(self._lock, ctx):
            return self._produced, self._finished

    def reset(self, ctx: Context) -> None:
        """Begin again."""
        with held(self._lock, ctx):
            self._begin()

    def state(self, ctx: Context, op: str) -> bytes:
        """What it has done, as TensorFlow writes it.

        Raises:
            UnimplementedError: it may be in the middle of a file.
        """
        self._require_once(op)
        with held(self._lock, ctx):
            numbers = (_STARTED, self._started), (_FINISHED, self._finished), (_PRODUCED, self._produced)
            text = b"".join(varint_field(number, value) for number, value in numbers if value)
            return text + (sized_field(_WORK, self._work) if self._work else b"")

    def restore(self, ctx: Context, op: str, text: bytes) -> None:
        """Go on from another one's :meth:`state`.

        Raises:
            InvalidArgumentError: this is none.
            UnimplementedError: as :meth:`state`.
        """
        self._require_once(op)
        found: dict[int, Any] = {}
        try:
            for number, kind, value, content in fields(memoryview(text)):
                found[number] = content if kind == 2 else value
            started, finished, produced = (int(found.get(n, 0)) for n in (_STARTED, _FINISHED, _PRODUCED))
            work = bytes(found.get(_WORK, b""))
        except (ValueError, TypeError, GraphopsError):
            started, finished, produced, work = 1, 0, 0, b""
        if max(started, finished, produced) >= 1 << 63 or started > finished:
            raise must("state", op, "be the state of a reader between two records", repr(text))
        with held(self._lock, ctx):
            self._begin()
            self._started, self._finished, self._produced, self._work = finished, finished, produced, work

    def _require_once(self, op: str) -> None:
        if not self.once:
            rule = "be a reader of whole files or of the queue's strings"
            raise must("reader_handle", op, rule, f"{self.kind} '{self.name}'", kind=UnimplementedError)


def _content(ctx: Context, op: str, name: bytes, compression: str = "") -> bytes:
    path = text_of(name)
    content: bytes = ctx.files.content(path, ctx.check_memory)
    if not compression:
        return content

    def damaged(reason: str) -> GraphopsError:
        return DataLossError(f"the compressed file '{path}' must be what {compression} made, got {reason}")

    return decompressed(ctx, op, content, compression, damaged)


class LineReader(Reader):
    """Lines of text."""

    kind = "TextLineReader"

    def _open(self, ctx: Context, op: str, name: bytes) -> Iterator[Record]:
        lines = _content(ctx, op, name).split(b"\n")
        if not lines[-1].removesuffix(b"\r"):
            lines.pop()
        skipped = max(0, self.attrs["skip_header_lines"])
        numbered = enumerate(lines[skipped:], skipped + 1)
        return ((b"%b:%d" % (name, number), line.removesuffix(b"\r")) for number, line in numbered)


class WholeReader(Reader):
    """Whole files."""

    kind = "WholeFileReader"
    once = True

    def _open(self, ctx: Context, op: str, name: bytes) -> Iterator[Record]:
        return iter([(name, _content(ctx, op, name))])


class IdentityReader(Reader):
    """The strings of the queue."""

    kind = "IdentityReader"
    once = True

    def _open(self, ctx: Context, op: str, name: bytes) -> Iterator[Record]:
        return iter([(name, name)])


class FixedReader(Reader):
    """Records of a fixed number of bytes."""

    kind = "FixedLengthRecordReader"

    def _open(self, ctx: Context, op: str, name: bytes) -> Iterator[Record]:
        attrs = self.attrs
        content = _content(ctx, op, name, attrs.get("encoding", ""))
        size = attrs["record_bytes"]
        end = len(content) - attrs["footer_bytes"] - size + 1
        starts = enumerate(range(attrs["header_bytes"], end, attrs["hop_bytes"] or size))
        return ((b"%b:%d" % (name, number), content[start : start + size]) for number, start in starts)


class RecordReader(Reader):
    """TFRecord files."""

    kind = "TFRecordReader"

    def _open(self, ctx: Context, op: str, name: bytes) -> Iterator[Record]:
        content = _content(ctx, op, name, self.attrs["compression_type"])
        return _with_offsets(name, ctx.files.records(content, text_of(name)))


def _with_offsets(name: bytes, records: Iterator[bytes]) -> Iterator[Record]:
    """Records with the byte of the file where each begins, behind a frame of 16 bytes for each."""
    offset = 0
    for record in records:
        yield b"%b:%d" % (name, offset), record
        offset += 16 + len(record)
