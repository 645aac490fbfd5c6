"""Names of files and folders of this machine, and TensorFlow's errors for what the operating system refuses."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from graphops.compat.v1.files.text_of_bytes import as_text, path_to_str
from graphops_registry.errors import (
    AlreadyExistsError,
    FailedPreconditionError,
    GraphopsError,
    InvalidArgumentError,
    NotFoundError,
    PermissionDeniedError,
    ResourceExhaustedError,
    UnimplementedError,
    UnknownError,
)

_SCHEME: Final = re.compile(r"([a-zA-Z][a-zA-Z0-9.+-]*)://")
_KINDS: Final[dict[int, type[GraphopsError]]] = {
    errno.ENOENT: NotFoundError,
    errno.EEXIST: AlreadyExistsError,
    errno.ENOTDIR: FailedPreconditionError,
    errno.EISDIR: FailedPreconditionError,
    errno.ENOTEMPTY: FailedPreconditionError,
    errno.EBUSY: FailedPreconditionError,
    errno.EACCES: PermissionDeniedError,
    errno.EPERM: PermissionDeniedError,
    errno.EROFS: PermissionDeniedError,
    errno.EINVAL: InvalidArgumentError,
    errno.ENAMETOOLONG: InvalidArgumentError,
    errno.ELOOP: InvalidArgumentError,
    errno.ENOSPC: ResourceExhaustedError,
    errno.EMFILE: ResourceExhaustedError,
}


def local(path: Any) -> str:
    """The text of a path to a file or folder of this machine; ``file://`` may be in front.

    Raises:
        UnimplementedError: a path of another file system, ``gs://`` or ``hdfs://``.
        InvalidTypeError: no path.
        InvalidArgumentError: a path with a zero character.
    """
    name = as_text(path_to_str(path))
    found = _SCHEME.match(name)
    if found is not None and found[1] != "file":
        rule = "be a path of this machine: other file systems are not here"
        raise UnimplementedError(f"a path of tf.gfile must {rule}, got '{name}'")
    if "\0" in name:
        raise InvalidArgumentError(f"a path of tf.gfile must have no zero character, got {name!r}")
    return name if found is None else name[found.end() :]


@contextmanager
def refusals(path: str) -> Iterator[None]:
    """Inside, what the operating system refuses about ``path`` becomes an error of TensorFlow's class."""
    try:
        yield
    except OSError as reason:
        if isinstance(reason, GraphopsError):
            raise
        kind = _KINDS.get(reason.errno or 0, UnknownError)
        text = os.strerror(reason.errno) if reason.errno else str(reason)
        raise kind(f"the system must allow what is done with the path '{path}', got: {text}") from None
