"""A picture of a graph: a box for each node, a frame for each name scope, dtype and shape on the edges.

>>> from graphops.inspect.draw.svg import to_svg
>>> Path("graph.svg").write_text(to_svg(graph))

What flows goes downwards. Control edges are dashed; an edge that closes a loop goes upwards. Pointing at a box shows
the node's full name, attrs, device and the line that made it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Final
from unicodedata import east_asian_width

import graphops_registry.ops
from graphops.graph.graph import Graph, Node, Tensor
from graphops.inspect.draw.layers import Box, Point
from graphops.inspect.draw.nesting import Frame, Nesting, Place
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, NotFoundError, nearest, shorten
from graphops_registry.traits import Trait

_NAME_SIZE: Final = 12.0
_SMALL_SIZE: Final = 10.0
_MARGIN: Final = 20.0
_MOST_TEXT: Final = 36  # characters of a name in a box; the whole of it shows when one points at it

# Families of ops: the start of the module that declares them -> name, fill, line.
_FAMILIES: Final = {
    "nn": ("neural networks", "#dbe9fb", "#4a7ab5"),
    "math": ("mathematics", "#dff2df", "#4b8f4b"),
    "linalg": ("mathematics", "#dff2df", "#4b8f4b"),
    "array": ("arrays", "#f6f0d4", "#a08a2c"),
    "state": ("state", "#fde3cf", "#c0722b"),
    "training": ("training", "#fbdada", "#b84a4a"),
    "random": ("random numbers", "#ebe0f7", "#7d5bb0"),
    "control": ("control flow", "#d9f1f1", "#3d8f8f"),
    "image": ("images", "#e5e0fb", "#6657b8"),
    "string": ("strings", "#f3e6dc", "#93694a"),
    "save": ("files", "#e6e6d8", "#77774a"),
}
_OTHER: Final = ("others", "#ececec", "#777777")
_CONSTANTS: Final = ("constants", "#f7f7f7", "#9a9a9a")
_INPUTS: Final = ("inputs", "#fff6a8", "#b09a00")

_BUILT_IN: Final = Path(graphops_registry.ops.__file__).parent
_NOT_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def to_svg(graph: Graph, *, scope: str | None = None, most_nodes: int = 500, most_width: float = 1800.0) -> str:
    """The picture as the text of an SVG file, which refers to nothing outside.

    Args:
        graph: what to draw.
        scope: draw only the nodes in this name scope, and those that their inputs come from.
        most_nodes: more are refused, because the picture would be unreadable.
        most_width: in pixels, beyond which rows are broken, where edges allow it.

    Raises:
        InvalidTypeError: no graph.
        NotFoundError: no node is in ``scope``.
        InvalidArgumentError: more than ``most_nodes``; the note says which scopes they are in.
    """
    if not isinstance(graph, Graph):
        raise InvalidTypeError(f"graph of to_svg() must be a Graph, got {graph!r}")
    nodes = _chosen(graph, scope)
    if len(nodes) > most_nodes:
        raise _too_many(nodes, scope, most_nodes)
    return _Picture(nodes, most_width).text()


def _chosen(graph: Graph, scope: str | None) -> list[Node]:
    if scope is None:
        return list(graph.nodes)
    prefix = scope.rstrip("/") + "/"
    inside = [node for node in graph.nodes if node.name.startswith(prefix) or node.name == prefix[:-1]]
    if not inside:
        scopes = {node.name.rpartition("/")[0] for node in graph.nodes} - {""}
        raise NotFoundError(f"scope of to_svg() must be one of the graph's, got '{scope}'{nearest(scope, scopes)}")
    wanted = dict.fromkeys(inside)
    for node in inside:
        for source in (*(tensor.node for tensor in node.inputs), *node.control_inputs):
            wanted[source] = None
    return sorted(wanted, key=lambda node: node.id)


def _too_many(nodes: Sequence[Node], scope: str | None, most: int) -> InvalidArgumentError:
    error = InvalidArgumentError(f"most_nodes of to_svg() must be at least the {len(nodes)} nodes to draw, got {most}")
    start = len(scope.rstrip("/")) + 1 if scope else 0
    tops = Counter(node.name[start:].partition("/")[0] for node in nodes if "/" in node.name[start:])
    for name, count in tops.most_common(8):
        error.add_note(f"  {count} nodes in scope '{shorten(node_scope(scope, name))}'")
    error.add_note("fix: draw a part with scope=NAME, or all of them with most_nodes=")
    return error


def node_scope(scope: str | None, name: str) -> str:
    """``name`` within ``scope``."""
    return f"{scope.rstrip('/')}/{name}" if scope else name


@dataclass(slots=True)
class _Label:
    """A text on an edge, where the edge begins."""

    x: float
    text: str


@dataclass(slots=True)
class _Drawn:
    """A node's box and what is written in it.

    Attributes:
        box: its size.
        title: the first line.
        outputs: the index of each output that is used -> where it leaves the box, from its left edge.
    """

    box: Box
    title: str
    outputs: dict[int, _Label] = field(default_factory=dict)


class _Picture:
    def __init__(self, nodes: Sequence[Node], most_width: float) -> None:
        self.nodes = nodes
        known = set(nodes)
        self.used: dict[Node, set[int]] = defaultdict(set)
        for node in nodes:
            for tensor in node.inputs:
                self.used[tensor.node].add(tensor.index)
        edges = [(s, node) for node in nodes for s in _sources(node) if s in known]
        self.drawn: dict[Node, _Drawn] = {}
        nesting = Nesting(nodes, edges, self._box, most_width)
        self.places: dict[Node, Place] = nesting.places
        self.frames: list[Frame] = nesting.frames
        self.ways = nesting.ways
        self.width, self.height = nesting.width, nesting.height
        self.known = known
        self.out: list[str] = []

    def _box(self, node: Node, name: str) -> Box:
        """The size of a node's box; ``name`` is what is not said by the frames around it."""
        title = _cut(name)
        labels = {i: _tensor_text(node.outputs[i]) for i in sorted(self.used[node]) if i < len(node.outputs)}
        widths = {index: _width(text, _SMALL_SIZE) + 12 for index, text in labels.items()}
        text_width = max(_width(title, _NAME_SIZE), _width(node.type, _SMALL_SIZE)) + 20
        width = max(text_width, sum(widths.values()) if len(widths) > 1 else 0.0, 60.0)
        drawn = _Drawn(Box(width, 38.0), title)
        x = (width - sum(widths.values())) / 2
        for index, text in labels.items():
            middle = width / 2 if len(labels) == 1 else x + 6
            drawn.outputs[index] = _Label(middle, text)
            x += widths[index]
        # A lone label hangs to the right of the edge and may stick out: the box keeps its neighbour away.
        if len(labels) == 1:
            drawn.box.width = max(width, 2 * (sum(widths.values()) - 14))
            drawn.outputs[next(iter(labels))].x = drawn.box.width / 2
        self.drawn[node] = drawn
        return drawn.box

    def text(self) -> str:
        legend = self._families()
        width = max(self.width, sum(_width(name, _SMALL_SIZE) + 34 for name, _, _ in legend)) + 2 * _MARGIN
        height = self.height + 2 * _MARGIN + 24
        self.out = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
            f'height="{height:.0f}" font-family="Helvetica, Arial, sans-serif">',
            "<style>.n{font-size:12px;font-weight:600;fill:#1c1c1c;text-anchor:middle}"
            ".o{font-size:10px;fill:#555;text-anchor:middle}.e{font-size:10px;fill:#5a5a5a}"
            ".s{font-size:11px;font-weight:600;fill:#6b7280}.d{fill:none;stroke:#8a8f98;stroke-width:1.2}"
            ".c{fill:none;stroke:#b0854f;stroke-width:1.1;stroke-dasharray:4 3}"
            ".h{stroke:#fff;stroke-width:3px;stroke-linejoin:round}</style>",
            '<defs><marker id="a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            '<path d="M0 0.8L7.5 4L0 7.2z" fill="#8a8f98"/></marker>'
            '<marker id="b" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            '<path d="M0 0.8L7.5 4L0 7.2z" fill="#b0854f"/></marker></defs>',
            f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
        ]
        self._legend(legend)
        self.out.append(f'<g transform="translate({_MARGIN:.0f} {_MARGIN + 24:.0f})">')
        for frame in self.frames:
            self._frame(frame)
        for node in self.nodes:
            self._edges_into(node)
        for node in self.nodes:
            self._node(node)
        for node in self.nodes:
            self._labels(node)
        self.out.append("</g></svg>")
        return "\n".join(self.out) + "\n"

    def _families(self) -> list[tuple[str, str, str]]:
        return sorted({_family(node) for node in self.nodes})

    def _legend(self, families: Sequence[tuple[str, str, str]]) -> None:
        x = _MARGIN
        for name, fill, line in families:
            self.out.append(
                f'<rect x="{x:.0f}" y="12" width="12" height="12" rx="3" fill="{fill}" stroke="{line}"/>'
                f'<text x="{x + 17:.0f}" y="22" class="e">{_escape(name)}</text>'
            )
            x += _width(name, _SMALL_SIZE) + 34

    def _frame(self, frame: Frame) -> None:
        shade = "#fafbfc" if frame.depth % 2 else "#f3f5f8"
        self.out.append(
            f'<rect x="{frame.x:.1f}" y="{frame.y:.1f}" width="{frame.width:.1f}" height="{frame.height:.1f}" rx="8" '
            f'fill="{shade}" stroke="#c9ced6"/>'
            f'<text x="{frame.x + 9:.1f}" y="{frame.y + 15:.1f}" class="s">{_escape(_cut(frame.title))}'
            f"<title>{_escape(frame.scope)}</title></text>"
        )

    def _node(self, node: Node) -> None:
        place, drawn = self.places[node], self.drawn[node]
        _, fill, line = _family(node)
        left, top = place.x - drawn.box.width / 2, place.y - drawn.box.height / 2
        radius = 19 if node.type == "Const" else 5
        self.out.append(
            f"<g><title>{_escape(_details(node))}</title>"
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{drawn.box.width:.1f}" height="{drawn.box.height:.1f}" '
            f'rx="{radius}" fill="{fill}" stroke="{line}"/>'
            f'<text x="{place.x:.1f}" y="{top + 16:.1f}" class="n">{_escape(drawn.title)}</text>'
            f'<text x="{place.x:.1f}" y="{top + 30:.1f}" class="o">{_escape(_cut(node.type))}</text></g>'
        )

    def _edges_into(self, node: Node) -> None:
        count = len(node.inputs)
        width = self.drawn[node].box.width
        end_y = self.places[node].y - self.drawn[node].box.height / 2
        for index, tensor in enumerate(node.inputs):
            if tensor.node in self.known:
                end_x = self.places[node].x + width * ((index + 1) / (count + 1) - 0.5)
                self._edge(tensor.node, node, self._start(tensor), (end_x, end_y), control=False)
        for source in node.control_inputs:
            if source in self.known:
                place, box = self.places[source], self.drawn[source].box
                start = (place.x + box.width * 0.35, place.y + box.height / 2)
                self._edge(source, node, start, (self.places[node].x - width * 0.38, end_y), control=True)

    def _start(self, tensor: Tensor) -> Point:
        place, drawn = self.places[tensor.node], self.drawn[tensor.node]
        label = drawn.outputs[tensor.index]
        return place.x - drawn.box.width / 2 + label.x, place.y + drawn.box.height / 2

    def _edge(self, source: Node, target: Node, start: Point, end: Point, *, control: bool) -> None:
        way = self.ways.get((source, target))
        points = [start, *(way or ()), end]
        look = 'class="c" marker-end="url(#b)"' if control else 'class="d" marker-end="url(#a)"'
        path = _curve(points) if way is not None else _loop(start, end)
        self.out.append(f'<path d="{path}" {look}/>')

    def _labels(self, node: Node) -> None:
        place, drawn = self.places[node], self.drawn[node]
        left, bottom = place.x - drawn.box.width / 2, place.y + drawn.box.height / 2
        for label in drawn.outputs.values():
            text = f'x="{left + label.x + 5:.1f}" y="{bottom + 13:.1f}">{_escape(label.text)}</text>'
            self.out += [f'<text class="e h" {text}', f'<text class="e" {text}']  # on a white rim


