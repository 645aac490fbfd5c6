"""Nodes that passes put in place of others, with the shapes that follow from what they read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphops.graph.node import Node, Tensor
from graphops.plan.passes.rewriting import Rewriting
from graphops.plan.stand_in import stand_in
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import GraphopsError
from graphops_registry.op_def import Op, lookup_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext, infer_shapes


def in_place_of(
    work: Rewriting,
    old: Node,
    op: Op,
    inputs: tuple[Tensor, ...],
    attrs: Mapping[str, Any],
    outputs: tuple[Tensor, ...] = (),
    dtype: DType | None = None,
) -> Node:
    """A node of one output that takes the place of ``old``, or of a part of it.

    Args:
        outputs: the tensor that it gives; default a new one ...
        dtype: ... of this dtype; default that of its first input.
    """
    made = stand_in(old, op, inputs, attrs, outputs)
    if not outputs:
        made.outputs = (Tensor(made, 0, dtype or inputs[0].dtype, _shape(work, made)),)
    work.replaces(made, old)
    return made


def new_constant(value: np.ndarray[Any, Any], like: Node) -> Node:
    """A constant that is in no graph."""
    if value.flags.writeable or not value.flags.owndata:
        value = value.copy()
        value.flags.writeable = False
    dtype = as_dtype(value.dtype)
    attrs = {"dtype": dtype, "value": value}
    node = stand_in(like, lookup_op("Const"), (), attrs)
    node.outputs = (Tensor(node, 0, dtype, TensorShape.of(value.shape)),)
    return node


def _shape(work: Rewriting, node: Node) -> TensorShape:
    inputs = node.inputs
    context = ShapeContext(
        node.op_def, node.attrs, [work.shapes.of(t) for t in inputs], lambda index: work.value_of(inputs[index])
    )
    try:
        (shape,) = infer_shapes(node.op, context)
    except GraphopsError:  # the run says so
        return TensorShape(None)
    return shape
