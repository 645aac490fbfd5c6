"""The order of nodes: each node after its inputs, except along the edges that close loops."""

from __future__ import annotations

from collections.abc import Sequence

from graphops.graph.node import Node
from graphops_registry.traits import Trait


def inputs_first(nodes: Sequence[Node]) -> list[Node]:
    """``nodes``, in the order of their creation, with those that others need moved before them."""
    members = set(nodes)
    done: dict[Node, None] = {}
    for start in nodes:
        stack = [start]
        while stack:
            node = stack[-1]
            if node in done:
                stack.pop()
                continue
            merges = node.op.has(Trait.MERGE)
            needed = [t.node for t in node.inputs if not (merges and t.node.op.has(Trait.NEXT_ITERATION))]
            missing = [n for n in (*needed, *node.control_inputs) if n in members and n not in done]
            if missing:
                stack += reversed(missing)
            else:
                done[node] = None
                stack.pop()
    return list(done)
