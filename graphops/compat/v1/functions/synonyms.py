"""Arguments that have two names in TensorFlow 1: the present one, and a deprecated one."""

from __future__ import annotations

from typing import Any

from graphops_registry.errors import InvalidTypeError


def one_of(function: str, name: str, value: Any, old_name: str, old_value: Any) -> Any:
    """The value that was given under either name, ``None`` if none was.

    Raises:
        InvalidTypeError: both were given.
    """
    if old_value is None:
        return value
    if value is not None:
        raise InvalidTypeError(f"{name} of {function}() must be given once, got it as {old_name} too")
    return old_value


def needed(function: str, name: str, value: Any) -> Any:
    """``value``, which must be given although TensorFlow's signature has a default for it.

    Raises:
        InvalidTypeError: it is ``None``.
    """
    if value is None:
        raise InvalidTypeError(f"{name} of {function}() must be given, got None")
    return value
