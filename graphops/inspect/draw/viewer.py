"""A graph as one HTML file to look at: search, name scopes that open and close, shapes on wires, times of a run.

The file holds the page editor's own program, read-only, and needs neither a server nor a network.
"""

from __future__ import annotations

import base64
import html as html_text
import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphops.inspect.draw.palette import op_json
from graphops.inspect.draw.pins import node_json
from graphops.interchange.page import page_json, page_of
from graphops.interchange.page.format import FUNCTION_NAME
from graphops.interchange.page.write import page_functions
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import GraphopsError, InvalidTypeError, NotFoundError
from graphops_registry.op_def import Op

if TYPE_CHECKING:
    from graphops.graph.graph import Graph
    from graphops.graph.node import Node
    from graphops.plan.trace import RunMetadata

Json = dict[str, Any]
STATIC: Final = Path(__file__).parent / "static"
_MOST_BASE64: Final = 4096  # characters of an array that the file holds; no one reads more
_MOST_TEXT: Final = 2000  # characters of a string
_MOST_LISTED: Final = 300  # elements of a list
_MOST_SUMMED: Final = 2**25  # larger values get no minimum, maximum and mean
_MOST_IN_NOTEBOOK: Final = 4_000_000  # characters of a cell's output; notebooks are saved with all of it
_POLICY: Final = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"


def graph_html(graph: Graph, *, title: str = "", trace: RunMetadata | None = None) -> str:
    """The whole file.

    Args:
        trace: what a run took, from ``Session.run(..., run_metadata=...)``; nodes are coloured by it.

    Raises:
        InvalidTypeError: a ``trace`` that is none.
        UnimplementedError: a name or an attr that a page cannot hold, or more nodes than it may have.
        GraphopsError: a called function is wrong.
        NotFoundError: an installation without the viewer's program.
    """
    program, style = STATIC / "editor.js", STATIC / "editor.css"
    if not program.exists():
        raise NotFoundError("the viewer's program must be built: see editor/README.md")
    title = title or f"graph of {len(graph)} node{'' if len(graph) == 1 else 's'}"
    # No name in a graph may end the element that contains it.
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
    # As the viewer names them: nodes of a function's body are within "name()". With other names it would confuse them.
    functions = {name: body for name, body in page_functions(graph).items() if re.fullmatch(FUNCTION_NAME, name)}
    bodies = {f"{name}()/": function.graph.nodes for name, function in functions.items()}
    nodes: dict[str, Node] = {
        prefix + node.name: node for prefix, members in ({"": graph.nodes} | bodies).items() for node in members
    }
    seconds, kernels = ({}, {}) if trace is None else _times(trace)
    ops: dict[str, Op] = {}
    for node in nodes.values():  # of an op that is not registered, each node knows its own pins alone: take the most
        if node.type not in ops or (not node.op.is_registered and _pins(node.op) > _pins(ops[node.type])):
            ops[node.type] = node.op
    return {
        "title": title,
        "page": _shortened(page_json(page_of(graph, title=title, functions=functions, to_look_at=True, refer=_told))),
        "ops": [op_json(op) for op in ops.values()],
        "shapes": {path: node_json(node) | {"kernel": kernels.get(path)} for path, node in nodes.items()},
        "trace": None if trace is None else seconds,
    }


def _pins(op: Op) -> int:
    return len(op.op_def.inputs) + len(op.op_def.outputs)


def _times(trace: RunMetadata) -> tuple[dict[str, float], dict[str, str]]:
    """How long each node ran, in all runs together, and what computed it: one kernel, or several on a device each."""
    runs = getattr(trace, "nodes", None)
    if not isinstance(runs, list):
        raise InvalidTypeError(f"trace must be a RunMetadata, got {type(trace).__name__}")
    seconds: dict[str, float] = {}
    kernels: dict[str, dict[str, None]] = {}
    for run in runs:
        path = f"{run.function}()/{run.node}" if run.function else run.node
        seconds[path] = seconds.get(path, 0.0) + (run.end_ns - run.start_ns) / 1e9
        kernels.setdefault(path, {})[f"{run.kernel} on {run.device}"] = None
    return seconds, {path: ", ".join(found) for path, found in kernels.items()}


