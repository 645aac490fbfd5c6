"""Removing the nodes that are no longer needed after others were folded, merged or dropped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphops.graph.node import Node, Tensor
from graphops.plan.passes.rewriting import Rewriting
from graphops_registry.traits import Trait


def needed(work: Rewriting, nodes: Sequence[Node], fetched: Iterable[Tensor]) -> tuple[list[Node], set[Tensor]]:
    """The nodes that must run, in their order, and the tensors that are read.

    A node whose result is no longer read still runs if it could fail, or has an effect: what a run does must
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
    if node.type == "Const":
        return True
    if not node.op.has(Trait.CANNOT_FAIL):
        return False
    # Shapes of several inputs must fit each other, which static shapes that are certain were checked for.
    return len(node.inputs) == 1 or all(work.shapes.of(tensor).is_fully_defined for tensor in node.inputs)
