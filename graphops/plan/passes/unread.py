"""drop_identities: While loops without the variables that nobody reads.

TensorFlow's gradient of a loop has variables for the gradients of all its inputs, and the loop itself one for each
value that a gradient might need.  A variable that nobody reads after the loop, on which neither the condition nor
another variable depends, is not computed: nor is what only it needs, before the loop and in the loops that feed it.
Nodes that only wait for a value, as those do that ``tf.tuple`` makes for gradients, wait for the loop that gives it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from graphops.graph.node import Node, Tensor
from graphops.plan.calls import check_types
from graphops.plan.stand_in import stand_in
from graphops_registry.errors import GraphopsError
from graphops_registry.traits import Trait

if TYPE_CHECKING:
    from graphops.graph.functions import Function, FunctionBody
    from graphops.plan.loops.regions import Part


class Reduced(NamedTuple):
    """A function without some of its arguments and results.

    Attributes:
        name: one that no function has.
        fetches: its results, and the nodes that run whenever it is called.
        fed: its arguments.
    """

    name: str
    body: FunctionBody
    fetches: tuple[Tensor | Node, ...]
    fed: tuple[Tensor, ...]


def without_unread(part: Part, functions: Mapping[str, Function]) -> tuple[Part, list[Reduced]]:
    """``part`` with loops of fewer variables, and the functions that these loops call.

    Args:
        functions: the graph's, by name.
    """
    if not any(map(_is_loop, part.nodes)):
        return part, []
    work = _Reducing(part, functions)
    nodes = work.nodes()
    if not work.functions:
        return part, []
    return replace(part, nodes=nodes, guards=work.guards, implied=part.implied | work.waiting), work.functions


class _Reducing:
    """Goes through a part, readers first."""

    def __init__(self, part: Part, functions: Mapping[str, Function]) -> None:
        self._part = part
        self._library = functions
        self._read = {each for each in part.fetches if isinstance(each, Tensor)}
        self._read.update(part.fed)
        self._read.update(pred for guard in part.guards.values() for pred, _ in guard)
        self._read.update(pick.pred for pick in part.picks.values())
        self._fetched = {each for each in part.fetches if isinstance(each, Node)}
        self._awaited = set(self._fetched)
        self._lost: set[Tensor] = set()  # what was read by something that is no longer there
        self.guards = dict(part.guards)
        self.waiting: set[Node] = set()  # for which others wait, though nobody reads what they compute
        self.functions: list[Reduced] = []

    def nodes(self) -> list[Node]:
        """What is left of the nodes."""
        kept: list[Node] = []
        for node in reversed(self._part.nodes):
            if self._is_unread(node):
                self._lost.update(node.inputs)
                if node in self._awaited:
                    self.waiting.add(node)
                    self._awaited.update(node.control_inputs)
                continue
            if _is_loop(node):
                node = self._reduced(node)
            kept.append(node)
            self._read.update(node.inputs)
            self._awaited.update(node.control_inputs)
        kept.reverse()
        return kept

    def _is_unread(self, node: Node) -> bool:
        """Whether nobody reads what the node computes, any more or at all, and it has no effect."""
        if not self._read.isdisjoint(node.outputs) or node in self._fetched or node in self.guards:
            return False
        if node in self._awaited:  # by others that must see what it fails for
            return node.op.has(Trait.CANNOT_FAIL) and len(node.inputs) == 1
        return (
            not self._lost.isdisjoint(node.outputs)
            and not node.op_def.is_stateful
            and not any(tensor.dtype.is_ref for tensor in node.inputs)
        )

    def _reduced(self, node: Node) -> Node:
        """The loop without the variables that nobody reads; the same one if there are none."""
        if all(output in self._read for output in node.outputs):
            return node
        cond, body = (self._library.get(node.attrs[name]) for name in ("cond", "body"))
        if cond is None or body is None or not _agree(node, cond, body):
            return node
        read = [index for index, output in enumerate(node.outputs) if output in self._read]
        live = _live(cond.body, body.body, read)
        if not live or len(live) == len(node.outputs):
            return node
        gone = ", ".join(str(index) for index in range(len(node.outputs)) if index not in live)
        names = [self._new_name(f"{each.name} without {gone}") for each in (cond, body)]
        self.functions += (
            Reduced(
                names[0],
                cond.body,
                (*cond.body.outputs, *cond.body.control_outputs),
                tuple(cond.body.inputs[index] for index in live),
            ),
            Reduced(
                names[1],
                body.body,
                (*(body.body.outputs[index] for index in live), *body.body.control_outputs),
                tuple(body.body.inputs[index] for index in live),
            ),
        )
        attrs = {**node.attrs, "cond": names[0], "body": names[1], "T": tuple(node.attrs["T"][i] for i in live)}
        shapes = attrs.get("output_shapes", ())
        if len(shapes) == len(node.outputs):
            attrs["output_shapes"] = tuple(shapes[index] for index in live)
        inputs, outputs = (tuple(each[index] for index in live) for each in (node.inputs, node.outputs))
        self._lost.update(node.inputs)
        made = stand_in(node, node.op, inputs, attrs, outputs, controls=node.control_inputs)
        if node in self.guards:
            self.guards[made] = self.guards[node]
        return made

    def _new_name(self, name: str) -> str:
        """``name``, or one like it that no function of a library has."""
        while name in self._library:
            name += "'"
        return name


def _is_loop(node: Node) -> bool:
    return "cond" in node.attrs and "body" in node.attrs and len(node.inputs) == len(node.outputs)


def _agree(node: Node, cond: Function, body: Function) -> bool:
    """Whether the functions take and give what the loop says; if not, they are refused when they are planned."""
    try:
        check_types(node, "cond", cond)
        check_types(node, "body", body)
    except GraphopsError:
        return False
    return True


def _live(cond: FunctionBody, body: FunctionBody, read: Iterable[int]) -> list[int]:
    """The variables that matter, if those at ``read`` are read after the loop."""
    found = set(read)
    found.update(_Needs(cond.inputs).of((*cond.outputs, *cond.control_outputs)))
    needs = _Needs(body.inputs)
    found.update(needs.of(body.control_outputs))
    left = list(found)
    while left:
        more = needs.of([body.outputs[left.pop()]]) - found
        found |= more
        left += more
    return sorted(found)


class _Needs:
    """What fetches of a graph need of its inputs. Nothing is visited twice."""

    def __init__(self, inputs: Sequence[Tensor]) -> None:
        self._position = {tensor: index for index, tensor in enumerate(inputs)}
        self._visited: set[Node] = set()

    def of(self, fetches: Iterable[Tensor | Node]) -> set[int]:
        """The positions of inputs that these fetches need, and none before them."""
        found: set[int] = set()
        stack = list(fetches)
        while stack:
            each = stack.pop()
            if isinstance(each, Tensor):
                position = self._position.get(each)
                if position is not None:
                    found.add(position)
                    continue
                each = each.node
            if each not in self._visited:
                self._visited.add(each)
                stack += each.inputs
                stack += each.control_inputs
        return found
