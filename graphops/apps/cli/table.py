"""Text in columns."""

from __future__ import annotations

from collections.abc import Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Left-aligned columns, numbers right-aligned; the head first, no trailing spaces."""
    everything = [head, *rows]
    widths = [max(len(row[column]) for row in everything) for column in range(len(head))]
    numeric = [bool(rows) and all(_is_number(row[column]) for row in rows) for column in range(len(head))]
    lines = [
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        ).rstrip()
        for row in everything
    ]
    return "\n".join(lines)


def _is_number(text: str) -> bool:
    """Whether a cell holds a number, or marks a missing one."""
    return text in ("", "-") or text.replace(",", "").replace(".", "", 1).lstrip("-").isdigit()
