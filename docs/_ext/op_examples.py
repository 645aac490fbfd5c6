"""The examples of ops: docs/op_examples/ has a Markdown file for each family, a section with a doctest for each op."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "op_examples"
_SECTION = re.compile(r"^## (\S+)[ \t]*$", re.MULTILINE)
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class OpExample:
    """The example of one op.

    Attributes:
        op: its name.
        family: the stem of the file, and of the module that declares the op.
        line: where its section begins in the file, from 1.
        markdown: the section without its heading.
        doctest: its block of code, sessions of ``>>>`` with what is printed; "" if there is none.
        doctest_line: where that begins in the file, from 0 as doctest counts.
    """

    op: str
    family: str
    line: int
    markdown: str
    doctest: str
    doctest_line: int


def family_files() -> list[Path]:
    """The files there are, by name."""
    return sorted(FOLDER.glob("*.md"))


def read_examples(path: Path) -> list[OpExample]:
    """The examples of one family, in the file's order."""
    text = path.read_text(encoding="utf-8")
    headings = list(_SECTION.finditer(text))
    ends = [*(heading.start() for heading in headings[1:]), len(text)]
    found = []
    for heading, end in zip(headings, ends, strict=True):
        body = text[heading.end() : end]
        block = _BLOCK.search(body)
        start = 0 if block is None else heading.end() + block.start(1)
        found.append(
            OpExample(
                heading[1],
                path.stem,
                text.count("\n", 0, heading.start()) + 1,
                body.strip(),
                "" if block is None else block[1],
                text.count("\n", 0, start),
            )
        )
    return found


def all_examples() -> dict[str, OpExample]:
    """Every example by its op."""
    return {example.op: example for path in family_files() for example in read_examples(path)}