def _sources(node: Node) -> list[Node]:
    return list(dict.fromkeys([*(tensor.node for tensor in node.inputs), *node.control_inputs]))


def _curve(points: Sequence[Point]) -> str:
    """Through all points, upright at each: straight between those above each other, else an S."""
    parts = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for (x, y), (to_x, to_y) in pairwise(points):
        if abs(x - to_x) < 0.5:
            parts.append(f"L{to_x:.1f} {to_y:.1f}")
        else:
            bend = max(12.0, abs(to_y - y) * 0.5)
            parts.append(f"C{x:.1f} {y + bend:.1f} {to_x:.1f} {to_y - bend:.1f} {to_x:.1f} {to_y:.1f}")
    return "".join(parts)


def _loop(start: Point, end: Point) -> str:
    """Out at the bottom, around on the right, in at the top."""
    (x, y), (to_x, to_y) = start, end
    far = max(x, to_x) + 60 + abs(y - to_y) * 0.1
    return f"M{x:.1f} {y:.1f}C{x:.1f} {y + 50:.1f} {far:.1f} {y + 50:.1f} {far:.1f} {(y + to_y) / 2:.1f}" \
           f"S{to_x:.1f} {to_y - 50:.1f} {to_x:.1f} {to_y:.1f}"  # fmt: skip


