"""The results of a page as files: one ``.npy`` for each pin, all within one folder."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from graphops.checkpoint.atomic import write_atomically
from graphops_registry.errors import PermissionDeniedError


def write_results(folder: Path, results: Mapping[str, np.ndarray[Any, Any]]) -> None:
    """Write ``y:z`` to ``y.z.npy``, and ``layer/y:z`` to ``layer/y.z.npy``.

    Args:
        folder: made if it is not there.
        results: by pin; no arrays of Python objects.

    Raises:
        PermissionDeniedError: a name that leads elsewhere, or a link where a file or folder is to be. Files that come
            before it are written.
        NotFoundError: a file that cannot be written.
        OSError: a folder that cannot be made.
    """
    files = {folder / f"{pin.replace(':', '.')}.npy": pin for pin in results}
    for pin in results:
        if {".", ".."} & set(pin.split("/")[:-1]):  # names that pages may have, but folders may not
            raise PermissionDeniedError(f"--out must have files within it, but '{pin}' would be elsewhere")
    folder.mkdir(parents=True, exist_ok=True)
    for file, pin in files.items():
        for part in (file, *file.parents):
            if part == folder:
                break
            if part.is_symlink():
                raise PermissionDeniedError(f"--out must not hold links with the names of results, got '{part}'")
        file.parent.mkdir(parents=True, exist_ok=True)
        # A new file takes the name: an existing one, a pipe for example, is not written into.
        write_atomically(file, partial(np.save, arr=results[pin], allow_pickle=False))
