"""``tf.io.gfile``: what :mod:`graphops.compat.v1.gfile` has, by TensorFlow's later names."""

from __future__ import annotations

import os
from typing import Any

from graphops.compat.v1.files import folders
from graphops.compat.v1.files.file import GFile
from graphops.compat.v1.files.folders import walk
from graphops.compat.v1.files.paths import local
from graphops.compat.v1.functions.missing import missing


def copy(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Copy the content of a file; see :func:`folders.Copy`."""
    folders.Copy(src, dst, overwrite)


def exists(path: Any) -> bool:
    """Whether there is a file or folder of that name."""
    return folders.Exists(path)


def glob(pattern: Any) -> list[str]:
    """The paths that match a pattern, or one of several; see :func:`folders.Glob`."""
    return folders.Glob(pattern)


def isdir(path: Any) -> bool:
    """Whether it is a folder."""
    return folders.IsDirectory(path)


def join(path: Any, *paths: Any) -> str:
    """Parts of a path as one."""
    return os.path.join(local(path), *(local(each) for each in paths))


def listdir(path: Any) -> list[str]:
    """The names of what is in a folder; see :func:`folders.ListDirectory`."""
    return folders.ListDirectory(path)


def makedirs(path: Any) -> None:
    """Make a folder and those around it that are missing; see :func:`folders.MakeDirs`."""
    folders.MakeDirs(path)


def mkdir(path: Any) -> None:
    """Make a folder in one that exists; see :func:`folders.MkDir`."""
    folders.MkDir(path)


def remove(path: Any) -> None:
    """Delete a file; see :func:`folders.Remove`."""
    folders.Remove(path)


def rename(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Give a file or folder another name; see :func:`folders.Rename`."""
    folders.Rename(src, dst, overwrite)


def rmtree(path: Any) -> None:
    """Delete a folder with everything in it; see :func:`folders.DeleteRecursively`."""
    folders.DeleteRecursively(path)


def stat(path: Any) -> folders.FileStatistics:
    """Size and time of a file; see :func:`folders.Stat`."""
    return folders.Stat(path)


def __getattr__(name: str) -> Any:
    raise missing("io.gfile", name)


__all__ = [
    "GFile",
    "copy",
    "exists",
    "glob",
    "isdir",
    "join",
    "listdir",
    "makedirs",
    "mkdir",
    "remove",
    "rename",
    "rmtree",
    "stat",
    "walk",
]
