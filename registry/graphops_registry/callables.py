"""Checks of the signatures of functions that authors register: at registration, not at the first call."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final

_VAR_POSITIONAL: Final = inspect.CO_VARARGS


def takes(function: Callable[..., Any], count: int) -> bool:
    """Whether ``function`` accepts ``count`` positional arguments; ``True`` if that is unknown."""
    code = getattr(function, "__code__", None)
    if code is not None and not hasattr(function, "__wrapped__"):  # a Python function: the usual case, and fast
        bound = 1 if hasattr(function, "__self__") else 0
        most = code.co_argcount - bound
        least = most - len(getattr(function, "__defaults__", None) or ())
        required_by_name = code.co_kwonlyargcount - len(getattr(function, "__kwdefaults__", None) or {})
        unlimited = bool(code.co_flags & _VAR_POSITIONAL)
        return required_by_name <= 0 and least <= count and (unlimited or count <= most)
    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:  # written in C, without a signature
        return True
    return True


def signature_text(function: Callable[..., Any]) -> str:
    """``(x, size=1)``, without annotations."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return "(...)"
    plain = [p.replace(annotation=p.empty) for p in parameters]
    return str(inspect.Signature(plain))


def place_of(function: Any) -> str:
    """``file:line`` of a function or class, as far as it is known."""
    code = getattr(inspect.unwrap(function) if callable(function) else function, "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}" if code is not None else "an unknown place"
