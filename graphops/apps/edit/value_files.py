"""Values as files: NumPy's, and tables of text."""

from __future__ import annotations

import base64
import csv
import io
from typing import Any, Final

import numpy as np

from graphops.apps.edit.value_views import cell
from graphops_registry.dtypes import DType
from graphops_registry.errors import InvalidArgumentError, ResourceExhaustedError, shorten

HostArray = np.ndarray[Any, Any]
Json = dict[str, Any]
_MOST_BYTES: Final = 32 << 20  # of a file
_MOST_CELLS: Final = 1_000_000  # of a table


def value_file(array: HostArray, dtype: DType, form: object) -> Json:
    """``form`` and ``base64`` of a file with the whole array.

    Args:
        form: ``npy`` (of numbers; bfloat16 and its like as raw bytes), or ``csv`` (of one or two axes).

    Raises:
        InvalidArgumentError: another form, or an array that it cannot hold.
        ResourceExhaustedError: more than 32 MiB, or than a million cells.
    """
    if form == "npy":
        data = _npy(array, dtype)
    elif form == "csv":
        data = _csv(array)
    else:
        raise InvalidArgumentError(f"form of a file must be npy or csv, got {shorten(repr(form), 80)}")
    return {"form": form, "base64": base64.b64encode(data).decode()}


def _npy(array: HostArray, dtype: DType) -> bytes:
    if dtype.is_host_only:
        raise InvalidArgumentError(f"a .npy file must be of numbers, got {dtype.name}")
    if array.nbytes > _MOST_BYTES:
        raise ResourceExhaustedError(f"a file must have at most {_MOST_BYTES:,} bytes, got {array.nbytes:,}")
    file = io.BytesIO()
    plain = array if array.dtype.isbuiltin == 1 else array.view(f"V{array.dtype.itemsize}")
    np.lib.format.write_array(file, np.ascontiguousarray(plain).reshape(array.shape), allow_pickle=False)
    return file.getvalue()


def _csv(array: HostArray) -> bytes:
    if array.ndim not in (1, 2):
        raise InvalidArgumentError(f"a table must have one or two axes, got {array.ndim}")
    if array.size > _MOST_CELLS:
        raise ResourceExhaustedError(f"a table must have at most {_MOST_CELLS:,} cells, got {array.size:,}")
    file = io.StringIO(newline="")
    rows = array if array.ndim == 2 else array[:, None]
    csv.writer(file).writerows([cell(item) for item in row] for row in rows)
    return file.getvalue().encode()
