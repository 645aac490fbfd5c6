"""The lists of all ops: by family, and in alphabetical order."""

from __future__ import annotations

from collections.abc import Sequence

from markdown_text import cell
from op_page import family_of, page_name, summary_of

from graphops_registry.op_def import Op


def family_index(ops: Sequence[Op]) -> str:
    """All ops, a table for each family."""
    families: dict[str, list[Op]] = {}
    for op in ops:
        families.setdefault(family_of(op), []).append(op)
    lines = [
        "# Ops by family",
        "",
        f"These are the {len(ops)} built-in ops, also [in alphabetical order](alphabetical.md). Each has a page with "
        "its arguments, its kernels, its gradient and an example. A family is a module of `graphops_registry.ops`.",
        "",
        " ".join(f"[{_plain(family)}](#family-{_anchor(family)})" for family in sorted(families)),
    ]
    for family in sorted(families):
        lines += ["", f"(family-{_anchor(family)})=", f"## {_plain(family)}", "", "| op | |", "|---|---|"]
        lines += [_row(op) for op in sorted(families[family], key=lambda each: each.name)]
    return "\n".join(lines) + "\n"


def alphabetical_index(ops: Sequence[Op]) -> str:
    """All ops, a table for each letter."""
    letters: dict[str, list[Op]] = {}
    for op in sorted(ops, key=lambda each: each.name.lstrip("_").lower()):
        letters.setdefault(op.name.lstrip("_")[0].upper(), []).append(op)
    lines = ["# Ops in alphabetical order", "", f"{len(ops)} ops, also [by family](index.md)."]
    for letter, found in letters.items():
        lines += ["", f"## {letter}", "", "| op | |", "|---|---|", *map(_row, found)]
    return "\n".join(lines) + "\n"


def _row(op: Op) -> str:
    return f"| [{_plain(op.name)}]({page_name(op.name)}.md) | {cell(summary_of(op))} |"


def _anchor(family: str) -> str:
    return family.replace("_", "-")


def _plain(name: str) -> str:
    return name.replace("_", "\\_").replace(">", "\\>")
