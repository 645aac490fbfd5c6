"""Requests and answers that are NumPy's files: a ``.npy`` for one input, a ``.npz`` for several, without pickles."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from graphops.apps.serve.json_in import MOST_DIMS
from graphops.graph.graph import Tensor
from graphops.interchange import array_files
from graphops_registry.errors import DataLossError, InvalidArgumentError, InvalidTypeError, nearest, shorten

Array = np.ndarray[Any, Any]
NPY: Final = "application/x-npy"
NPZ: Final = "application/x-npz"
KINDS: Final = (NPY, NPZ)


def read(body: bytes, inputs: Mapping[str, Tensor], largest: int) -> dict[str, Array]:
    """The arrays of a body by the names of inputs.

    Args:
        largest: bytes that the arrays of an archive may take.

    Raises:
        InvalidArgumentError: no such file, Python objects in it, or other names than those of the inputs.
        InvalidTypeError: an array of another dtype.
    """
    try:
        if body[:6] == b"\x93NUMPY":
            if len(inputs) != 1:
                raise InvalidArgumentError(f"a .npz must bring each of {', '.join(inputs)}, got a .npy")
            arrays = {next(iter(inputs)): array_files.npy_in(body, "a body")}
        else:
            arrays = array_files.npz_in(body, "a body", largest)
    except (DataLossError, OSError) as reason:
        raise InvalidArgumentError(str(reason)) from None
    for name in inputs:
        if name not in arrays:
            raise InvalidArgumentError(f"a .npz must have an array for every input, but '{name}' is missing")
    for name in arrays:
        if name not in inputs:
            got = f"'{shorten(name, 60)}'{nearest(name, inputs)}"
            raise InvalidArgumentError(f"arrays of a .npz must be among {', '.join(inputs)}, got {got}")
    return {name: _array(arrays[name], tensor, name) for name, tensor in inputs.items()}


def _array(array: Array, tensor: Tensor, name: str) -> Array:
    what = f"input '{name}'"
    if array.ndim > MOST_DIMS:
        raise InvalidArgumentError(f"{what} must have at most {MOST_DIMS} dimensions, got {array.ndim}")
    if tensor.dtype.name == "string":
        if array.dtype.kind not in "SU":
            raise InvalidTypeError(f"{what} must have texts, got {array.dtype.name}")
        found = np.empty(array.shape, object)
        try:
            for index, item in np.ndenumerate(array):
                found[index] = item.encode() if isinstance(item, str) else bytes(item)
        except (UnicodeEncodeError, SystemError, ValueError):  # NumPy gives out code points that are no characters
            raise InvalidArgumentError(f"{what} must have texts of whole characters, got others") from None
        return found
    if tensor.dtype.is_host_only or array.dtype.kind in "SU":
        raise InvalidTypeError(f"{what} must have dtype {tensor.dtype.name}, got {array.dtype.name}")
    told = array_files.as_told(array, tensor.dtype, what)
    if told.dtype.kind == "f" and not np.array_equal(np.isfinite(array), np.isfinite(told)):
        raise InvalidArgumentError(
            f"{what} must have numbers that {tensor.dtype.name} holds, got some that it does not"
        )
    return told


def write(outputs: Mapping[str, Array], kind: str) -> bytes:
    """The content of a ``.npy`` with the only output, or of a ``.npz`` with all.

    Raises:
        InvalidArgumentError: a text that NumPy's files would cut.
    """
    file = io.BytesIO()
    plain = {name: _plain(array, name) for name, array in outputs.items()}
    if kind == NPZ:
        np.savez(file, allow_pickle=False, **plain)
    else:
        np.save(file, next(iter(plain.values())), allow_pickle=False)
    return file.getvalue()


def _plain(array: Array, name: str) -> Array:
    if array.dtype.kind != "O":
        return array
    items = [item.encode() if isinstance(item, str) else bytes(item) for item in array.reshape(-1)]
    if any(item.endswith(b"\0") for item in items):
        raise InvalidArgumentError(f"output '{name}' must have no bytes of 0 at its end for a NumPy file; ask for JSON")
    return np.array(items, bytes if items else "S1").reshape(array.shape)
