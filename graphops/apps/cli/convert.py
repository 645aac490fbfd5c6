"""Turn a graph from one form into another: a page of blocks, a GraphDef, or Python source.

Examples:

  graphops convert model.pb page.json
  graphops convert exported_model page.json --signature serving_default
  graphops convert page.json graph.pbtxt
  graphops convert page.json build_graph.py
  graphops convert build_graph.py page.json --run-code

The names' endings say what the files are: .json a page, .pb, .graphdef and .pbtxt a GraphDef, .py Python.  A folder is
a SavedModel.  Constants of more than 1 MiB together are written to page.npz, which page.json names.

A Python file is run to read it, which only --run-code allows: its function build() gives the graph, else it is the
default one.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from graphops.apps.cli.usage import UsageError
from graphops_registry.errors import shown

if TYPE_CHECKING:
    from graphops.graph.functions import Function
    from graphops.graph.graph import Graph, Tensor
    from graphops.interchange.page import Built, Page, Pin
    from graphops.interchange.page.weights import Refer

HELP = "between pages, GraphDefs and Python source"
_GRAPHS = (".pb", ".graphdef", ".pbtxt")
_MOST_INLINE: Final = 1 << 20  # bytes of constants that a page holds itself
_CANNOT_BE_MADE = "functions that nothing calls and that cannot be made"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source",
        metavar="FROM",
        help="a page, a GraphDef, the folder of a SavedModel, or with --run-code a Python file",
    )
    parser.add_argument("target", metavar="TO", help="a page, a GraphDef or a Python file")
    fetch = (
        "of a page that is written: what it computes, a node or 'node:0'; may be repeated (default: what nothing needs)"
    )
    parser.add_argument("--fetch", action="append", default=[], metavar="NAME", help=fetch)
    parser.add_argument("--signature", metavar="NAME", help="of a SavedModel (default: serving_default, or the first)")
    parser.add_argument("--run-code", action="store_true", help="run a Python file to read it")
    parser.add_argument("--force", action="store_true", help="write over a file that exists")


def run(args: argparse.Namespace) -> int:
    source, target = Path(args.source), Path(args.target)
    if target.suffix not in (".json", ".py", *_GRAPHS):
        raise UsageError(f"TO must end in .json, .pb, .graphdef, .pbtxt or .py, got '{args.target}'")
    if target.exists() and not args.force:
        raise UsageError(f"'{target}' exists: say --force to write over it")
    read = None
    of_page: list[str] = []
    fetches: list[Any] = list(args.fetch)
    if args.signature is not None and not source.is_dir():
        raise UsageError(f"--signature must come with a SavedModel, got '{args.source}'")
    if source.is_dir():
        graph, outputs = _frozen(source, args.signature)
        fetches = fetches or outputs
    elif source.suffix == ".json":
        read = _read_page(source)
        graph = read[1].graph
    elif source.suffix in _GRAPHS:
        graph = _import(source)
    elif source.suffix == ".py":
        graph = _run_code(source, args.run_code)
    else:
        raise UsageError(f"FROM must end in .json, .pb, .graphdef, .pbtxt or .py, or be a folder, got '{args.source}'")
    if target.suffix == ".json":
        _write_page(graph, read, fetches, source, target, args.force)
    elif args.fetch:
        raise UsageError("--fetch must come with a page to write, got another form")
    elif target.suffix == ".py":
        _write(target, _program(graph, read, source.parent).encode())
    else:
        from graphops.interchange.graph_def import save_graph

        if read is not None:
            graph, of_page = _of_graph(*read, source.parent)
        save_graph(graph, target)
    left_out = dict(_left_out(graph, target.suffix)) | {"what only a page has": set(of_page)}
    count = len(graph.functions) - len(left_out.get(_CANNOT_BE_MADE, ()))
    print(f"wrote {len(graph)} nodes{f' and {count} functions' if count else ''} to {target}")
    for what, names in left_out.items():
        if names:
            print(f"left out {what}: {shown(', '.join(sorted(names)))}")
    return 0


def _left_out(graph: Graph, ending: str) -> Iterator[tuple[str, set[str]]]:
    """What only a GraphDef has a place for; Python source holds the library as one."""
    if ending not in (".json", ".py"):
        return
    from graphops.graph.functions import function_names
    from graphops.interchange.graph_def.attr_value import FunctionName
    from graphops.interchange.page.write import TENSORFLOW_ATTRS, page_functions

    is_page = ending == ".json"
    functions = page_functions(graph) if is_page else {}
    nodes = [node for part in (graph, *(function.graph for function in functions.values())) for node in part.nodes]
    undeclared = {name for node in nodes for name in node.attrs if name not in node.op_def.attr_by_name}
    yield "attrs that no op declares", undeclared - {*TENSORFLOW_ATTRS, "_output_shapes"}  # shapes are found again
    named = {name for node in nodes for name in function_names(node) if isinstance(name, FunctionName)}
    yield "attrs that come with the names of functions", set(map(str, named))
    if is_page:
        yield _CANNOT_BE_MADE, graph.functions.keys() - functions.keys()
        yield "attrs of functions", {name for function in functions.values() for name in _attrs_of(function)}
        yield "gradients of functions", set(graph.named_gradients)


def _attrs_of(function: Function) -> Iterable[str]:
    """The names of a function's own attrs, which may be in the definition that it was read from alone."""
    from graphops.interchange.graph_def import messages

    if function.definition is None:
        return function.attrs
    names: Iterable[str] = messages.FunctionDef.FromString(function.definition).attr
    return names


