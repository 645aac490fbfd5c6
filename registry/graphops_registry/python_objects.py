"""Python objects that nodes name by a token: functions of ``PyFunc``, pipelines of data sets.

A graph cannot hold a Python object in an attr. So a node holds a token, and the object is found here as long as
something, usually the graph, refers to it. Another process does not find it.
"""

from __future__ import annotations

from itertools import count
from typing import Any, Final
from weakref import WeakValueDictionary

from graphops_registry.errors import NotFoundError
from graphops_registry.locks import new_lock

_objects: Final[WeakValueDictionary[str, Any]] = WeakValueDictionary()
_numbers: Final = count()
_lock: Final = new_lock()


class PythonFunction:
    """A function that nodes call, in an object that can be referred to weakly."""

    def __init__(self, function: Any) -> None:
        self.function = function


def register(kind: str, value: Any) -> str:
    """A new token for ``value``, which must allow weak references and be kept by the caller."""
    with _lock:
        token = f"{kind}_{next(_numbers)}"
        _objects[token] = value
    return token


def find(token: str | bytes, op: str) -> Any:
    """The object that a token names.

    Raises:
        NotFoundError: it was made in another process, or is gone.
    """
    name = token.decode("utf-8", "replace") if isinstance(token, bytes) else token
    found = _objects.get(name)
    if found is None:
        rule = "name a Python object of this process"
        raise NotFoundError(f"attr 'token' of op '{op}' must {rule}, got '{name}'").concerns(op=op, argument="token")
    return found
