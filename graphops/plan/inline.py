"""Calls of functions, replaced by the nodes of their bodies, so that passes see them with what is around them.

This is only done in plans for certain shapes: they run where nobody watches single nodes, and their passes infer shapes
from the arguments at hand, not from what the function declares.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from graphops.graph.node import Node, Tensor
from graphops.plan.loops.control import is_control_flow
from graphops.plan.loops.guards import Guard
from graphops.plan.loops.regions import Part
from graphops.plan.stand_in import handing_on, stand_in
from graphops_registry.op_def import lookup_op
from graphops_registry.shape import TensorShape
from graphops_registry.traits import Trait

if TYPE_CHECKING:
    from graphops.graph.functions import Function

_MOST_NODES: Final = 50_000  # that calls are replaced by, in one plan
_DEEPEST: Final = 16  # calls within calls


def inlined(
    part: Part,
    functions: Mapping[str, Function],
    body_nodes: Callable[[Function], Sequence[Node]],
) -> Part:
    """``part`` without calls of functions, as far as that is possible.

    Args:
        functions: the graph's, by name.
        body_nodes: what runs in a call of a function, inputs first.
    """
    if not any(node.op.has(Trait.FUNCTION_CALL) for node in part.nodes):
        return part
    work = _Inlining(part, functions, body_nodes)
    return replace(part, nodes=work.nodes, guards=work.guards, renamed={**part.renamed, **work.renamed})


class _Inlining:
    def __init__(
        self, part: Part, functions: Mapping[str, Function], body_nodes: Callable[[Function], Sequence[Node]]
    ) -> None:
        self._functions = functions
        self._body_nodes = body_nodes
        self._kept = {*part.fetches, *(tensor.node for tensor in part.fed)}
        self._left = _MOST_NODES
        self.nodes: list[Node] = []
        self.guards = dict(part.guards)
        self.renamed: dict[Tensor, Tensor] = {}
        for node in part.nodes:
            self._take(node, 0)

    def _take(self, node: Node, depth: int) -> None:
        if node.op.has(Trait.FUNCTION_CALL) and node not in self._kept and depth < _DEEPEST:
            function = self._functions.get(node.attrs["f"])
            if function is not None and not node.device and self._call(node, function, depth):
                return
        self.nodes.append(node)

    def _call(self, call: Node, function: Function, depth: int) -> bool:
        """Put the body in place of a call; whether that is possible."""
        body, inside = function.body, self._body_nodes(function)
        if len(inside) > self._left or any(is_control_flow(node.op) for node in inside):
            return False
        if any(t.dtype.is_ref for t in (*call.inputs, *call.outputs)):
            return False
        self._left -= len(inside)
        guard = self.guards.get(call)
        stands_for: dict[Tensor, Tensor] = {}
        for given, declared in zip(call.inputs, body.inputs, strict=True):
            stands_for[declared] = given
            if declared.shape.dims is not None:
                checked = _checked(call, given, declared.shape)
                stands_for[declared] = checked.outputs[0]
                self._add(checked, guard)
        copies: dict[Node, Node] = {}
        for node in inside:
            inputs = tuple(stands_for.get(tensor, tensor) for tensor in node.inputs)
            controls = tuple(copies[control] for control in node.control_inputs if control in copies)
            copy = Node(
                node.graph, node.id, node.name, node.op, inputs, (*controls, *call.control_inputs), node.attrs,
                node.device, node.made_at, node.forward,
            )  # fmt: skip
            copy.outputs = tuple(Tensor(copy, i, t.dtype, TensorShape(None)) for i, t in enumerate(node.outputs))
            stands_for.update(zip(node.outputs, copy.outputs, strict=True))
            copies[node] = copy
            if guard is not None:
                self.guards[copy] = guard
            self._take(copy, depth + 1)
        for result, output in zip(body.outputs, call.outputs, strict=True):
            carrier = stands_for[result]
            self.renamed[output] = carrier
            self._add(handing_on(call, carrier, output), guard)
        return True

    def _add(self, node: Node, guard: Guard | None) -> None:
        self.nodes.append(node)
        if guard is not None:
            self.guards[node] = guard


def _checked(call: Node, given: Tensor, shape: TensorShape) -> Node:
    """A node that hands on an argument, and refuses what has another shape."""
    op = lookup_op("EnsureShape")
    node = stand_in(call, op, (given,), op.op_def.bind({"input": given.dtype}, {"shape": shape}))
    node.outputs = (Tensor(node, 0, given.dtype, TensorShape(None)),)
    return node
