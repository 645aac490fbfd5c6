"""Event files as TensorBoard reads them: records of Event messages, each with its length and checksums.

``Event { double wall_time = 1; int64 step = 2; string file_version = 3; bytes graph_def = 4; Summary summary = 5 }``.
"""

from __future__ import annotations

import os
import socket
import struct
import threading
import time
from itertools import count
from pathlib import Path
from typing import Final

from graphops.checkpoint.crc32c import masked_crc32c
from graphops.checkpoint.wire import bytes_field, double_field, int_field
from graphops_registry.errors import FailedPreconditionError

_numbers: Final = count()


class EventFile:
    """One event file, made with the first record. What was added is on disk after ``flush``; any thread may add.

    Args:
        logdir: its folder, made if it is missing.
        suffix: added to its name.
    """

    def __init__(self, logdir: str | os.PathLike[str], suffix: str = "") -> None:
        folder = Path(logdir)
        folder.mkdir(parents=True, exist_ok=True)
        name = f"events.out.tfevents.{int(time.time()):010d}.{socket.gethostname()}.{os.getpid()}.{next(_numbers)}"
        self.path = folder / (name + suffix)
        self._lock = threading.Lock()
        self._file = self.path.open("xb")
        self.add(bytes_field(3, b"brain.Event:2"))

    def add(self, content: bytes, step: int | None = None) -> None:
        """Write an Event: the time, the step, and ``content``, serialised fields.

        Raises:
            FailedPreconditionError: the file was closed.
        """
        numbered = b"" if not step else int_field(2, step)
        event = double_field(1, time.time()) + numbered + content
        head = struct.pack("<Q", len(event))
        checks = [struct.pack("<I", masked_crc32c(part)) for part in (head, event)]
        with self._lock:
            if self._file.closed:
                raise FailedPreconditionError(f"the event file {self.path} must be open to be written, but was closed")
            self._file.write(head + checks[0] + event + checks[1])

    def add_summary(self, summary: bytes, step: int | None) -> None:
        """Write a serialised Summary."""
        self.add(bytes_field(5, summary), step)

    def add_graph(self, graph_def: bytes) -> None:
        """Write a serialised GraphDef."""
        self.add(bytes_field(4, graph_def))

    def flush(self) -> None:
        with self._lock:
            if not self._file.closed:
                self._file.flush()

    def close(self) -> None:
        with self._lock:
            self._file.close()
