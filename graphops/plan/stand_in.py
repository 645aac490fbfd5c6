"""Nodes that are in no graph: they run in place of a node, under its name, and give tensors that others read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphops.graph.node import Node, Tensor
from graphops_registry.op_def import Op, lookup_op


def stand_in(
    like: Node,
    op: Op,
    inputs: tuple[Tensor, ...],
    attrs: Mapping[str, Any],
    outputs: tuple[Tensor, ...] = (),
    device: str | None = None,
    controls: tuple[Node, ...] = (),
) -> Node:
    """A node of ``op`` with the name, the number and the line of ``like``.

    Args:
        outputs: tensors of other nodes that it gives instead of them.
        device: default that of ``like``.
        controls: what it runs after.
    """
    where = like.device if device is None else device
    node = Node(like.graph, like.id, like.name, op, inputs, controls, attrs, where, like.made_at, like.forward)
    node.outputs = outputs
    return node


def handing_on(like: Node, source: Tensor, output: Tensor) -> Node:
    """An Identity that gives ``source`` as ``output``."""
    return stand_in(like, lookup_op("Identity"), (source,), {"T": output.dtype}, (output,))
