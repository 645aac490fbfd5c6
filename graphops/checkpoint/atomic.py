"""Writing a file so that a crash at any moment leaves the old one or the new one, whole."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

from graphops_registry.errors import AlreadyExistsError, GraphopsError, NotFoundError

_LEFTOVER: Final = ".graphops-tmp"  # how the names of unfinished files end
_OLD: Final = 3600.0  # seconds after which an unfinished file is taken for that of a writer that died


def write_atomically(
    path: str | os.PathLike[str], write: Callable[[BinaryIO], object], *, private: bool = False, new: bool = False
) -> None:
    """Make ``write(file)`` the content of ``path``.

    The bytes go to a new file in the same folder, reach the disk, and only then take the name; then the folder itself
    reaches the disk. If ``write`` raises, nothing has changed. A file that is replaced hands its permissions on; a link
    is replaced, not followed.

    Args:
        private: whether a new file is for its owner alone.
        new: whether nothing may have the name yet, not even since a moment ago.

    Raises:
        AlreadyExistsError: ``new``, and something has the name.
        NotFoundError: the folder is missing or full, or not to be written to.
    """
    target = Path(path)
    folder = target.parent
    remove_leftovers(folder)
    unfinished = folder / f".{target.name[:100]}.{secrets.token_hex(8)}{_LEFTOVER}"
    try:
        mode = 0o600 if private else 0o666
        with open(unfinished, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            with contextlib.suppress(OSError):  # there is none yet
                if not target.is_symlink():
                    shutil.copymode(target, unfinished)
            write(file)
            file.flush()
            os.fsync(file.fileno())
        if new:
            _take_name(unfinished, target)
        else:
            os.replace(unfinished, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        if isinstance(error, OSError) and not isinstance(error, GraphopsError):
            rule = "be in a folder that exists and can be written to"
            raise NotFoundError(f"'{target}' must {rule}, got {error.strerror or error}") from error
        raise
    _sync_folder(folder)


def _take_name(unfinished: Path, target: Path) -> None:
    """Give a file its name, which nothing else may have."""
    try:
        try:
            os.link(unfinished, target)
        except FileExistsError:
            raise
        except OSError:  # a file system without links: the name is taken first, by an empty file
            target.open("xb").close()
            os.replace(unfinished, target)
        else:
            unfinished.unlink()
    except FileExistsError:
        raise AlreadyExistsError(f"'{target}' must be new, but something has the name") from None


def remove_leftovers(folder: Path) -> None:
    """Remove what writers that were killed more than an hour ago have left in ``folder``."""
    with contextlib.suppress(OSError):  # a failure to tidy up must not prevent a save
        for path in _unfinished(folder):
            with contextlib.suppress(OSError):
                if time.time() - path.lstat().st_mtime > _OLD:
                    path.unlink()


def _unfinished(folder: Path) -> Iterator[Path]:
    for name in os.listdir(folder):
        if name.startswith(".") and name.endswith(_LEFTOVER):
            yield folder / name


def _sync_folder(folder: Path) -> None:
    """Let the new name reach the disk, where the system can do that."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError:  # some network file systems refuse; the file itself is safe
        return
    finally:
        os.close(handle)
