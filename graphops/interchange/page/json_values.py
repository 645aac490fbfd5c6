"""Values on a page: attrs and arrays as JSON has them.

An array is a number, a text, true or false, nested lists of these, a text of numbers (``{{1,2},{3,4}}``;
:mod:`~graphops.interchange.page.array_text` says which), or an object:

* ``{"dtype": "float", "values": [1, 2, 3, 4], "shape": [2, 2]}``: ``values`` nested or flat, ``shape`` if flat;
* ``{"dtype": "half", "shape": [2, 2], "base64": "..."}``: its bytes, little-endian, row by row;
* ``{"dtype": "variant", "shape": [2], "values": []}``: variants with nothing in them;
* ``{"file": "x.npy"}``: a file in the page's folder or below; see :mod:`~graphops.interchange.page.array_references`.

Numbers that JSON does not have are texts: ``"nan"``, ``"inf"``, ``"-inf"``, ``"1+2j"``.  Bytes that are no text are
objects: ``{"base64": "..."}``.
"""

from __future__ import annotations

import base64
import binascii
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from graphops.build.convert import to_array
from graphops.interchange.page.array_references import KEYS, referenced_array
from graphops.interchange.page.array_text import array_text
from graphops.interchange.page.number_types import holds_numbers, in_integers, whole_zeros
from graphops.interchange.page.old_text import complex_number, read_value
from graphops.interchange.page.read import whole
from graphops_registry.attr import AttrDef
from graphops_registry.dtypes import DType, as_dtype, string, variant
from graphops_registry.errors import (
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    shorten,
)
from graphops_registry.shape import MAX_RANK

HostArray = np.ndarray[Any, Any]
MOST_ELEMENTS: Final = 1 << 28  # of an array that a page holds
_KEYS: Final = ({"values"}, {"base64"}, {"file"})
_FLOATS: Final = {"nan": float("nan"), "inf": float("inf"), "-inf": float("-inf")}


def attr_value(attr: AttrDef, value: Any, op: str, folder: Path | None, dtype: DType | None = None) -> Any:
    """The Python value of an attr, for the OpDef to check.

    Args:
        value: as JSON has it; a text, for attrs that are none, is read by :mod:`~graphops.interchange.page.old_text`.
        folder: where files may be; ``None`` for nowhere.
        dtype: of a tensor; ``None`` for what the value says.

    Raises:
        InvalidTypeError: a value of another kind.
    """
    what = f"attr '{attr.name}' of op '{op}'"
    try:
        if attr.is_list:
            if isinstance(value, str):
                return read_value(value, attr, op)
            if not isinstance(value, list):
                raise InvalidTypeError(f"{what} must be a list, got {shorten(repr(value), 80)}")
            return [_one(attr, item, op, what, folder, dtype) for item in value]
        return _one(attr, value, op, what, folder, dtype)
    except GraphopsError as error:
        error.concerns(op=op, argument=attr.name)
        raise


def _one(attr: AttrDef, value: Any, op: str, what: str, folder: Path | None, dtype: DType | None) -> Any:
    match attr.base_type:
        case "tensor":
            return array(value, dtype, what, folder)
        case "string":
            return _text(value, what)
        case "float":
            if isinstance(value, str) and value in _FLOATS:
                return _FLOATS[value]
        case "int":
            value = whole_zeros(value)
        case "type":
            if not isinstance(value, str):  # a program takes a number too
                raise InvalidTypeError(f"{what} must be the name of a dtype, got {shorten(repr(value), 80)}")
        case "shape":
            if isinstance(value, list):
                return [None if size in (None, -1) else whole_zeros(size) for size in value]
    if isinstance(value, str) and attr.base_type in ("int", "float", "bool", "shape", "type"):
        return value if attr.base_type == "type" and attr.is_list else read_value(value, _single(attr), op)
    return value


def _single(attr: AttrDef) -> AttrDef:
    """The attr of one element of a list."""
    return AttrDef(attr.name, attr.base_type) if attr.is_list else attr


