"""Plain text as Markdown that shows it as it is."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"([\\*_<>|\[\]#$~{}])")


def escaped(text: str) -> str:
    """``text`` with Markdown's special characters escaped, except between backticks."""
    parts = text.split("`")
    if len(parts) % 2 == 0:  # a backtick without its fellow
        return _SPECIAL.sub(r"\\\1", text).replace("`", "\\`")
    return "`".join(part if number % 2 else _SPECIAL.sub(r"\\\1", part) for number, part in enumerate(parts))


def cell(text: str) -> str:
    """``text`` for a cell of a table: one line, bars escaped inside code as well."""
    joined = " ".join(text.split())
    parts = joined.split("`")
    if len(parts) % 2 == 0:
        return escaped(joined)
    return "`".join(
        part.replace("|", "\\|") if number % 2 else _SPECIAL.sub(r"\\\1", part) for number, part in enumerate(parts)
    )
