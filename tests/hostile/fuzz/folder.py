"""A folder for the files that targets read."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path


@cache
def folder() -> Path:
    """One for the process; who starts the process says where (``TMPDIR``) and removes it."""
    return Path(tempfile.mkdtemp(prefix="graphops-fuzz-"))


def written(name: str, data: bytes) -> Path:
    """A file of that name and content."""
    path = folder() / name
    path.write_bytes(data)
    return path
