"""Removes the invisible parts of an SVG by matplotlib, because such pictures are committed to the repository."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"\d+\.\d{2,}")


def _rounded(number: re.Match[str]) -> str:
    return f"{float(number[0]):.1f}".removesuffix(".0")


def smaller_svg(text: str) -> str:
    """The same picture in fewer bytes: tenths of a point, short ids, no date, and no groups that say nothing."""
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r' transform="rotate\(-0[^"]*"', "", text)
    text = re.sub(r"<[^>]+>", lambda tag: _NUMBER.sub(_rounded, tag[0]), text)
    ids = {name: f"i{number}" for number, name in enumerate(dict.fromkeys(re.findall(r'[("]#([\w-]+)[)"]', text)))}
    text = re.sub(r' id="([^"]*)"', lambda found: f' id="{ids[found[1]]}"' if found[1] in ids else "", text)
    text = re.sub(r'(?<=[("]#)([\w-]+)', lambda found: ids.get(found[1], found[1]), text)
    text = re.sub(r' d="[^"]*"', lambda found: " " + " ".join(found[0].split()).replace(' "', '"'), text)
    while (flatter := re.sub(r"<g>((?:(?!</?g\b).)*)</g>|<g/>", r"\1", text, flags=re.DOTALL)) != text:
        text = flatter
    return re.sub(r"\n\s+", "\n", text)
