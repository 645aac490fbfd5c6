"""Removing the nodes that are no longer needed after others were folded, merged or dropped, or never were.

``tf.tuple`` makes updates of variables wait for all gradients, also for those of inputs that are no variables.  To wait
for a function of its inputs is to wait for nothing: what has effects runs in the order of the graph anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphops.graph.node import Node, Tensor
from graphops.plan.passes.facts import fails_for_shapes_alone
from graphops.plan.passes.rewriting import Rewriting


def needed(
    work: Rewriting, nodes: Sequence[Node], fetched: Iterable[Tensor], *, drop: bool
) -> tuple[list[Node], set[Tensor]]:
    """The nodes that must run, in their order, and the tensors that are read.

    A node whose result is not read still runs if it could fail, or has an effect: what a run does must not depend on
    what was folded.

    Args:
        drop: whether others waiting for a node is no reason to run it.
    """
    used = set(work.resolved(tuple(fetched)))
    kept: list[Node] = []
    for node in reversed(nodes):
        awaited = node in work.awaited
        if used.isdisjoint(node.outputs) and (drop or not awaited) and _may_go(work, node):
            if awaited:
                work.gone.add(node)
            continue
        kept.append(node)
        used.update(work.resolved(node.inputs))
    kept.reverse()
    return kept, used


def _may_go(work: Rewriting, node: Node) -> bool:
    if node in work.fixed or not work.on_host(node):  # another device may be one that is not there
        return False
    if node.type == "Const":
        return True
    sizes = (tensor for tensor in node.inputs if tensor.dtype.is_integer)
    if not fails_for_shapes_alone(node.op, all(work.value_of(tensor) is not None for tensor in sizes)):
        return False
    # Shapes of several inputs must fit each other, which static shapes that are certain were checked for.
    return len(node.inputs) == 1 or all(work.shapes.of(tensor).is_fully_defined for tensor in node.inputs)
