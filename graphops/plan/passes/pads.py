"""fuse: zeros that a Pad puts around the input of a convolution become the padding of the convolution.

Frameworks write a strided convolution as a Pad and a convolution with VALID padding.  A zero of the Pad adds nothing to
a sum of products by finite weights, and neither does padding; so the filter must be a constant without infinities.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

import numpy as np

from graphops.graph.node import Node, Tensor
from graphops.plan.passes.rewriting import Rewriting
from graphops.plan.stand_in import stand_in
from graphops_registry.errors import GraphopsError
from graphops_registry.rules.conv_geometry import conv_geometry
from graphops_registry.shape import TensorShape

_PADS: Final = frozenset({"Pad", "PadV2"})
_CONVOLUTIONS: Final = frozenset({"Conv2D", "Conv3D", "DepthwiseConv2dNative"})


def worth_while(ops: AbstractSet[str]) -> bool:
    """Whether there is anything to look for among nodes of these ops."""
    return not ops.isdisjoint(_PADS) and not ops.isdisjoint(_CONVOLUTIONS)


def without_pads(work: Rewriting, nodes: Sequence[Node], fetched: Sequence[Tensor]) -> list[Node]:
    """The nodes without such Pads; a convolution after one is another node, with the outputs of the first.

    Args:
        nodes: all that run, inputs first.
        fetched: tensors whose values the run returns.
    """
    readers = Counter(work.resolved(tuple(fetched)))
    for node in nodes:
        readers.update(work.resolved(node.inputs))
    pads = {node.outputs[0]: node for node in nodes if node.type in _PADS and readers[node.outputs[0]] == 1}
    replaced: dict[Node, Node | None] = {}
    for node in nodes:
        if node.type not in _CONVOLUTIONS or node.attrs["padding"] != "VALID":
            continue
        pad = pads.get(work.resolved(node.inputs)[0])
        if pad is None or node in work.awaited or pad in work.awaited:
            continue
        if work.is_free(pad, node) and work.is_free(node, node) and (attrs := _padded(work, node, pad)) is not None:
            replaced[pad] = None
            replaced[node] = _with(work, node, pad, attrs)
            work.notes.append(f"{pad.name} ({pad.type}) -> padding of {node.name}")
    if not replaced:
        return list(nodes)
    found = [replaced.get(node, node) for node in nodes]
    return [node for node in found if node is not None]


def _padded(work: Rewriting, node: Node, pad: Node) -> Mapping[str, Any] | None:
    """The attrs with which the convolution pads as ``pad`` does: SAME, or EXPLICIT where the op and its fused form have
    that; ``None`` if there are none."""
    amounts, weights = work.value_of(pad.inputs[1]), work.value_of(node.inputs[1])
    if amounts is None or weights is None or not np.isfinite(weights).all():
        return None
    if pad.type == "PadV2" and ((value := work.value_of(pad.inputs[2])) is None or value != 0):
        return None
    rank = weights.ndim
    channels = 1 if node.attrs["data_format"].startswith("NC") else rank - 1
    if amounts.shape != (rank, 2) or (amounts < 0).any() or amounts[[0, channels]].any():
        return None
    same = {**node.attrs, "padding": "SAME"}
    spatial = [axis for axis in range(1, rank) if axis != channels]
    try:
        windows = conv_geometry(
            node.type, same, rank - 2, work.shapes.of(pad.inputs[0]), TensorShape.of(weights.shape),
            depthwise=node.type == "DepthwiseConv2dNative",
        ).windows  # fmt: skip
    except GraphopsError:  # the run says so
        return None
    if all((w.before, w.after) == tuple(amounts[axis]) for w, axis in zip(windows, spatial, strict=True)):
        return same
    if node.type != "Conv2D":
        return None
    return {**node.attrs, "padding": "EXPLICIT", "explicit_paddings": tuple(int(n) for n in amounts.reshape(-1))}


def _with(work: Rewriting, node: Node, pad: Node, attrs: Mapping[str, Any]) -> Node:
    """The convolution of what the Pad reads."""
    inputs = (work.resolved(pad.inputs)[0], *work.resolved(node.inputs)[1:])
    made = stand_in(node, node.op, inputs, attrs, node.outputs)
    work.replaces(made, node)
    return made
