"""Which line of the user's program made a node. File, line and function are kept, no frames or tracebacks."""

from __future__ import annotations

import importlib.util
import os
import sys
from typing import NamedTuple


class UserFrame(NamedTuple):
    """A line of the user's program."""

    filename: str
    lineno: int
    function: str

    def __str__(self) -> str:
        return f"{self.filename}:{self.lineno}"


def _own_folders() -> tuple[str, ...]:
    folders = [os.path.dirname(os.path.dirname(os.path.abspath(__file__)))]
    for package in ("graphops_registry", "graphops_cpu", "graphops_cuda"):
        spec = importlib.util.find_spec(package)
        if spec is not None and spec.origin is not None:
            folders.append(os.path.dirname(os.path.abspath(spec.origin)))
    return tuple(folder + os.sep for folder in folders)


_OWN = _own_folders()
_is_own: dict[str, bool] = {}  # by file; a code object as the key would be hashed each time, constants and all


def user_frame() -> UserFrame | None:
    """The innermost frame that does not belong to graphops, ``None`` if there is none."""
    frame = sys._getframe(1)  # noqa: SLF001 - has no other name
    while frame is not None:
        name = frame.f_code.co_filename
        own = _is_own.get(name)
        if own is None:
            own = _is_own[name] = name.startswith((*_OWN, "<frozen")) or name.endswith("contextlib.py")
        if not own:
            return UserFrame(name, frame.f_lineno, frame.f_code.co_name)
        if frame.f_back is None:
            return None
        frame = frame.f_back
    return None
