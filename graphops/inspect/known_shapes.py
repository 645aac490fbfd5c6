"""Shapes of a graph's tensors as far as something that is known of a run determines them, and what nodes cost then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphops.graph.constant_value import constant_value
from graphops.graph.graph import Node, Tensor
from graphops_registry.cost import Cost
from graphops_registry.errors import GraphopsError
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext, infer_shapes


class KnownShapes:
    """Shapes that follow from those of some tensors.

    Args:
        shapes: what is known beside the graph.
        values: arrays of some tensors, whose values may decide shapes.
    """

    def __init__(
        self, shapes: Mapping[Tensor, TensorShape], values: Mapping[Tensor, np.ndarray[Any, Any]] | None = None
    ) -> None:
        self.values = dict(values or {})
        self.known = {**shapes, **{tensor: TensorShape(value.shape) for tensor, value in self.values.items()}}

    def of(self, tensor: Tensor) -> TensorShape:
        return self.known.get(tensor, tensor.shape)

    def of_inputs(self, node: Node) -> tuple[tuple[int, ...], ...] | None:
        """The shapes of all inputs; ``None`` if one has an unknown size."""
        shapes = [self.of(tensor) for tensor in node.inputs]
        return tuple(s.as_tuple() for s in shapes) if all(s.is_fully_defined for s in shapes) else None

    def value(self, tensor: Tensor) -> np.ndarray[Any, Any] | None:
        found = self.values.get(tensor)
        return found if found is not None else constant_value(tensor)

    def visit(self, node: Node) -> list[TensorShape]:
        """The shapes of a node's outputs, which count for the nodes that are visited later."""
        try:
            inferred = infer_shapes(node.op, self._context(node))
        except GraphopsError:
            return [tensor.shape for tensor in node.outputs]
        for tensor, shape in zip(node.outputs, inferred, strict=True):
            if tensor not in self.known and shape.is_compatible_with(tensor.shape):
                self.known[tensor] = shape.merge_with(tensor.shape)
        return [self.of(tensor) for tensor in node.outputs]

    def cost(self, node: Node) -> Cost | None:
        """What the op's cost rule says; ``None`` without one, or if a shape is not known."""
        if node.op.cost_fn is None or self.of_inputs(node) is None:
            return None
        try:
            return node.op.cost_fn(self._context(node))
        except GraphopsError:
            return None

    def _context(self, node: Node) -> ShapeContext:
        inputs = node.inputs
        return ShapeContext(
            node.op_def, node.attrs, [self.of(t) for t in inputs], lambda index: self.value(inputs[index])
        )
