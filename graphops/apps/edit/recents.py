"""The files of a folder that were opened or saved last, in a hidden file of the folder."""

from __future__ import annotations

import json
import threading
from typing import Any, Final

from graphops.apps.edit.files import OPENED, Folder
from graphops.interchange.page.of_model import is_saved_model
from graphops.interchange.page.read import parse_json
from graphops_registry.errors import GraphopsError, NotFoundError, PermissionDeniedError, shorten

RECENT: Final = ".graphops-recent.json"
_MOST: Final = 20  # files
_MOST_BYTES: Final = 64 << 10  # of the hidden file: 20 names need less


class Recents:
    """The newest first; a file that is gone is not among them."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._changing = threading.Lock()

    def all(self) -> list[str]:
        """The names of pages, GraphDefs and SavedModels that are there."""
        return [name for name in self._kept() if self._is_there(name)]

    def add(self, name: object) -> None:
        """Put a file in front.

        Raises:
            InvalidArgumentError, PermissionDeniedError: no name of a file here.
            NotFoundError: no such file, or the folder is not to be written to.
        """
        self._folder.path(name, ("",))
        if not isinstance(name, str) or not self._is_there(name):
            got = shorten(repr(name), 80)
            raise NotFoundError(f"name of a recent file must be that of a page or model that is there, got {got}")
        path = self._folder.root / RECENT
        if path.is_symlink():
            raise PermissionDeniedError(f"a file must be no link to be written, got '{RECENT}'")
        with self._changing:
            names = [name, *(other for other in self._kept() if other != name)][:_MOST]
            self._folder.replace(path, json.dumps(names, ensure_ascii=False).encode(), private=True)

    def _kept(self) -> list[str]:
        """What the hidden file lists; nothing if it is none of ours."""
        try:
            if (self._folder.root / RECENT).stat().st_size > _MOST_BYTES:
                return []
            found: Any = parse_json(self._folder.content(RECENT), "a list of files")
        except (GraphopsError, OSError):
            return []
        return [name for name in found if isinstance(name, str)][:_MOST] if isinstance(found, list) else []

    def _is_there(self, name: str) -> bool:
        try:
            path = self._folder.path(name, ("",))
            return is_saved_model(path) or (path.is_file() and path.suffix in OPENED)
        except (GraphopsError, OSError):
            return False
