"""Write the lists of names in ``docs/reference/compat_v1.md``: ``python -m tests.compat.write_page``."""

import textwrap
from pathlib import Path

from tests.compat.names import NAMES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "compat_v1.md"
MARK = "## Names\n"


def names_text() -> str:
    """A paragraph for each module: all its names."""
    parts = [MARK]
    for module, names in NAMES.items():
        title = f"`tf.{module}`" if module else "`tf`"
        listed = " ".join(f"`{name}`" for name in sorted(names, key=lambda name: (name.lower(), name)))
        paragraph = f"{title} ({len(names)}): {listed}"
        parts.append(textwrap.fill(paragraph, 118, break_long_words=False, break_on_hyphens=False) + "\n")
    return "\n".join(parts)


def main() -> None:
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(text[: text.index(MARK)] + names_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
