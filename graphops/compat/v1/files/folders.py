"""What ``tf.gfile`` and ``tf.io.gfile`` do with files and folders as a whole, by the names of ``tf.gfile``."""

from __future__ import annotations

import glob
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from graphops.compat.v1.files.paths import local, refusals
from graphops.compat.v1.files.text_of_bytes import path_to_str
from graphops_registry.errors import (
    AlreadyExistsError,
    FailedPreconditionError,
    InvalidArgumentError,
    NotFoundError,
)


@dataclass(frozen=True)
class FileStatistics:
    """What is known of a file or folder.

    Attributes:
        length: in bytes.
        mtime_nsec: when it was changed, in nanoseconds.
    """

    length: int
    mtime_nsec: int
    is_directory: bool


def Exists(filename: Any) -> bool:
    """Whether there is a file or folder of that name."""
    return os.path.exists(local(filename))


def IsDirectory(dirname: Any) -> bool:
    """Whether it is a folder."""
    return os.path.isdir(local(dirname))


def ListDirectory(dirname: Any) -> list[str]:
    """The names of what is in a folder, in any order.

    Raises:
        NotFoundError: there is no such folder.
    """
    path = local(dirname)
    if not os.path.isdir(path):
        raise NotFoundError(f"a folder must exist to be listed, got '{path}'")
    with refusals(path):
        return os.listdir(path)


def MkDir(dirname: Any) -> None:
    """Make a folder in one that exists; nothing happens if there is something of that name, as in TensorFlow.

    Raises:
        NotFoundError: the folder around it is missing.
    """
    path = local(dirname)
    with refusals(path):
        if not os.path.exists(path):
            os.mkdir(path)


def MakeDirs(dirname: Any) -> None:
    """Make a folder and those around it that are missing.

    Raises:
        FailedPreconditionError: a file is in the way.
    """
    path = local(dirname)
    try:
        with refusals(path):
            os.makedirs(path, exist_ok=True)
    except AlreadyExistsError:
        raise FailedPreconditionError(f"a folder must not be made where a file is, got '{path}'") from None


def Remove(filename: Any) -> None:
    """Delete a file.

    Raises:
        NotFoundError: there is no such file.
        FailedPreconditionError: it is a folder.
    """
    path = local(filename)
    with refusals(path):
        if os.path.isdir(path) and not os.path.islink(path):
            raise FailedPreconditionError(f"a file that is removed must be no folder, got '{path}'")
        os.remove(path)


def DeleteRecursively(dirname: Any) -> None:
    """Delete a folder with everything in it, or a file. What links in it point to stays.

    Raises:
        NotFoundError: there is no such folder.
    """
    path = local(dirname)
    with refusals(path):
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        else:
            os.remove(path)


def Copy(oldpath: Any, newpath: Any, overwrite: bool = False) -> None:
    """Copy the content of a file.

    Raises:
        AlreadyExistsError: there is a file of the new name, and ``overwrite`` is false.
        InvalidArgumentError: ``oldpath`` is a folder.
        NotFoundError: there is no such file, or no such folder.
    """
    old, new = local(oldpath), local(newpath)
    _check_new(new, overwrite)
    if os.path.isdir(old):
        raise InvalidArgumentError(f"oldpath of a copy must be a file, got the folder '{old}'")
    with refusals(f"{old}' or '{new}"):
        if os.path.isdir(new):
            raise FailedPreconditionError(f"newpath of a copy must be no folder, got '{new}'")
        try:
            shutil.copyfile(old, new)
        except shutil.SameFileError:
            raise InvalidArgumentError(f"newpath of a copy must be another file, got '{new}'") from None


def Rename(oldname: Any, newname: Any, overwrite: bool = False) -> None:
    """Give a file or folder another name.

    Raises:
        AlreadyExistsError: there is a file of the new name, and ``overwrite`` is false.
        FailedPreconditionError: the new name is that of a folder with something in it.
        NotFoundError: there is no such file.
    """
    old, new = local(oldname), local(newname)
    _check_new(new, overwrite)
    with refusals(f"{old}' or '{new}"):
        os.replace(old, new)


def _check_new(path: str, overwrite: bool) -> None:
    if not overwrite and os.path.exists(path):
        error = AlreadyExistsError(f"a new name must be free, got '{path}', which exists")
        error.add_note("fix: overwrite=True")
        raise error


def Glob(filename: Any) -> list[str]:
    """The paths that match a pattern, or one of several, with ``*``, ``?`` and ``[]`` inside of names."""
    patterns = filename if isinstance(filename, (list, tuple)) else [filename]
    return [path for pattern in patterns for path in sorted(glob.glob(local(pattern), include_hidden=True))]


def Stat(filename: Any) -> FileStatistics:
    """Size and time of a file.

    Raises:
        NotFoundError: there is none.
    """
    path = local(filename)
    with refusals(path):
        found = os.stat(path)
    return FileStatistics(found.st_size, found.st_mtime_ns, os.path.isdir(path))


def Walk(top: Any, in_order: bool = True) -> Iterator[tuple[str, list[str], list[str]]]:
    """A folder and all below: for each its path, and the names of folders and of files in it.

    Args:
        in_order: whether a folder comes before those in it.
    """
    return walk(top, in_order)


def walk(
    top: Any, topdown: bool = True, onerror: Callable[[Exception], Any] | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """The same as :func:`Walk`; ``onerror`` is called with the error for a folder that cannot be listed."""
    above = path_to_str(top)
    try:
        listing = ListDirectory(above)
    except NotFoundError as error:
        if onerror is not None:
            onerror(error)
        return
    path = local(above)
    inside = [name for name in listing if os.path.isdir(os.path.join(path, name))]
    files = [name for name in listing if name not in set(inside)]
    if topdown:
        yield path, inside, files
    for name in inside:
        if not os.path.islink(os.path.join(path, name)):  # a link to a folder above would have no end
            yield from walk(os.path.join(path, name), topdown, onerror)
    if not topdown:
        yield path, inside, files
