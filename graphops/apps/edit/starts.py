"""Pages to begin with that the package brings along: templates, and in a checkout or a wheel the examples."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from graphops.interchange.page import page_json, read_page
from graphops_registry.errors import NotFoundError, shorten

Json = dict[str, Any]
_TEMPLATES: Final = ("convolution", "image_filter", "classifier")  # in this order
_EXAMPLES: Final = ("filter_gradient", "digits_cnn_step", "volume_filter", "intended_error")
_HERE: Final = Path(__file__).parent


def _files() -> dict[str, Path]:
    """By name the files that are there."""
    beside, checkout = _HERE / "examples", Path(__file__).parents[3] / "examples" / "pages"
    examples = beside if beside.is_dir() else checkout
    found = {f"template/{name}": _HERE / "templates" / f"{name}.json" for name in _TEMPLATES}
    found |= {f"example/{name}": examples / f"{name}.json" for name in _EXAMPLES}
    return {name: path for name, path in found.items() if path.is_file()}


def starts() -> list[Json]:
    """Name, kind and title of each page."""
    found: list[Json] = []
    for name, path in _files().items():
        title = read_page(path.read_bytes()).title
        found.append({"name": name, "kind": name.partition("/")[0], "title": title or path.stem})
    return found


def start_page(name: object) -> Json:
    """One of these pages.

    Raises:
        NotFoundError: there is none of that name.
    """
    path = _files().get(name) if isinstance(name, str) else None
    if path is None:
        raise NotFoundError(
            f"name of a page to begin with must be one that /api/starts lists, got {shorten(repr(name), 80)}"
        )
    return {"page": page_json(read_page(path.read_bytes()))}
