"""The tables of ``docs/reference/differences.md``: made from the rules of ``known.py``."""

from __future__ import annotations

from pathlib import Path

from tests.differential.known import SECTIONS
from tests.differential.seeds import ELSEWHERE

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "differences.md"
START, END = "<!-- made by python -m tests.differential --page -->", "<!-- end of what is made -->"


def tables() -> str:
    """The generated part of the page."""
    parts = []
    for title, rules in SECTIONS.items():
        rows = [f"| {_names(rule.ops)} | {rule.there} | {rule.here} |" for rule in rules]
        parts.append("\n".join([f"### {title}", "", "| ops | TensorFlow | graphops |", "|---|---|---|", *rows]))
    rows = [f"| {_names(' '.join(names))} | `{file}` |" for names, file in ELSEWHERE.items()]
    parts.append("\n".join(["### Compared elsewhere", "", "| ops | by |", "|---|---|", *rows]))
    return "\n\n".join(parts)


def page() -> str:
    """The whole page with the generated part as it should be."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(START)
    return f"{before}{START}\n\n{tables()}\n\n{END}{rest.split(END)[1]}"


def with_totals(text: str, totals: str) -> str:
    """The page with another last line of a run over all ops."""
    before, rest = text.split("<!-- totals -->")
    return f"{before}<!-- totals -->{totals}<!-- end of totals -->{rest.split('<!-- end of totals -->')[1]}"


def _names(patterns: str) -> str:
    return "all" if patterns == "*" else " ".join(f"`{pattern}`" for pattern in patterns.split())
