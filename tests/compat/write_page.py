"""Write the lists of names in ``docs/reference/compat_v1.md``: ``python -m tests.compat.write_page``."""

import json
import textwrap
from pathlib import Path
from typing import Any

from tests.compat.names import NAMES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "compat_v1.md"
COUNTS = PAGE.with_name("tf1_names.json")
"""What ``tests.peers.tf1_names`` counted in public scripts."""
MARK = "## Names\n"


def names_text() -> str:
    """How much of real files the names cover, and a paragraph for each module: all its names, the most used first."""
    counts = json.loads(COUNTS.read_text(encoding="utf-8"))
    users: dict[str, int] = counts["names"]
    parts = [MARK, _filled(_coverage(counts))]
    for module, names in NAMES.items():
        title = f"`tf.{module}`" if module else "`tf`"
        used = {name: users.get(f"{module}.{name}" if module else name, 0) for name in names}
        order = sorted(names, key=lambda name: (-used[name], name.lower(), name))
        listed = " ".join(f"`{name}`" + (f" {used[name]}" if used[name] else "") for name in order)
        parts.append(_filled(f"{title} ({len(names)}): {listed}"))
    return "\n".join(parts)


def _coverage(counts: dict[str, Any]) -> str:
    files, share = counts["files"], 100 * counts["complete"] / counts["files"]
    missing = ", ".join(f"`{name}` ({counts['names'][name]})" for name in counts["missing"])
    return (
        f"A number after a name says how many of {files} files use it: all files of {counts['repositories']} public "
        f"repositories that use TensorFlow 1. {counts['complete']} of them ({share:.0f} %) use no name that is missing "
        f"here, TensorFlow's inner modules and names before 1.0 included. What the others miss: {missing}."
    )


def _filled(paragraph: str) -> str:
    return textwrap.fill(paragraph, 118, break_long_words=False, break_on_hyphens=False) + "\n"


def main() -> None:
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(text[: text.index(MARK)] + names_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
