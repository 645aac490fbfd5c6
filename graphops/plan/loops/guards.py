"""TensorFlow 1's conditionals as guards: a node behind a Switch runs if the Switch's ``pred`` holds, or does not.

A guard is what must hold for a node to run, outer conditions first.  A Merge of two branches takes the input of the
branch that ran.  What is shaped otherwise (a Merge of branches of different predicates, say) has no guards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from graphops.graph.node import Node, Tensor
from graphops.plan.loops.control import COND, KERNEL, MERGE, SWITCH, TRIGGER, kind_of
from graphops.plan.stand_in import handing_on, stand_in
from graphops_registry.op_def import lookup_op
from graphops_registry.traits import Trait

_DEEPEST: Final = 64  # predicates that one node depends on

Guard: TypeAlias = tuple[tuple[Tensor, bool], ...]  # predicates and what they must be, those of outer branches first


@dataclass(frozen=True, slots=True)
class Pick:
    """What a Merge does.

    Attributes:
        pred: decides.
        if_true: the index of the input that it takes where ``pred`` is true; else it takes the other one.
    """

    pred: Tensor
    if_true: int


@dataclass(frozen=True)
class Guarded:
    """Nodes without Switches.

    Attributes:
        nodes: inputs first; for the outputs of Switches there are nodes that hand on their ``data``.
        guards: of those nodes that do not always run.
        picks: of all Merges.
        implied: nodes that others run after for the sake of guards alone: nothing happens when they run.
    """

    nodes: list[Node]
    guards: dict[Node, Guard]
    picks: dict[Node, Pick]
    implied: frozenset[Node]


def guarded(
    nodes: Sequence[Node],
    fetched: Iterable[Tensor],
    fed: Iterable[Tensor],
    loops: Mapping[Node, int] = MappingProxyType({}),
    always: Iterable[Node] = (),
    stands_for: Mapping[Node, Node] = MappingProxyType({}),
) -> Guarded | None:
    """The nodes with guards in place of Switches.

    Args:
        nodes: inputs first, without loops.
        fetched: they must always have a value.
        loops: those of the nodes that are loops, and how many of their inputs must depend on the same predicates. The
            others depend on no more than these.
        always: nodes that must always run.
        stands_for: for nodes that others run after, what is there in their place.

    Returns:
        ``None`` if the conditionals are shaped otherwise.
    """
    if not any(kind_of(node.op) in (SWITCH, MERGE, COND) for node in nodes):
        return Guarded(list(nodes), {}, {}, frozenset())
    finding = _Finding(fed, stands_for)
    for node in nodes:
        if (node in loops and not finding.enters_together(node, loops[node])) or not finding.take(node):
            return None
    if any(map(finding.may_be_dead, always)):
        return None
    if any(finding.of_tensor.get(tensor) for tensor in fetched) or not finding.dead.isdisjoint(fetched):
        return None
    return Guarded(finding.nodes, finding.guards, finding.picks, frozenset(finding.implied))


class _Finding:
    """What is found node by node.

    Attributes:
        of_tensor: the guard of what does not always have a value.
        dead: tensors that never have a value.
    """

    def __init__(self, fed: Iterable[Tensor], stands_for: Mapping[Node, Node]) -> None:
        self.nodes: list[Node] = []
        self.guards: dict[Node, Guard] = {}
        self.picks: dict[Node, Pick] = {}
        self.implied: set[Node] = set()
        self.of_tensor: dict[Tensor, Guard] = {}
        self.dead: set[Tensor] = set()
        self._fed = set(fed)
        self._of_node: dict[Node, Guard] = {}
        self._stands_for = stands_for
        self._same: dict[Tensor, Tensor] = {}  # what an Identity gives -> what it takes

    def take(self, node: Node) -> bool:
        """Add a node; whether that is possible."""
        kind = kind_of(node.op)
        if kind == MERGE:
            return self._merge(node)
        if not self.dead.isdisjoint(node.inputs):
            return False
        guard = () if kind == TRIGGER else self._guard(node)
        if guard is None or len(guard) > _DEEPEST:
            return False
        if kind == SWITCH:
            return self._switch(node, guard)
        if kind == COND:  # outside of loops
            self._of_node[node] = guard
            if node.outputs[0] not in self._fed:
                self._same[node.outputs[0]] = self._original(node.inputs[0])
                self._add(scalar_of(node), guard, node)
            return True
        hands_on = node.op.traits.get(Trait.PASSES_THROUGH, ())[1:] == ("always",) and len(node.inputs) == 1
        if hands_on and node.outputs[0] not in self._fed:
            self._same[node.outputs[0]] = self._original(node.inputs[0])
        self._add(node, guard, node)
        return True

    def enters_together(self, loop: Node, count: int) -> bool:
        """Whether the first ``count`` inputs of a loop depend on the same predicates, and nothing else that enters it
        depends on more; else a part of the loop could run alone."""
        first, *others = (frozenset(self.of_tensor.get(tensor, ())) for tensor in loop.inputs)
        if any(other != first for other in others[: count - 1]) or not self.dead.isdisjoint(loop.inputs):
            return False
        others += (frozenset(self._after(control)) for control in loop.control_inputs)
        return all(other <= first for other in others)

    def may_be_dead(self, node: Node) -> bool:
        """Whether the node does not always run."""
        return bool(self._after(node))

    def _add(self, node: Node, guard: Guard, stands_for: Node) -> None:
        self.nodes.append(node)
        self._of_node[stands_for] = guard
        if guard:
            self.guards[node] = guard
        for tensor in node.outputs:
            if tensor not in self._fed:
                self.of_tensor[tensor] = guard
        if not node.op_def.is_stateful and kind_of(node.op) == KERNEL:
            self.implied.add(node)

    def _after(self, node: Node) -> Guard:
        """What must hold for what comes after a node, because it does."""
        return self._of_node.get(self._stands_for.get(node, node), ())

    def _original(self, tensor: Tensor) -> Tensor:
        return self._same.get(tensor, tensor)

    def _guard(self, node: Node) -> Guard | None:
        """All that must hold for the node to run; ``None`` if it never does."""
        found: dict[Tensor, bool] = {}
        guards = [self.of_tensor.get(tensor, ()) for tensor in node.inputs]
        guards += map(self._after, node.control_inputs)
        for guard in sorted(guards, key=len, reverse=True):  # the longest one has the order
            for pred, side in guard:
                if found.setdefault(pred, side) is not side:
                    return None
        return self._nested(found)

    def _nested(self, found: dict[Tensor, bool]) -> Guard:
        """In an order in which each predicate has a value if those before it hold."""
        order: dict[Tensor, bool] = {}

        def place(pred: Tensor) -> None:
            if pred in order:
                return
            for outer, _ in self.of_tensor.get(pred, ()):
                if outer in found:
                    place(outer)
            order[pred] = found[pred]

        for pred in found:
            place(pred)
        return tuple(order.items())

    def _switch(self, node: Node, guard: Guard) -> bool:
        data, given = node.inputs
        pred = self._original(given)
        self._of_node[node] = guard
        self.implied.add(node)
        sides = dict(guard)
        for output, side in zip(node.outputs, (False, True), strict=True):
            if output in self._fed:
                continue
            if sides.get(pred, side) is not side:
                self.dead.add(output)
                continue
            handed_on = handing_on(node, data, output)
            self.nodes.append(handed_on)
            own = guard if pred in sides else self._nested({**sides, pred: side})
            self.of_tensor[output] = own
            self.guards[handed_on] = own
        return True

    def _merge(self, node: Node) -> bool:
        if len(node.inputs) != 2 or any(tensor in self.dead or tensor in self._fed for tensor in node.inputs):
            return False
        one, other = (dict(self.of_tensor.get(tensor, ())) for tensor in node.inputs)
        opposite = [pred for pred, side in one.items() if other.get(pred) is (not side)]
        if len(opposite) != 1:
            return False
        pred = opposite[0]
        first = one.pop(pred)
        other.pop(pred)
        if one != other:
            return False
        for control in node.control_inputs:
            if any(one.get(each) is not side for each, side in self._after(control)):
                return False
        self.picks[node] = Pick(pred, 0 if first else 1)
        self._add(node, self._nested(one), node)
        return True


def scalar_of(node: Node) -> Node:
    """A node that hands on the input of a LoopCond as its output, and refuses what is no scalar."""
    op = lookup_op("EnsureShape")
    attrs = op.op_def.bind({"input": node.outputs[0].dtype}, {"shape": ()})
    return stand_in(node, op, node.inputs, attrs, node.outputs)
