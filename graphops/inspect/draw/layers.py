"""A layered drawing of boxes: rows from sources to sinks, few crossings, short edges.

1. Each box goes into a row below all that it needs, as low as possible; a row that is full sends the rest upwards.
2. An edge over several rows gets a place in each row that it passes; edges of one source share them.
3. Rows are sorted by the average place of neighbours, back and forth.
4. Boxes are moved to the average of their neighbours, as far as their order and sizes allow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]

_GAP: Final = 18.0  # between boxes of a row
_ROW_GAP: Final = 46.0  # between rows: an edge's label fits in
_PORT_GAP: Final = 30.0  # beside a row of boxes without height
_LANE: Final = 8.0  # width of an edge that passes a row
_SWEEPS: Final = 8
_MOST_LANES: Final = 50_000


@dataclass(slots=True)
class Box:
    """What is laid out.

    Attributes:
        width, height: its size.
        rank: ``"top"`` or ``"bottom"`` for one that belongs into the first or last row; else empty.
    """

    width: float
    height: float
    rank: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge between boxes, by their numbers.

    Attributes:
        source, target: the boxes.
        key: edges of the same key and source share their way.
    """

    source: int
    target: int
    key: Hashable


@dataclass(slots=True)
class Layers:
    """A finished drawing, from (0, 0).

    Attributes:
        centres: of the boxes.
        width, height: of all.
        ways: for an edge the points that it passes between its boxes; edges that go upwards have none.
    """

    centres: list[Point] = field(default_factory=list)
    width: float = 0.0
    height: float = 0.0
    ways: dict[Edge, list[Point]] = field(default_factory=dict)


def lay_out(boxes: Sequence[Box], edges: Sequence[Edge], most_width: float) -> Layers:
    """Place ``boxes``; parts that no edge connects are placed beside and below each other.

    Args:
        edges: may form cycles; then some go upwards.
        most_width: of a row, unless one box is wider or edges keep boxes together.
    """
    placed = Layers(centres=[(0.0, 0.0)] * len(boxes))
    x = y = height = 0.0
    for part in _parts(len(boxes), edges):
        numbers = {box: number for number, box in enumerate(part)}
        own = [edge for edge in edges if edge.source in numbers]
        drawn = _lay_out_part(
            [boxes[box] for box in part],
            [Edge(numbers[edge.source], numbers[edge.target], edge.key) for edge in own],
            most_width,
        )
        if x and x + drawn.width > most_width:
            x, y, height = 0.0, y + height + _ROW_GAP, 0.0
        for box, (cx, cy) in zip(part, drawn.centres, strict=True):
            placed.centres[box] = (cx + x, cy + y)
        for edge in own:
            way = drawn.ways.get(Edge(numbers[edge.source], numbers[edge.target], edge.key))
            if way is not None:
                placed.ways[edge] = [(px + x, py + y) for px, py in way]
        placed.width = max(placed.width, x + drawn.width)
        x += drawn.width + 2 * _GAP
        height = max(height, drawn.height)
        placed.height = y + height
    return placed


def _parts(count: int, edges: Sequence[Edge]) -> list[list[int]]:
    """The boxes by connected part, in the order of their first box."""
    parent = list(range(count))

    def root(box: int) -> int:
        while parent[box] != box:
            parent[box] = parent[parent[box]]
            box = parent[box]
        return box

    for edge in edges:
        a, b = root(edge.source), root(edge.target)
        parent[max(a, b)] = min(a, b)
    parts: dict[int, list[int]] = {}
    for box in range(count):
        parts.setdefault(root(box), []).append(box)
    return list(parts.values())


def _lay_out_part(boxes: Sequence[Box], edges: Sequence[Edge], most_width: float) -> Layers:
    forward = _without_cycles(len(boxes), edges)
    rows = _rows(boxes, forward, most_width)
    net = _Net(boxes, forward, rows)
    net.sort()
    net.place()
    return net.drawing()


