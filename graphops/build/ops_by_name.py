"""The base of ``raw_ops``, ``ops`` and ``eager``: a module whose attributes are the ops, made at first use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from graphops.build.op_prefixes import PrefixedOps, ops_with_prefix
from graphops.plugins.packages import load_ops
from graphops_registry.errors import NotFoundError
from graphops_registry.op_def import REGISTRY, Op, lookup_op, registered_ops

T = TypeVar("T")


class OpsByName(Generic[T]):
    """The ops by their names, for the ``__getattr__`` and ``__dir__`` of a module.

    Args:
        make: what the module has for an op.
    """

    def __init__(self, make: Callable[[Op], T]) -> None:
        self._make = make
        self._made: dict[str, T] = {}

    def get(self, name: str) -> T | PrefixedOps:
        """The op, or the ops with this prefix.

        Raises:
            AttributeError: there is neither.
        """
        if name.startswith("__"):
            raise AttributeError(name)
        found = self._made.get(name)
        if found is not None:
            return found
        if name not in REGISTRY:
            load_ops()
        try:
            op = lookup_op(name)
        except NotFoundError as error:
            prefixed = ops_with_prefix(name, self.get)
            if prefixed is not None:
                return prefixed
            raise AttributeError(str(error), name=name) from None
        return self._made.setdefault(name, self._make(op))

    def names(self) -> list[str]:
        """All ops whose names can be written as attributes."""
        load_ops()
        return [op.name for op in registered_ops() if op.name.isidentifier()]
