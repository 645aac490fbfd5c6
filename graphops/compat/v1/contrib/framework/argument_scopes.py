"""``tf.contrib.framework``: scopes of default arguments.

>>> import graphops.compat.v1 as tf
>>> layers = tf.contrib.layers
>>> with arg_scope([layers.conv2d, layers.max_pool2d], padding="VALID"):
...     y = layers.conv2d(tf.zeros([1, 8, 8, 3]), 4, 3)
>>> print(y.shape)
(1, 6, 6, 4)
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from inspect import Parameter, signature
from typing import Any

from graphops.compat.v1.functions.marked import mark
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

Scope = dict[str, dict[str, Any]]
"""Names of functions, each with the arguments that it gets."""


class _Opened(threading.local):
    """The scopes that are open in a thread, the inner ones last."""

    def __init__(self) -> None:
        self.scopes: list[Scope] = [{}]


_KEY = "_key_op"  # the attribute of functions, as TensorFlow calls it
_OPENED = _Opened()
_TAKES: dict[str, tuple[str, ...]] = {}  # by key of a function which arguments may have another default


def arg_scope_func_key(op: Any) -> str:
    """The name of a function in the scopes."""
    key: str = getattr(op, _KEY, str(op))
    return key


def has_arg_scope(func: Any) -> bool:
    """Whether :func:`arg_scope` can give arguments to a function."""
    return arg_scope_func_key(func) in _TAKES


def arg_scoped_arguments(func: Any) -> tuple[str, ...]:
    """Which arguments of a function a scope can give.

    Raises:
        InvalidTypeError: it was not made by :func:`add_arg_scope`.
    """
    _check(func)
    return _TAKES[arg_scope_func_key(func)]


def current_arg_scope() -> Scope:
    """What the open scopes give."""
    return _OPENED.scopes[-1]


def add_arg_scope(func: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator of functions whose defaults :func:`arg_scope` can change."""

    @wraps(func)
    def scoped(*args: Any, **kwargs: Any) -> Any:
        mark()
        given = current_arg_scope().get(key)
        if given:
            # What comes by position is not given again.
            by_position = order[: len(args)]
            kwargs = {**{name: value for name, value in given.items() if name not in by_position}, **kwargs}
        return func(*args, **kwargs)

    key = f"{func.__module__}.{func.__qualname__}"
    found = signature(func).parameters.values()
    order = [each.name for each in found if each.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)]
    _TAKES[key] = tuple(each.name for each in found if each.default is not Parameter.empty)
    setattr(scoped, _KEY, key)
    return scoped


@contextmanager
def arg_scope(list_ops_or_scope: Any, **kwargs: Any) -> Iterator[Scope]:
    """Give arguments to functions that are called within.

    Args:
        list_ops_or_scope: functions made by :func:`add_arg_scope`; or what ``with arg_scope(...) as scope`` gave, which
            is opened again in place of what is open.
        kwargs: the arguments.

    Raises:
        InvalidTypeError: something else, or a function that cannot be given arguments.
        InvalidArgumentError: arguments beside a scope.
    """
    if isinstance(list_ops_or_scope, Mapping):
        if kwargs:
            raise InvalidArgumentError(f"arg_scope of a scope must have no arguments, got {sorted(kwargs)}")
        opened = {key: dict(given) for key, given in list_ops_or_scope.items()}
    else:
        if not isinstance(list_ops_or_scope, (list, tuple)):
            text = f"list_ops_or_scope of arg_scope must be a list of functions or a scope, got {list_ops_or_scope!r}"
            raise InvalidTypeError(text)
        opened = dict(current_arg_scope())
        for func in list_ops_or_scope:
            _check(func)
            key = arg_scope_func_key(func)
            opened[key] = {**opened.get(key, {}), **kwargs}
    _OPENED.scopes.append(opened)
    try:
        yield opened
    finally:
        _OPENED.scopes.pop()


def _check(func: Any) -> None:
    if not has_arg_scope(func):
        raise InvalidTypeError(f"functions of arg_scope must be made by add_arg_scope, got {func!r}")


__all__ = [
    "add_arg_scope",
    "arg_scope",
    "arg_scope_func_key",
    "arg_scoped_arguments",
    "current_arg_scope",
    "has_arg_scope",
]