def _family(node: Node) -> tuple[str, str, str]:
    """Name, fill and line of the family that the node's op belongs to."""
    if node.type == "Const":
        return _CONSTANTS
    if node.op.has(Trait.FEEDABLE):
        return _INPUTS
    file = Path(node.op.defined_at.rpartition(":")[0])
    if file.parent != _BUILT_IN:
        return _OTHER
    return _FAMILIES.get(file.stem.partition("_")[0], _OTHER)


def _tensor_text(tensor: Tensor) -> str:
    """``float32 [N, 3]``; a question mark for what is not known."""
    dims = tensor.shape.dims
    if dims is None:
        return f"{tensor.dtype.name} ?"
    sizes = ["?" if dim is None else str(dim) for dim in dims]
    if len(sizes) > 6:
        sizes = [*sizes[:5], "…"]
    return f"{tensor.dtype.name} [{shorten(', '.join(sizes), 40)}]"


def _details(node: Node) -> str:
    lines = [node.name, shorten(node.describe(), 600)]
    if node.device:
        lines.append(f"device {node.device}")
    if node.made_at is not None:
        lines.append(f"made at {node.made_at}")
    return "\n".join(lines)


def _cut(text: str) -> str:
    if len(text) <= _MOST_TEXT:
        return text
    return f"{text[: _MOST_TEXT // 2]}…{text[-(_MOST_TEXT // 2 - 1) :]}"


def _width(text: str, size: float) -> float:
    """About what ``text`` takes in a sans-serif font of ``size``."""
    return sum(_units(character) for character in text) * size + 4


def _units(character: str) -> float:
    if east_asian_width(character) in "WF":
        return 1.0
    if character in "iljt.,:;|[]()/ '":
        return 0.36
    return 0.74 if character.isupper() or character in "mw_" else 0.62


def _escape(text: str) -> str:
    """``text`` as XML. It may contain anything: names come from files that you do not trust."""
    clean = _NOT_XML.sub("\ufffd", text)
    return clean.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