def _without_cycles(count: int, edges: Sequence[Edge]) -> list[Edge]:
    """The edges without those that close a cycle when one walks from earlier boxes to later ones."""
    following: dict[int, list[Edge]] = defaultdict(list)
    for edge in edges:
        following[edge.source].append(edge)
    state = [0] * count  # 0 new, 1 on the path, 2 done
    kept = []
    for start in range(count):
        if state[start]:
            continue
        state[start] = 1
        path = [(start, iter(following[start]))]
        while path:
            box, rest = path[-1]
            for edge in rest:
                if state[edge.target] == 1:
                    continue
                kept.append(edge)
                if not state[edge.target]:
                    state[edge.target] = 1
                    path.append((edge.target, iter(following[edge.target])))
                    break
            else:
                state[box] = 2
                path.pop()
    return kept


def _rows(boxes: Sequence[Box], edges: Sequence[Edge], most_width: float) -> list[int]:
    """The row of each box, counted from above."""
    targets: dict[int, list[int]] = defaultdict(list)
    waiting = [0] * len(boxes)
    sources: dict[int, list[int]] = defaultdict(list)
    for edge in edges:
        targets[edge.source].append(edge.target)
        sources[edge.target].append(edge.source)
        waiting[edge.source] += 1
    has_bottom = any(box.rank == "bottom" for box in boxes)
    row = [0] * len(boxes)  # counted from below
    filled: dict[int, float] = defaultdict(float)
    ready = [box for box in range(len(boxes)) if not waiting[box]]
    while ready:
        ready.sort()
        box = ready.pop()  # the latest first: so equals stay in the order of their making
        wanted = max([row[target] + 1 for target in targets[box]], default=0)
        if boxes[box].rank != "bottom":
            wanted = max(wanted, int(has_bottom))
            while filled[wanted] and filled[wanted] + boxes[box].width > most_width:
                wanted += 1
            filled[wanted] += boxes[box].width + _GAP
        row[box] = wanted
        for source in sources[box]:
            waiting[source] -= 1
            if not waiting[source]:
                ready.append(source)
    top = max(row, default=0)
    inner = max((row[box] for box in range(len(boxes)) if boxes[box].rank != "top"), default=-1)
    if any(box.rank == "top" for box in boxes):
        top = inner + 1
    return [0 if boxes[box].rank == "top" else top - row[box] for box in range(len(boxes))]


