"""Files of records that are written, TensorFlow's TFRecords; :mod:`record_framing` is what a record looks like.

>>> file = RecordFile("events", flush_secs=0)
>>> file.write(b"content")
>>> file.close()
"""

from __future__ import annotations

import atexit
import os
import time
import weakref
from typing import Final

from graphops.checkpoint.record_framing import framed
from graphops_registry.errors import FailedPreconditionError
from graphops_registry.locks import new_lock

_MOST_WAITING: Final = 1 << 16  # bytes


class RecordFile:
    """Appends records to a file; any thread may write.

    Args:
        path: of the file, made if it is missing.
        flush_secs: records wait in memory until this time has passed since the last were written, or until there are
            64 KiB of them; 0 writes each one at once. No thread watches the time: the next call does.

    Raises:
        OSError: the file cannot be written to.
    """

    def __init__(self, path: str, flush_secs: float) -> None:
        self._file: int | None = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        self._flush_secs = flush_secs
        self._waiting = bytearray()
        self._next_flush = 0.0  # the first record is written at once, so that readers see the file
        self._process = os.getpid()
        self._lock = new_lock()
        _open_files.add(self)

    def write(self, content: bytes) -> None:
        """Add a record.

        Raises:
            FailedPreconditionError: the file is closed.
            OSError: it cannot be written to.
        """
        record = framed(content)
        with self._lock:
            self._check_open()
            self._waiting += record
            if len(self._waiting) >= _MOST_WAITING or time.monotonic() >= self._next_flush:
                self._write_out()

    def flush(self) -> None:
        """Hand what waits to the operating system.

        Raises:
            FailedPreconditionError: the file is closed.
            OSError: it cannot be written to.
        """
        with self._lock:
            self._check_open()
            self._write_out()

    def close(self) -> None:
        """Write what waits, and close the file. Closing twice does nothing."""
        with self._lock:
            if self._file is None:
                return
            try:
                self._check_open()
                self._write_out()
            finally:
                file, self._file = self._file, None
                os.close(file)
        _open_files.discard(self)

    def _check_open(self) -> None:
        if self._file is None:
            raise FailedPreconditionError("an EventWriter must be open to be written to, but it was closed")
        if self._process != os.getpid():  # a fork: what waited then is the parent's to write
            self._process = os.getpid()
            self._waiting.clear()

    def _write_out(self) -> None:
        self._next_flush = time.monotonic() + self._flush_secs
        while self._waiting and self._file is not None:
            del self._waiting[: os.write(self._file, self._waiting)]

    def __del__(self) -> None:
        if getattr(self, "_file", None) is not None:
            self.close()


_open_files: weakref.WeakSet[RecordFile] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    """Write what waits when the process ends: objects that are still referred to are not deleted then."""
    for file in list(_open_files):
        file.close()
