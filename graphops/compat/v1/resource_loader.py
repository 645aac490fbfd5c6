"""``tf.resource_loader``: the files that lie beside a script."""

from __future__ import annotations

import inspect
import os
from typing import Any

from graphops.compat.v1.files.paths import local, refusals
from graphops.compat.v1.functions.missing import missing


def _folder(depth: int) -> str:
    """The folder of the module that called the function ``depth`` calls above."""
    return os.path.dirname(os.path.abspath(inspect.getfile(inspect.stack()[depth + 1].frame)))


def get_data_files_path() -> str:
    """The folder of the caller's file."""
    return _folder(1)


def get_path_to_datafile(path: Any) -> str:
    """The path of a file beside that of the caller."""
    return os.path.join(_folder(1), local(path))


def get_root_dir_with_all_resources() -> str:
    """The folder of the caller's file: there is no other one."""
    return _folder(1)


def load_resource(path: Any) -> bytes:
    """The bytes of a file beside that of the caller.

    Raises:
        NotFoundError: there is none.
    """
    name = os.path.join(_folder(1), local(path))
    with refusals(name), open(name, "rb") as file:
        return file.read()


def readahead_file_path(path: Any, readahead: str = "128M") -> Any:
    """``path``: nothing is read ahead."""
    return path


def __getattr__(name: str) -> Any:
    raise missing("resource_loader", name)


__all__ = [
    "get_data_files_path",
    "get_path_to_datafile",
    "get_root_dir_with_all_resources",
    "load_resource",
    "readahead_file_path",
]
