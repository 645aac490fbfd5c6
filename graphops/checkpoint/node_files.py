"""The files of save and restore nodes in a graph: written as safetensors; TensorFlow's files can be read as well."""

from __future__ import annotations

import contextlib
import glob
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from stat import S_ISREG
from typing import Any, BinaryIO

import numpy as np

from graphops.checkpoint.atomic import write_atomically
from graphops.checkpoint.bundle import OBJECT_GRAPH
from graphops.checkpoint.files import INDEX, SUFFIX, Checkpoint, load
from graphops.checkpoint.record_framing import records
from graphops.checkpoint.safetensors import write_safetensors
from graphops_registry.dtypes import DType, string
from graphops_registry.errors import (
    GraphopsError,
    InvalidArgumentError,
    NotFoundError,
    PermissionDeniedError,
    UnimplementedError,
)

Array = np.ndarray[Any, Any]


class NodeFiles:
    """:class:`graphops_registry.checkpoint_files.CheckpointFiles` in the safetensors format.

    Args:
        folders: where files may be read and written, folders below them included; ``None`` for anywhere.
        write: whether files may be written.
    """

    def __init__(self, folders: Sequence[str] | None = None, write: bool = True) -> None:
        self.folders = folders
        self._write = write
        self._folders = None if folders is None else [Path(folder).resolve() for folder in folders]

    def check(self, path: str) -> None:
        """Refuse a file outside of the folders, wherever links lead.

        Raises:
            PermissionDeniedError: with what would allow it.
        """
        self._check(path, (path,))

    def _check(self, prefix: str, files: Iterable[str] | None = None) -> None:
        """Refuse a file outside of the folders, wherever links lead.

        Args:
            files: those that are meant; by default all that a checkpoint of that name may consist of.

        Raises:
            PermissionDeniedError: with what would allow it.
        """
        if self._folders is None:
            return
        # The files, not the prefix alone: what lies beside a folder begins like it, and a file may itself be a link.
        if not all(map(self._is_within, _files_of(prefix) if files is None else files)):
            shown = ", ".join(map(str, self._folders)) or "none"
            error = PermissionDeniedError(
                f"files that a graph's own nodes read or write must be in file_folders of SessionConfig ({shown}), "
                f"got '{prefix}'"
            )
            error.add_note("fix: SessionConfig(file_folders=[...]) with that folder, if the graph is trusted with it")
            raise error

    def _check_write(self, prefix: str, files: Iterable[str] | None = None) -> None:
        """As :meth:`_check`, for files that are to be written or removed."""
        if not self._write:
            rule = "write no files where write_files of SessionConfig is False"
            raise PermissionDeniedError(f"a graph's own nodes must {rule}, got '{prefix}'")
        self._check(prefix, files)

    def _is_within(self, name: str) -> bool:
        try:
            real = Path(name).resolve()
        except (OSError, ValueError, RuntimeError):
            return False
        return any(real.is_relative_to(folder) for folder in self._folders or ())

    def write(self, prefix: str, values: Mapping[str, Array], dtypes: Mapping[str, DType]) -> None:
        """Write ``<prefix>.safetensors``, in a new folder if its own is missing but not the one above.

        Raises:
            NotFoundError: that is missing too, or it is not writable.
        """
        self._check_write(prefix)
        with contextlib.suppress(OSError, ValueError):  # it is there, or writing says what is wrong
            Path(prefix).parent.mkdir()
        write_safetensors(prefix + SUFFIX, values, dtypes, {})

    def read(self, prefix: str, names: Sequence[str]) -> list[tuple[DType, Callable[[], Array]]]:
        """See the protocol; the file stays open until the functions are gone."""
        self._check(prefix)
        checkpoint = load(prefix)
        found: list[tuple[DType, Callable[[], Array]]] = []
        for name in names:
            if name == OBJECT_GRAPH and checkpoint.object_graph is not None:
                found.append((string, partial(_text, checkpoint.object_graph)))
                continue
            if name not in checkpoint.shapes:
                checkpoint.values[name]  # raises what says so
            dtype = checkpoint.dtypes.get(name)
            if dtype is None:
                raise UnimplementedError(f"'{name}' of {prefix} must have a dtype of TensorFlow's to be read")
            found.append((dtype, partial(checkpoint.read, name)))
        return found

    def content(self, path: str, check: Callable[[int], None]) -> bytes:
        """See the protocol."""
        self._check(path, (path,))
        try:
            with open(path, "rb", opener=_without_waiting) as file:
                status = os.fstat(file.fileno())
                if not S_ISREG(status.st_mode):
                    raise InvalidArgumentError(f"a file that a node reads must be a regular file, got '{path}'")
                check(status.st_size)
                return file.read(status.st_size)
        except GraphopsError:
            raise
        except FileNotFoundError:
            raise NotFoundError(f"a file that a node reads must exist, got '{path}'") from None
        except (OSError, ValueError) as reason:
            raise InvalidArgumentError(f"a file that a node reads must be readable, got '{path}' ({reason})") from None

    def records(self, content: bytes, path: str) -> Iterator[bytes]:
        """See the protocol."""
        return records(BytesIO(content).read, path)

    def write_content(self, path: str, content: bytes) -> None:
        """See the protocol."""
        self._check_write(path, (path,))

        def write(file: BinaryIO) -> None:
            file.write(content)

        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as reason:
            raise InvalidArgumentError(f"a file that a node writes must be writable, got '{path}' ({reason})") from None
        write_atomically(path, write)

    def matching(self, pattern: str) -> Iterator[str]:
        """See the protocol. Only folders within the allowed ones are listed."""
        first = next((at for at, letter in enumerate(pattern) if letter in "*?["), len(pattern))
        folder = os.path.dirname(pattern[:first]) or "."
        self._check(pattern, (folder,) if first < len(pattern) else (pattern,))
        if ".." in pattern[first:].replace(os.sep, "/").split("/"):
            raise InvalidArgumentError(f"a pattern of files must have no '..' behind its first '*', got '{pattern}'")
        try:
            for path in glob.iglob(pattern, include_hidden=True):
                self._check(path, (path,))
                yield path
        except GraphopsError:
            raise
        except (OSError, ValueError, re.error) as reason:
            raise InvalidArgumentError(f"a pattern of files must be readable, got '{pattern}' ({reason})") from None

    def merge(self, prefixes: Sequence[str], destination: str, *, delete: bool, allow_missing: bool) -> None:
        """See the protocol. Memory: one value at a time."""
        opened: list[tuple[str, Checkpoint]] = []
        for prefix in (*prefixes, destination):
            self._check_write(prefix)
        for prefix in prefixes:
            try:
                opened.append((prefix, load(prefix)))
            except NotFoundError:
                if not allow_missing:
                    raise
        if not opened:
            raise NotFoundError(f"one of the files to merge must exist, got none of {', '.join(prefixes[:4])}")
        merged = _Merged([checkpoint for _, checkpoint in opened])
        self.write(destination, merged, merged.dtypes)
        for prefix, checkpoint in opened:
            checkpoint.close()
            own = Path(prefix + SUFFIX)
            if own != Path(destination + SUFFIX):
                with contextlib.suppress(OSError):  # a bundle of TensorFlow's stays
                    own.unlink()
        if delete:
            for folder in {Path(prefix).parent for prefix, _ in opened}:
                with contextlib.suppress(OSError):  # not empty: it has files of others
                    folder.rmdir()


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe does not keep us waiting for somebody who writes to it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _files_of(prefix: str) -> Iterator[str]:
    """The names of all files that a checkpoint called ``prefix`` may consist of."""
    yield from (prefix, prefix + SUFFIX, prefix + INDEX)
    folder, name = os.path.split(prefix.removesuffix(INDEX))
    with contextlib.suppress(OSError, ValueError):
        yield from (
            os.path.join(folder, each) for each in os.listdir(folder or ".") if each.startswith(f"{name}.data-")
        )


def _text(content: bytes) -> Array:
    """A scalar of dtype string."""
    value = np.empty((), dtype=object)
    value[()] = content
    return value


class _Merged(Mapping[str, Array]):
    """The values of several checkpoints, each read at its first use."""

    def __init__(self, checkpoints: Sequence[Checkpoint]) -> None:
        self._sources: dict[str, Checkpoint] = {}
        self.dtypes: dict[str, DType] = {}
        for checkpoint in checkpoints:
            for name in checkpoint.shapes:
                if name in self._sources:
                    raise InvalidArgumentError(f"the files to merge must have each name once, got '{name}' in "
                                               f"{self._sources[name].path} and {checkpoint.path}")  # fmt: skip
                if name not in checkpoint.dtypes:
                    raise UnimplementedError(f"'{name}' of {checkpoint.path} must have a dtype of TensorFlow's")
                self._sources[name] = checkpoint
                self.dtypes[name] = checkpoint.dtypes[name]

    def __getitem__(self, name: str) -> Array:
        return self._sources[name].values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._sources)

    def __len__(self) -> int:
        return len(self._sources)
