"""Calls of functions, replaced by the nodes of their bodies, so that passes see them with what is around them.

The branches of a conditional are replaced likewise if they have no effects: their nodes get a guard, as those of
TensorFlow 1's conditionals.

This is only done in plans for certain shapes: they run where nobody watches single nodes, and their passes infer shapes
from the arguments at hand, not from what the function declares.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from graphops.graph.node import Node, Tensor
from graphops.plan.loops.control import is_control_flow
from graphops.plan.loops.guards import Guard, Pick
from graphops.plan.loops.regions import Part
from graphops.plan.passes.facts import facts_of
from graphops.plan.stand_in import handing_on, stand_in
from graphops_registry.dtypes import int32
from graphops_registry.op_def import lookup_op
from graphops_registry.shape import TensorShape
from graphops_registry.traits import Trait

if TYPE_CHECKING:
    from graphops.graph.functions import Function, FunctionBody

_MOST_NODES: Final = 50_000  # that calls are replaced by, in one plan
_DEEPEST: Final = 16  # calls within calls
_MOST_OF_BRANCHES: Final = 200  # nodes of both branches of a conditional
_BRANCHES: Final = ("then_branch", "else_branch")  # the attrs of a conditional


def inlined(
    part: Part,
    functions: Mapping[str, Function],
    body_nodes: Callable[[Function], Sequence[Node]],
    shape_of: Callable[[Tensor], TensorShape],
) -> Part:
    """``part`` without calls of functions, as far as that is possible.

    Args:
        functions: the graph's, by name.
        body_nodes: what runs in a call of a function, inputs first.
        shape_of: what is certain about the shape of a tensor in these runs.
    """
    if not any(node.op.has(Trait.FUNCTION_CALL) or _is_conditional(node) for node in part.nodes):
        return part
    work = _Inlining(part, functions, body_nodes, shape_of)
    return replace(
        part, nodes=work.nodes, guards=work.guards, picks=work.picks, renamed={**part.renamed, **work.renamed}
    )


class _Inlining:
    def __init__(
        self,
        part: Part,
        functions: Mapping[str, Function],
        body_nodes: Callable[[Function], Sequence[Node]],
        shape_of: Callable[[Tensor], TensorShape],
    ) -> None:
        self._shape_of = shape_of
        self._functions = functions
        self._body_nodes = body_nodes
        self._kept = {*part.fetches, *(tensor.node for tensor in part.fed)}
        self._left = _MOST_NODES
        self.nodes: list[Node] = []
        self.guards = dict(part.guards)
        self.picks = dict(part.picks)
        self.renamed: dict[Tensor, Tensor] = {}
        for node in part.nodes:
            self._take(node, 0)

    def _take(self, node: Node, depth: int) -> None:
        if node.op.has(Trait.FUNCTION_CALL) and node not in self._kept and depth < _DEEPEST:
            function = self._functions.get(node.attrs["f"])
            if function is not None and not node.device and self._call(node, function, depth):
                return
        if _is_conditional(node) and node not in self._kept and depth < _DEEPEST:
            branches = [self._functions.get(node.attrs[name]) for name in _BRANCHES]
            if not node.device and self._conditional(node, [each for each in branches if each is not None], depth):
                return
        self.nodes.append(node)

    def _conditional(self, node: Node, branches: Sequence[Function], depth: int) -> bool:
        """Put both branches in place of a conditional, the first one for a predicate that holds; whether that is
        possible."""
        pred, *given = node.inputs
        if len(branches) < 2 or not pred.dtype.is_bool or self._shape_of(pred).dims != ():
            return False
        inside = [self._body_nodes(branch) for branch in branches]
        if sum(map(len, inside)) > min(self._left, _MOST_OF_BRANCHES):
            return False
        if not all(inner.type == "Const" or facts_of(inner.op).pure for nodes in inside for inner in nodes):
            return False
        self._left -= sum(map(len, inside))
        guard = self.guards.get(node, ())
        results = [
            self._copied(node, given, branch.body, nodes, (*guard, (pred, side)), depth)
            for branch, nodes, side in zip(branches, inside, (True, False), strict=True)
        ]
        merge, promises = lookup_op("Merge"), node.attrs["output_shapes"]
        for output, one, other in zip(node.outputs, *results, strict=True):
            made = stand_in(node, merge, (one, other), merge.op_def.bind({"inputs": [output.dtype] * 2}, {}))
            made.outputs = tuple(
                Tensor(made, i, dtype, TensorShape(None)) for i, dtype in enumerate((output.dtype, int32))
            )
            self.picks[made] = Pick(pred, 0)
            self._add(made, guard or None)
            carrier, promised = made.outputs[0], promises[output.index] if promises else None
            if promised is not None and promised.dims is not None:
                checked = _checked(node, carrier, promised)
                carrier = checked.outputs[0]
                self._add(checked, guard or None)
            self.renamed[output] = carrier
            self._add(handing_on(node, carrier, output), guard or None)
        return True

    def _call(self, call: Node, function: Function, depth: int) -> bool:
        """Put the body in place of a call; whether that is possible."""
        body, inside = function.body, self._body_nodes(function)
        if len(inside) > self._left or any(is_control_flow(node.op) for node in inside):
            return False
        if any(t.dtype.is_ref for t in (*call.inputs, *call.outputs)):
            return False
        self._left -= len(inside)
        guard = self.guards.get(call)
        for carrier, output in zip(
            self._copied(call, call.inputs, body, inside, guard, depth), call.outputs, strict=True
        ):
            self.renamed[output] = carrier
            self._add(handing_on(call, carrier, output), guard)
        return True

    def _copied(
        self,
        call: Node,
        given: Sequence[Tensor],
        body: FunctionBody,
        inside: Sequence[Node],
        guard: Guard | None,
        depth: int,
    ) -> list[Tensor]:
        """Put copies of a body's nodes in place; the tensors that carry its results."""
        stands_for: dict[Tensor, Tensor] = {}
        for value, declared in zip(given, body.inputs, strict=True):
            stands_for[declared] = value
            if declared.shape.dims is not None:
                checked = _checked(call, value, declared.shape)
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
            certain = node.type == "Const"
            copy.outputs = tuple(
                Tensor(copy, i, t.dtype, t.plain_shape if certain else TensorShape(None))
                for i, t in enumerate(node.outputs)
            )
            stands_for.update(zip(node.outputs, copy.outputs, strict=True))
            copies[node] = copy
            if guard is not None:
                self.guards[copy] = guard
            self._take(copy, depth + 1)
        return [stands_for[result] for result in body.outputs]

    def _add(self, node: Node, guard: Guard | None) -> None:
        self.nodes.append(node)
        if guard is not None:
            self.guards[node] = guard


def _is_conditional(node: Node) -> bool:
    """Whether a node calls one of two functions."""
    functions = node.op_def.function_attrs
    return bool(functions) and {attr.name for attr in functions} == {*_BRANCHES}


def _checked(call: Node, given: Tensor, shape: TensorShape) -> Node:
    """A node that hands on an argument, and refuses what has another shape."""
    op = lookup_op("EnsureShape")
    node = stand_in(call, op, (given,), op.op_def.bind({"input": given.dtype}, {"shape": shape}))
    node.outputs = (Tensor(node, 0, given.dtype, TensorShape(None)),)
    return node
