"""Files whose arrays are memory-mapped, and whether they still are what was mapped.

To read a mapped page of a file that was cut meanwhile ends the process (SIGBUS). Nothing prevents that while a run is
under way. But whoever begins one can see it before: :meth:`MappedFile.check`.
"""

from __future__ import annotations

import mmap
import os
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from graphops.interchange.array_files import ArchiveOnDisk
from graphops_registry.errors import DataLossError
from graphops_registry.locks import new_lock

_MOST_OPEN: Final = 16  # files that stay mapped


@dataclass(eq=False)
class MappedFile:
    """A file as it was when it was opened.

    Attributes:
        path: where it was.
        state: what changes when the file is written again.
        content: its bytes.
        checked: the arrays, by place and size, whose checksum is known.
        archive: the arrays of a ``.npz`` file, once one was asked for.
    """

    path: Path
    state: tuple[int, ...]
    content: mmap.mmap | bytes
    checked: dict[tuple[Any, int], int] = field(default_factory=dict)
    archive: ArchiveOnDisk | None = None

    def check(self) -> None:
        """See that the arrays of the file can still be read.

        Raises:
            DataLossError: it is shorter than it was, or was written to. A file that took its place does not matter.
        """
        if isinstance(self.content, bytes):
            return
        size = self.content.size()  # of the file, not of the mapping
        if size < len(self.content):
            rule = f"keep the {len(self.content):,} bytes that it had when the page was built"
            raise DataLossError(f"a file of arrays must {rule}, got {size:,}: '{self.path.name}' was cut")
        try:
            now = _state(os.stat(self.path))
        except OSError:  # its name is gone, but not what is mapped
            return
        if now[:2] == self.state[:2] and now != self.state:  # the same file
            rule = "stay as it was when the page was built"
            raise DataLossError(f"a file of arrays must {rule}, but '{self.path.name}' was written to; run anew")


def _state(about: os.stat_result) -> tuple[int, ...]:
    return (about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns)


_in_use: ContextVar[list[MappedFile] | None] = ContextVar("in_use", default=None)
_open: OrderedDict[str, MappedFile] = OrderedDict()
lock = new_lock()


@contextmanager
def files_in_use() -> Iterator[list[MappedFile]]:
    """The files of which arrays are read within it, each once; it grows as they are."""
    found: list[MappedFile] = []
    outer = _in_use.get()
    token = _in_use.set(found)
    try:
        yield found
    finally:
        _in_use.reset(token)
        if outer is not None:
            outer += [file for file in found if file not in outer]


def check_files(files: Iterable[MappedFile]) -> None:
    """See that the arrays of files can still be read.

    Raises:
        DataLossError: one is shorter than it was, or was written to.
    """
    for file in files:
        file.check()


def mapped(path: Path, about: os.stat_result) -> MappedFile:
    """The content of a file; read again when the file is another one than it was."""
    state = _state(about)
    with lock:
        found = _open.get(str(path))
        if found is None or found.state != state:
            found = _open[str(path)] = MappedFile(path, state, _content(path))
        _open.move_to_end(str(path))
        while len(_open) > _MOST_OPEN:
            _open.popitem(last=False)  # arrays that are in use keep their mapping
    in_use = _in_use.get()
    if in_use is not None and found not in in_use:
        in_use.append(found)
    return found


def _content(path: Path) -> mmap.mmap | bytes:
    with path.open("rb") as file:
        if not os.fstat(file.fileno()).st_size:  # which cannot be mapped
            return b""
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
