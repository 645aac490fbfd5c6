"""How far two sets of arrays are apart, and tables of the answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np


class Worst(NamedTuple):
    """The largest of the differences, and what it was found in."""

    difference: float
    name: str


def relative_difference(found: Any, expected: Any) -> float:
    """max |found - expected| / max |expected|; infinity where shapes, dtypes or non-finite values differ.

    If all that is expected is 0, the largest magnitude found: 0 if that is right.
    """
    found, expected = np.asarray(found), np.asarray(expected)
    if found.shape != expected.shape or found.dtype != expected.dtype:
        return float("inf")
    if not expected.size:
        return 0.0
    if expected.dtype.kind not in "fc":
        return 0.0 if np.array_equal(found, expected) else float("inf")
    finite = np.isfinite(expected)
    if not np.array_equal(found[~finite], expected[~finite], equal_nan=True):
        return float("inf")
    wide = np.complex128 if expected.dtype.kind == "c" else np.float64
    error = np.abs(found[finite].astype(wide) - expected[finite].astype(wide)).max(initial=0.0)
    if not np.isfinite(error):
        return float("inf")
    magnitude = np.abs(expected[finite].astype(wide)).max(initial=0.0)
    return float(error / magnitude) if magnitude else float(error)


def worst(found: Mapping[str, Any], expected: Mapping[str, Any]) -> Worst:
    """The name with the largest relative difference; a name that is missing differs by infinity."""
    result = Worst(0.0, "")
    for name, value in expected.items():
        difference = relative_difference(found[name], value) if name in found else float("inf")
        if difference > result.difference or not result.name:
            result = Worst(difference, name)
    return result


def table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Rows under a header, columns aligned: numbers to the right."""
    lines = [[_text(cell) for cell in row] for row in [header, *rows]]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    numeric = [not lines[-1][column][:1].isalpha() for column in range(len(header))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(line, widths, numeric, strict=True)
        ).rstrip()
        for line in lines
    )


def first_line(trouble: str) -> str:
    """As much of a trouble as fits into a table."""
    return trouble.partition("\n")[0][:100] or "none"


def story(error: Exception) -> str:
    """An error and its notes, each line cut."""
    lines = [f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())]
    return "\n".join(part[:300] for line in lines for part in line.splitlines())


def _text(cell: Any) -> str:
    if isinstance(cell, float):
        return f"{cell:.2e}" if cell and not 0.01 <= abs(cell) < 1e5 else f"{cell:.2f}"
    return str(cell)


__all__ = ["Worst", "first_line", "relative_difference", "story", "table", "worst"]
