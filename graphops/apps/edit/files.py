"""The files that the editor may see: those of one folder and three levels below it, by relative names."""

from __future__ import annotations

import hashlib
import os
import re
import stat
import threading
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

from graphops.checkpoint.atomic import write_atomically
from graphops.interchange.page import page_json, page_text, read_page
from graphops.interchange.page.of_model import SAVED_MODEL, is_saved_model, page_of_model, signatures_of
from graphops.interchange.page.read import page_from_json
from graphops_registry.errors import (
    AbortedError,
    AlreadyExistsError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    PermissionDeniedError,
    ResourceExhaustedError,
    shorten,
)

Json = dict[str, Any]
_KINDS: Final = {".json": "page", ".pb": "graphdef", ".pbtxt": "graphdef", ".graphdef": "graphdef", ".npy": "npy",
                 ".safetensors": "checkpoint"}  # fmt: skip
OPENED: Final = tuple(
    suffix for suffix, kind in _KINDS.items() if kind in ("page", "graphdef")
)  # what the editor opens as a page
_DEPTH: Final = 3
_MOST_FILES: Final = 2000
# What every system takes as a name, and no system as more than a name: no separators, drives, wildcards or control
# characters (also those that turn the direction of writing), no dot in front, neither dot nor space at the end.
# U+FFFD is what an address that was no UTF-8 became.
_LETTER: Final = r'[^\x00-\x1f\x7f-\x9f/\\:*?"<>|\ud800-\udfff\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffd]'
_NAME: Final = re.compile(rf"(?![. ]){_LETTER}{{1,101}}(?<![. ])")
# Devices of Windows, with any suffix.
_DEVICES: Final = re.compile(r"(?i)(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\xb9\xb2\xb3])(\..*)?")
_MOST_ENTRIES: Final = 20_000  # of folders that are listed


