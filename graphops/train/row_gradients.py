"""Gradients of look-ups: sums of rows for some entries of a variable, and zeros for all others."""

from __future__ import annotations

from typing import Final

import numpy as np

from graphops.build import raw_ops
from graphops.graph.graph import Tensor

_LOOK_UPS: Final = ("Gather", "GatherV2", "ResourceGather")


def looked_up(gradient: object) -> tuple[Tensor, Tensor] | None:
    """The entries that look-ups along the first axis read, and what the gradient adds up for each of them.

    Entries may repeat: their rows are to be added.  All of them exist, because the look-ups check that.  ``None`` for
    a gradient of anything else.
    """
    if not isinstance(gradient, Tensor):
        return None  # numbers
    parts = gradient.node.inputs if gradient.node.type == "AddN" else (gradient,)
    nodes = [part.node for part in parts]
    if any(
        node.type != "UnsortedSegmentSum" or node.forward is None or node.forward.type not in _LOOK_UPS
        for node in nodes
    ):
        return None
    pairs = [(node.inputs[1], node.inputs[0]) for node in nodes]  # segments and data
    if len(pairs) == 1:
        return pairs[0]
    row = gradient.shape.dims
    if row is None or not all(isinstance(size, int) for size in row[1:]):
        return None
    shape = np.array([-1, *row[1:]], np.int32)
    return (
        _joined([raw_ops.Cast(x=raw_ops.Reshape(tensor=ids, shape=shape[:1]), DstT="int64") for ids, _ in pairs]),
        _joined([raw_ops.Reshape(tensor=rows, shape=shape) for _, rows in pairs]),
    )


def _joined(parts: list[Tensor]) -> Tensor:
    joined: Tensor = raw_ops.ConcatV2(values=parts, axis=np.int32(0))
    return joined
