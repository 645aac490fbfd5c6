"""The fenced blocks of the documentation's pages, and what a test does with each.

The words after a fence say it:

``python``             a script, run by itself in a folder that the blocks of a page share; what it prints is in its
                       comments ``# prints ...``, a line each
``python continued``   the same, after the script before it on the page
``python``, ``>>>``    a session, checked as doctest does; the sessions of a page are one
``python gpu``         a script for a machine with a GPU: run on the emulated one
``python tensorflow``  a script for TensorFlow: run by the Python that GRAPHOPS_PEER names
``console``            commands behind ``$``, what they print below; ``...`` matches anything
``console measured``   the same, but not run: it times this machine beside other libraries
``sh``                 commands that are not run, each for a reason
``toml``               parsed
``text``               shown
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
KINDS: Final = (
    "python", "python continued", "python gpu", "python tensorflow", "console", "console measured",
    "sh", "toml", "text",
)  # fmt: skip
_FENCE: Final = re.compile(r"^([ ]*)```([^\n`]*)\n(.*?)^\1```[ ]*$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A fenced block.

    Attributes:
        page: its path from the root.
        line: where its fence is.
        kind: the words after the fence.
        code: what is in it.
    """

    page: str
    line: int
    kind: str
    code: str

    @property
    def is_session(self) -> bool:
        """Whether it is for doctest."""
        return self.kind == "python" and self.code.lstrip().startswith(">>> ")

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def pages() -> list[str]:
    """Every page that people read, by its path from the root; op_examples have tests of their own."""
    found = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
    for path in sorted((ROOT / "docs").rglob("*.md")):
        parts = path.relative_to(ROOT / "docs").parts
        if parts[0] not in ("build", "op_examples") and parts[:2] != ("reference", "ops"):
            found.append(path.relative_to(ROOT).as_posix())
    return [page for page in found if page not in MADE]


# Pages whose blocks make one story, which a test of their own tells.
OWN_TESTS: Final = {"docs/tutorials/first_op.md": "tests/extension/test_tutorial.py"}
# Made by the build, and not in the repository.
MADE: Final = ("docs/reference/cli.md", "docs/reference/dtypes.md")


def blocks(page: str) -> Iterator[Block]:
    """The blocks of a page in its order; MyST's directives, ``{toctree}`` and the like, are none."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for match in _FENCE.finditer(text):
        kind = match[2].strip()
        if not kind.startswith("{"):
            yield Block(page, text.count("\n", 0, match.start()) + 1, kind, match[3])
