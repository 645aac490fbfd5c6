"""TensorFlow 1's control flow as regions: loops become Whiles, conditionals become guards.

Begin with :func:`find_regions`.  A :class:`Part` is a piece of a graph without frames: a plan can be made for it with
all passes, and it becomes a program like any other.

A frame is a loop if it is one that ``while_loop`` makes: every variable has an Enter, a Merge of it and of the last
iteration's NextIteration, and a Switch by the one LoopCond, whose outputs lead to an Exit and into the body.  All else
in the frame belongs to the condition or to the body, and these become parts of their own.  What is shaped otherwise is
left to the frame executor.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from graphops.graph.node import Node, Tensor
from graphops.plan.loops.control import COND, CONSTANT, ENTER, EXIT, KERNEL, MERGE, NEXT, SWITCH, TRIGGER, kind_of
from graphops.plan.loops.frame_program import FrameProgram
from graphops.plan.loops.guards import Guard, Pick, guarded, scalar_of
from graphops.plan.stand_in import handing_on
from graphops_registry.op_def import lookup_op
from graphops_registry.shape import TensorShape
from graphops_registry.traits import Trait

_MOST_NODES: Final = (
    200_000  # of condition and body together, in all loops; a node within loops counts for each of them
)
_DEEPEST: Final = 16  # loops within loops; each is a call within a call, of which a run may have 64


@dataclass(frozen=True)
class Part:
    """A piece of a graph, without TensorFlow 1's loops.

    Attributes:
        nodes: inputs first. Some are in no graph, and have outputs of nodes that they stand for.
        fetches: what it gives, and nodes that must run.
        fed: what it is given.
        guards: for nodes that do not always run, what must hold.
        picks: for each Merge which input it takes.
        implied: nodes that others run after for the sake of guards alone.
        loops: the Whiles among the nodes.
        opaque: Exits that were replaced: nothing is known of the shapes of their outputs.
        renamed: for outputs of nodes that were replaced, the tensors that carry their values.
    """

    nodes: list[Node]
    fetches: tuple[Tensor | Node, ...]
    fed: tuple[Tensor, ...]
    guards: dict[Node, Guard] = field(default_factory=dict)
    picks: dict[Node, Pick] = field(default_factory=dict)
    implied: frozenset[Node] = frozenset()
    loops: dict[Node, Loop] = field(default_factory=dict)
    opaque: frozenset[Node] = frozenset()
    renamed: Mapping[Tensor, Tensor] = field(default_factory=dict)

    @property
    def is_as_written(self) -> bool:
        """Whether all nodes are nodes of the graph."""
        return not (self.loops or self.picks or self.guards or self.opaque or self.renamed)


@dataclass(frozen=True)
class Loop:
    """A frame as a While: ``while cond(values): values = body(values)``, where ``values`` are its variables and then
    its constants.

    Attributes:
        node: the While, which takes the values from outside.
        names: of ``cond`` and ``body``, as the While's attrs have them.
        together: the first values that all or none must enter: those of the variables, if nothing of effect can run
            without these, else all.
    """

    node: Node
    cond: Part
    body: Part
    names: tuple[str, str]
    together: int


class _OtherwiseError(Exception):
    """The control flow is shaped otherwise."""


def find_regions(
    program: FrameProgram, fetches: Sequence[Tensor | Node], fed: Sequence[Tensor], number: Callable[[], int]
) -> Part | None:
    """The nodes of a frame program as a part, or ``None`` if a frame or a conditional is shaped otherwise.

    Args:
        number: gives each loop a number of its own.
    """
    nodes = [item.node for item in program.items]
    if any(t.dtype.is_ref for node in nodes if kind_of(node.op) != KERNEL for t in (*node.inputs, *node.outputs)):
        return None
    frames = {item.node: item.frame or () for item in program.items}
    if max(map(len, frames.values()), default=0) > _DEEPEST:
        return None
    enters = {item.node: item.enters for item in program.items if item.kind == ENTER}
    try:
        return _Finding(frames, enters, number).part(nodes, (), tuple(fetches), tuple(fed))
    except _OtherwiseError:
        return None


class _Finding:
    """Finds the loops of a plan, the inner ones too.

    Args:
        frames: the frame of each node.
        enters: the frame that each Enter leads to.
        number: gives each loop a number of its own.
    """

    def __init__(
        self, frames: dict[Node, tuple[str, ...]], enters: dict[Node, tuple[str, ...]], number: Callable[[], int]
    ) -> None:
        self._frames = frames
        self._enters = enters
        self._number = number
        self._visited = 0

    def part(
        self,
        nodes: Sequence[Node],
        frame: tuple[str, ...],
        fetches: tuple[Tensor | Node, ...],
        fed: tuple[Tensor, ...],
    ) -> Part:
        """``nodes``, which are in the frame or in frames within it, inputs first."""
        self._visited += len(nodes)
        if self._visited > _MOST_NODES:
            raise _OtherwiseError
        position = {node: index for index, node in enumerate(nodes)}
        members: dict[tuple[str, ...], list[Node]] = {}
        enters: dict[tuple[str, ...], list[Node]] = {}
        level: list[Node] = []
        for node in nodes:
            own = self._frames.get(node, frame)
            if own != frame:
                members.setdefault(own[: len(frame) + 1], []).append(node)
            elif node in self._enters:
                enters.setdefault(self._enters[node], []).append(node)
            else:
                level.append(node)
        loops: dict[Node, Loop] = {}
        stands_for: dict[Node, Node] = {}
        for child, inside in members.items():
            loop, exits = self._loop(child, enters.pop(child), inside)
            loops[loop.node] = loop
            position[loop.node] = min(position[node] for node in exits)
            position.update((new, position[old]) for old, new in exits.items())
            level.append(loop.node)
            for old, new in exits.items():
                unfed = new.outputs[0] not in fed
                stands_for[old] = new if unfed else loop.node
                level += [new] if unfed else []
        if enters:  # they lead nowhere
            raise _OtherwiseError
        fetched = [fetch for fetch in fetches if isinstance(fetch, Tensor)]
        waited_for = [fetch for fetch in fetches if isinstance(fetch, Node)] if frame else []
        together = {node: loop.together for node, loop in loops.items()}
        found = guarded(_in_order(level, position, stands_for), fetched, fed, together, waited_for, stands_for)
        if found is None:
            raise _OtherwiseError
        opaque = frozenset(stands_for)
        return Part(found.nodes, fetches, fed, found.guards, found.picks, found.implied, loops, opaque)

    def _loop(
        self, frame: tuple[str, ...], enters: Sequence[Node], members: Sequence[Node]
    ) -> tuple[Loop, dict[Node, Node]]:
        """The loop that a frame is, and for each Exit the node that hands on its result."""
        top = [node for node in members if self._frames[node] == frame]
        conditions = [node for node in top if kind_of(node.op) == COND]
        exits = [node for node in top if kind_of(node.op) == EXIT]
        if len(conditions) != 1 or not exits:
            raise _OtherwiseError
        entered = {node.outputs[0]: node for node in enters}
        constants = tuple(tensor for tensor, node in entered.items() if node.attrs["is_constant"])
        variables = _variables(top, entered)
        if len({*constants, *(variable.entered for variable in variables)}) != len(entered):
            raise _OtherwiseError  # what enters has a value in the first iteration alone
        merged = {variable.merge.outputs[0]: index for index, variable in enumerate(variables)}
        switches = [n for n in top if kind_of(n.op) == SWITCH and n.inputs[1] is conditions[0].outputs[0]]
        _Own(variables, switches, exits, conditions[0], merged).check(members)
        handed_on = {node: handing_on(node, node.inputs[0], node.outputs[1]) for node in switches}
        handed_on[conditions[0]] = scalar_of(conditions[0])
        own = {*exits, *(v.merge for v in variables), *(v.following for v in variables)}
        inside = _Inside([handed_on.get(node, node) for node in members if node not in own])
        fed = (*merged, *constants)
        cond_fetches: tuple[Tensor | Node, ...] = (
            conditions[0].outputs[0],
            *inside.those_of(conditions[0].control_inputs),
        )
        after = inside.those_of([c for v in variables for c in v.following.control_inputs])
        following = tuple(variable.following.inputs[0] for variable in variables)
        body_fetches: tuple[Tensor | Node, ...] = (*following, *constants, *after)
        in_cond, in_body = inside.needed(cond_fetches, fed), inside.needed(body_fetches, fed)
        inside.check(in_cond, in_body, {handed_on[node] for node in switches}, following)
        cond = self.part([node for node in inside.nodes if node in in_cond], frame, cond_fetches, fed)
        body = self.part([node for node in inside.nodes if node in in_body], frame, body_fetches, fed)
        shown = f"loop {self._number()} ({frame[-1]})"  # no function can have such a name
        names = (f"{shown}, condition", f"{shown}, body")
        starts = [entered[variable.entered] for variable in variables] + [entered[tensor] for tensor in constants]
        node = _while(frame[-1], starts, fed, names)
        left = {n: handing_on(n, node.outputs[merged[n.inputs[0].node.inputs[0]]], n.outputs[0]) for n in exits}
        together = len(fed) if inside.runs_alone(in_cond, own) else len(variables)
        return Loop(node, cond, body, names, together), left


@dataclass(frozen=True)
class _Variable:
    """A variable of a loop: ``merge`` of its first value ``entered`` and of that of the NextIteration ``following``."""

    merge: Node
    entered: Tensor
    following: Node


def _variables(top: Sequence[Node], entered: Mapping[Tensor, Node]) -> list[_Variable]:
    """The variables of a frame: its Merges of an Enter and a NextIteration."""
    found: list[_Variable] = []
    for node in top:
        if kind_of(node.op) != MERGE:
            continue
        back = [tensor for tensor in node.inputs if kind_of(tensor.node.op) == NEXT]
        starts = [tensor for tensor in node.inputs if tensor in entered]
        if not back and not starts:
            continue  # the end of a conditional
        if len(node.inputs) != 2 or len(back) != 1 or len(starts) != 1 or entered[starts[0]].attrs["is_constant"]:
            raise _OtherwiseError
        found.append(_Variable(node, starts[0], back[0].node))
    return found


@dataclass(frozen=True)
class _Own:
    """The nodes that make a frame a loop. Each is read only by those that a loop has it for."""

    variables: Sequence[_Variable]
    switches: Sequence[Node]
    exits: Sequence[Node]
    condition: Node
    merged: Mapping[Tensor, int]

    def check(self, members: Sequence[Node]) -> None:
        merges = {variable.merge for variable in self.variables}
        switches, exits = set(self.switches), set(self.exits)
        nexts = {variable.following for variable in self.variables}
        starts = {variable.entered for variable in self.variables}
        if any(node.inputs[0] not in self.merged for node in switches):
            raise _OtherwiseError
        if any(node.inputs[0].node not in switches or node.inputs[0].index for node in exits):
            raise _OtherwiseError
        if len(nexts) != len(self.variables) or any(n.control_inputs for n in (*merges, *switches, *exits)):
            raise _OtherwiseError
        for node in members:
            for position, tensor in enumerate(node.inputs):
                source = tensor.node
                if source in nexts or tensor in starts:
                    fine = node in merges
                elif source in switches:
                    fine = tensor.index == 1 or node in exits
                elif source in merges:
                    fine = tensor.index == 0 and node not in nexts
                else:
                    fine = source is not self.condition or (node in switches and position == 1)
                if not fine:
                    raise _OtherwiseError


class _Inside:
    """The nodes of a loop's condition and body."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = nodes
        self._present = set(nodes)
        self._maker = {tensor: node for node in nodes for tensor in node.outputs}

    def those_of(self, controls: Iterable[Node]) -> tuple[Node, ...]:
        """Those of ``controls`` that are in here; the others run whenever the loop does."""
        return tuple(node for node in dict.fromkeys(controls) if node in self._present)

    def _sources(self, node: Node) -> Iterator[Node]:
        for tensor in node.inputs:
            if tensor in self._maker:
                yield self._maker[tensor]
        for control in node.control_inputs:
            if control in self._present:
                yield control

    def needed(self, fetches: Iterable[Tensor | Node], fed: Iterable[Tensor]) -> set[Node]:
        """The nodes that the fetches depend on."""
        stop = set(fed)
        stack = [f if isinstance(f, Node) else self._maker[f] for f in fetches if f not in stop]
        found = set(stack)
        while stack:
            for source in self._sources(stack.pop()):
                if source not in found:
                    found.add(source)
                    stack.append(source)
        return found

    def runs_alone(self, nodes: set[Node], own: Collection[Node]) -> bool:
        """Whether one of the nodes depends on no variable of the loop, and that it runs makes a difference.

        Args:
            own: the nodes that make it a loop.
        """
        bound: set[Node] = set()
        for node in self.nodes:  # in the order that they were made; a loop within reaches back and counts as alone
            sources = {*(tensor.node for tensor in node.inputs), *node.control_inputs}
            if not (sources.isdisjoint(own) and sources.isdisjoint(bound)):
                bound.add(node)
        return any(_matters(node) for node in nodes - bound)

    def check(
        self, in_cond: set[Node], in_body: set[Node], handed_on: Collection[Node], following: Iterable[Tensor]
    ) -> None:
        """What both need may be computed twice; what the body alone has runs only if the loop goes on; and nothing runs
        for its own sake."""
        if any(node not in in_cond and node not in in_body and node not in handed_on for node in self.nodes):
            raise _OtherwiseError
        for node in in_cond & in_body:
            if node.op_def.is_stateful or kind_of(node.op) == ENTER:
                raise _OtherwiseError
        goes_on = set(handed_on)
        changed = True
        while changed:  # once, but for loops within
            before = len(goes_on)
            goes_on.update(n for n in self.nodes if n not in goes_on and any(s in goes_on for s in self._sources(n)))
            changed = len(goes_on) != before
        if not goes_on.isdisjoint(in_cond) or any(self._maker.get(tensor) not in goes_on for tensor in following):
            raise _OtherwiseError
        if any(_matters(node) for node in in_body - in_cond - goes_on):
            raise _OtherwiseError


