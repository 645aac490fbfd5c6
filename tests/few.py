"""Parameters of which the fast gate takes a few, and the full gate all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def few(values: Iterable[Any], count: int, *, tuples: bool = False) -> list[Any]:
    """``values`` for ``parametrize``; all but ``count`` of them, chosen evenly, are marked ``full``.

    Args:
        tuples: whether a tuple is the value of one parameter, not those of several.
    """
    found = list(values)
    kept = evenly(count, len(found))
    return [value if number in kept else _full(value, tuples) for number, value in enumerate(found)]


def evenly(count: int, total: int) -> set[int]:
    """The positions of ``count`` of ``total`` things, or of all if there are no more."""
    return {position * total // count for position in range(count)} if count < total else set(range(total))


def _full(value: Any, tuples: bool) -> Any:
    if hasattr(value, "marks"):  # a pytest.param
        return pytest.param(*value.values, marks=[*value.marks, pytest.mark.full], id=value.id)
    values = value if isinstance(value, tuple) and not tuples else (value,)
    return pytest.param(*values, marks=pytest.mark.full)
