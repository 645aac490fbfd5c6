"""Static shapes that hold in this plan for all feeds.

The graph infers static shapes from constants too. A run may feed another value for a constant; then the shapes that
were inferred from it are not valid. Nor are shapes that a function's body or a variable's reference declares certain.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from graphops.graph.node import Node, Tensor
from graphops.plan.passes.facts import holds_no_value
from graphops_registry.shape import TensorShape
from graphops_registry.traits import Trait

_UNKNOWN: Final = TensorShape(None)


class StaticShapes:
    """See the module.

    Args:
        fed: the tensors that are fed.
    """

    def __init__(self, fed: Collection[Tensor]) -> None:
        self._fed = fed
        self._sound: dict[Node, bool] = {}

    def of(self, tensor: Tensor) -> TensorShape:
        """What is certain about the shape of ``tensor``."""
        if tensor in self._fed or self._is_sound(tensor):  # a feed is checked against the static shape
            return tensor.shape
        return _UNKNOWN

    def _is_sound(self, tensor: Tensor) -> bool:
        sound = self._sound
        found = sound.get(tensor.node)
        if found is not None:
            return found
        stack = [tensor.node]
        while stack:
            node = stack[-1]
            if node in sound:
                stack.pop()
                continue
            verdict = _by_itself(node)
            if verdict is None:
                needed = [t for t in node.inputs if t not in self._fed]
                missing = [t.node for t in needed if t.node not in sound]
                if missing:
                    stack += missing
                    continue
                verdict = all(sound[t.node] for t in needed) and all(
                    _fed_is_sound(t) for t in node.inputs if t in self._fed
                )
            sound[node] = verdict
            stack.pop()
        return sound[tensor.node]


def _fed_is_sound(tensor: Tensor) -> bool:
    # The folded value of a function's argument comes from a constant outside the function, and that may be fed.
    return tensor.node.op.has(Trait.FEEDABLE) and tensor.folded is None


def _by_itself(node: Node) -> bool | None:
    """Whether the shapes of a node's outputs are certain; ``None`` if that depends on its inputs."""
    if node.op.has(Trait.PLACEHOLDER):
        return _fed_is_sound(node.outputs[0])
    if node.type == "ReadVariableOp":  # a read checks the value against the handle
        return node.inputs[0].node.type == "VarHandleOp"
    if any(holds_no_value(tensor.dtype) for tensor in node.inputs):
        return False
    if any(attr.base_type == "func" for attr in node.op_def.attrs):
        return False
    return None if node.inputs else True