def _text(value: Any, what: str) -> Any:
    if isinstance(value, Mapping):
        if set(value) != {"base64"}:
            raise InvalidTypeError(f"{what} must be a text or {{'base64': ...}}, got the keys {sorted(value)}")
        return _bytes(value["base64"], what)
    if not isinstance(value, str):
        raise InvalidTypeError(f"{what} must be a text, got {shorten(repr(value), 80)}")
    return value


def _bytes(value: Any, what: str) -> bytes:
    try:
        return base64.b64decode(value, validate=True)
    except (TypeError, ValueError, binascii.Error):
        raise InvalidTypeError(f"base64 of {what} must be base64, got {shorten(repr(value), 80)}") from None


def array(value: Any, dtype: DType | None, what: str, folder: Path | None) -> HostArray:
    """The array that ``value`` describes.

    Args:
        dtype: what it should hold; ``None`` for what the value says, or TensorFlow's defaults.

    Raises:
        InvalidTypeError: another kind of value, or one that does not fit the dtype.
        InvalidArgumentError: ragged lists, or values that are not as many as the shape says.
        NotFoundError, PermissionDeniedError: a file that is not there, or outside the page's folder.
    """
    if not isinstance(value, Mapping):
        return to_array(_read(value, dtype, what), dtype, what)
    kind = set(value) & {"values", "base64", "file"}
    if kind not in _KEYS or set(value) - kind - {"dtype", "shape"} - (KEYS if "file" in kind else set()):
        rule = "have one of the keys 'values', 'base64' and 'file', and 'dtype' and 'shape'"
        raise InvalidTypeError(f"{what} must {rule}, got {sorted(map(str, value))}")
    if "dtype" in value:
        if not isinstance(value["dtype"], str):
            raise InvalidTypeError(f"dtype of {what} must be a name, got {shorten(repr(value['dtype']), 80)}")
        dtype = as_dtype(value["dtype"])
        if dtype is variant and value.get("values") == []:
            return np.full(_shape(value.get("shape", []), what), None, dtype=object)
        if dtype.is_ref or (dtype.is_host_only and dtype != string):
            raise InvalidTypeError(f"dtype of {what} must be one of numbers or texts, got {dtype.name}")
    shape = _shape(value["shape"], what) if "shape" in value else None
    if "file" in value:
        found = referenced_array(value, dtype, what, folder)
    elif "base64" in value:
        found = _from_bytes(_bytes(value["base64"], what), dtype, shape, what)
    else:
        found = to_array(_read(value["values"], dtype, what), dtype, what)
    if shape is not None and found.shape != shape:
        if found.size != math.prod(shape):
            raise InvalidArgumentError(f"{what} must have the shape {list(shape)}, got {list(found.shape)}")
        found = found.reshape(shape)
    return found


def _read(value: Any, dtype: DType | None, what: str) -> Any:
    return special_values(array_text(value, dtype, what) if isinstance(value, str) else value, what, dtype)


def plain_values(value: Mapping[str, Any], what: str) -> Any:
    """The values of ``{"values": ..., "shape": ...}`` without a dtype as a number or nested lists, for a wire or an op
    to decide the dtype: with a shape or without one, JSON does not tell 1 from 1.0.

    Raises:
        GraphopsError: as :func:`array`.
    """
    found = array(value, None, what, None)
    if found.dtype in (object, np.bool_) or not found.size:
        return found
    plain = np.empty(found.size, object)  # the numbers as they are written
    plain[:] = _flat(_read(value["values"], None, what))
    return plain.reshape(found.shape).tolist()


def _flat(value: Any) -> list[Any]:
    return [number for item in value for number in _flat(item)] if isinstance(value, list) else [value]


