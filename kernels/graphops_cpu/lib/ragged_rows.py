"""Rows of ragged tensors: splits that are checked, ranges of places, places within rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.errors import must
from graphops_registry.kernel_def import Array


def require_splits(op: str, argument: str, splits: Array, most: int, *, exact: bool) -> None:
    """Refuse splits that are not sorted, or point past ``most`` values.

    Args:
        exact: they must begin at 0 and end at ``most``.

    Raises:
        InvalidArgumentError: saying what is wrong.
    """
    if not splits.size:
        raise must(argument, op, "have at least one value", "none")
    first, last = int(splits[0]), int(splits[-1])
    if exact and first:
        raise must(argument, op, "begin with 0", first)
    if first < 0:
        raise must(argument, op, "not be negative", first)
    falling = splits[1:] < splits[:-1]
    if falling.any():
        at = int(falling.argmax())
        raise must(argument, op, "be sorted", f"{int(splits[at])} followed by {int(splits[at + 1])}")
    if last > most or (exact and last != most):
        raise must(argument, op, f"end with {most}" if exact else f"be at most {most}, the number of values", last)


def ranges(starts: Array, lengths: Array) -> Array:
    """The numbers from each start on, as many as its length says, one range behind the other."""
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if ends.size else 0
    found: Array = np.repeat(starts - (ends - lengths), lengths) + np.arange(total, dtype=np.int64)
    return found


def places_in_rows(splits: Array) -> tuple[Array, Array]:
    """For each value its row, and its place there. The splits begin at 0."""
    lengths = np.diff(splits).astype(np.int64)
    rows = np.repeat(np.arange(lengths.size, dtype=np.int64), lengths)
    return rows, np.arange(rows.size, dtype=np.int64) - splits[rows]


def longest(lengths: Any) -> int:
    """The largest of some lengths, 0 if there are none."""
    return int(lengths.max()) if lengths.size else 0
