"""The order of nodes: inputs before what takes them, but for the edges that close loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphops.graph.node import Node

_MERGES: Final = frozenset({"Merge", "RefMerge"})
_NEXT: Final = frozenset({"NextIteration", "RefNextIteration"})


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
            needed = [t.node for t in node.inputs if not (node.type in _MERGES and t.node.type in _NEXT)]
            missing = [n for n in (*needed, *node.control_inputs) if n in members and n not in done]
            if missing:
                stack += reversed(missing)
            else:
                done[node] = None
                stack.pop()
    return list(done)