def _shortened(value: Any) -> Any:
    """The page without what is too long to be read: a line that says what it was in its place."""
    if isinstance(value, str):
        return value if len(value) <= _MOST_TEXT else f"{value[:_MOST_TEXT]} … ({len(value):,} characters)"
    if isinstance(value, list):
        return [_shortened(item) for item in value]
    if not isinstance(value, dict):
        return value
    coded, listed = value.get("base64"), value.get("values")
    if isinstance(coded, str) and len(coded) > _MOST_BASE64:
        if "dtype" not in value:
            return {"base64": f"{len(coded):,} characters; not in this file"}
        rest = {name: item for name, item in value.items() if name != "base64"}
        array = np.frombuffer(base64.b64decode(coded), as_dtype(value["dtype"]).numpy_dtype)
        return rest | {"values": f"{_summary(array)}; not in this file"}
    if isinstance(listed, list) and len(listed) > _MOST_LISTED:
        first = ", ".join(repr(_shortened(item)) for item in listed[:3])
        return value | {"values": f"{len(listed):,} values: {first[:_MOST_TEXT]} …; not in this file"}
    return {name: _shortened(item) for name, item in value.items()}


def _told(path: str, value: np.ndarray[Any, Any], dtype: DType) -> Json | None:
    """What the file says of a constant whose values no one reads; ``None`` for one that it holds."""
    if dtype.is_host_only or value.nbytes <= _MOST_BASE64 * 3 // 4:
        return None
    return {"dtype": dtype.name, "shape": list(value.shape), "values": f"{_summary(value)}; not in this file"}


def _summary(array: np.ndarray[Any, Any]) -> str:
    """What an array is, in a line."""
    count = f"{array.size:,} values"
    stands_in = array.ndim > 0 and not any(array.strides)  # of a model that was read without its weights
    if array.dtype.kind in "bc" or array.size > _MOST_SUMMED or stands_in:
        return count
    numbers = array.astype(np.float64)
    finite = numbers[np.isfinite(numbers)]
    if not finite.size:
        return f"{count}, none of them finite"
    odd = f", {numbers.size - finite.size:,} not finite" if finite.size < numbers.size else ""
    return f"{count} from {finite.min():.6g} to {finite.max():.6g}, mean {finite.mean():.6g}{odd}"


def _within(text: str, element: str) -> str:
    """Text that does not end the element that contains it."""
    return text.replace(f"</{element}", f"<\\/{element}")


def show(
    graph: Graph, path: str | os.PathLike[str] | None, title: str, trace: RunMetadata | None, open_browser: bool
) -> Path:
    """Write the file and open it; see :meth:`graphops.Graph.show`."""
    import tempfile
    import webbrowser

    from graphops.checkpoint.atomic import write_atomically

    text = graph_html(graph, title=title, trace=trace)
    if path is None:
        with tempfile.NamedTemporaryFile(
            "w", suffix=".html", prefix="graphops-", delete=False, encoding="utf-8"
        ) as file:
            file.write(text)
            target = Path(file.name)
    else:
        target = Path(path)
        write_atomically(target, lambda file: file.write(text.encode("utf-8")))
    if open_browser:
        webbrowser.open(target.resolve().as_uri())
    return target


def notebook_html(graph: Graph) -> str | None:
    """The same as a frame for notebooks; ``None`` where there is nothing to draw with."""
    try:
        text = graph_html(graph)
    except GraphopsError:  # a name that a page cannot hold, say, or a function that cannot be made
        return None
    if len(text) > _MOST_IN_NOTEBOOK:
        return (
            f"<p>A graph of {len(graph):,} nodes: too large for a notebook, which is saved with all that it shows. "
            "<code>graph.show()</code> draws it in a window of its own.</p>"
        )
    # Quotation marks are many in it, apostrophes few; what is no ASCII survives a notebook of any encoding.
    framed = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("'", "&#39;")
    framed = framed.encode("ascii", "xmlcharrefreplace").decode("ascii")
    return (
        f"<iframe srcdoc='{framed}' sandbox='allow-scripts' "
        "style='width: 100%; height: 480px; border: 1px solid #8888' title='graphops graph'></iframe>"
    )
