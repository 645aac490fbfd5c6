"""Values of variables that a plan reads and changes: each is another one in the next run.

A kernel may make something of an operand that stays, such as a copy in a layout of its own, and keep it. Of a weight
that a training step changes it would be made anew in each run, for the few uses within the run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from graphops.graph.graph import Node, Tensor
from graphops_registry.dtypes import resource
from graphops_registry.traits import Trait

_FEW: Final = 2  # uses in a run: a weight of an unrolled loop has more, and is worth what is made of it
_HOPS: Final = 4  # nodes between a variable and what reads it: a read, and what hands it on


class PassingValues:
    """Which operands are values of variables that the same plan changes.

    Args:
        nodes: of the plan.
        source: the tensor that is read in place of another one.
    """

    def __init__(self, nodes: Sequence[Node], source: Mapping[Tensor, Tensor]) -> None:
        self._source = source
        self._changed: set[Tensor] = set()
        for node in nodes:
            if not node.op_def.is_stateful and not any(arg.is_ref for arg in node.op_def.outputs):
                continue
            if not node.op.has(Trait.ONLY_READS) and not node.op.has(Trait.DECLARES_VARIABLE):
                self._changed.update(filter(_is_variable, node.inputs))
        self._uses: Counter[Tensor] = Counter()
        if self._changed:
            self._uses.update(source.get(tensor, tensor) for node in nodes for tensor in node.inputs)

    def are_operands_of(self, node: Node) -> bool:
        """Whether the node computes with such a value, and few others do."""
        return bool(self._changed) and any(map(self._is_passing, node.inputs))

    def _is_passing(self, tensor: Tensor) -> bool:
        found = self._source.get(tensor, tensor)
        if self._uses[found] > _FEW:
            return False
        for _ in range(_HOPS):
            node = found.node
            before = node.inputs[0] if node.inputs else None
            if before is None or not (node.op.has(Trait.ONLY_READS) or node.op.has(Trait.PASSES_THROUGH)):
                return False
            if before in self._changed:
                return True
            found = self._source.get(before, before)
        return False


def _is_variable(tensor: Tensor) -> bool:
    """Whether it is a handle of a variable or a reference to one."""
    return (tensor.dtype is resource or tensor.dtype.is_ref) and tensor.node.op.has(Trait.DECLARES_VARIABLE)


__all__ = ["PassingValues"]
