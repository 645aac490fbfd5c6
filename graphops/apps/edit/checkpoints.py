"""Variables of a run in files beside the page."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Final

from graphops.apps.edit.files import Folder
from graphops.checkpoint import restore, save_session
from graphops.session.session import Session
from graphops_registry.errors import (
    AlreadyExistsError,
    InvalidTypeError,
    NotFoundError,
    ResourceExhaustedError,
    shorten,
)

_SUFFIXES: Final = (".safetensors",)
_MOST_BYTES: Final = 1 << 30  # of a checkpoint that is loaded


def save_checkpoint(session: Session, folder: Path, name: object, overwrite: object = False) -> int:
    """Write the variables of a Session; how many they are.

    Args:
        name: of the file in the folder; it ends in ``.safetensors``.
        overwrite: whether a file of that name is replaced.

    Raises:
        AlreadyExistsError: the file is there, and ``overwrite`` is not true.
        FailedPreconditionError: there are no variables.
        GraphopsError: a name that leads elsewhere, as :class:`~graphops.apps.edit.files.Folder` says.
    """
    path = Folder(folder, _MOST_BYTES).path(name, _SUFFIXES)
    if not isinstance(overwrite, bool):
        raise InvalidTypeError(f"overwrite must be true or false, got {shorten(repr(overwrite), 80)}")
    if path.exists() and not (overwrite and path.is_file()):
        raise AlreadyExistsError(f"name of a file must be new, but '{name}' exists")
    save_session(session, path)
    return len(session.variables)


def load_checkpoint(session: Session, folder: Path, name: object) -> int:
    """Give the variables of a Session the values of a file; how many they are.

    Raises:
        NotFoundError: no such file, or not the same variables.
        GraphopsError: what is wrong with it, as :func:`graphops.checkpoint.restore` says.
    """
    path = Folder(folder, _MOST_BYTES).path(name, _SUFFIXES)
    try:
        about = path.stat()
    except FileNotFoundError:
        raise NotFoundError(f"name of a file must be one that is there, got '{name}'") from None
    if not stat.S_ISREG(about.st_mode):
        raise NotFoundError(f"name of a file must be that of a file, got '{name}'")
    if about.st_size > _MOST_BYTES:
        rule = f"have at most {_MOST_BYTES:,} bytes"
        raise ResourceExhaustedError(f"a checkpoint must {rule}, got {about.st_size:,}")
    return len(restore(session, path))
