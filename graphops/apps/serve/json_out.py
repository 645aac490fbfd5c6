"""From arrays to JSON, as TensorFlow Serving writes them.

A float32 is written with six digits where these say what it is, and with nine otherwise: 0.2, not 0.20000000298.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np

from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

Array = np.ndarray[Any, Any]
_PIECE: Final = 1 << 14  # values that are written at once; other threads get their turn between two pieces
dumped: Final = json.JSONEncoder(separators=(",", ":")).encode
_FEW: Final = 200
_LEAST: Final = 1e-13  # of what NumPy rounds to six or nine digits: the powers of ten that this takes are exact
_MOST: Final = 1e27
_BYTES: Final = "_bytes"  # names of outputs that end so hold bytes and no text


def rows(outputs: Mapping[str, Array]) -> Iterator[str]:
    """``predictions`` as JSON, piece by piece: one value for each row, or one object if there are several outputs.

    Raises:
        InvalidArgumentError: outputs without rows, or with different numbers of them.
        InvalidTypeError: a dtype that JSON has no values for.
    """
    sizes = {name: array.shape[0] if array.ndim else None for name, array in outputs.items()}
    for name, size in sizes.items():
        if size is None:
            raise InvalidArgumentError(f"output '{name}' must have rows for the row format, got a single value; "
                                       "send \"inputs\" instead of \"instances\"")  # fmt: skip
    if len(set(sizes.values())) > 1:
        said = ", ".join(f"{size} of '{name}'" for name, size in sizes.items())
        raise InvalidArgumentError(f"outputs must have the same number of rows for the row format, got {said}")
    if len(outputs) == 1:
        yield from columns(outputs)
        return
    count = max(filter(None, sizes.values()), default=0)
    step = max(1, _PIECE // max(1, sum(array.size for array in outputs.values()) // max(1, count)))
    yield "["
    for at in range(0, count, step):
        if at:
            yield ","
        some = {name: array[at : at + step] for name, array in outputs.items()}
        if step > 1:
            found = [values(array, name) for name, array in some.items()]
            yield dumped([dict(zip(some, row, strict=True)) for row in zip(*found, strict=True)])[1:-1]
        else:
            yield from columns({name: array.reshape(array.shape[1:]) for name, array in some.items()})
    yield "]"


def columns(outputs: Mapping[str, Array]) -> Iterator[str]:
    """``outputs`` as JSON, piece by piece: the only one, or an object of all.

    Raises:
        InvalidTypeError: a dtype that JSON has no values for.
    """
    if len(outputs) == 1:
        for name, array in outputs.items():
            yield from _written(array, name)
        return
    before = "{"
    for name, array in outputs.items():
        yield f"{before}{dumped(name)}:"
        yield from _written(array, name)
        before = ","
    yield "}" if outputs else "{}"


def _written(array: Array, name: str) -> Iterator[str]:
    if array.size <= _PIECE:
        yield dumped(values(array, name))
        return
    each = array.size // len(array)
    step = max(1, _PIECE // each)
    yield "["
    for at in range(0, len(array), step):
        if at:
            yield ","
        if each > _PIECE:
            yield from _written(array[at], name)
        else:
            yield dumped(values(array[at : at + step], name))[1:-1]
    yield "]"


def values(array: Array, name: str) -> Any:
    """An array as a value or nested lists of values, for ``json.dumps``.

    Raises:
        InvalidTypeError: a dtype that JSON has no values for.
    """
    if array.dtype.kind == "O":
        as_bytes = name.endswith(_BYTES)
        return _mapped(array, as_bytes)
    if array.dtype.kind in "biu":
        return array.tolist()
    if array.dtype == np.float64:
        return array.tolist()
    if array.dtype.kind == "f" or array.dtype.name.startswith(("bfloat", "float")):
        return shortened(array.astype(np.float32)).tolist()
    if array.dtype.name.startswith(("int", "uint")):  # int4 and its like
        return array.astype(np.int32).tolist()
    raise InvalidTypeError(f"output '{name}' must have a dtype that JSON can hold, got {array.dtype.name}")


def shortened(array: Array) -> Array:
    """Floats of 64 bits whose decimals are those of six digits, or else nine, that say what the float32 values are."""
    if array.size <= _FEW:
        return _shortened_few(array)
    wide = array.astype(np.float64)
    found = _six_or_nine(array, wide)
    size = np.abs(wide)
    far = ((size < _LEAST) & (size > 0)) | ((size > _MOST) & (size < np.inf))
    if far.any():
        found[far] = _shortened_few(array[far])
    return found


def _six_or_nine(array: Array, wide: Array) -> Array:
    six = _rounded(wide, 6)
    with np.errstate(over="ignore"):
        same = six.astype(np.float32) == array
        if same.all():
            return six
        nine = np.where(same, six, _rounded(wide, 9))
        return np.where(nine.astype(np.float32) == array, nine, wide)


def _shortened_few(array: Array) -> Array:
    """The same for a few values, where each call of NumPy takes longer than all values do."""
    exact = array.ravel().tolist()
    found = np.array([float(f"{value:.6g}") for value in exact])
    same = found.astype(np.float32) == array.ravel()
    if not same.all():
        others = np.flatnonzero(~same)
        found[others] = [float(f"{exact[at]:.9g}") for at in others.tolist()]
    return found.reshape(array.shape)


def _rounded(wide: Array, digits: int) -> Array:
    """To so many decimal digits; a value that cannot be rounded so stays as it is."""
    with np.errstate(all="ignore"):
        places = digits - 1 - np.floor(np.log10(np.abs(wide)))
        # Powers of ten up to 22 are exact, so that the quotient is the float next to the decimal number.
        scale = np.power(10.0, np.clip(np.abs(places), 0, 22))
        scale = np.round(scale)
        found = np.where(places >= 0, np.rint(wide * scale) / scale, np.rint(wide / scale) * scale)
        return np.where((np.abs(places) <= 22) & np.isfinite(found), found, wide)


def _mapped(array: Array, as_bytes: bool) -> Any:
    written = np.empty(array.shape, object)
    for index, item in np.ndenumerate(array):
        written[index] = _text(item, as_bytes)
    return written.tolist() if array.ndim else written[()]


def _text(item: Any, as_bytes: bool) -> Any:
    data = item.encode() if isinstance(item, str) else bytes(item)
    if not as_bytes:
        try:
            return data.decode()
        except UnicodeDecodeError:
            pass  # JSON has no other way to say it
    return {"b64": base64.b64encode(data).decode()}