def special_values(value: Any, what: str, dtype: DType | None = None) -> Any:
    """Lists with texts such as "nan" replaced by numbers, if any other element is a number, and base64 by bytes.

    Raises:
        InvalidTypeError: truths beside numbers, which Python would take for 0 and 1, a text among numbers, or what is
            no array.
    """
    takes_floats = dtype is None or dtype.is_floating or dtype.is_complex
    if takes_floats and isinstance(value, list) and set(map(type, value)) == {float}:  # a long row of plain numbers
        return value
    if _some(value, (bool,)) and holds_numbers(value):
        raise InvalidTypeError(f"{what} must be of numbers or of truths, got both: {shorten(repr(value), 80)}")
    value = in_integers(value, dtype)
    if dtype is not None and (dtype.is_floating or dtype.is_complex):
        return _numbers(_replaced(value), what)
    if dtype is not None and dtype.is_integer:
        return _numbers(value, what)
    if isinstance(value, str):
        return value
    if isinstance(value, list) and _some(value, (dict,)):
        return _bytes_within(value)
    if isinstance(value, list) and _some(value, (int, float)) and _some(value, (str,)):
        value = _replaced(value)
        is_mostly_numbers = _count(value, (int, float, complex)) > _count(value, (str,))
        return _numbers(value, what) if dtype is None and is_mostly_numbers else value
    if isinstance(value, (Mapping, type(None))):
        raise InvalidTypeError(f"{what} must be numbers, texts or lists of them, got {shorten(repr(value), 80)}")
    return value


def _some(value: Any, kinds: tuple[type, ...]) -> bool:
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, list):
            stack.extend(item)
        elif isinstance(item, kinds):
            return True
    return False


def _count(value: Any, kinds: tuple[type, ...]) -> int:
    return sum(_count(item, kinds) for item in value) if isinstance(value, list) else isinstance(value, kinds)


def _numbers(value: Any, what: str) -> Any:
    """The value, in which no text may be left."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, list):
            stack.extend(reversed(item))
        elif isinstance(item, str):
            raise InvalidTypeError(f"{what} must be numbers, got {shorten(repr(item), 80)}")
    return value


def _bytes_within(value: Any) -> Any:
    if isinstance(value, list):
        return [_bytes_within(item) for item in value]
    return _text(value, "a text of an array") if isinstance(value, Mapping) else value


def _replaced(value: Any) -> Any:
    if isinstance(value, list):
        return [_replaced(item) for item in value]
    if not isinstance(value, str):
        return value
    number = _FLOATS.get(value, complex_number(value))
    return value if number is None else number


def _shape(value: Any, what: str) -> tuple[int, ...]:
    value = [whole(size) for size in value] if isinstance(value, list) else value
    if not isinstance(value, list) or any(isinstance(s, bool) or not isinstance(s, int) or s < 0 for s in value):
        raise InvalidTypeError(f"shape of {what} must be a list of sizes, got {shorten(repr(value), 80)}")
    # Sizes beside a 0 count too: NumPy's strides are made of them.
    if len(value) > MAX_RANK or math.prod(size or 1 for size in value) > MOST_ELEMENTS:
        rule = f"have at most {MAX_RANK} sizes and {MOST_ELEMENTS:,} elements"
        raise InvalidArgumentError(f"shape of {what} must {rule}, got {shorten(str(value), 80)}")
    return tuple(value)


def _from_bytes(data: bytes, dtype: DType | None, shape: tuple[int, ...] | None, what: str) -> HostArray:
    if dtype is None or dtype.is_host_only or shape is None:
        raise InvalidTypeError(f"{what} must have a dtype of numbers and a shape beside its bytes")
    plain = dtype.numpy_dtype
    if len(data) != plain.itemsize * math.prod(shape):
        raise InvalidArgumentError(f"base64 of {what} must hold {list(shape)} of {dtype.name}, got {len(data):,} bytes")
    if plain == np.bool_ and data.strip(b"\0\1"):
        raise InvalidArgumentError(f"base64 of {what} must hold bytes of 0 and 1 for bool")
    return np.frombuffer(data, plain).reshape(shape)
