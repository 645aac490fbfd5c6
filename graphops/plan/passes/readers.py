"""Who reads and who makes which tensor, among the nodes that run, and what takes their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from graphops.graph.node import Node, Tensor
from graphops.plan.passes.rewriting import Rewriting


class Readers:
    """See the module.

    Args:
        nodes: all that run, inputs first.
        fetched: tensors whose values the run returns.

    Attributes:
        instead: node -> what takes its place, if anything does.
        before: node -> what runs before it from now on.
        perhaps: nodes that need not run if nothing reads them any more.
    """

    def __init__(self, work: Rewriting, nodes: Sequence[Node], fetched: Sequence[Tensor]) -> None:
        self.instead: dict[Node, Node | None] = {}
        self.before: dict[Node, Node] = {}
        self.perhaps: set[Node] = set()
        self._work = work
        self._nodes = nodes
        self._fetched = work.resolved(tuple(fetched))
        self._counts = Counter(self._fetched)
        self._makers: dict[Tensor, Node] = {}
        for node in nodes:
            self._counts.update(work.resolved(node.inputs))
            self._makers.update(dict.fromkeys(node.outputs, node))

    def maker(self, tensor: Tensor, root: Node) -> Node | None:
        """The node whose only output is ``tensor``, if nothing but data ties it to others, so that it may become part
        of what ``root`` becomes."""
        node = self._makers.get(tensor)
        if node is None or len(node.outputs) != 1 or node in self._work.awaited:
            return None
        return node if self._work.is_free(node, root) else None

    def only_maker(self, tensor: Tensor, root: Node) -> Node | None:
        """The same, if ``tensor`` is read once."""
        return self.maker(tensor, root) if self._counts[tensor] == 1 else None

    def left(self) -> list[Node]:
        """The nodes that run now."""
        if not self.instead:
            return list(self._nodes)
        found: list[Node] = []
        for node in self._nodes:
            if node in self.before:
                found.append(self.before[node])
            present = self.instead.get(node, node)
            if present is not None:
                found.append(present)
        used = set(self._fetched)
        needed: list[Node] = []
        for node in reversed(found):
            if node not in self.perhaps or not used.isdisjoint(node.outputs):
                used.update(self._work.resolved(node.inputs))
                needed.append(node)
        needed.reverse()
        return needed
