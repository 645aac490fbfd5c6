"""What ``Session.compare`` returns: the error of each node between two ways of running a plan."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class NodeError:
    """How far one output is from the reference.

    Attributes:
        tensor: its name.
        kernel, reference_kernel: what computed the two.
        max_abs: the largest difference; ``inf`` where only one side is finite.
        relative: ``max_abs`` over the largest magnitude of the reference.
        tolerance: what counts as equal for this dtype.
        note: why there is no comparison, if so.
    """

    tensor: str
    kernel: str
    reference_kernel: str
    max_abs: float
    relative: float
    tolerance: float
    note: str = ""

    @property
    def diverges(self) -> bool:
        return self.relative > self.tolerance


@dataclass(frozen=True)
class Comparison:
    """The errors of all nodes, in the order of execution.

    Attributes:
        against: what the plan was compared with.
        nodes: one entry for each output.
    """

    against: str
    nodes: list[NodeError]

    @property
    def first_divergent(self) -> NodeError | None:
        """The first output beyond its tolerance, the place to look."""
        return next((node for node in self.nodes if node.diverges), None)

    @property
    def worst(self) -> float:
        return max((node.relative for node in self.nodes), default=0.0)

    def __str__(self) -> str:
        width = max((len(node.tensor) for node in self.nodes), default=6)
        lines = [f"{'tensor':{width}}  {'max |err|':>10}  {'relative':>10}  kernel against {self.against}"]
        for node in self.nodes:
            mark = "  <-- diverges" if node.diverges else ""
            text = node.note or f"{node.kernel} | {node.reference_kernel}"
            lines.append(f"{node.tensor:{width}}  {node.max_abs:10.3g}  {node.relative:10.3g}  {text}{mark}")
        first = self.first_divergent
        lines.append("all within tolerance" if first is None else f"first divergent: {first.tensor}")
        return "\n".join(lines)
