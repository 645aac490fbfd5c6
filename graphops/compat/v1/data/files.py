"""Stages that read files: lines of text, TFRecords, records of one length, and names of files."""

from __future__ import annotations

import glob
import os
import zlib
from collections.abc import Callable, Iterator
from stat import S_ISREG
from typing import Any, BinaryIO, Final

import numpy as np

from graphops.checkpoint.record_framing import LONGEST, records
from graphops.compat.v1.data.pipeline import Stage
from graphops.compat.v1.data.running import Running
from graphops.compat.v1.data.sources import STRING_LEAF
from graphops.compat.v1.data.structure import Element
from graphops.graph.graph import Tensor
from graphops_registry.checkpoint_files import text_of
from graphops_registry.errors import (
    DataLossError,
    InvalidArgumentError,
    NotFoundError,
    PermissionDeniedError,
    ResourceExhaustedError,
    must,
)

_CHUNK: Final = 1 << 16  # bytes that are read at once
_MOST_FILES: Final = 1 << 20  # that a pattern may match
_WBITS: Final = {"GZIP": 31, "ZLIB": 15}

Reader = Callable[[int], bytes]
"""Gives at most so many of the next bytes, none at the end."""


class Files(Stage):
    """What is in files, one after the other; inputs are their names and how they are compressed, then ``numbers``.

    Args:
        contents: the records of a file, from its reader, its name, whether it is compressed, and the numbers.
    """

    may_wait = True

    def __init__(
        self,
        names: Tensor,
        compression: Tensor,
        contents: Callable[..., Iterator[bytes]],
        numbers: list[Tensor] | None = None,
    ) -> None:
        super().__init__(STRING_LEAF, inputs=[names, compression, *(numbers or ())])
        self._contents = contents

    def begin(self, running: Running) -> Iterator[Element]:
        names = [text_of(name) for name in np.ravel(running.value(self.inputs[0]))]
        compression = text_of(running.value(self.inputs[1])[()])
        if compression not in ("", *_WBITS):
            raise must("compression_type", "a data set of files", "be '', 'GZIP' or 'ZLIB'", repr(compression))
        numbers = [running.number(tensor) for tensor in self.inputs[2:]]
        return _Contents(names, compression, self._contents, numbers, running.core.files)


class _Contents(Iterator[Element]):
    """Records of files; after an error the next file follows."""

    def __init__(
        self,
        names: list[str],
        compression: str,
        contents: Callable[..., Iterator[bytes]],
        numbers: list[int],
        files: Any,
    ) -> None:
        self._names = iter(names)
        self._compression = compression
        self._contents = contents
        self._numbers = numbers
        self._files = files
        self._file: BinaryIO | None = None
        self._records: Iterator[bytes] | None = None

    def __next__(self) -> Element:
        while True:
            if self._records is None:
                self._open(next(self._names))
            try:
                assert self._records is not None  # noqa: S101 - _open has set it
                return (_bytes_array(next(self._records)),)
            except StopIteration:
                self._close()
            except OSError as reason:
                self._close()
                raise DataLossError(f"a file of a data set must be readable, but {reason}") from None
            except BaseException:
                self._close()
                raise

    def _open(self, name: str) -> None:
        check_file(name, self._files)
        try:
            self._file = open(name, "rb", opener=_without_waiting)  # noqa: SIM115 - closed when its records end
        except FileNotFoundError:
            raise NotFoundError(f"a file of a data set must exist, got '{name}'") from None
        except (OSError, ValueError) as reason:
            raise InvalidArgumentError(f"a file of a data set must be readable, got '{name}' ({reason})") from None
        if not S_ISREG(os.fstat(self._file.fileno()).st_mode):
            self._close()
            raise InvalidArgumentError(f"a file of a data set must be a regular file, got '{name}'")
        read: Reader = self._file.read
        if self._compression:
            read = Decompressed(self._file.read, name, _WBITS[self._compression]).read
        self._records = self._contents(read, name, bool(self._compression), *self._numbers)

    def _close(self) -> None:
        self._records = None
        if self._file is not None:
            self._file.close()
            self._file = None


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe does not keep us waiting for somebody who writes to it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def check_file(name: str, files: Any) -> None:
    """Refuse a file outside of the folders that the Session's configuration names, if it names any.

    A pipeline is the user's own code, which may open what it likes: without folders there is no limit.

    Raises:
        PermissionDeniedError: it is outside.
    """
    if files.folders:
        files.check(name)


