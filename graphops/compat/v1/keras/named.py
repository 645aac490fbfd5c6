"""What a layer of ``tf.keras`` is told by name, as a function, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from graphops_registry.errors import InvalidArgumentError, nearest


def found(given: Any, kind: str, known: Mapping[str, Callable[..., Any]], make: bool) -> Any:
    """What ``given`` stands for: a name in ``known``, a function, a class or ``None``.

    Args:
        kind: of what is wanted, for errors.
        make: whether what is known, and a class, is called to get it.

    Raises:
        InvalidArgumentError: another name, or something else.
    """
    if given is None:
        return None
    if isinstance(given, str):
        if given not in known:
            text = f"{kind} must be one of {', '.join(sorted(known))}"
            raise InvalidArgumentError(f"{text}, got '{given}'{nearest(given, known)}")
        return known[given]() if make else known[given]
    if make and isinstance(given, type):
        return given()
    if not callable(given):
        raise InvalidArgumentError(f"{kind} must be a name, a function or None, got {given!r}")
    return given
