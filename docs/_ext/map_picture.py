"""Draws how a map goes over chunks: ``python docs/_ext/map_picture.py`` writes ``docs/images/map_over_chunks.svg``."""

from __future__ import annotations

from pathlib import Path

PICTURE = Path(__file__).resolve().parents[1] / "images" / "map_over_chunks.svg"

_CHUNK, _HALO, _COUNT = 52, 11, 3  # the side of a chunk and the width of a halo in pixels; chunks along an axis
_ROW, _COLUMN = 1, 1  # the chunk that is looked at
_TOP = 58
_STYLE = (
    ".t{font-size:12px;font-weight:600;fill:#1c1c1c;text-anchor:middle}"
    ".l{font-size:10px;fill:#555;text-anchor:middle}"
    ".a{fill:none;stroke:#8a8f98;stroke-width:1.2}"
)
_ARROW = (
    '<defs><marker id="a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path d="M0 0.8L7.5 4L0 7.2z" fill="#8a8f98"/></marker></defs>'
)
_INPUT, _RESULT = 'fill="#fff6a8" stroke="#b09a00"', 'fill="#dff2df" stroke="#4b8f4b"'
_PLAIN, _FETCHED = 'fill="#f7f7f7" stroke="#9a9a9a"', 'fill="#dbe9fb" stroke="#4a7ab5" stroke-dasharray="4 2"'


def picture() -> str:
    """The picture: the chunks that are stored, one with its halo, and the chunks that are written."""
    side = _CHUNK * _COUNT
    wide = _CHUNK + 2 * _HALO
    left, middle, right = 20, 20 + side + 96, 20 + side + 96 + wide + 96
    width, height = right + side + 20, _TOP + side + 46
    centre = _TOP + side / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="Helvetica, Arial, sans-serif">',
        f"<style>{_STYLE}</style>",
        _ARROW,
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        _text("t", left + side / 2, 24, "scans.zarr"),
        _text("l", left + side / 2, 40, "chunks that are stored"),
        *_grid(left, _PLAIN, _INPUT),
        _box(left + _COLUMN * _CHUNK - _HALO, _TOP + _ROW * _CHUNK - _HALO, wide, _FETCHED, "none"),
        _text("l", left + side / 2, _TOP + side + 20, "a part of each neighbour is"),
        _text("l", left + side / 2, _TOP + side + 33, "read along: the halo"),
        _arrow(left + side + 8, middle - 8, centre),
        _text("l", (left + side + middle) / 2, centre - 8, "read"),
        _text("t", middle + wide / 2, 24, "one task"),
        _text("l", middle + wide / 2, 40, "runs the graph"),
        _box(middle, centre - wide / 2, wide, _FETCHED),
        _box(middle + _HALO, centre - _CHUNK / 2, _CHUNK, _INPUT),
        _text("l", middle + wide / 2, centre + wide / 2 + 18, "chunk and halo fit"),
        _text("l", middle + wide / 2, centre + wide / 2 + 31, "into memory"),
        _arrow(middle + wide + 8, right - 8, centre),
        _text("l", (middle + wide + right) / 2, centre - 8, "write"),
        _text("t", right + side / 2, 24, "blurred.zarr"),
        _text("l", right + side / 2, 40, "chunks of the result"),
        *_grid(right, _PLAIN, _RESULT, done=(0, 1, 2, 3)),
        _text("l", right + side / 2, _TOP + side + 20, "green: written;"),
        _text("l", right + side / 2, _TOP + side + 33, "a restart leaves them out"),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _grid(left: float, plain: str, chosen: str, done: tuple[int, ...] = ()) -> list[str]:
    """All chunks; the one that is looked at, and those in ``done``, in another colour."""
    found = []
    for row in range(_COUNT):
        for column in range(_COUNT):
            here = (row, column) == (_ROW, _COLUMN) or row * _COUNT + column in done
            found.append(_box(left + column * _CHUNK, _TOP + row * _CHUNK, _CHUNK, chosen if here else plain))
    return found


def _box(x: float, y: float, side: float, paint: str, fill: str | None = None) -> str:
    if fill is not None:
        paint = paint.replace('fill="#dbe9fb"', f'fill="{fill}"')
    return f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" {paint}/>'


def _text(kind: str, x: float, y: float, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{kind}">{text}</text>'


def _arrow(start: float, end: float, y: float) -> str:
    return f'<path d="M{start:g} {y:g}H{end:g}" class="a" marker-end="url(#a)"/>'


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
