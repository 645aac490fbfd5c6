"""``tf.gfile``: files and folders of this machine."""

from __future__ import annotations

from typing import Any

from graphops.compat.v1.files.file import GFile
from graphops.compat.v1.files.folders import (
    Copy,
    DeleteRecursively,
    Exists,
    Glob,
    IsDirectory,
    ListDirectory,
    MakeDirs,
    MkDir,
    Remove,
    Rename,
    Stat,
    Walk,
)
from graphops.compat.v1.functions.missing import missing

FastGFile = Open = GFile


def __getattr__(name: str) -> Any:
    raise missing("gfile", name)


__all__ = [
    "Copy",
    "DeleteRecursively",
    "Exists",
    "FastGFile",
    "GFile",
    "Glob",
    "IsDirectory",
    "ListDirectory",
    "MakeDirs",
    "MkDir",
    "Open",
    "Remove",
    "Rename",
    "Stat",
    "Walk",
]
