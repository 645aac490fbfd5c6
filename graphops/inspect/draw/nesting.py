"""Where nodes and the frames of their name scopes go: each scope is laid out by itself, then as a box of its parent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from graphops.graph.graph import Node
from graphops.inspect.draw.layers import Box, Edge, Layers, Point, lay_out

_PADDING: Final = 14.0
_HEADER: Final = 24.0  # a frame's title
_PORT: Final = 6.0  # width of the place where an edge crosses a frame
_DEEPEST: Final = 12  # frames in frames; what is deeper is drawn without further frames


@dataclass(frozen=True, slots=True)
class Place:
    """The centre of a node's box."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame of a scope.

    Attributes:
        scope: its full name.
        title: what of it the frame around does not say.
        depth: how many frames are around it.
    """

    scope: str
    title: str
    x: float
    y: float
    width: float
    height: float
    depth: int


@dataclass(slots=True, eq=False)
class _Scope:
    """A scope while it is laid out.

    Attributes:
        members: nodes and scopes directly in it, in the order of their first node.
        layout: of its content.
        numbers: of members and ports among the boxes of the layout.
        edges: between them, by (source node, member or port that it comes from, member or port that it goes to).
    """

    name: str
    parent: _Scope | None
    depth: int
    members: list[Any] = field(default_factory=list)
    layout: Layers = field(default_factory=Layers)
    numbers: dict[Any, int] = field(default_factory=dict)
    origin: Point = (0.0, 0.0)


class Nesting:
    """The layout of all.

    Args:
        nodes: in the order of their making.
        edges: (source, target), each once.
        box: the size of a node's box, given the node and its name within the frame that it is in.
        most_width: of a row.

    Attributes:
        places: of the nodes.
        frames: outer ones first.
        ways: for (source, target) the points in between; none for an edge that goes upwards.
        width, height: of all.
    """

    def __init__(
        self,
        nodes: Sequence[Node],
        edges: Iterable[tuple[Node, Node]],
        box: Callable[[Node, str], Box],
        most_width: float,
    ) -> None:
        self._box = box
        self._most_width = most_width
        self._scope_of: dict[Node, _Scope] = {}
        self._root = self._tree(nodes)
        self._edges = list(edges)
        self._here: dict[_Scope, set[tuple[Node, Any, Any]]] = defaultdict(set)
        self._steps: dict[tuple[Node, Node], list[tuple[_Scope, Any, Any]]] = {}
        for source, target in self._edges:
            self._cross(source, target)
        self.width, self.height = self._lay_out(self._root)
        self.places: dict[Node, Place] = {}
        self.frames: list[Frame] = []
        self._settle(self._root, (0.0, 0.0))
        self.ways: dict[tuple[Node, Node], list[Point]] = {}
        for pair, steps in self._steps.items():
            way = self._way(pair[0], steps)
            if way is not None:
                self.ways[pair] = way

    def _tree(self, nodes: Sequence[Node]) -> _Scope:
        """Scopes with two nodes or more; a lone node does not need a frame."""
        sizes: dict[str, int] = defaultdict(int)
        for node in nodes:
            for prefix in _prefixes(node.name):
                sizes[prefix] += 1
        doubled = {p.rpartition("/")[0] for p in sizes if sizes[p] == sizes.get(p.rpartition("/")[0])}
        handles = {node.name for node in nodes if sizes.get(node.name, 0) > 0}  # a variable is in the frame of its own
        root = _Scope("", None, 0)
        scopes: dict[str, _Scope] = {}
        for node in nodes:
            scope = root
            for prefix in _prefixes(f"{node.name}/" if node.name in handles else node.name):
                # A frame with the same nodes as the frame in it says nothing.
                if sizes[prefix] < 2 or scope.depth >= _DEEPEST or prefix in doubled:
                    continue
                found = scopes.get(prefix)
                if found is None:
                    found = scopes[prefix] = _Scope(prefix, scope, scope.depth + 1)
                    scope.members.append(found)
                scope = found
            scope.members.append(node)
            self._scope_of[node] = scope
        return root

    def _cross(self, source: Node, target: Node) -> None:
        """Note the pieces of an edge: in each scope that it leaves, in the one that holds both, in each it enters."""
        out = _chain(self._scope_of[source])
        into = _chain(self._scope_of[target])
        common = next(scope for scope in out if scope in set(into))
        steps: list[tuple[_Scope, Any, Any]] = []
        start: Any = source
        for scope in out[: out.index(common)]:
            steps.append((scope, start, ("out", source)))
            start = scope
        entered = into[: into.index(common)]
        steps.append((common, start, entered[-1] if entered else target))
        inner = [target, *entered]
        steps += [(entered[i], ("in", source), inner[i]) for i in reversed(range(len(entered)))]
        for scope, start, end in steps:
            if start is not end:
                self._here[scope].add((source, start, end))
        self._steps[source, target] = steps

    def _lay_out(self, scope: _Scope) -> tuple[float, float]:
        """Lay out the content of a scope; its size with the frame. Depth is bounded, so this may recurse."""
        boxes: list[Box] = []
        for member in scope.members:
            scope.numbers[member] = len(boxes)
            if isinstance(member, _Scope):
                boxes.append(Box(*self._lay_out(member)))
            else:
                within = member.name[len(scope.name) + 1 :] if scope.name else member.name
                boxes.append(self._box(member, within or member.name.rpartition("/")[2]))
        edges = []
        for source, start, end in sorted(self._here[scope], key=self._order):
            for port in (start, end):
                if isinstance(port, tuple) and port not in scope.numbers:
                    scope.numbers[port] = len(boxes)
                    boxes.append(Box(_PORT, 0.0, "top" if port[0] == "in" else "bottom"))
            edges.append(Edge(scope.numbers[start], scope.numbers[end], source))
        scope.layout = lay_out(boxes, edges, self._most_width)
        if scope.parent is None:
            return scope.layout.width, scope.layout.height
        title = 8.0 * len(scope.name[len(scope.parent.name) :]) + 2 * _PADDING
        return (
            max(scope.layout.width + 2 * _PADDING, min(title, 320.0)),
            scope.layout.height + _HEADER + _PADDING,
        )

    def _order(self, edge: tuple[Node, Any, Any]) -> tuple[int, int, int]:
        source, start, end = edge
        return source.id, _first_id(start), _first_id(end)

    def _settle(self, scope: _Scope, origin: Point) -> None:
        """Give everything in a scope its final place."""
        scope.origin = origin
        for member in scope.members:
            x, y = scope.layout.centres[scope.numbers[member]]
            x, y = x + origin[0], y + origin[1]
            if not isinstance(member, _Scope):
                self.places[member] = Place(x, y)
                continue
            inner = member.layout
            height = inner.height + _HEADER + _PADDING
            title = member.name[len(scope.name) + 1 :] if scope.name else member.name
            width = max(inner.width + 2 * _PADDING, min(8.0 * (len(title) + 1) + 2 * _PADDING, 320.0))
            left, top = x - width / 2, y - height / 2
            self.frames.append(Frame(member.name, title, left, top, width, height, member.depth))
            self._settle(member, (x - inner.width / 2, top + _HEADER))

    def _way(self, source: Node, steps: Sequence[tuple[_Scope, Any, Any]]) -> list[Point] | None:
        points: list[Point] = []
        for scope, start, end in steps:
            if start is end:
                return None
            edge = Edge(scope.numbers[start], scope.numbers[end], source)
            way = scope.layout.ways.get(edge)
            if way is None:
                return None
            ends = [scope.layout.centres[scope.numbers[end]]] if isinstance(end, tuple) else []
            starts = [scope.layout.centres[scope.numbers[start]]] if isinstance(start, tuple) else []
            points += [(x + scope.origin[0], y + scope.origin[1]) for x, y in (*starts, *way, *ends)]
        return points


def _prefixes(name: str) -> list[str]:
    """``a``, ``a/b`` for ``a/b/c``."""
    parts = name.split("/")
    return ["/".join(parts[:count]) for count in range(1, min(len(parts), 2 * _DEEPEST))]


def _chain(scope: _Scope) -> list[_Scope]:
    """The scope and all around it, inside out."""
    chain = [scope]
    while chain[-1].parent is not None:
        chain.append(chain[-1].parent)
    return chain


def _first_id(member: Any) -> int:
    """A number to sort by: that of the first node in a member or port."""
    while isinstance(member, _Scope):
        member = member.members[0]
    node: Node = member[1] if isinstance(member, tuple) else member
    return node.id
