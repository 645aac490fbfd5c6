"""From JSON to arrays, by TensorFlow Serving's rules: nested lists of one shape, ``{"b64": ...}`` for bytes.

>>> from graphops_registry.dtypes import float32
>>> tensor([[1, 2.5]], float32, "x")
array([[1. , 2.5]], dtype=float32)
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable, Iterator
from math import isinf
from typing import Any, Final

import numpy as np

from graphops_registry import dtypes
from graphops_registry.dtypes import DType
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, shorten

Array = np.ndarray[Any, Any]
MOST_DIMS: Final = 32
_LARGE: Final = 2 << 20  # bytes; the threads that wait for others get their turn while more than these are read
_PIECE: Final = 1 << 16  # values that one function of C works on
# What a number that no float can hold must have: an exponent of three digits, or 210 digits with an exponent up to 99,
# of which each tenth is enough to look at.
_EXPONENT: Final = re.compile(rb"[eE]\+?0*[1-9][0-9]{2}")
_ZEROS: Final = b"0" * 20
_DIGITS: Final = bytes.maketrans(b"123456789", b"000000000")
_FEW: Final = 100  # letters to look at one by one
_NAMES: Final = {
    bool: "a bool", int: "a whole number", float: "a number", str: "a text", dict: "an object", list: "a list",
    type(None): "null",
}  # fmt: skip


def parse(body: bytes) -> dict[str, Any]:
    """The object that a body holds.

    Raises:
        InvalidArgumentError: anything else; also lists within lists beyond what Python reads.
    """
    try:
        value = _loads(body)
    except RecursionError:
        raise InvalidArgumentError("a request must be nested less deeply") from None
    except (ValueError, UnicodeDecodeError) as reason:
        if isinstance(reason, InvalidArgumentError):
            raise
        raise InvalidArgumentError(f"a request must be well-formed JSON, but {shorten(reason)}") from None
    if not isinstance(value, dict):
        raise InvalidTypeError(f"a request must be a JSON object, got {_NAMES[type(value)]}")
    return value


def _loads(body: bytes) -> Any:
    if len(body) > _LARGE:
        # Python's interpreter runs other threads between its own instructions, and never within a parser in C.
        return _checked(body, as_int=lambda text: int(text))
    value = json.loads(body)
    return _checked(body) if _may_be_too_large(body) else value


def _checked(body: bytes, as_int: Callable[[str], int] | None = None) -> Any:
    """What a body holds, with numbers that a float can hold."""
    wrong: list[str] = []

    def as_float(text: str) -> float:
        value = float(text)
        if isinf(value) and not wrong:
            wrong.append(text)
        return value

    value = json.loads(body, parse_float=as_float, parse_int=as_int)
    if wrong:
        raise InvalidArgumentError(f"a number must fit into 64 bits, got {shorten(wrong[0], 40)}")
    return value


def _may_be_too_large(body: bytes) -> bool:
    """Whether a number may be one that no float can hold: then it is worth reading twice."""
    if body[::10].translate(_DIGITS).find(_ZEROS) >= 0:
        return True
    for letter in (b"e", b"E"):
        at = -1
        for _ in range(_FEW):
            at = body.find(letter, at + 1)
            if at < 0:
                break
            if _EXPONENT.match(body, at) is not None:
                return True
        else:
            return _EXPONENT.search(body) is not None
    return False


def tensor(value: Any, dtype: DType, what: str) -> Array:
    """The array of a JSON value.

    Args:
        value: a value, or lists within lists that are equally long at each depth.
        what: what errors call it.

    Raises:
        InvalidArgumentError: ragged lists, a value that the dtype cannot hold, or base64 that is none.
        InvalidTypeError: a value of another kind, or a dtype that JSON has no values for.
    """
    shape, items = flat(value, what)
    if dtype.is_host_only and dtype is not dtypes.string:
        raise InvalidTypeError(f"{what} must have a dtype that JSON can hold, got {dtype.name}")
    kinds = _distinct(type, items)
    numpy_dtype = dtype.numpy_dtype
    if dtype is dtypes.string:
        found = np.empty(len(items), object)
        found[:] = [_text(item, what) for item in items]
        return found.reshape(shape)
    if dtype is dtypes.bool_:
        _check_kinds(kinds, {bool}, dtype, what)
    elif dtype.is_integer:
        _check_kinds(kinds, {int}, dtype, what)
        return _integers(items, dtype, what).reshape(shape)
    elif dtype.is_floating:
        _check_kinds(kinds, {int, float}, dtype, what)
        return _floats(items, dtype, what, int in kinds).reshape(shape)
    else:
        raise InvalidTypeError(f"{what} must have a dtype that JSON can hold, got {dtype.name}")
    return _array(items, numpy_dtype).reshape(shape)


def flat(value: Any, what: str) -> tuple[tuple[int, ...], list[Any]]:
    """The shape of nested lists, and what is in them, row by row.

    Raises:
        InvalidArgumentError: lists that are not equally long, or deeper in one place than in another.
    """
    if type(value) is not list:
        return (), [value]
    shape = [len(value)]
    items = value
    while items and type(items[0]) is list:
        if _distinct(type, items) != {list}:
            raise InvalidArgumentError(f"{what} must have lists at one depth alone, got values beside lists")
        sizes = _distinct(len, items)
        if len(sizes) > 1:
            some = ", ".join(map(str, sorted(sizes)[:4]))
            raise InvalidArgumentError(f"{what} must have lists that are equally long, got lengths {some}")
        shape.append(sizes.pop())
        if len(shape) > MOST_DIMS:
            raise InvalidArgumentError(f"{what} must have at most {MOST_DIMS} dimensions, got more")
        joined: list[Any] = []
        for each in items:
            joined += each
        items = joined
    if list in _distinct(type, items):
        raise InvalidArgumentError(f"{what} must have lists at one depth alone, got values beside lists")
    return tuple(shape), items


def _pieces(items: list[Any]) -> Iterator[list[Any]]:
    """``items``, so many at once as keep other threads waiting for a moment only."""
    if len(items) <= _PIECE:
        yield items
        return
    for at in range(0, len(items), _PIECE):
        yield items[at : at + _PIECE]


def _distinct(function: Callable[[Any], Any], items: list[Any]) -> set[Any]:
    found: set[Any] = set()
    for piece in _pieces(items):
        found.update(map(function, piece))
    return found


def _array(items: list[Any], dtype: Any) -> Array:
    if len(items) <= _PIECE:
        return np.array(items, dtype)
    found = np.empty(len(items), dtype)
    for at in range(0, len(items), _PIECE):
        found[at : at + _PIECE] = items[at : at + _PIECE]
    return found


def _check_kinds(kinds: set[type], allowed: set[type], dtype: DType, what: str) -> None:
    wrong = next(iter(sorted(kinds - allowed, key=str)), None)
    if wrong is not None:
        raise InvalidTypeError(f"{what} must have values of dtype {dtype.name}, got {_NAMES[wrong]}")


def _integers(items: list[int], dtype: DType, what: str) -> Array:
    low, high = _range(dtype)
    if items:
        least, largest = min(map(min, _pieces(items))), max(map(max, _pieces(items)))
        if least < low or largest > high:
            wrong = least if least < low else largest
            raise InvalidArgumentError(f"{what} must have values from {low} to {high}, got {_number(wrong)}")
    return _array(items, np.uint64 if high > 2**63 - 1 else np.int64).astype(dtype.numpy_dtype)


def _range(dtype: DType) -> tuple[int, int]:
    if dtype.numpy_dtype.isbuiltin == 1:
        info = np.iinfo(dtype.numpy_dtype)
        return int(info.min), int(info.max)
    from ml_dtypes import iinfo

    other: Any = iinfo(dtype.numpy_dtype)  # type: ignore[no-untyped-call]
    return int(other.min), int(other.max)


def _floats(items: list[Any], dtype: DType, what: str, has_integers: bool) -> Array:
    digits = 53 if dtype is dtypes.float64 else 24  # half and bfloat16 round, as they do from float32
    if has_integers:
        exact = 1 << digits
        for item in items:
            if type(item) is int and not -exact <= item <= exact:
                raise InvalidArgumentError(
                    f"{what} must have values that {dtype.name} holds without loss, got {_number(item)}"
                )
    wide = _array(items, np.float64)
    if dtype is dtypes.float64:
        return wide
    with np.errstate(over="ignore"):
        narrow = wide.astype(np.float32)
        found = narrow.astype(dtype.numpy_dtype, copy=False)
    if found is narrow and np.isfinite(found).all():
        return found
    if np.isinf(found.astype(np.float32)).sum() != np.isinf(wide).sum():
        largest = np.max(np.abs(wide[np.isfinite(wide)]))
        raise InvalidArgumentError(f"{what} must have values that {dtype.name} can hold, got {largest}")
    return found


def _number(value: int) -> str:
    return str(value) if abs(value) < 10**40 else "one with more than 40 digits"


def _text(item: Any, what: str) -> bytes:
    if type(item) is str:
        try:
            return item.encode()
        except UnicodeEncodeError:
            raise InvalidArgumentError(f"{what} must have texts of whole characters, got half of one") from None
    if is_b64(item):
        try:
            return base64.b64decode(item["b64"], validate=True)
        except (binascii.Error, ValueError):
            raise InvalidArgumentError(f"{what} must have base64 in 'b64', got {shorten(item['b64'], 60)}") from None
    raise InvalidTypeError(f'{what} must have texts or {{"b64": ...}}, got {_NAMES[type(item)]}')


def is_b64(value: Any) -> bool:
    """Whether a JSON value stands for bytes."""
    return type(value) is dict and len(value) == 1 and type(value.get("b64")) is str