def _matters(node: Node) -> bool:
    """Whether it makes a difference that a node runs, though no one reads what it gives: it may fail, for example."""
    if kind_of(node.op) in (CONSTANT, ENTER, TRIGGER) or node.op.has(Trait.NOTHING_TO_COMPUTE):
        return False
    return not (node.op.has(Trait.CANNOT_FAIL) and len(node.inputs) == 1)


def _while(frame: str, enters: Sequence[Node], values: Sequence[Tensor], names: tuple[str, str]) -> Node:
    """The While in place of a frame.

    Args:
        enters: of the variables and constants.
        values: what they are within.
    """
    op, first = lookup_op("While"), enters[0]
    attrs = op.op_def.bind({"input": [tensor.dtype for tensor in values]}, {"cond": names[0], "body": names[1]})
    controls = tuple(dict.fromkeys(control for node in enters for control in node.control_inputs))
    inputs = tuple(node.inputs[0] for node in enters)
    node = Node(first.graph, first.id, frame, op, inputs, controls, attrs, "", first.made_at, first.forward)
    node.outputs = tuple(Tensor(node, i, t.dtype, TensorShape(None)) for i, t in enumerate(values))
    return node


def _in_order(nodes: Sequence[Node], position: Mapping[Node, int], stands_for: Mapping[Node, Node]) -> list[Node]:
    """Inputs first, and otherwise by position.

    Args:
        stands_for: for nodes that others run after, what is there in their place.
    """
    maker = {tensor: node for node in nodes for tensor in node.outputs}
    left: dict[Node, int] = {}
    readers: dict[Node, list[Node]] = {}
    for node in nodes:
        sources = {maker[tensor] for tensor in node.inputs if tensor in maker}
        sources.update(stands_for.get(control, control) for control in node.control_inputs)
        sources.intersection_update(position)
        left[node] = len(sources)
        for source in sources:
            readers.setdefault(source, []).append(node)
    ready = [(position[node], index, node) for index, node in enumerate(nodes) if not left[node]]
    heapq.heapify(ready)
    found: list[Node] = []
    serial = len(nodes)
    while ready:
        node = heapq.heappop(ready)[2]
        found.append(node)
        for reader in readers.get(node, ()):
            left[reader] -= 1
            if not left[reader]:
                serial += 1
                heapq.heappush(ready, (position[reader], serial, reader))
    if len(found) != len(nodes):
        raise _OtherwiseError
    return found
