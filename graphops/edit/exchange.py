"""Pages in and out in other forms."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from graphops.graph import Graph
from graphops.graph_def import import_graph_def
from graphops.graph_def.read import from_text, parse
from graphops.page import build_page, last_nodes, page_json, page_of, page_text, python_source, read_page
from graphops.page.read import page_from_json
from graphops_registry.errors import DataLossError, GraphopsError, InvalidArgumentError, shorten

Json = dict[str, Any]
_FORMS: Final = ("graphdef", "pbtxt", "python", "page")


def import_bytes(data: bytes) -> Json:
    """The page in an uploaded file: a page, or a GraphDef in binary or text.

    Raises:
        GraphopsError: what is wrong with it.
    """
    if data.lstrip()[:1] == b"{":
        return page_json(read_page(data))
    try:
        message = parse(data)
    except DataLossError as binary:
        try:
            message = from_text(data.decode(), "GraphDef")
        except (UnicodeDecodeError, GraphopsError):
            raise binary from None
    graph = Graph()
    import_graph_def(message, name="", graph=graph)
    return page_json(page_of(graph, fetches=last_nodes(graph)))


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
    if form == "python":
        return "build_graph.py", python_source(built.graph).encode()
    message = built.graph.as_graph_def(add_shapes=True)
    if form == "graphdef":
        return "graph.pb", message.SerializeToString(deterministic=True)
    from google.protobuf import text_format

    return "graph.pbtxt", text_format.MessageToString(message).encode()
