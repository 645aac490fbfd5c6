"""Which plan of a graph runs: the first that cuDNN's heuristics name, or the fastest of the first few."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from graphops_cuda.cudnn.graph import Graph, Unsupported
from graphops_cuda.cudnn.library import frontend

_TIMED: Final = 8
"""Plans that are compared; heuristics list the promising ones first."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan that is ready to run.

    Attributes:
        graph: whose plan.
        index: its place in the list of plans; ``None``: the one that the graph chose.
        workspace: bytes that it needs.
    """

    graph: Graph
    index: int | None
    workspace: int

    def execute(self, operands: tuple[int, int, int, int], workspace: int, handle: Any) -> None:
        """Queue it on the handle's stream; operands are the addresses of x, w, y and, if there is one, the bias."""
        pack = self.graph.pack(*operands)
        if self.index is None:
            self.graph.graph.execute(pack, workspace, handle=handle)
        else:
            self.graph.graph.execute_plan_at_index(pack, workspace, index=self.index, handle=handle)


def first_plan(graph: Graph, *, on_device: bool = True) -> Plan:
    """The best plan by cuDNN's heuristics.

    Args:
        on_device: the graph has a handle; otherwise its device is only described, and cannot be asked.

    Raises:
        Unsupported: none can be built.
    """
    cudnn = frontend()
    try:
        if on_device:
            graph.graph.check_support()
        graph.graph.build_plans()
        size = int(graph.graph.get_workspace_size())
    except (cudnn.cudnnGraphNotSupportedError, RuntimeError, ValueError) as error:
        raise Unsupported(str(error)) from error
    if size > graph.desc.workspace:
        raise Unsupported(f"its plan needs a workspace of {size:,} bytes")
    return Plan(graph, None, size)


def named_plan(graph: Graph, name: str) -> Plan | None:
    """The plan of that name, or ``None`` if there is none any more."""
    for index in range(graph.graph.get_execution_plan_count()):
        if graph.graph.get_plan_name_at_index(index) == name:
            return _built(graph, index)
    return None


def _built(graph: Graph, index: int) -> Plan | None:
    """The plan at ``index``, or ``None`` if it cannot be built, needs too much, or its numbers are not wanted."""
    cudnn = frontend()
    try:
        graph.graph.build_plan_at_index(index)
        size = int(graph.graph.get_workspace_size_plan_at_index(index))
    except (cudnn.cudnnGraphNotSupportedError, RuntimeError, ValueError):
        return None
    return Plan(graph, index, size) if size <= graph.desc.workspace else None


def plans(graph: Graph) -> Iterator[Plan]:
    """Those that can be built, the most promising first."""
    found = 0
    for index in range(graph.graph.get_execution_plan_count()):
        plan = _built(graph, index)
        if plan is not None:
            yield plan
            found += 1
            if found == _TIMED:
                return


def fastest_plan(graph: Graph, seconds: Callable[[Plan], float | None]) -> tuple[Plan, str] | None:
    """The fastest of the promising plans and its name.

    Args:
        seconds: how long a plan takes; ``None``: it failed.
    """
    timed = [(time, plan) for plan in plans(graph) if (time := seconds(plan)) is not None]
    if not timed:
        return None
    _, plan = min(timed, key=lambda each: each[0])
    return plan, str(graph.graph.get_plan_name_at_index(plan.index))
