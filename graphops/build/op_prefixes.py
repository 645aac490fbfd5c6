"""Ops of extensions by attributes: ``raw_ops.Sample.Mish`` is the op ``Sample>Mish``."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from graphops_registry.errors import InvalidArgumentError
from graphops_registry.op_def import REGISTRY

SPELLINGS = ("raw_ops", "eager", "ops")


class Vendor:
    """The ops whose names begin with a prefix, in one of the spellings; made by :func:`vendor_of`."""

    __slots__ = ("_function", "_prefix")

    def __init__(self, prefix: str, function: Callable[[str], Any]) -> None:
        self._prefix = prefix
        self._function = function

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._function(f"{self._prefix}>{name}")

    def __dir__(self) -> list[str]:
        return names_of(self._prefix)

    def __repr__(self) -> str:
        return f"<ops of {self._prefix}: {', '.join(dir(self))}>"


def names_of(prefix: str) -> list[str]:
    """What may follow ``prefix>`` in the names of registered ops, up to the next ``>``."""
    start = f"{prefix}>"
    return sorted({op.name.removeprefix(start).partition(">")[0] for op in REGISTRY if op.name.startswith(start)})


def vendor_of(prefix: str, function: Callable[[str], Any]) -> Vendor | None:
    """The ops ``prefix>...`` by attributes, each as ``function`` of its full name; ``None`` if there are none."""
    start = f"{prefix}>"
    return Vendor(prefix, function) if any(op.name.startswith(start) for op in REGISTRY) else None


def vendor_functions(vendor: str, spelling: str = "raw_ops") -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """``__getattr__`` and ``__dir__`` for a module that has the ops of a package under their short names.

    A package ``my_windows`` whose ops are ``MyWindows>Mean`` and so on has a module ``my_windows/eager.py`` with one
    line, and its users write ``my_windows.eager.Mean(x=array)``::

        __getattr__, __dir__ = vendor_functions("MyWindows", "eager")

    ``graphops stubs my_windows`` writes the types of these functions beside it.

    Args:
        vendor: the prefix of the ops' names, without the last ``>``.
        spelling: ``raw_ops``, ``eager`` or ``ops``.

    Raises:
        InvalidArgumentError: another spelling.
    """
    if spelling not in SPELLINGS:
        raise InvalidArgumentError(f"spelling of vendor_functions() must be one of {SPELLINGS}, got {spelling!r}")

    def get(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(import_module(f"graphops.{spelling}"), f"{vendor}>{name}")

    def names() -> list[str]:
        import_module("graphops.plugins.packages").load_ops()
        return names_of(vendor)

    return get, names
