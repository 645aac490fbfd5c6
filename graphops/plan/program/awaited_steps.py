"""Which step of a plan a node waits for last, itself or through nodes for which nothing is computed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from graphops.graph.node import Node, Tensor

if TYPE_CHECKING:
    from graphops.plan.step import Step


class AwaitedSteps:
    """The order that edges of a graph demand among the steps of its plan.

    A control edge may lead to a step through constants and through what passes dropped: a node has none of its own if
    one of its inputs has it.

    Args:
        steps: of the plan.
        nothing: those for which nothing is computed.
    """

    def __init__(self, steps: Sequence[Step], nothing: Collection[int]) -> None:
        self._steps, self._nothing = steps, nothing
        self._nodes: dict[Node, int] = {step.node: index for index, step in enumerate(steps)}
        self._makers: dict[Tensor, int] = {t: index for index, step in enumerate(steps) for t in step.node.outputs}
        self._last: dict[Node, int] = {}

    def last(self, index: int) -> int:
        """The index of the last step that a step waits for; -1 for none, the number of steps where it is not known."""
        first = self._steps[index].node
        stack = [first]
        entered: set[Node] = set()
        while stack:
            node = stack[-1]
            if node in self._last:
                stack.pop()
            elif node not in entered:
                entered.add(node)
                stack += [each for each in self._before(node) if isinstance(each, Node) and each not in self._last]
            else:  # what is not known by now is on a circle with it
                unknown = len(self._steps)
                before = (
                    each if isinstance(each, int) else self._last.get(each, unknown) for each in self._before(node)
                )
                self._last[node] = max(before, default=-1)
                stack.pop()
        return self._last[first]

    def _before(self, node: Node) -> Iterator[int | Node]:
        """The steps that a node waits for, and the nodes for which nothing is computed."""
        for tensor in node.inputs:
            yield self._step_or_node(self._makers.get(tensor), tensor.node)
        for control in node.control_inputs:
            yield self._step_or_node(self._nodes.get(control), control)

    def _step_or_node(self, index: int | None, node: Node) -> int | Node:
        if index is None:
            # A pass may have put another node in its place, which runs at some time.
            return len(self._steps) if node.op_def.is_stateful else node
        return self._steps[index].node if index in self._nothing else index
