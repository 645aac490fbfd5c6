"""Copies of pages with changes that were not saved: one for each page, in hidden files beside the pages."""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path
from typing import Any, Final

from graphops.apps.edit.files import Folder
from graphops.interchange.page.read import page_from_json, parse_json
from graphops_registry.errors import GraphopsError, PermissionDeniedError

Json = dict[str, Any]
AUTOSAVE: Final = ".graphops-autosave"  # how the names of all copies begin
_MOST: Final = 20  # copies
_MOST_BYTES: Final = 256 << 20  # of all copies together
_LONGEST_NAME: Final = 4096  # bytes of a file's first line


class Autosaves:
    """The copies of one folder's pages, and one of a page that has no file yet.

    A copy is two lines of JSON: the name of the page, and the page. Only the newest 20 are kept.
    """

    def __init__(self, folder: Folder) -> None:
        self._folder = folder

    def put(self, page: Any, name: object) -> None:
        """Keep a copy.

        Args:
            page: the page as JSON has it.
            name: of its file in the folder; ``None`` if it has none yet.

        Raises:
            GraphopsError: no name of a page here, no page, or one that is too large to be read again.
        """
        path = self._path(name)
        page_from_json(page)
        if path.is_symlink():
            raise PermissionDeniedError(f"a file must be no link to be written, got '{path.name}'")
        parts = (json.dumps(part, ensure_ascii=False, allow_nan=False, separators=(",", ":")) for part in (name, page))
        self._folder.replace(path, "\n".join(parts).encode(), private=True)
        self._tidy(path)

    def get(self, name: object) -> Json | None:
        """The copy of a page, also if the page was saved since; ``None`` without one that can be read."""
        path = self._path(name)
        try:
            first, _, rest = self._folder.content(path.name).partition(b"\n")
            page = parse_json(rest, "a copy")
            page_from_json(page)
            if parse_json(first, "a copy") != name:
                return None
            return {"page": page, "name": name, "modified": path.stat().st_mtime}
        except (GraphopsError, OSError):
            return None

    def all(self) -> list[Json]:
        """Names and times of the copies of pages that were not saved since, the newest first.

        Whether a copy can be read is seen when it is.
        """
        found: list[Json] = []
        for path in self._paths():
            with contextlib.suppress(GraphopsError, OSError):
                with path.open("rb") as file:
                    line = file.readline(_LONGEST_NAME)
                name = parse_json(line, "a copy") if line.endswith(b"\n") else ""
                if path == self._path(name) and self._is_newer(path, name):
                    found.append({"name": name, "modified": path.stat().st_mtime})
        return found

    def forget(self, name: object) -> None:
        """Throw the copy of a page away."""
        self._path(name).unlink(missing_ok=True)

    def _path(self, name: object) -> Path:
        if name is None:
            return self._folder.root / f"{AUTOSAVE}.json"
        self._folder.path(name, (".json",))
        key = hashlib.sha256(str(name).encode()).hexdigest()[:16]
        return self._folder.root / f"{AUTOSAVE}-{key}.json"

    def _is_newer(self, path: Path, name: object) -> bool:
        """Whether there is a copy, and the page was not saved since."""
        if path.is_symlink() or not path.is_file():
            return False
        if name is None:
            return True
        saved = self._folder.path(name, (".json",))
        return not saved.exists() or saved.stat().st_mtime < path.stat().st_mtime

    def _paths(self) -> list[Path]:
        """The files of all copies, the newest first."""
        found = []
        for path in self._folder.root.glob(f"{AUTOSAVE}*.json"):
            with contextlib.suppress(OSError):
                if path.is_file() and not path.is_symlink():
                    found.append((path.stat().st_mtime, path))
        return [path for _, path in sorted(found, reverse=True)]

    def _tidy(self, newest: Path) -> None:
        size = 0
        for number, path in enumerate(self._paths()):
            with contextlib.suppress(OSError):
                size += path.stat().st_size
                if path != newest and (number >= _MOST or size > _MOST_BYTES):
                    path.unlink()
