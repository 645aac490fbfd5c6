"""A graph as one HTML file to look at: search, name scopes that open and close, shapes on wires, times of a run.

The file holds the page editor's own program, read-only, and needs neither a server nor a network.
"""

from __future__ import annotations

import html as html_text
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from graphops.edit.palette import op_json
from graphops.edit.reply import node_json
from graphops.page import page_json, page_of
from graphops_registry.errors import InvalidTypeError, NotFoundError, UnimplementedError

if TYPE_CHECKING:
    from graphops.graph import Graph
    from graphops.trace import RunMetadata

Json = dict[str, Any]
STATIC: Final = Path(__file__).parent / "edit" / "static"
_MOST_BASE64: Final = 4096  # characters of an array that the file holds; nobody reads more
_POLICY: Final = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"


def graph_html(graph: Graph, *, title: str = "", trace: RunMetadata | None = None) -> str:
    """The whole file.

    Args:
        trace: what a run took, from ``Session.run(..., run_metadata=...)``; nodes are coloured by it.

    Raises:
        InvalidTypeError: a ``trace`` that is none.
        UnimplementedError: an attr that a page cannot hold.
        NotFoundError: an installation without the viewer's program.
    """
    program, style = STATIC / "editor.js", STATIC / "editor.css"
    if not program.exists():
        raise NotFoundError("the viewer's program must be built: see editor/README.md")
    title = title or f"graph of {len(graph)} nodes"
    # Whatever the names in a graph are, none of them ends the element that they stand in.
    data = json.dumps(_view(graph, title, trace), allow_nan=False).replace("<", "\\u003c")
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{html_text.escape(title)}</title>",
            f"<style>{_within(style.read_text(encoding='utf-8'), 'style')}</style>",
            "</head>",
            "<body>",
            '<div id="root"></div>',
            '<div id="announcer" class="announcer" role="status" aria-live="polite"></div>',
            f'<script type="application/json" id="graphops-view">{data}</script>',
            f"<script>{_within(program.read_text(encoding='utf-8'), 'script')}</script>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _view(graph: Graph, title: str, trace: RunMetadata | None) -> Json:
    ops = {node.type: node.op for node in graph.nodes}
    for function in graph.functions.values():
        ops |= {node.type: node.op for node in function.graph.nodes}
    return {
        "title": title,
        "page": _without_blobs(page_json(page_of(graph, title=title))),
        "ops": [op_json(op) for op in ops.values()],
        "shapes": {node.name: node_json(node) for node in graph.nodes},
        "trace": None if trace is None else _seconds(trace),
    }


def _seconds(trace: RunMetadata) -> dict[str, float]:
    """How long each node ran, in all runs together."""
    nodes = getattr(trace, "nodes", None)
    if not isinstance(nodes, list):
        raise InvalidTypeError(f"trace must be a RunMetadata, got {type(trace).__name__}")
    found: dict[str, float] = {}
    for node in nodes:
        found[node.node] = found.get(node.node, 0.0) + (node.end_ns - node.start_ns) / 1e9
    return found


def _without_blobs(value: Any) -> Any:
    """The page without the bytes of large arrays."""
    if isinstance(value, list):
        return [_without_blobs(item) for item in value]
    if not isinstance(value, dict):
        return value
    large = isinstance(value.get("base64"), str) and len(value["base64"]) > _MOST_BASE64
    return {
        name: f"{len(item):,} characters, not in this file" if large and name == "base64" else _without_blobs(item)
        for name, item in value.items()
    }


def _within(text: str, element: str) -> str:
    """Text that does not end the element that it stands in."""
    return text.replace(f"</{element}", f"<\\/{element}")


def show(graph: Graph, path: str | None, title: str, trace: RunMetadata | None, open_browser: bool) -> Path:
    """Write the file and open it; see :meth:`graphops.Graph.show`."""
    import tempfile
    import webbrowser

    text = graph_html(graph, title=title, trace=trace)
    if path is None:
        with tempfile.NamedTemporaryFile(
            "w", suffix=".html", prefix="graphops-", delete=False, encoding="utf-8"
        ) as file:
            file.write(text)
            target = Path(file.name)
    else:
        target = Path(path)
        target.write_text(text, encoding="utf-8")
    if open_browser:
        webbrowser.open(target.resolve().as_uri())
    return target


def notebook_html(graph: Graph) -> str | None:
    """The same as a frame for notebooks; ``None`` where there is nothing to draw with."""
    try:
        text = graph_html(graph)
    except (NotFoundError, UnimplementedError):
        return None
    return (
        f'<iframe srcdoc="{html_text.escape(text)}" sandbox="allow-scripts" '
        'style="width: 100%; height: 480px; border: 1px solid #8888" title="graphops graph"></iframe>'
    )
