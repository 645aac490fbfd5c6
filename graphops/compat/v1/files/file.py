"""``tf.gfile.GFile``: a file of this machine that is read, written, or both."""

from __future__ import annotations

import os
from types import TracebackType
from typing import Any, BinaryIO, Final

from graphops.compat.v1.files.paths import local, refusals
from graphops.compat.v1.files.text_of_bytes import as_bytes
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, PermissionDeniedError

_MODES: Final = ("r", "w", "a", "r+", "w+", "a+")


class GFile:
    """A file, opened when it is read or written first: one that is missing is an error then.

    What is read has no carriage returns in lines, but has them in :meth:`read`, as in TensorFlow.

    Args:
        name: a path of this machine.
        mode: "r", "w" or "a", with "+" to read and write, with "b" for bytes in place of text in UTF-8. As in
            TensorFlow, "w" makes no file before something is written, and the first write of "r+" empties the file.

    Raises:
        InvalidArgumentError: another mode.
        UnimplementedError: a path of another file system.
    """

    def __init__(self, name: Any, mode: str = "r") -> None:
        self.__name = name
        self.__mode = mode
        self._binary_mode = "b" in mode
        plain = mode.replace("b", "")
        if plain not in _MODES:
            raise InvalidArgumentError(f"mode of GFile must be one of {', '.join(_MODES)}, and b, got {mode!r}")
        self._may_read = plain not in ("w", "a")
        self._may_write = plain != "r"
        self._appends = "a" in plain
        self._reader: BinaryIO | None = None
        self._writer: BinaryIO | None = None

    @property
    def name(self) -> Any:
        """As it was given."""
        return self.__name

    @property
    def mode(self) -> str:
        return self.__mode

    def size(self) -> int:
        """In bytes."""
        path = local(self.__name)
        with refusals(path):
            return os.stat(path).st_size

    def read(self, n: int = -1) -> Any:
        """The next ``n`` bytes, or all that are left for -1; in text mode as text.

        Raises:
            NotFoundError: there is no such file.
            FailedPreconditionError: it is a folder.
            PermissionDeniedError: the mode is for writing, or the file must not be read.
        """
        reader = self._to_read()
        if n < -1:
            raise InvalidArgumentError(f"n of read() must be -1 or a number of bytes, got {n}")
        with refusals(local(self.__name)):
            return self._value(reader.read(n))

    def readline(self) -> Any:
        """The next line with its end, but no carriage return; nothing at the end of the file."""
        reader = self._to_read()
        with refusals(local(self.__name)):
            return self._value(reader.readline().replace(b"\r", b""))

    def readlines(self) -> list[Any]:
        """All lines that are left."""
        return list(self)

    def seek(self, offset: int | None = None, whence: int = 0, position: int | None = None) -> None:
        """Go on reading elsewhere.

        Args:
            offset: from the beginning, from here or from the end, for a ``whence`` of 0, 1 or 2.
            position: the same as ``offset`` (deprecated).

        Raises:
            InvalidTypeError: no offset.
            InvalidArgumentError: another ``whence``, or a place before the beginning.
        """
        reader = self._to_read()
        place = offset if position is None else position
        if place is None:
            raise InvalidTypeError("offset of seek() must be given, got None")
        if whence not in (0, 1, 2):
            raise InvalidArgumentError(f"whence of seek() must be 0, 1 or 2, got {whence!r}")
        begin = (0, reader.tell(), self.size() if whence == 2 else 0)[whence]
        if begin + place < 0:
            raise InvalidArgumentError(f"offset of seek() must be inside of the file, got {begin + place}")
        reader.seek(begin + place)

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        """Where reading goes on, or, of a file that is only written, writing."""
        return self._to_read().tell() if self._may_read else self._to_write().tell()

    def write(self, file_content: Any) -> None:
        """Write bytes, or text in UTF-8.

        Raises:
            PermissionDeniedError: the mode is for reading, or the file must not be written to.
            NotFoundError: there is no such folder.
        """
        writer = self._to_write()
        with refusals(local(self.__name)):
            writer.write(as_bytes(file_content))

    def flush(self) -> None:
        """Bring what was written into the file."""
        if self._writer is not None:
            with refusals(local(self.__name)):
                self._writer.flush()

    def close(self) -> None:
        """Write what waits, and let go of the file; it is opened again when it is used again."""
        files, self._reader, self._writer = (self._reader, self._writer), None, None
        with refusals(local(self.__name)):
            for file in files:
                if file is not None:
                    file.close()

    def __enter__(self) -> GFile:
        return self

    def __exit__(
        self,
        unused_type: type[BaseException] | None,
        unused_value: BaseException | None,
        unused_traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __iter__(self) -> GFile:
        return self

    def __next__(self) -> Any:
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def next(self) -> Any:
        """The next line, as Python 2 asked for it."""
        return self.__next__()

    def __del__(self) -> None:
        for file in (getattr(self, "_reader", None), getattr(self, "_writer", None)):
            if file is not None:
                file.close()

    def _value(self, content: bytes) -> Any:
        return content if self._binary_mode else content.decode()

    def _to_read(self) -> BinaryIO:
        if not self._may_read:
            raise PermissionDeniedError(f"a file must be opened for reading to be read, got mode {self.__mode!r}")
        if self._reader is None:
            path = local(self.__name)
            with refusals(path):
                self._reader = open(path, "rb")  # noqa: SIM115 - close() closes it
        return self._reader

    def _to_write(self) -> BinaryIO:
        if not self._may_write:
            raise PermissionDeniedError(f"a file must be opened for writing to be written, got mode {self.__mode!r}")
        if self._writer is None:
            path = local(self.__name)
            with refusals(path):
                self._writer = open(path, "ab" if self._appends else "wb")  # noqa: SIM115 - close() closes it
        return self._writer
