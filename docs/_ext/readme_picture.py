"""Draws README's first graph: ``python docs/_ext/readme_picture.py`` writes ``docs/images/first_graph.svg``."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "images" / "first_graph.svg"


def picture() -> str:
    """The picture that the first block of Python in README writes."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = re.search(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    if block is None:
        raise LookupError("README.md must have a block of Python")
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            # The picture names the file and the line that made each node.
            exec(compile(block[1], "first_graph.py", "exec"), {})  # noqa: S102 (README's own code)
            return Path("first_graph.svg").read_text(encoding="utf-8") + "\n"
        finally:
            os.chdir(before)


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
