"""Turn a graph from one form into another: a page of blocks, a GraphDef, or Python source.

Examples:

  graphops convert model.pb page.json
  graphops convert page.json graph.pbtxt
  graphops convert page.json build_graph.py
  graphops convert build_graph.py page.json --run-code

The names' endings say what the files are: .json a page, .pb, .graphdef and .pbtxt a GraphDef, .py Python.  A Python
file is run to read it, which only --run-code allows: its function build() gives the graph, else it is the default one.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphops.cli.usage import UsageError

if TYPE_CHECKING:
    from graphops.graph import Graph
    from graphops.page import Page

HELP = "between pages, GraphDefs and Python source"
_GRAPHS = (".pb", ".graphdef", ".pbtxt")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="FROM", help="a page, a GraphDef, or with --run-code a Python file")
    parser.add_argument("target", metavar="TO", help="a page, a GraphDef or a Python file")
    fetch = (
        "of a page that is written: what it computes, a node or 'node:0'; may be repeated (default: what nothing needs)"
    )
    parser.add_argument("--fetch", action="append", default=[], metavar="NAME", help=fetch)
    parser.add_argument("--run-code", action="store_true", help="run a Python file to read it")
    parser.add_argument("--force", action="store_true", help="write over a file that exists")


def run(args: argparse.Namespace) -> int:
    source, target = Path(args.source), Path(args.target)
    if target.suffix not in (".json", ".py", *_GRAPHS):
        raise UsageError(f"TO must end in .json, .pb, .graphdef, .pbtxt or .py, got '{args.target}'")
    if target.exists() and not args.force:
        raise UsageError(f"'{target}' exists: say --force to write over it")
    page = None
    if source.suffix == ".json":
        page, graph = _read_page(source)
    elif source.suffix in _GRAPHS:
        graph = _import(source)
    elif source.suffix == ".py":
        graph = _run_code(source, args.run_code)
    else:
        raise UsageError(f"FROM must end in .json, .pb, .graphdef, .pbtxt or .py, got '{args.source}'")
    if target.suffix == ".json":
        _write_page(graph, page, args.fetch, target)
    elif args.fetch:
        raise UsageError("--fetch must come with a page to write, got another form")
    elif target.suffix == ".py":
        from graphops.page import python_source

        _write(target, python_source(graph).encode())
    else:
        from graphops.graph_def import save_graph

        save_graph(graph, target)
    functions = f" and {len(graph.functions)} functions" if graph.functions else ""
    print(f"wrote {len(graph)} nodes{functions} to {target}")
    lost = _lost_attrs(graph) if target.suffix in (".json", ".py") else []
    if lost:
        print(f"left out attrs that no op declares: {', '.join(lost)}")
    return 0


def _lost_attrs(graph: Graph) -> list[str]:
    """Attrs that only a GraphDef has a place for, but for the shapes of outputs, which are found again."""
    from graphops.page.write import KEPT

    nodes = (node for part in (graph, *(f.graph for f in graph.functions.values())) for node in part.nodes)
    return sorted(
        {name for node in nodes for name in node.attrs if name not in node.op_def.attr_by_name}
        - {*KEPT, "_output_shapes"}
    )


def _read_page(path: Path) -> tuple[Page, Graph]:
    from graphops.page import build_page, load_page

    page = load_page(path)
    built = build_page(page, folder=path.parent)
    built.raise_problems()
    return page, built.graph


def _import(path: Path) -> Graph:
    from graphops.graph_def import load_graph

    return load_graph(path)


def _run_code(path: Path, allowed: bool) -> Graph:
    """The graph that a Python file builds."""
    import runpy

    from graphops.graph import Graph

    if not allowed:
        raise UsageError(f"reading '{path}' runs it: say --run-code if you trust it")
    if not path.exists():
        raise UsageError(f"FROM must exist, got '{path}'")
    with Graph().as_default() as graph:
        found: dict[str, Any] = runpy.run_path(str(path))
        build = found.get("build")
        made = build() if callable(build) else graph
    if not isinstance(made, Graph):
        raise UsageError(f"build() of '{path}' must return a Graph, got {type(made).__name__}")
    return made


def _write_page(graph: Graph, page: Page | None, fetches: list[str], target: Path) -> None:
    from dataclasses import replace

    from graphops.page import last_nodes, page_of, page_text
    from graphops.page.read import MOST_BYTES
    from graphops_registry.errors import InvalidArgumentError

    named = [] if page is None else [pin.block for pin in (*page.feeds, *page.fetches, *page.init)]
    made = page_of(graph, fetches=fetches or ([] if page is not None else last_nodes(graph)), blocks=named)
    if page is not None:  # what a page says that a graph does not
        kept = made.fetches if fetches else page.fetches
        made = replace(
            made, feeds=page.feeds, fetches=kept, init=page.init, steps=page.steps, ui=page.ui, title=page.title
        )
    data = page_text(made).encode()
    if len(data) > MOST_BYTES:
        rule = f"have at most {MOST_BYTES:,} bytes to be read again, got {len(data):,}"
        raise InvalidArgumentError(f"a page must {rule}: keep large constants in a GraphDef, or feed them")
    _write(target, data)


def _write(target: Path, data: bytes) -> None:
    """The whole file or none: what it replaces may be the only copy of a page."""
    from graphops.checkpoint.atomic import write_atomically

    write_atomically(target, lambda file: file.write(data))