class _Net:
    """Boxes and lanes (the places of passing edges) in rows, and who is connected with whom in the next row."""

    def __init__(self, boxes: Sequence[Box], edges: Sequence[Edge], rows: Sequence[int]) -> None:
        self.boxes = boxes
        self.edges = edges
        self.row_of = list(rows)
        self.widths = [box.width for box in boxes]
        self.lanes: dict[tuple[int, Hashable, int], int] = {}  # source, key, row -> its number
        self.above: dict[int, list[int]] = defaultdict(list)
        self.below: dict[int, list[int]] = defaultdict(list)
        linked: set[tuple[int, int]] = set()
        for edge in edges:
            last = edge.source
            for row in range(rows[edge.source] + 1, rows[edge.target]):
                lane = self.lanes.get((edge.source, edge.key, row))
                if lane is None:
                    if len(self.lanes) >= _MOST_LANES:  # the edge is drawn straight: better than never
                        break
                    lane = self.lanes[edge.source, edge.key, row] = len(self.row_of)
                    self.row_of.append(row)
                    self.widths.append(_LANE)
                self._link(last, lane, linked)
                last = lane
            self._link(last, edge.target, linked)
        self.rows: list[list[int]] = [[] for _ in range(max(self.row_of, default=-1) + 1)]
        for number, row in enumerate(self.row_of):
            self.rows[row].append(number)
        self.x: list[float] = [0.0] * len(self.row_of)

    def _link(self, upper: int, lower: int, linked: set[tuple[int, int]]) -> None:
        if (upper, lower) not in linked:
            linked.add((upper, lower))
            self.below[upper].append(lower)
            self.above[lower].append(upper)

    def _gap(self, left: int, right: int) -> float:
        """What must be between two neighbours."""
        lanes = (left >= len(self.boxes)) + (right >= len(self.boxes))
        return _GAP / (1 + 2 * lanes)

    def sort(self) -> None:
        """Sort each row by the average place of neighbours in the row before it, downwards and upwards by turns."""
        place = [0.0] * len(self.row_of)

        def number(row: list[int]) -> None:
            for index, member in enumerate(row):
                place[member] = (index + 0.5) / len(row)

        for row in self.rows:
            number(row)
        for sweep in range(_SWEEPS):
            down = sweep % 2 == 0
            near = self.above if down else self.below
            for row in self.rows if down else reversed(self.rows):
                row.sort(key=lambda member: _mean([place[other] for other in near[member]], place[member]))
                number(row)

    def place(self) -> None:
        """Give each member of each row its x, alternately near its neighbours in the rows above and below."""
        for row in self.rows:
            x = 0.0
            for member in row:
                self.x[member] = x + self.widths[member] / 2
                x += self.widths[member] + _GAP
        for sweep in range(_SWEEPS):
            down = sweep % 2 == 0
            for row in self.rows if down else reversed(self.rows):
                near = self.above if down else self.below
                if sweep >= _SWEEPS - 2:
                    wanted = [_mean([self.x[n] for n in (*self.above[m], *self.below[m])], self.x[m]) for m in row]
                else:
                    wanted = [_mean([self.x[n] for n in near[m]], self.x[m]) for m in row]
                self._spread(row, wanted)
        left = min((self.x[m] - self.widths[m] / 2 for m in range(len(self.x))), default=0.0)
        self.x = [x - left for x in self.x]

    def _spread(self, row: Sequence[int], wanted: Sequence[float]) -> None:
        """The places next to the ``wanted`` ones that keep order and distance (least squares, pooled neighbours)."""
        offset = 0.0
        pools: list[list[float]] = []  # [sum of weight * value, weight, members]
        offsets = []
        for index, member in enumerate(row):
            if index:
                last = row[index - 1]
                offset += (self.widths[last] + self.widths[member]) / 2 + self._gap(last, member)
            offsets.append(offset)
            weight = 4.0 if member >= len(self.boxes) else 1.0  # lanes should be straight
            pools.append([weight * (wanted[index] - offset), weight, 1])
            while len(pools) > 1 and pools[-2][0] / pools[-2][1] > pools[-1][0] / pools[-1][1]:
                total, weight, members = pools.pop()
                pools[-1] = [pools[-1][0] + total, pools[-1][1] + weight, pools[-1][2] + members]
        index = 0
        for total, weight, members in pools:
            for _ in range(int(members)):
                self.x[row[index]] = total / weight + offsets[index]
                index += 1

    def drawing(self) -> Layers:
        heights = [max((self.boxes[m].height for m in row if m < len(self.boxes)), default=0.0) for row in self.rows]
        tops = []
        y = 0.0
        for height, following in pairwise([*heights, None]):
            tops.append(y)
            y += height or 0.0
            if following is not None:
                y += _ROW_GAP if height and following else _PORT_GAP
        drawn = Layers(height=y)
        drawn.width = max((self.x[m] + self.widths[m] / 2 for m in range(len(self.x))), default=0.0)
        for number in range(len(self.boxes)):
            row = self.row_of[number]
            drawn.centres.append((self.x[number], tops[row] + heights[row] / 2))
        for edge in self.edges:
            way: list[Point] = []
            for row in range(self.row_of[edge.source] + 1, self.row_of[edge.target]):
                lane = self.lanes.get((edge.source, edge.key, row))
                if lane is not None:
                    way += [(self.x[lane], tops[row]), (self.x[lane], tops[row] + heights[row])]
            drawn.ways[edge] = way
        return drawn


def _mean(values: Sequence[float], default: float) -> float:
    return sum(values) / len(values) if values else default


__all__ = ["Box", "Edge", "Layers", "Point", "lay_out"]