def _read_page(path: Path) -> tuple[Page, Built]:
    from graphops.interchange.page import build_page, load_page

    page = load_page(path)
    built = build_page(page, folder=path.parent)
    built.raise_problems()
    return page, built


def _program(graph: Graph, read: tuple[Page, Built] | None, folder: Path) -> str:
    """Python source: of a page with what it feeds and computes."""
    from graphops.interchange.page import python_source
    from graphops.interchange.page.exported import page_program

    return python_source(graph) if read is None else page_program(*read, folder)


def _of_graph(page: Page, built: Built, folder: Path) -> tuple[Graph, list[str]]:
    from graphops.interchange.page.exported import page_graph

    return page_graph(page, built, folder)


def _import(path: Path) -> Graph:
    from graphops.interchange.graph_def import load_graph

    return load_graph(path)


def _frozen(path: Path, signature: str | None) -> tuple[Graph, list[Tensor]]:
    """What a signature of a SavedModel computes, and its outputs."""
    from graphops.interchange.frozen import frozen_graph
    from graphops.interchange.page.of_model import default_signature
    from graphops.interchange.saved_model import load_saved_model

    model = load_saved_model(path)
    graph, found = frozen_graph(model, signature or default_signature(model))
    return graph, list(dict.fromkeys(found.outputs.values()))


def _run_code(path: Path, allowed: bool) -> Graph:
    """The graph that a Python file builds."""
    import runpy

    from graphops.graph.graph import Graph

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


def _write_page(
    graph: Graph, read: tuple[Page, Built] | None, fetches: list[Any], source: Path, target: Path, force: bool
) -> None:
    from graphops.interchange.page import last_nodes, page_of, page_text
    from graphops.interchange.page.read import MOST_BYTES
    from graphops.interchange.page.weights import Weights
    from graphops_registry.errors import InvalidArgumentError

    beside = target.with_suffix(".npz")
    weights = Weights(beside.name)
    refer = weights.refer if _is_heavy(graph) else None
    if read is None:
        made = page_of(graph, fetches=fetches or last_nodes(graph), refer=refer)
    else:
        made = _redrawn(*read, fetches, source.parent, target.parent, refer)
    data = page_text(made).encode()
    if len(data) > MOST_BYTES:
        rule = f"have at most {MOST_BYTES:,} bytes to be read again, got {len(data):,}"
        raise InvalidArgumentError(f"a page must {rule}: keep large constants in a GraphDef, or feed them")
    if weights.arrays:
        if beside.exists() and not force:
            raise UsageError(f"'{beside}' exists, where the weights go: say --force to write over it")
        _write(beside, weights.write)
        print(f"wrote {len(weights.arrays)} constants to {beside}")
    _write(target, data)


