"""Ops of extensions by attributes: ``raw_ops.Sample.Mish`` is the op ``Sample>Mish``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphops_registry.op_def import REGISTRY


class PrefixedOps:
    """The ops whose names begin with a prefix, in one of the spellings; made by :func:`ops_with_prefix`."""

    __slots__ = ("_function", "_prefix")

    def __init__(self, prefix: str, function: Callable[[str], Any]) -> None:
        self._prefix = prefix
        self._function = function

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._function(f"{self._prefix}>{name}")

    def __dir__(self) -> list[str]:
        return names_after_prefix(self._prefix)

    def __repr__(self) -> str:
        return f"<ops of {self._prefix}: {', '.join(dir(self))}>"


def names_after_prefix(prefix: str) -> list[str]:
    """What may follow ``prefix>`` in the names of registered ops, up to the next ``>``."""
    start = f"{prefix}>"
    return sorted({name.removeprefix(start).partition(">")[0] for name in REGISTRY.names() if name.startswith(start)})


def ops_with_prefix(prefix: str, function: Callable[[str], Any]) -> PrefixedOps | None:
    """The ops ``prefix>...`` by attributes, each as ``function`` of its full name; ``None`` if there are none."""
    start = f"{prefix}>"
    return PrefixedOps(prefix, function) if any(name.startswith(start) for name in REGISTRY.names()) else None
