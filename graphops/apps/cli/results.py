"""Results of a run on the command line: as text, as JSON, and as arrays that a file can hold."""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from graphops.apps.cli.usage import UsageError
from graphops_registry.dtypes import as_dtype


def print_results(results: Mapping[str, np.ndarray[Any, Any]], as_json: bool) -> None:
    """Print results for people, or as :func:`print_json` does."""
    print_json(results) if as_json else show(results)


def write_npz(path: str, results: Mapping[str, np.ndarray[Any, Any]]) -> None:
    """Write results to a ``.npz`` file, each under its name.

    Raises:
        UsageError: see :func:`plain`.
        OSError: a file that cannot be written.
    """
    with Path(path).open("wb") as file:
        np.savez(file, allow_pickle=False, **{name: plain(array, name) for name, array in results.items()})


def beside(as_json: bool) -> TextIO:
    """Where to say something that is no result: not between the JSON."""
    return sys.stderr if as_json else sys.stdout


def show(results: Mapping[str, np.ndarray[Any, Any]]) -> None:
    """Print name, dtype, shape and values of each result; large ones shortened."""
    for name, array in results.items():
        if holds_handles(array):
            print(f"{name}: a resource, which cannot be shown")
            continue
        print(f"{name}: {as_dtype(array.dtype).name} {list(array.shape)}")
        if array.size:
            print(np.array2string(array, threshold=48, edgeitems=2, max_line_width=100))


def print_json(results: Mapping[str, np.ndarray[Any, Any]]) -> None:
    """Print one JSON object: by name ``{"dtype": ..., "shape": [...], "values": nested lists}``.

    As in TensorFlow Serving's REST interface, numbers that JSON has no words for are the texts ``"NaN"``,
    ``"Infinity"`` and ``"-Infinity"``, and bytes that are no UTF-8 are ``{"b64": ...}``. A complex number is
    ``[real, imaginary]``, a resource has ``null`` for its values.
    """
    print(json.dumps({name: _entry(array) for name, array in results.items()}, allow_nan=False))


def holds_handles(array: np.ndarray[Any, Any]) -> bool:
    """Whether these are handles of variables and the like, which mean something to their session alone."""
    return array.dtype == object and any(not isinstance(item, bytes) for item in array.flat)


def plain(array: np.ndarray[Any, Any], name: str) -> np.ndarray[Any, Any]:
    """What can be written without Python objects: strings go as byte strings of one length.

    Raises:
        UsageError: a resource, or strings that end in zero bytes.
    """
    if array.dtype != object:
        return array
    if holds_handles(array):
        raise UsageError(f"output {name} cannot be written to a file: it is a resource")
    flat = array.astype("S") if array.size else np.zeros(array.shape, "S1")
    if (flat.astype(object) != array).any():
        raise UsageError(f"output {name} cannot be written to a file: it holds strings that end in zero bytes")
    return flat


def _entry(array: np.ndarray[Any, Any]) -> dict[str, Any]:
    if holds_handles(array):
        return {"dtype": "resource", "shape": list(array.shape), "values": None}
    dtype = as_dtype(array.dtype)
    if dtype.is_complex:
        values: Any = np.stack([array.real, array.imag], -1)
    elif dtype.is_floating and dtype.numpy_dtype.kind == "V":  # bfloat16 and the 8-bit types
        values = array.astype(np.float32)
    else:
        values = array
    return {"dtype": dtype.name, "shape": list(array.shape), "values": _jsonable(values.tolist())}


def _jsonable(value: Any) -> Any:
    if isinstance(value, list):
        return [_jsonable(item) for item in value]
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            return {"b64": base64.b64encode(value).decode()}
    if isinstance(value, float) and (value != value or value in (np.inf, -np.inf)):
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    return value if isinstance(value, (bool, int, float)) else float(value)


__all__ = ["beside", "plain", "print_results", "write_npz"]
