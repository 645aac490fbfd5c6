"""The name table of a graph: unique names by TensorFlow's Python rule."""

from __future__ import annotations

import re
from typing import Final

from graphops_registry.errors import InvalidArgumentError, shorten

_NODE: Final = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*")
_NESTED_SCOPE: Final = re.compile(r"[A-Za-z0-9_.\\/>-]*")


class NameTable:
    """Names in use, case-insensitively; nodes and scopes share one table.

    A name that is taken gets ``_1``, ``_2`` ...; a counter for each name keeps this constant-time.
    """

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def unique(self, name: str, *, mark_as_used: bool = True) -> str:
        """``name``, or ``name_k`` with the first free ``k``; the spelling of ``name`` is kept."""
        key = name.lower()
        count = self._counts.get(key, 0)
        if mark_as_used:
            self._counts[key] = count + 1
        if count == 0:
            return name
        base = key
        while key in self._counts:
            key = f"{base}_{count}"
            count += 1
        if mark_as_used:
            self._counts[key] = 1
            self._counts[base] = count
        return f"{name}_{count - 1}"

    def mark(self, name: str) -> None:
        """Count ``name`` as used, if it is not already."""
        self._counts.setdefault(name.lower(), 1)


def check_node_name(name: str) -> None:
    """Raise InvalidArgumentError unless ``name`` can be the full name of a node."""
    if not _NODE.fullmatch(name):
        raise InvalidArgumentError(f"a node's name must match {_NODE.pattern}, got '{shorten(name)}'")


def check_scope_name(name: str, *, nested: bool) -> None:
    """Raise InvalidArgumentError unless ``name`` can be a (nested) name scope."""
    pattern = _NESTED_SCOPE if nested else _NODE
    if not pattern.fullmatch(name):
        kind = "name scope" if nested else "root name scope"
        raise InvalidArgumentError(f"a {kind} must match {pattern.pattern}, got '{shorten(name)}'")
