"""Files that are replaced as a whole: a reader sees the old content or the new one, whatever happens in between."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from graphops_registry.errors import InvalidArgumentError


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Write ``data`` to ``path`` by way of a temporary file in the same folder.

    Raises:
        InvalidArgumentError: the folder does not exist or cannot be written to.
    """
    target = Path(path)
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as reason:
        raise InvalidArgumentError(f"'{target}' must be in a folder that can be written to, got {reason}") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise
