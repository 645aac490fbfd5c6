"""Which nodes nobody needs any more, after others were folded, merged or dropped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from graphops.graph.node import Node, Tensor
from graphops.plan.passes.rewriting import Rewriting

# Ops that cannot fail, so that nobody can tell whether they ran: of one input ...
_UNARY: Final = frozenset(
    {
        "Abs", "Cast", "Ceil", "Conj", "Cos", "Elu", "Exp", "Expm1", "Floor", "Identity", "Imag", "Invert",
        "IsFinite", "IsInf", "IsNan", "LeakyRelu", "Log", "Log1p", "LogicalNot", "Neg", "OnesLike",
        "PreventGradient", "Rank", "Real", "Reciprocal", "Relu", "Relu6", "Rint", "Round", "Rsqrt", "Selu",
        "Sigmoid", "Sign", "Sin", "Snapshot", "Softplus", "Softsign", "Sqrt", "Square", "StopGradient", "Tan",
        "Tanh", "ZerosLike",
    }
)  # fmt: skip
# ... and of two whose static shapes are certain.
_BINARY: Final = frozenset(
    {
        "Add", "AddV2", "Equal", "Greater", "GreaterEqual", "Less", "LessEqual", "LogicalAnd", "LogicalOr",
        "Maximum", "Minimum", "Mul", "NotEqual", "SquaredDifference", "Sub",
    }
)  # fmt: skip


def needed(work: Rewriting, nodes: Sequence[Node], fetched: Iterable[Tensor]) -> tuple[list[Node], set[Tensor]]:
    """The nodes that must run, in their order, and the tensors that somebody reads.

    A node whose result nobody wants any more runs all the same if it could fail, or has an effect: what a run does must
    not depend on what was folded.
    """
    used = set(work.resolved(tuple(fetched)))
    awaited: set[Node] = set()
    kept: list[Node] = []
    for node in reversed(nodes):
        if used.isdisjoint(node.outputs) and node not in awaited and _may_go(work, node):
            continue
        kept.append(node)
        used.update(work.resolved(node.inputs))
        awaited.update(node.control_inputs)
    kept.reverse()
    return kept, used


def _may_go(work: Rewriting, node: Node) -> bool:
    if node in work.fixed or not work.on_host(node):  # another device may be one that is not there
        return False
    op = node.type
    if op == "Const":
        return True
    if op in _UNARY:
        return True
    return op in _BINARY and all(work.shapes.of(tensor).is_fully_defined for tensor in node.inputs)
