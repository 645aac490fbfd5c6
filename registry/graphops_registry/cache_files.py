"""Measurements of this machine, kept in JSON files that processes share.

If a file cannot be read or written, its measurements are lost; no error is raised.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def cache_folder() -> Path:
    """``$GRAPHOPS_CACHE_DIR``, by default ``graphops`` in the user's cache folder."""
    given = os.environ.get("GRAPHOPS_CACHE_DIR")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "graphops"


def read_cache(path: Path, version: int, most_bytes: int) -> dict[str, Any]:
    """The object in a file; an empty one if the file is missing, larger, of another version, or no such file."""
    try:
        if path.stat().st_size > most_bytes:
            return {}
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) and content.get("format") == version else {}


def write_cache(path: Path, version: int, content: Mapping[str, Any]) -> None:
    """Replace a file, at once: others read the old one or the new one.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{os.getpid()}.{threading.get_ident()}")
    try:
        unfinished.write_text(json.dumps({"format": version, **content}), encoding="utf-8")
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
