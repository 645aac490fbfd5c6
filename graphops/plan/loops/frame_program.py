"""The input of the frame executor: the nodes of a plan with TensorFlow 1's control flow, their edges and frames."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphops.graph.graph import Node, Tensor
from graphops.plan.loops.control import ENTER, EXIT, NEXT, kind_of
from graphops.plan.step import Step
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.traits import Trait

Edge = tuple[int, int]  # number of an item, and its input; -1 for a control input


class Item:
    """A node.

    Attributes:
        number: its place in the program, which is the order that ready items run in.
        kind: see ``control.kind_of``.
        step: for ``KERNEL``.
        data, controls: how many inputs come along edges.
        edges: for each output, and last for the node itself, where it goes.
        frame: the name of the frame that it runs in, a path from the root.
        enters: for ``ENTER`` the frame that it leads to.
        reads: inputs that are references whose values are wanted.
    """

    __slots__ = ("controls", "data", "edges", "enters", "frame", "kind", "node", "number", "reads", "step")

    def __init__(self, number: int, node: Node, step: Step | None, fed: Collection[Tensor]) -> None:
        self.number = number
        self.node = node
        self.step = step
        self.kind = kind_of(node.op)
        self.data = len(node.inputs)
        self.controls = 0
        self.edges: list[list[Edge]] = [[] for _ in range(len(node.outputs) + 1)]
        self.frame: tuple[str, ...] | None = None
        self.enters: tuple[str, ...] = ()
        expected = node.op_def.input_types(node.attrs) if step is None else ()
        self.reads = tuple(
            index
            for index, (tensor, dtype) in enumerate(zip(node.inputs, expected, strict=False))
            if tensor.dtype.is_ref and not dtype.is_ref and tensor not in fed
        )


@dataclass(frozen=True)
class FrameProgram:
    """Items and where they start.

    Attributes:
        items: the nodes.
        sources: items without inputs.
        fed: for each fed tensor the inputs that take it.
        fetches: for each fetched tensor the item and the output, or the number of the fed tensor.
        enters: for each frame how many items lead into it.
        exits: for each frame the items that lead out of it.
    """

    items: tuple[Item, ...]
    sources: tuple[int, ...]
    fed: tuple[tuple[Edge, ...], ...]
    fetches: tuple[tuple[int, int] | int, ...]
    enters: dict[tuple[str, ...], int] = field(repr=False)
    exits: dict[tuple[str, ...], list[int]] = field(repr=False)


def make_frames(
    nodes: Sequence[Node], steps: dict[Node, Step], fetches: Sequence[Tensor | Node], fed: Sequence[Tensor]
) -> FrameProgram:
    """The program for ``nodes``, which are in the order of their creation.

    Raises:
        InvalidArgumentError: a loop without an entrance, inputs from different loops, or a fetch from within a loop.
    """
    fed_set = set(fed)
    items = [Item(number, node, steps.get(node), fed_set) for number, node in enumerate(nodes)]
    number = {item.node: item.number for item in items}
    feeds: dict[Tensor, list[Edge]] = {tensor: [] for tensor in fed}
    shared = _shared_references(nodes, fed_set)
    for item in items:
        if any(tensor in shared for tensor in item.node.inputs) and item.kind != ENTER:
            item.reads += tuple(index for index, tensor in enumerate(item.node.inputs) if tensor in shared)
        for index, tensor in enumerate(item.node.inputs):
            if item.kind == ENTER and item.node.outputs[0] in shared:
                tensor = shared[item.node.outputs[0]]
            if tensor in feeds:
                feeds[tensor].append((item.number, index))
            else:
                items[number[tensor.node]].edges[tensor.index].append((item.number, index))
        for control in item.node.control_inputs:
            if control in number:  # a node all of whose outputs are fed does not run
                items[number[control]].edges[-1].append((item.number, -1))
                item.controls += 1
    sources = tuple(item.number for item in items if not item.data and not item.controls)
    fed_edges = tuple(tuple(feeds[tensor]) for tensor in fed)
    _find_frames(items, sources, fed_edges)
    enters: dict[tuple[str, ...], int] = {}
    exits: dict[tuple[str, ...], list[int]] = {}
    for item in items:
        if item.kind == ENTER:
            enters[item.enters] = enters.get(item.enters, 0) + 1
        elif item.kind == EXIT:
            exits.setdefault(item.frame or (), []).append(item.number)
    found: list[tuple[int, int] | int] = []
    position = {tensor: index for index, tensor in enumerate(fed)}
    for fetch in fetches:
        if not isinstance(fetch, Tensor):
            continue
        if fetch in position:
            found.append(position[fetch])
            continue
        source = items[number[fetch.node]]
        outside = source.frame == () or (source.kind == EXIT and len(source.frame or ()) == 1)
        if not outside:
            raise InvalidArgumentError(
                f"a fetch must be outside of loops, got '{fetch.name}' in '{source.frame}'"
            ).concerns(op=fetch.node.type, node=fetch.node.name)
        found.append((source.number, fetch.index))
    return FrameProgram(tuple(items), sources, fed_edges, tuple(found), enters, exits)


def _shared_references(nodes: Sequence[Node], fed: Collection[Tensor]) -> dict[Tensor, Tensor]:
    """For each value of a variable that is brought into a loop which may change the variable: the reference.

    TensorFlow's reads of references share the variable's memory, so each iteration sees the changes of those before.
    """
    entered: dict[tuple[Tensor, str], None] = {}
    found: dict[Tensor, Tensor] = {}
    enters = [node for node in nodes if kind_of(node.op) == ENTER]
    for node in enters:
        if node.inputs[0].dtype.is_ref and node.outputs[0].dtype.is_ref:
            entered[node.inputs[0], node.attrs["frame_name"]] = None
    if not entered:
        return found
    for node in enters:
        read = node.inputs[0].node
        if not node.attrs["is_constant"] or node.inputs[0] in fed or len(read.inputs) != 1:
            continue
        reference = read.inputs[0]
        is_read = read.op.has(Trait.PASSES_THROUGH) and reference.dtype.is_ref and not node.inputs[0].dtype.is_ref
        if is_read and (reference, node.attrs["frame_name"]) in entered:
            found[node.outputs[0]] = reference
    return found


def _find_frames(items: Sequence[Item], sources: Sequence[int], fed: Sequence[Sequence[Edge]]) -> None:
    """Set ``frame`` of every item: the same as its inputs', but for what comes out of Enter and Exit."""
    stack: list[Any] = []

    def arrive(number: int, frame: tuple[str, ...]) -> None:
        item = items[number]
        if item.frame is None:
            item.frame = frame
            stack.append(item)
        elif item.frame != frame:
            places = [" in ".join(reversed(place)) or "no loop" for place in (item.frame, frame)]
            raise InvalidArgumentError(
                f"inputs of node '{item.node.name}' must come from one loop, got {places[0]} and {places[1]}"
            ).concerns(op=item.node.type, node=item.node.name)

    for number in sources:
        arrive(number, ())
    for edges in fed:
        for number, _ in edges:
            arrive(number, ())
    while stack:
        item = stack.pop()
        frame = item.frame
        if item.kind == ENTER:
            frame = item.enters = (*frame, str(item.node.attrs["frame_name"]))
        elif item.kind in (EXIT, NEXT):
            if not frame:
                error = InvalidArgumentError(
                    f"nodes of {item.node.type} must be in a loop, got node '{item.node.name}' outside"
                ).concerns(op=item.node.type, node=item.node.name)
                error.add_note("fix: bring the values that the loop starts with into it by way of Enter")
                raise error
            if item.kind == EXIT:
                frame = frame[:-1]
        for edges in item.edges:
            for number, _ in edges:
                arrive(number, frame)
    lost = [item.node.name for item in items if item.frame is None]
    if lost:
        raise InvalidArgumentError(f"a loop must have a way in, got none for node '{lost[0]}'").concerns(node=lost[0])
