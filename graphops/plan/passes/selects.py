"""selects: both sides of a small conditional are computed, and a Select takes one of them.

A branch of a few small element-wise steps takes less time than the decision not to run it, and without decisions a loop
can be machine code.  Only steps take part that have no effect and cannot fail, whose results have known, small shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Final

from graphops.graph.node import Node, Tensor
from graphops.plan.loops.guards import Guard
from graphops.plan.passes.facts import facts_of
from graphops.plan.passes.rewriting import Rewriting
from graphops.plan.stand_in import stand_in
from graphops_registry.dtypes import DType
from graphops_registry.op_def import lookup_op

_MOST_STEPS: Final = 24  # of both branches together
_MOST_ELEMENTS: Final = 2048  # of a result

_ALWAYS: Final = frozenset({
    "AddN", "BiasAdd", "Cast", "Const", "Equal", "ExpandDims", "Fill", "Greater", "GreaterEqual", "Identity", "Less",
    "LessEqual", "LogicalAnd", "LogicalNot", "LogicalOr", "NotEqual", "OnesLike", "Reshape", "Select", "SelectV2",
    "Squeeze", "StopGradient", "ZerosLike",
})  # fmt: skip
"""Ops whose kernels fail for no operands of shapes that the shape rule has found to fit."""

_OF_FLOATS: Final = frozenset({
    "Abs", "Add", "AddV2", "Ceil", "Elu", "Exp", "Expm1", "Floor", "LeakyRelu", "Log", "Log1p", "Maximum", "Minimum",
    "Mul", "Neg", "RealDiv", "Reciprocal", "Relu", "Relu6", "Rsqrt", "Sigmoid", "Sign", "Softplus", "Sqrt", "Square",
    "SquaredDifference", "Sub", "Tanh",
})  # fmt: skip
_OF_INTEGERS: Final = frozenset({"Abs", "Add", "AddV2", "Maximum", "Minimum", "Mul", "Neg", "Relu", "Sub", "Square"})
"""The same for floats, and for integers, of which other ops refuse some operands."""


def without_branches(work: Rewriting, nodes: Sequence[Node], fetched: Iterable[Tensor]) -> list[Node]:
    """The nodes with Selects for the Merges of small conditionals, whose branches lose their guards.

    Args:
        nodes: all that may run, inputs first.
        fetched: tensors whose values the run returns.
    """
    finder = _Finder(work, nodes, fetched)
    return [finder.instead(node) for node in nodes]


class _Finder:
    def __init__(self, work: Rewriting, nodes: Sequence[Node], fetched: Iterable[Tensor]) -> None:
        self._work = work
        self._makers = {tensor: node for node in nodes for tensor in node.outputs}
        self._read = {tensor for node in nodes for tensor in work.resolved(node.inputs)}
        self._read.update(work.resolved(tuple(fetched)))
        self._read.update(work.source.get(pred, pred) for guard in work.guards.values() for pred, _ in guard)

    def instead(self, node: Node) -> Node:
        """``node``, or what runs in its place if it is the Merge of a small conditional."""
        work = self._work
        pick = work.picks.get(node)
        if pick is None or len(node.inputs) != 2 or node.outputs[1] in self._read or node in work.fixed:
            return node
        pred, outer = work.source.get(pick.pred, pick.pred), self._resolved(work.guards.get(node, ()))
        one, other = work.resolved((node.inputs[pick.if_true], node.inputs[1 - pick.if_true]))
        if not pred.dtype.is_bool or work.shapes.of(pred).dims != () or not self._is_small(one):
            return node
        if work.shapes.of(one).dims != work.shapes.of(other).dims:
            return node
        steps: dict[Node, None] = {}
        if not self._collect(one, (*outer, (pred, True)), steps):
            return node
        if not self._collect(other, (*outer, (pred, False)), steps):
            return node
        for step in steps:
            if outer:
                work.guards[step] = outer
            else:
                del work.guards[step]
        op = lookup_op("SelectV2")
        made = stand_in(node, op, (pred, one, other), {"T": node.outputs[0].dtype}, node.outputs[:1])
        del work.picks[node]
        work.replaces(made, node)
        self._makers[node.outputs[0]] = made
        work.notes.append(f"{node.name} ({node.op.name}) selects one of both branches")
        return made

    def _collect(self, tensor: Tensor, guard: Guard, steps: dict[Node, None]) -> bool:
        """Add the steps of a branch that compute a tensor; whether they may always run."""
        work, waiting = self._work, [tensor]
        while waiting:
            node = self._makers.get(waiting.pop())
            if node is None or node in steps:
                continue
            own = self._resolved(work.guards.get(node, ()))
            if own == guard[: len(own)] and len(own) < len(guard):
                continue  # it runs wherever the Merge does
            if own != guard or len(steps) == _MOST_STEPS or not self._may_always_run(node):
                return False
            steps[node] = None
            waiting += work.resolved(node.inputs)
        return True

    def _resolved(self, guard: Guard) -> Guard:
        return tuple((self._work.source.get(pred, pred), side) for pred, side in guard)

    def _may_always_run(self, node: Node) -> bool:
        work, name = self._work, node.op.name
        if node in work.fixed or node in work.picks or work.is_ordered(node) or work.is_placed(node):
            return False
        if "_kernel" in node.attrs or not work.on_host(node):
            return False
        if name != "Const" and not facts_of(node.op).pure:
            return False
        if any(tensor in work.not_values for tensor in (*node.inputs, *node.outputs)):
            return False
        dtypes = [tensor.dtype for tensor in (*node.inputs, *node.outputs)]
        kinds = (
            _ALWAYS,
            _OF_FLOATS if all(dtype.is_floating for dtype in dtypes) else (),
            _OF_INTEGERS if all(dtype.is_integer for dtype in dtypes) else (),
        )
        # A shape that is not known may be one that the kernel refuses: what decides may be just that.
        known = all(work.shapes.of(tensor).is_fully_defined for tensor in work.resolved(node.inputs))
        return known and any(name in kind for kind in kinds) and all(map(self._is_small, node.outputs))

    def _is_small(self, tensor: Tensor) -> bool:
        shape = self._work.shapes.of(tensor)
        return _is_number(tensor.dtype) and shape.is_fully_defined and prod(shape.as_tuple()) <= _MOST_ELEMENTS


def _is_number(dtype: DType) -> bool:
    return (dtype.is_floating or dtype.is_integer or dtype.is_bool) and not dtype.is_ref
