"""The ops known to this process. A family of built-in ops is imported when one of its ops is asked for.

Which family has which op is in the index, :mod:`graphops_registry.op_index`.  An op of a family that is being imported
may lack its rules; so nobody gets one before its whole family is there, except the family itself.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from graphops_registry.errors import InvalidArgumentError
from graphops_registry.on_demand import import_for_registration
from graphops_registry.op_index import FAMILIES

if TYPE_CHECKING:
    from graphops_registry.op_def import Op

_PACKAGE: Final = "graphops_registry.ops"
_RULES: Final = (  # attributes of an Op
    "shape_fn", "gradient_fn", "gradient_takes_none", "cost_fn", "region_fn", "partial_sum", "differentiable",
)  # fmt: skip


def rules_of(op: Op) -> tuple[Any, ...]:
    """What is declared under an op, for :func:`put_back_rules`."""
    return tuple(getattr(op, rule) for rule in _RULES)


def put_back_rules(op: Op, rules: tuple[Any, ...]) -> None:
    """Declare what was declared."""
    for rule, value in zip(_RULES, rules, strict=True):
        setattr(op, rule, value)


class OpRegistry:
    """Ops by name: the built-in ones, loaded or not, and all others that are registered.

    Registration is thread-safe; look-ups take no lock.
    """

    def __init__(self) -> None:
        self._ops: dict[str, Op] = {}
        self._families = {name: family for family, names in FAMILIES.items() for name in names.split()}
        self._waiting = dict(self._families)  # those whose family may be missing or half imported
        self._declared: dict[str, tuple[Any, ...]] = {}  # the rules of built-in ops as their blocks state them
        # Part of the key of plans: it grows with each registration of an op or a kernel. Built-in ones do not count,
        # because they were known before they were loaded.
        self.generation = 0

    def add(self, op: Op) -> None:
        """Make ``op`` known.

        Raises:
            InvalidArgumentError: its name is taken; both places are named.
        """
        present = self._ops.setdefault(op.name, op)
        if present is not op:
            raise InvalidArgumentError(
                f"op '{op.name}' must be registered once, but {op.defined_at} repeats {present.defined_at}"
            ).concerns(op=op.name)
        if not self.is_built_in(op.name):
            self.generation += 1

    def get(self, name: str) -> Op | None:
        """The op of that name, or ``None``; imports its family if it is a built-in one."""
        if name in self._waiting:
            self._import_family_of(name)
        return self._ops.get(name)

    def is_built_in(self, name: str) -> bool:
        """Whether an op of that name is one of ours."""
        return name in self._families

    def names(self) -> set[str]:
        """The names of all ops; imports nothing."""
        return {*self._families, *list(self._ops)}

    def is_waiting(self, name: str) -> bool:
        """Whether the op is a built-in one that may not be there yet."""
        return name in self._waiting

    def loaded(self) -> dict[str, Op]:
        """The ops that are there without a further import."""
        return {name: op for name, op in list(self._ops.items()) if name not in self._waiting}

    def load_all(self) -> None:
        """Import every family."""
        importlib.import_module(_PACKAGE).load()
        for name in list(self._waiting):
            self._import_family_of(name)

    def keep_built_in(self, kept: dict[str, Op]) -> None:
        """Forget all ops but ``kept`` and the built-in ones; of these, give those that ``kept`` lacks the rules of
        their blocks."""
        for name in list(self._ops):
            if name in kept:
                continue
            if not self.is_built_in(name):
                self._ops.pop(name, None)
            elif name in self._declared:
                put_back_rules(self._ops[name], self._declared[name])

    def _import_family_of(self, name: str) -> None:
        family = self._waiting.get(name)
        if family is None:  # another thread was faster
            return
        try:
            complete = import_for_registration(f"{_PACKAGE}.{family}")
        except BaseException:  # what a family has registered so far would be in the way of importing it again
            for other, its_family in list(self._waiting.items()):
                if f"{_PACKAGE}.{its_family}" not in sys.modules:
                    self._ops.pop(other, None)
            raise
        if complete:
            for other in FAMILIES[family].split():
                if (op := self._ops.get(other)) is not None:
                    self._declared.setdefault(other, rules_of(op))
                self._waiting.pop(other, None)

    def __iter__(self) -> Iterator[Op]:
        """Every op; imports all families."""
        self.load_all()
        return iter(list(self._ops.values()))

    def __contains__(self, name: str) -> bool:
        return name in self._families or name in self._ops

    def __len__(self) -> int:
        return len(self.names())
