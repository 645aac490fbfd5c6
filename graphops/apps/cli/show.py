"""Draw a model as one HTML file to look at: a GraphDef, a SavedModel or a page.

The file needs neither a server nor a network. Without -o it is written among the temporary files, and a browser opens
it. The weights stay in their files: the drawing has their shapes.

--statistics prints what the model has and takes instead: parameters, multiply-adds of convolutions and matrix products,
and the memory of all results. What meets padding is no product. Unknown sizes of placeholders count as 1, unless --size
says more: give it where more than the batch is unknown.

Examples:

  graphops show model.pb
  graphops show exported_model --signature serving_default
  graphops show page.json -o page.html
  graphops show model.pb --statistics --scope block_1 --size 32
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from graphops.apps.cli.usage import UsageError

if TYPE_CHECKING:
    from graphops.inspect.statistics import Figures
    from graphops.interchange.page import Built, Page

HELP = "draw a model as an HTML file"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", metavar="MODEL", help="a GraphDef, the folder of a SavedModel, or a page")
    parser.add_argument("-o", "--out", metavar="FILE", help="the HTML file (default: a temporary one, which is opened)")
    parser.add_argument("--signature", metavar="NAME", help="of a SavedModel (default: serving_default, or the first)")
    parser.add_argument("--statistics", action="store_true", help="print what the model has and takes; draw nothing")
    parser.add_argument("--scope", metavar="PATH", default="", help="of the statistics (default: the whole model)")
    parser.add_argument(
        "--size", metavar="N", type=int, default=1, help="what unknown sizes count as in statistics (default: 1)"
    )
    parser.add_argument("--no-browser", action="store_true", help="print the file's name only")


def run(args: argparse.Namespace) -> int:
    path, out = Path(args.model), None if args.out is None else Path(args.out)
    if out is not None and out.suffix not in (".html", ".htm"):
        raise UsageError(f"--out must end in .html, got '{args.out}'")
    if args.statistics and out is not None:
        raise UsageError("--out must come without --statistics, which prints")
    page = _page(path, args.signature)
    if args.statistics:
        return _print_statistics(page, path.resolve().parent, args.scope.strip("/"), args.size)
    built, title = _built(page, path.resolve().parent), page.title or path.name
    opens = out is None and not args.no_browser
    written = built.graph.show(out, title=title, open_browser=opens)
    print(f"wrote {written}")
    for problem in built.problems[:20]:
        print(problem)
    return 0


def _page(path: Path, signature: str | None) -> Page:
    """The page of a model."""
    from graphops.interchange.page import load_page
    from graphops.interchange.page.of_model import is_saved_model, page_of_model

    if path.is_dir() and not is_saved_model(path):
        raise UsageError(f"MODEL must be a file or the folder of a SavedModel, got '{path}'")
    if signature is not None and not path.is_dir():
        raise UsageError(f"--signature must come with a SavedModel, got '{path}'")
    return load_page(path) if path.suffix == ".json" else page_of_model(path, path.resolve().parent, signature)


def _built(page: Page, folder: Path) -> Built:
    """The graph of a page, with the shapes of its weights alone."""
    from graphops.interchange.page import build_page
    from graphops.interchange.page.array_references import shapes_only

    with shapes_only():
        return build_page(page, folder=folder)


def _print_statistics(page: Page, folder: Path, scope: str, size: int) -> int:
    from graphops.apps.cli.table import table
    from graphops.inspect.statistics import page_statistics

    found, built = page_statistics(page, folder, size)
    rows = found.rows(scope)
    if scope and not rows:
        raise UsageError(f"--scope must be the path of a scope with nodes in it, got '{scope}'")
    total = found.total(scope)
    shown = {name: figures for name, figures in rows.items() if name.endswith("/") or _counts(figures)}
    lines = [[name, *_cells(figures)] for name, figures in shown.items()]
    print(table(_HEAD, [*lines, ["total", *_cells(total)]]))
    if total.unknown:
        print(f"{total.unknown:,} nodes count for less than they are: a shape is not known")
    for problem in built.problems[:20]:
        print(problem)
    return 0


_HEAD = ["", "nodes", "parameters", "bytes", "multiply-adds", "activation bytes"]


def _counts(figures: Figures) -> bool:
    return bool(figures.parameters or figures.multiply_adds or figures.activation_bytes or figures.unknown)


def _cells(figures: Figures) -> list[str]:
    numbers = (figures.nodes, figures.parameters, figures.parameter_bytes, figures.multiply_adds,
               figures.activation_bytes)  # fmt: skip
    return [f"{number:,}" for number in numbers]
