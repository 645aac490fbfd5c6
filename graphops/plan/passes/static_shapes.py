"""Static shapes that hold in this plan for all feeds, or for feeds of certain shapes.

The graph infers static shapes from constants too. A run may feed another value for a constant; then the shapes that
were inferred from it are not valid. Nor are shapes that a function's body or a variable's reference declares certain.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

import numpy as np

from graphops.graph.node import Node, Tensor
from graphops.plan.passes.facts import holds_no_value
from graphops_registry.errors import GraphopsError
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext, infer_shapes
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
            return tensor.plain_shape
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


class RunShapes(StaticShapes):
    """What is certain when the feeds have certain shapes: the ops' shape rules say what follows from these.

    Args:
        fed: the shapes of the tensors that are fed.
        value_of: the value of a tensor if it is a constant, else ``None``.
        opaque: nodes of whose outputs nothing is known.
        renamed: for outputs of nodes that were replaced, the tensors that carry their values.
    """

    def __init__(
        self,
        fed: Mapping[Tensor, TensorShape],
        value_of: Callable[[Tensor], np.ndarray[Any, Any] | None],
        opaque: Collection[Node] = (),
        renamed: Mapping[Tensor, Tensor] | None = None,
    ) -> None:
        super().__init__(fed)
        self._shapes: dict[Tensor, TensorShape] = {t: _UNKNOWN for node in opaque for t in node.outputs}
        self._shapes.update(fed)
        self._sound.update(dict.fromkeys(opaque, False))
        self._value_of = value_of
        self._renamed = renamed or {}

    def _carrier(self, tensor: Tensor) -> Tensor:
        while tensor in self._renamed:
            tensor = self._renamed[tensor]
        return tensor

    def of(self, tensor: Tensor) -> TensorShape:
        """What is certain about the shape of ``tensor`` in these runs."""
        shapes, carrier = self._shapes, self._carrier
        tensor = carrier(tensor)
        stack = [tensor]
        while stack:
            node = stack[-1].node
            if stack[-1] in shapes:
                stack.pop()
                continue
            inputs = map(carrier, node.inputs)
            missing = [each for each in inputs if each not in shapes] if _follows(node) else []
            if missing:
                stack += missing
                continue
            for output, shape in zip(node.outputs, self._inferred(node), strict=True):
                shapes.setdefault(output, shape)  # one that is fed has the shape of its feed
        return shapes[tensor]

    def _inferred(self, node: Node) -> list[TensorShape]:
        """The shapes of a node's outputs, by its rule or by what is certain for all feeds."""
        static = [super(RunShapes, self).of(output) for output in node.outputs]
        if not _follows(node):
            return static
        inputs = [self._carrier(tensor) for tensor in node.inputs]
        context = ShapeContext(
            node.op_def,
            node.attrs,
            [self._shapes[each] for each in inputs],
            lambda index: self._value_of(inputs[index]),
        )
        try:
            found = infer_shapes(node.op, context)
        except GraphopsError:  # the run says so, with its notes
            return static
        return [shape if shape.is_fully_defined else known for shape, known in zip(found, static, strict=True)]


def _follows(node: Node) -> bool:
    """Whether the shapes of a node's outputs follow from those of its inputs and from constants."""
    op_def = node.op_def
    return (
        bool(node.inputs)
        and not op_def.is_stateful
        and not any(holds_no_value(tensor.dtype) for tensor in node.inputs)
        and not op_def.function_attrs
    )


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
    if node.op_def.function_attrs:
        return False
    return None if node.inputs else True
