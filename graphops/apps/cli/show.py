"""Draw a model as one HTML file to look at: a GraphDef, a SavedModel or a page.

The file needs neither a server nor a network. Without -o it is written among the temporary files, and a browser opens
it. The weights stay in their files: the drawing has their shapes.

Examples:

  graphops show model.pb
  graphops show exported_model --signature serving_default
  graphops show page.json -o page.html
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from graphops.apps.cli.usage import UsageError

if TYPE_CHECKING:
    from graphops.interchange.page import Built

HELP = "draw a model as an HTML file"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", metavar="MODEL", help="a GraphDef, the folder of a SavedModel, or a page")
    parser.add_argument("-o", "--out", metavar="FILE", help="the HTML file (default: a temporary one, which is opened)")
    parser.add_argument("--signature", metavar="NAME", help="of a SavedModel (default: serving_default, or the first)")
    parser.add_argument("--no-browser", action="store_true", help="print the file's name only")


def run(args: argparse.Namespace) -> int:
    path, out = Path(args.model), None if args.out is None else Path(args.out)
    if out is not None and out.suffix not in (".html", ".htm"):
        raise UsageError(f"--out must end in .html, got '{args.out}'")
    built, title = _built(path, args.signature)
    opens = out is None and not args.no_browser
    written = built.graph.show(out, title=title, open_browser=opens)
    print(f"wrote {written}")
    for problem in built.problems[:20]:
        print(problem)
    return 0


def _built(path: Path, signature: str | None) -> tuple[Built, str]:
    """The graph of a model, with the shapes of its weights alone, and a title."""
    from graphops.interchange.page import build_page, load_page
    from graphops.interchange.page.array_references import shapes_only
    from graphops.interchange.page.of_model import is_saved_model, page_of_model

    if path.is_dir() and not is_saved_model(path):
        raise UsageError(f"MODEL must be a file or the folder of a SavedModel, got '{path}'")
    if signature is not None and not path.is_dir():
        raise UsageError(f"--signature must come with a SavedModel, got '{path}'")
    is_page = path.suffix == ".json"
    page = load_page(path) if is_page else page_of_model(path, path.resolve().parent, signature)
    with shapes_only():
        built = build_page(page, folder=path.resolve().parent)
    return built, page.title or path.name
