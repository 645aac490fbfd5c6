"""Pages in and out in other forms."""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import Any, Final

import numpy as np

from graphops.graph.graph import Graph
from graphops.interchange.graph_def import import_graph_def
from graphops.interchange.graph_def.read import from_text, parse
from graphops.interchange.page import (
    Page,
    build_page,
    last_nodes,
    page_json,
    page_of,
    page_text,
    read_page,
)
from graphops.interchange.page.exported import page_graph, page_program
from graphops.interchange.page.read import MOST_BYTES, page_from_json
from graphops.interchange.page.write import page_functions
from graphops_registry.errors import DataLossError, GraphopsError, InvalidArgumentError, ResourceExhaustedError, shorten

Json = dict[str, Any]
_FORMS: Final = ("graphdef", "pbtxt", "python", "page", "svg")


def import_bytes(data: bytes, most_bytes: int) -> Json:
    """The page in an uploaded file: a page, or a GraphDef in binary or text.

    Args:
        most_bytes: of the constants together; a short file may describe large ones.

    Raises:
        GraphopsError: what is wrong with it.
    """
    if data.removeprefix(codecs.BOM_UTF8).lstrip()[:1] == b"{":
        return page_json(read_page(data))
    return page_json(drawn(graph_from_bytes(data), most_bytes))


def graph_from_bytes(data: bytes) -> Graph:
    """The graph of a GraphDef in binary or text.

    Raises:
        GraphopsError: what is wrong with it.
    """
    try:
        message = parse(data)
    except DataLossError as binary:
        try:
            message = from_text(data.decode(), "GraphDef")
        except (UnicodeDecodeError, GraphopsError):
            raise binary from None
    graph = Graph()
    import_graph_def(message, name="", graph=graph)
    return graph


def drawn(graph: Graph, most_bytes: int, title: str = "") -> Page:
    """The page of a graph; it fetches what nothing in the graph needs.

    Raises:
        ResourceExhaustedError: constants of more than ``most_bytes`` together, which would be written out.
        UnimplementedError: what a page cannot hold.
    """
    graphs = [graph, *(function.graph for function in page_functions(graph).values())]
    arrays = (value for part in graphs for node in part.nodes for value in node.attrs.values())
    size = sum(value.nbytes for value in arrays if isinstance(value, np.ndarray))
    if size > most_bytes:
        rule = f"have at most {most_bytes:,} bytes to be drawn"
        raise ResourceExhaustedError(f"constants of a graph must {rule}, got {size:,}")
    return page_of(graph, fetches=last_nodes(graph), title=title)


def export_page(page: Any, form: object, folder: Path) -> tuple[str, bytes]:
    """A file's name and bytes.

    Raises:
        InvalidArgumentError: another form than those there are.
        GraphopsError: what is wrong with the page.
    """
    if form not in _FORMS:
        raise InvalidArgumentError(
            f"form of an export must be one of {', '.join(_FORMS)}, got {shorten(repr(form), 80)}"
        )
    read = page_from_json(page)
    if form == "page":
        return "page.json", page_text(read).encode()
    built = build_page(read, folder=folder)
    built.raise_problems()
    size = sum(node.attrs["value"].nbytes for node in built.graph.nodes if node.type == "Const")
    if size > MOST_BYTES and form in ("graphdef", "pbtxt", "python"):
        rule = f"have at most {MOST_BYTES:,} bytes of constants to be exported here"
        raise ResourceExhaustedError(f"a page must {rule}, got {size:,}: use graphops convert")
    if form == "python":
        return "run_page.py", page_program(read, built, folder).encode()
    if form == "svg":
        return "graph.svg", built.graph.to_svg().encode()
    graph, _ = page_graph(read, built, folder)  # what is left out, the editor says itself
    message = graph.as_graph_def(add_shapes=True)
    if form == "graphdef":
        return "graph.pb", message.SerializeToString(deterministic=True)
    from google.protobuf import text_format

    return "graph.pbtxt", text_format.MessageToString(message).encode()