class Folder:
    """A folder, and nothing outside it.

    Args:
        root: the folder.
        most_bytes: of a file that is read or written.
    """

    def __init__(self, root: Path, most_bytes: int) -> None:
        self.root = root.resolve()
        self._most_bytes = most_bytes
        self._writing = threading.Lock()  # a file is compared and replaced by one request at a time

    def list(self) -> list[Json]:
        """Pages, GraphDefs, SavedModels and arrays."""
        found: list[Json] = []
        for path in islice(self._walk(self.root, 0), _MOST_ENTRIES):
            kind = _KINDS.get(path.suffix)
            if path.name in SAVED_MODEL and path.parent != self.root:
                path, kind = path.parent, "savedmodel"
            if kind is None:
                continue
            try:
                about = path.stat()
            except OSError:
                continue
            name = path.relative_to(self.root).as_posix()
            found.append({"name": name, "bytes": about.st_size, "modified": about.st_mtime, "kind": kind})
            if len(found) >= _MOST_FILES:
                break
        return sorted(found, key=lambda file: file["name"])

    def _walk(self, folder: Path, depth: int) -> Iterator[Path]:
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            return
        for entry in entries:
            if entry.is_symlink() or not _is_name(entry.name):
                continue
            if entry.is_dir():
                if depth < _DEPTH:
                    yield from self._walk(Path(entry.path), depth + 1)
            elif entry.is_file():
                yield Path(entry.path)

    def path(self, name: object, suffixes: tuple[str, ...]) -> Path:
        """The file called ``name``.

        Raises:
            InvalidArgumentError: no name of a file here.
            PermissionDeniedError: there is a link on the way.
        """
        parts = name.split("/") if isinstance(name, str) else []
        if not isinstance(name, str) or len(parts) > _DEPTH + 1 or not all(map(_is_name, parts)):
            rule = f"be a name that every system takes, in at most {_DEPTH} folders"
            raise InvalidArgumentError(f"name of a file must {rule}, got {shorten(repr(name), 80)}")
        if not name.endswith(suffixes):
            raise InvalidArgumentError(
                f"name of a file must end in {', '.join(suffixes)}, got {shorten(repr(name), 80)}"
            )
        path = self.root
        for part in parts:
            path /= part
            if path.is_symlink():
                raise PermissionDeniedError(f"name of a file must lead into the folder without links, got '{name}'")
        return path

    def read(self, name: object, signature: str | None = None) -> Json:
        """A page, or the page of a GraphDef or of a SavedModel, whose weights stay in its files.

        Args:
            signature: of a SavedModel; default ``serving_default``, or else the first.

        Raises:
            NotFoundError: no such file.
            GraphopsError: what is wrong with it.
        """
        path = self.path(name, ("",))
        if is_saved_model(path):
            self._refuse_links(path, str(name))
            signatures = signatures_of(path)
            page = page_of_model(path, self.root, signature)
            return {"name": name, "page": page_json(page), "converted": True, "version": None, "signatures": signatures}
        path = self.path(name, OPENED)
        if path.suffix == ".json":
            data = self.content(str(name))
            try:
                page = read_page(data)
            except GraphopsError as error:
                error.add_note(f"in file '{name}'")
                raise
            return {"name": name, "page": page_json(page), "converted": False, "version": version_of(data)}
        if not path.is_file():
            raise NotFoundError(f"name of a file must be one that is there, got '{name}'")
        page = page_of_model(path, self.root, signature)
        return {"name": name, "page": page_json(page), "converted": True, "version": None}

    def version(self, name: object) -> str | None:
        """What is on disk now, for :meth:`write` to compare with; ``None`` without such a file."""
        self.path(name, OPENED)
        try:
            return version_of(self.content(str(name)))
        except NotFoundError:
            return None

    def _refuse_links(self, folder: Path, name: str) -> None:
        """Raise PermissionDeniedError if a SavedModel has parts elsewhere."""
        for number, path in enumerate(folder.rglob("*")):
            if number >= _MOST_ENTRIES:
                raise ResourceExhaustedError(f"a SavedModel must have at most {_MOST_ENTRIES:,} files")
            if path.is_symlink():
                part = path.relative_to(folder).as_posix()
                raise PermissionDeniedError(f"a SavedModel must be in the folder without links, got '{name}/{part}'")

    def content(self, name: str) -> bytes:
        """The bytes of a file.

        Raises:
            NotFoundError: no such file, or nothing that is a file.
            InvalidArgumentError: it is too large.
        """
        try:
            handle = _opened(self.root, name.split("/"))
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                os.close(handle)  # fdopen would not: it refuses a folder
                raise NotFoundError(f"name of a file must be that of a file, got '{name}'")
            with os.fdopen(handle, "rb") as file:
                data = file.read(self._most_bytes + 1)  # it may grow while it is read
        except (FileNotFoundError, NotADirectoryError):
            raise NotFoundError(f"name of a file must be one that is there, got '{name}'") from None
        if len(data) > self._most_bytes:
            raise InvalidArgumentError(f"a file must have at most {self._most_bytes:,} bytes, got more: '{name}'")
        return data

    def write(self, name: object, page: Any, overwrite: object = False, version: object = None) -> Json:
        """Write a page; what it is worth as a graph does not matter.

        Args:
            overwrite: whether a file of that name is replaced, whatever is in it.
            version: of the file as the editor knows it; it is replaced if it is still that one, or gone. ``None`` for
                no such file.

        Raises:
            AbortedError: the file has another version.
            AlreadyExistsError: the file is there, and ``overwrite`` is not true; or a file is where a folder is
                to be.
            ResourceExhaustedError: its file would be too large to be read again.
        """
        path = self.path(name, (".json",))
        if not isinstance(overwrite, bool):
            raise InvalidTypeError(f"overwrite must be true or false, got {shorten(repr(overwrite), 80)}")
        if version is not None and not isinstance(version, str):
            raise InvalidTypeError(f"version must be a text or null, got {shorten(repr(version), 80)}")
        data = page_text(page_from_json(page)).encode()
        with self._writing:
            self._put(name, path, data, overwrite, version)
        return {"name": name, "bytes": len(data), "version": version_of(data)}

    def _put(self, name: object, path: Path, data: bytes, overwrite: bool, version: str | None) -> None:
        if path.exists():
            if not path.is_file():
                raise AlreadyExistsError(f"name of a file must be new or a file's, but '{name}' is something else")
            if not overwrite and version is None:
                raise _taken(name)
            if not overwrite and self.version(name) != version:
                raise AbortedError(f"'{name}' must be as it was loaded, but something else has changed it since")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.replace(path, data, new=not overwrite and not path.exists())
        except AlreadyExistsError:  # since a moment ago
            raise _taken(name) from None
        except (FileExistsError, NotADirectoryError):
            raise AlreadyExistsError(
                f"name of a file must lead through folders, but one in '{name}' is a file"
            ) from None

    def replace(self, path: Path, data: bytes, private: bool = False, new: bool = False) -> None:
        """Write a whole file or nothing.

        Args:
            private: whether a new one is for its owner alone.
            new: whether it must not be there yet.

        Raises:
            AlreadyExistsError: it is there, and must not be.
            ResourceExhaustedError: it would be too large to be read again; a page takes more room than its request.
        """
        if len(data) > self._most_bytes:
            rule = f"have at most {self._most_bytes:,} bytes to be read again, got {len(data):,}"
            raise ResourceExhaustedError(f"the file of a page must {rule}")
        write_atomically(path, lambda file: file.write(data), private=private, new=new)


def version_of(data: bytes) -> str:
    """A text that differs for files that differ."""
    return hashlib.sha256(data).hexdigest()


def _taken(name: object) -> AlreadyExistsError:
    return AlreadyExistsError(f"name of a file must be new, but '{name}' exists")


def _is_name(text: str) -> bool:
    return _NAME.fullmatch(text) is not None and _DEVICES.fullmatch(text) is None


def _opened(root: Path, parts: Sequence[str]) -> int:
    """A handle on a file; no link is followed on the way, not even one that was put there a moment ago."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)  # a pipe is not waited for
    if os.open not in os.supports_dir_fd:
        return os.open(root.joinpath(*parts), flags | getattr(os, "O_BINARY", 0))
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for part in parts[:-1]:
            inner = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
            os.close(folder)
            folder = inner
        return os.open(parts[-1], flags | os.O_NOFOLLOW, dir_fd=folder)
    finally:
        os.close(folder)
