"""Examples written as JSON, by the rules that protocol buffers have for it."""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any, Final, NoReturn

import numpy as np

from graphops_cpu.lib.example_messages import BYTES, FLOAT, INT64, NONE, write_example
from graphops_registry.errors import must

_LISTS: Final = {
    "bytesList": BYTES, "bytes_list": BYTES, "floatList": FLOAT, "float_list": FLOAT, "int64List": INT64,
    "int64_list": INT64,
}  # fmt: skip
_SPECIAL: Final = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}


class _Wrong(Exception):
    """A rule that the text breaks, and what there is instead."""


def _wrong(rule: str, got: object) -> NoReturn:
    raise _Wrong(rule, repr(got))


def example_of(text: bytes, op: str) -> bytes:
    """The Example that ``text`` describes, as a message.

    Raises:
        InvalidArgumentError: it describes none.
    """
    try:
        given = json.loads(text.decode("utf-8"), parse_constant=lambda name: _wrong("be JSON", name))
        return _example(given)
    except _Wrong as error:
        raise must("json_examples", op, str(error.args[0]), error.args[1]) from None
    except RecursionError:
        raise must("json_examples", op, "be an Example as JSON", "lists in lists, too deep") from None
    except ValueError as error:  # also text that is not UTF-8, and numbers of too many digits
        raise must("json_examples", op, "be JSON", str(error)) from None


def _example(given: Any) -> bytes:
    features = _member(given, "Example", ("features",))
    named = _member({} if features is None else features, "features", ("feature",))
    if named is None:
        return write_example([]) if features is not None else b""
    if not isinstance(named, dict):
        _wrong("have an object as feature", named)
    return write_example((_text(name), *_feature(feature, name)) for name, feature in named.items())


def _member(given: Any, what: str, known: tuple[str, ...]) -> Any:
    """The only member that an object has, of those that it may have; ``None`` if it has none."""
    if not isinstance(given, dict):
        _wrong(f"have an object as {what}", given)
    for name in given:
        if name not in known:
            _wrong(f"have only {' or '.join(known)} in {what}", name)
    values = [value for value in given.values() if value is not None]
    if len(values) > 1:
        _wrong(f"have one member in {what}", sorted(given))
    return values[0] if values else None


def _text(name: str) -> bytes:
    try:
        return name.encode()
    except UnicodeEncodeError:
        _wrong("have names that are UTF-8", name)


def _feature(given: Any, name: str) -> tuple[int, Any]:
    listed = _member(given, f"feature '{name}'", tuple(_LISTS))
    if listed is None:
        return NONE, []
    kind = _LISTS[next(key for key, value in given.items() if value is not None)]
    values = _member(listed, f"feature '{name}'", ("value",))
    if values is None:
        values = []
    if not isinstance(values, list):
        _wrong(f"have a list as the values of feature '{name}'", values)
    return kind, [_READ[kind](value, name) for value in values]


def _bytes(value: Any, name: str) -> bytes:
    if isinstance(value, str):
        plain = value.replace("-", "+").replace("_", "/").rstrip("=")
        try:
            return base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
        except (binascii.Error, ValueError):
            pass
    _wrong(f"have base64 as values of feature '{name}'", value)


def _float(value: Any, name: str) -> float:
    found = None
    if isinstance(value, str):
        found = _SPECIAL.get(value)
        value = value if found is not None else _number(value, name)
    if found is None and isinstance(value, (int, float)) and not isinstance(value, bool):
        with np.errstate(over="ignore"):
            found = float(np.float32(value)) if abs(value) < 2.0**1000 else float("inf")
        if np.isinf(found):
            _wrong(f"have numbers that float32 can hold as values of feature '{name}'", value)
    if found is None:
        _wrong(f"have numbers as values of feature '{name}'", value)
    return found


def _number(text: str, name: str) -> Any:
    try:
        return json.loads(text, parse_constant=lambda constant: None)
    except ValueError:
        _wrong(f"have numbers as values of feature '{name}'", text)


def _int64(value: Any, name: str) -> int:
    number = _number(value, name) if isinstance(value, str) else value
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    if not isinstance(number, int) or isinstance(number, bool) or not -(2**63) <= number < 2**63:
        _wrong(f"have integers of 64 bits as values of feature '{name}'", value)
    return number


_READ: Final = {BYTES: _bytes, FLOAT: _float, INT64: _int64}
