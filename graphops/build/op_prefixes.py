"""Ops of extensions by attributes: ``raw_ops.Sample.Mish`` is the op ``Sample>Mish``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphops_registry.op_def import REGISTRY


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
