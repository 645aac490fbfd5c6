"""The files that the editor may see: those of one folder and three levels below it, by relative names."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from graphops.checkpoint.atomic import write_atomically
from graphops.edit.exchange import drawn
from graphops.graph_def import load_graph
from graphops.page import load_page, page_json, page_text
from graphops.page.read import page_from_json, parse_json
from graphops_registry.errors import (
    AlreadyExistsError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    PermissionDeniedError,
    shorten,
)

Json = dict[str, Any]
_KINDS: Final = {".json": "page", ".pb": "graphdef", ".pbtxt": "graphdef", ".graphdef": "graphdef", ".npy": "npy"}
_DEPTH: Final = 3
_MOST_FILES: Final = 2000
# What every system takes as a name, and no system as more than a name: no separators, drives, wildcards or control
# characters, no dot in front, neither dot nor space at the end.
_LETTER: Final = r'[^\x00-\x1f\x7f-\x9f/\\:*?"<>|\ud800-\udfff]'
_NAME: Final = re.compile(rf"(?![. ]){_LETTER}{{1,101}}(?<![. ])")
_DEVICES: Final = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?")  # of Windows, with any suffix
_MOST_ENTRIES: Final = 20_000  # of folders that are looked at
AUTOSAVE: Final = ".graphops-autosave.json"


class Folder:
    """A folder, and nothing outside it.

    Args:
        root: the folder.
        most_bytes: of a file that is read.
    """

    def __init__(self, root: Path, most_bytes: int) -> None:
        self.root = root.resolve()
        self._most_bytes = most_bytes

    def list(self) -> list[Json]:
        """Pages, GraphDefs and arrays."""
        found: list[Json] = []
        for path in islice(self._walk(self.root, 0), _MOST_ENTRIES):
            kind = _KINDS.get(path.suffix)
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
            PermissionDeniedError: it leads out of the folder, by a link say.
        """
        parts = name.split("/") if isinstance(name, str) else []
        if not isinstance(name, str) or len(parts) > _DEPTH + 1 or not all(map(_is_name, parts)):
            rule = f"be a name that every system takes, in at most {_DEPTH} folders"
            raise InvalidArgumentError(f"name of a file must {rule}, got {shorten(repr(name), 80)}")
        if not name.endswith(suffixes):
            raise InvalidArgumentError(
                f"name of a file must end in {', '.join(suffixes)}, got {shorten(repr(name), 80)}"
            )
        path = self.root / name
        if not path.resolve().is_relative_to(self.root) or path.is_symlink():
            raise PermissionDeniedError(f"name of a file must lead into the folder, got '{name}'")
        return path

    def read(self, name: object) -> Json:
        """A page, or the page of a GraphDef.

        Raises:
            NotFoundError: no such file.
            GraphopsError: what is wrong with it.
        """
        path = self.path(name, (".json", ".pb", ".pbtxt", ".graphdef"))
        if not path.is_file():
            raise NotFoundError(f"name of a file must be one that is there, got '{name}'")
        if path.stat().st_size > self._most_bytes:
            raise InvalidArgumentError(
                f"a file must have at most {self._most_bytes:,} bytes, got {path.stat().st_size:,}"
            )
        is_page = path.suffix == ".json"
        page = load_page(path) if is_page else drawn(load_graph(path), self._most_bytes, title=path.stem)
        return {"name": name, "page": page_json(page), "converted": not is_page}

    def write(self, name: object, page: Any, overwrite: object) -> Json:
        """Write a page; what it is worth as a graph does not matter.

        Raises:
            AlreadyExistsError: the file is there, and ``overwrite`` is not true.
        """
        path = self.path(name, (".json",))
        if not isinstance(overwrite, bool):
            raise InvalidTypeError(f"overwrite must be true or false, got {shorten(repr(overwrite), 80)}")
        data = page_text(page_from_json(page)).encode()
        if path.exists() and not overwrite:
            raise AlreadyExistsError(f"name of a file must be new, but '{name}' exists")
        _write(path, data)
        return {"name": name, "bytes": len(data)}

    # -- what was not saved -------------------------------------------------------------------------------------------

    def autosave(self, page: Any, name: object) -> None:
        """Keep a page beside the files."""
        if name is not None:
            self.path(name, (".json",))
        page_from_json(page)
        _write(self.root / AUTOSAVE, json.dumps({"name": name, "page": page}, allow_nan=False).encode())

    def autosaved(self) -> Json | None:
        """What was kept, unless there is nothing, or nothing that can be read, or the file of its name is newer."""
        path = self.root / AUTOSAVE
        if path.is_symlink() or not path.is_file() or path.stat().st_size > self._most_bytes:
            return None
        try:
            found = parse_json(path.read_bytes())
            page_from_json(found["page"])
            name, modified = found["name"], path.stat().st_mtime
            saved = None if name is None else self.path(name, (".json",))
        except (GraphopsError, OSError, KeyError, TypeError):
            return None
        if saved is not None and saved.exists() and saved.stat().st_mtime >= modified:
            return None
        return {"page": found["page"], "name": name, "modified": modified}

    def forget(self) -> None:
        """Throw away what was kept."""
        (self.root / AUTOSAVE).unlink(missing_ok=True)


def _is_name(text: str) -> bool:
    return _NAME.fullmatch(text) is not None and _DEVICES.fullmatch(text) is None


def _write(path: Path, data: bytes) -> None:
    if path.is_symlink():
        raise PermissionDeniedError(f"a file must be no link to be written, got '{path.name}'")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, lambda file: file.write(data))