def _is_heavy(graph: Graph) -> bool:
    """Whether the constants would make a page that nobody can read."""
    from graphops.interchange.page.write import page_functions

    parts = (graph, *(function.graph for function in page_functions(graph).values()))
    values = (node.attrs.get("value") for part in parts for node in part.nodes if node.type == "Const")
    return bool(sum(value.nbytes for value in values if value is not None) > _MOST_INLINE)


def _redrawn(page: Page, built: Built, fetches: list[str], old: Path, new: Path, refer: Refer | None) -> Page:
    """The page of a page's graph, with what a page says that a graph does not.

    Args:
        old, new: the folders of the pages.
        refer: what the page says in place of constants.
    """
    from dataclasses import replace

    from graphops.interchange.page import Pin, page_of
    from graphops.interchange.page.fetches import default_fetches
    from graphops.interchange.page.modes import of_running_blocks
    from graphops.interchange.page.run import all_muted, by_tensor

    given, page = page, of_running_blocks(page, built)
    if given.fetches and not page.fetches and not fetches:
        raise all_muted()
    if not given.fetches and built.made:  # what gradients leave unused is none of the page's results
        page = replace(page, fetches=tuple(default_fetches(page, built, by_tensor(built, page.feeds.items()))))
    files = _files_of_feeds(page) if old.resolve() != new.resolve() else {}
    inline = _read_files(replace(page, feeds=files), built, old)
    own = {pin: _in_graph(pin, built) for pin in (*page.feeds, *page.fetches, *page.init)}
    named = [pin.block for pin in own]
    made = page_of(built.graph, feeds=inline, fetches=fetches, blocks=named, refer=refer)
    return replace(
        made,
        feeds={own[pin]: value for pin, value in page.feeds.items() if pin not in files} | dict(made.feeds),
        fetches=made.fetches if fetches else tuple(own[pin] for pin in page.fetches),
        init=(*(own[pin] for pin in page.init), *(Pin(node.name) for node in built.initial)),
        steps=page.steps,
        ui=page.ui,
        title=page.title,
    )


def _in_graph(pin: Pin, built: Built) -> Pin:
    """A pin of the page as the graph's own page has it, where a page block is the last of its nodes."""
    if pin.block not in built.made or not pin.pin:
        return pin
    (output,) = built.nodes[pin.block].op_def.outputs
    return pin._replace(pin=output.name)


def _files_of_feeds(page: Page) -> dict[Pin, Any]:
    """The feeds that name files, which are looked for beside the page."""
    return {pin: value for pin, value in page.feeds.items() if isinstance(value, Mapping) and "file" in value}


def _read_files(page: Page, built: Built, folder: Path) -> dict[Tensor, Any]:
    """The arrays of a page's feeds.

    Raises:
        InvalidArgumentError: more than a page could hold.
    """
    from graphops.interchange.page.read import MOST_BYTES
    from graphops.interchange.page.run import page_feeds
    from graphops_registry.errors import InvalidArgumentError

    found = page_feeds(page, built, folder)
    size = sum(array.nbytes for array in found.values())
    if size > MOST_BYTES:
        rule = f"have at most {MOST_BYTES:,} bytes to be in another folder, got {size:,}"
        raise InvalidArgumentError(f"files that a page feeds must {rule}: write the page into '{folder}'")
    return found


def _write(target: Path, data: bytes | Callable[[BinaryIO], object]) -> None:
    """The whole file or none: what it replaces may be the only copy of a page."""
    from graphops.checkpoint.atomic import write_atomically

    write_atomically(target, (lambda file: file.write(data)) if isinstance(data, bytes) else data)