class Decompressed:
    """A reader of what is compressed, a bounded piece at a time.

    Args:
        read: of the compressed bytes.
        name: of the file, for errors.
        wbits: the format, as zlib has it.
    """

    def __init__(self, read: Reader, name: str, wbits: int) -> None:
        self._read = read
        self._name = name
        self._wbits = wbits
        self._engine = zlib.decompressobj(wbits)
        self._waiting = b""  # compressed bytes that the engine has not taken
        self._begun = False

    def read(self, size: int) -> bytes:
        """At most ``size`` bytes, none at the end.

        Raises:
            DataLossError: the file is damaged or cut off.
        """
        while True:
            if self._engine.eof:  # another member of the file may follow
                self._waiting = self._engine.unused_data
                self._engine = zlib.decompressobj(self._wbits)
                self._begun = False
            if not self._waiting:
                self._waiting = self._read(_CHUNK)
            if not self._waiting:
                if self._begun:
                    raise DataLossError(f"the compressed file '{self._name}' must be whole, got one that is cut off")
                return b""
            self._begun = True
            try:
                found = self._engine.decompress(self._waiting, size)
            except zlib.error as reason:
                raise DataLossError(
                    f"the compressed file '{self._name}' must have its compression_type, but {reason}"
                ) from None
            self._waiting = b"" if self._engine.eof else self._engine.unconsumed_tail
            if found:
                return found


def lines(read: Reader, name: str, compressed: bool) -> Iterator[bytes]:
    """The lines of a text without their ends; as TensorFlow's, they have no carriage returns."""
    waiting: list[bytes] = []
    held = 0
    while chunk := read(_CHUNK):
        *whole, rest = chunk.split(b"\n")
        for part in whole:
            yield b"".join((*waiting, part)).replace(b"\r", b"")
            waiting, held = [], 0
        waiting.append(rest)
        held += len(rest)
        if held > LONGEST:
            raise ResourceExhaustedError(f"a line of '{name}' must have at most {LONGEST} bytes, got more")
    if held:
        yield b"".join(waiting).replace(b"\r", b"")


def framed_records(read: Reader, name: str, compressed: bool) -> Iterator[bytes]:
    """The records of a TFRecord file."""
    return records(read, name)


def fixed_records(read: Reader, name: str, compressed: bool, size: int, header: int, footer: int) -> Iterator[bytes]:
    """Records of ``size`` bytes between a header and a footer."""
    for argument, value, least in (("record_bytes", size, 1), ("header_bytes", header, 0), ("footer_bytes", footer, 0)):
        if not least <= value <= LONGEST:
            raise must(argument, "FixedLengthRecordDataset", f"be from {least} to {LONGEST}", value)
    if not compressed:
        whole = os.stat(name).st_size - header - footer
        if whole < 0 or whole % size:
            rule = f"have records of {size} bytes between {header} and {footer} bytes"
            raise InvalidArgumentError(f"file '{name}' must {rule}, got {whole + header + footer} bytes")
    waiting = bytearray()
    skip = header
    while chunk := read(_CHUNK):
        waiting += chunk
        skipped = min(skip, len(waiting))
        skip -= skipped
        del waiting[:skipped]
        at = 0
        while len(waiting) - at >= size + footer:
            yield bytes(waiting[at : at + size])
            at += size
        del waiting[:at]
    if skip or len(waiting) != footer:
        rule = f"have records of {size} bytes between {header} and {footer} bytes"
        raise InvalidArgumentError(f"file '{name}' must {rule}, got {len(waiting)} bytes at its end")


class MatchingFiles(Stage):
    """The names of all files that match patterns, in their order."""

    may_wait = True

    def __init__(self, patterns: Tensor) -> None:
        super().__init__(STRING_LEAF, inputs=[patterns])

    def begin(self, running: Running) -> Iterator[Element]:
        patterns = [text_of(pattern) for pattern in np.ravel(running.value(self.inputs[0]))]
        found: set[str] = set()
        for pattern in patterns:
            for name in glob.iglob(pattern):
                if os.path.isdir(name):
                    continue
                try:
                    check_file(name, running.core.files)
                except PermissionDeniedError as error:
                    error.add_note("while listing files for Dataset.list_files()")
                    raise
                found.add(name)
                if len(found) > _MOST_FILES:
                    raise ResourceExhaustedError(f"file_pattern must match at most {_MOST_FILES} files, got more")
        if not found:
            raise InvalidArgumentError(f"file_pattern of Dataset.list_files() must match a file, got {patterns}")
        return iter([(_bytes_array(os.fsencode(name)),) for name in sorted(found)])


def _bytes_array(content: bytes) -> Any:
    array = np.empty((), dtype=object)
    array[()] = content
    return array
