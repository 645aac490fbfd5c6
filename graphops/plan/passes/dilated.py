"""fuse: SpaceToBatchND, a convolution and BatchToSpaceND become one dilated convolution.

TensorFlow writes a dilated convolution so.  With blocks of ``d`` and ``K`` weights along an axis, batch ``r`` holds the
elements ``j * d + r`` of the padded input.  So element ``t = j * d + r`` of what BatchToSpaceND puts together is the
sum over ``k`` of ``padded[t + k * d] * w[k]``: a convolution with dilation ``d``.  Cutting ``c`` elements off an end of
it is the same as ``c`` zeros less at that end.  Element-wise steps before BatchToSpaceND may as well come after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from graphops.graph.node import Node, Tensor
from graphops.plan.passes.in_place_of import in_place_of
from graphops.plan.passes.pads import expanded_axis, padding_as, source_of
from graphops.plan.passes.readers import Readers
from graphops.plan.passes.rewriting import Rewriting
from graphops_registry.device_def import device_types
from graphops_registry.kernel_def import candidates
from graphops_registry.shape import TensorShape
from graphops_registry.traits import Trait

_CONVOLUTIONS: Final = frozenset({"Conv2D", "DepthwiseConv2dNative"})
_MOST_BETWEEN: Final = 8  # nodes between the convolution and BatchToSpaceND


@dataclass
class _Found:
    """The nodes from SpaceToBatchND to BatchToSpaceND.

    Attributes:
        expand: gives the input of ``conv`` an axis that ``squeeze`` takes away again, if there is one.
        after: from the convolution to BatchToSpaceND, ``squeeze`` among them.
    """

    batches: Node
    expand: Node | None
    conv: Node
    after: list[Node] = field(default_factory=list)
    squeeze: Node | None = None


def worth_while(ops: AbstractSet[str]) -> bool:
    """Whether there is anything to look for among nodes of these ops."""
    return {"SpaceToBatchND", "BatchToSpaceND"} <= ops and not ops.isdisjoint(_CONVOLUTIONS)


def dilated(work: Rewriting, nodes: Sequence[Node], fetched: Sequence[Tensor]) -> list[Node]:
    """The nodes with dilated convolutions in place of those between SpaceToBatchND and BatchToSpaceND.

    Args:
        nodes: all that run, inputs first.
        fetched: tensors whose values the run returns.
    """
    readers = Readers(work, nodes, fetched)
    for node in nodes:
        if node.type != "BatchToSpaceND" or node in work.awaited:
            continue
        found = _found(work, readers, node)
        attrs = None if found is None else _attrs(work, found, node)
        if found is None or attrs is None or not _has_kernels(found.conv, attrs):
            continue
        _replace(work, readers, found, attrs, node)
        work.notes.append(f"{found.batches.name}, {found.conv.name}, {node.name} -> {found.conv.type} with dilations")
    return readers.left()


def _found(work: Rewriting, readers: Readers, end: Node) -> _Found | None:
    """What ends at a BatchToSpaceND, if it is a convolution of batches.

    Others may read the batches, for example a second convolution; nothing may read what comes after them.
    """
    after: list[Node] = []
    squeeze = None
    node = readers.only_maker(work.resolved(end.inputs)[0], end)
    while node is not None and node.type not in _CONVOLUTIONS:
        if node.type == "Squeeze" and squeeze is None:
            squeeze = node
        elif not _is_for_each_element(node):
            return None
        after.insert(0, node)
        if len(after) > _MOST_BETWEEN:
            return None
        node = readers.only_maker(work.resolved(node.inputs)[0], end)
    if node is None or not work.is_free(end, node):
        return None
    before = readers.maker(work.resolved(node.inputs)[0], node)
    expand = before if before is not None and before.type == "ExpandDims" else None
    batches = before if expand is None else readers.maker(work.resolved(expand.inputs)[0], node)
    if batches is None or batches.type != "SpaceToBatchND" or (expand is None) != (squeeze is None):
        return None
    return _Found(batches, expand, node, after, squeeze)


def _is_for_each_element(node: Node) -> bool:
    """Whether an element of the output depends on one of the input, and on nothing else but its channel."""
    if node.type in ("BiasAdd", "BiasAddV1"):
        return bool(node.attrs.get("data_format", "NHWC") == "NHWC")
    return len(node.inputs) == 1 and node.op.has(Trait.ELEMENTWISE)


def _attrs(work: Rewriting, found: _Found, end: Node) -> Mapping[str, Any] | None:
    """The attrs of the dilated convolution; ``None`` if that does not certainly give the same."""
    conv = found.conv
    if conv.attrs["data_format"] != "NHWC" or conv.attrs["padding"] != "VALID":
        return None
    if any(size != 1 for size in (*conv.attrs["strides"], *conv.attrs["dilations"])):
        return None
    blocks, pads = (work.value_of(tensor) for tensor in found.batches.inputs[1:3])
    blocks_of_end, crops = (work.value_of(tensor) for tensor in end.inputs[1:3])
    if blocks is None or pads is None or blocks_of_end is None or crops is None:
        return None
    count, dims = blocks.size, work.shapes.of(found.batches.inputs[0]).dims
    if blocks.tolist() != blocks_of_end.tolist() or pads.shape != (count, 2) or crops.shape != (count, 2):
        return None
    kernels = work.shapes.of(conv.inputs[1]).dims
    if dims is None or kernels is None or len(kernels) != 4 or not 1 <= count <= len(dims) - 2:
        return None
    zeros = np.zeros((len(dims), 2), np.int64)  # along each axis of the input, (before, after)
    zeros[1 : count + 1] = np.asarray(pads, np.int64) - crops
    dilations = np.ones(len(dims), np.int64)
    dilations[1 : count + 1] = blocks
    padded = [(dims[axis], int(pads[axis - 1].sum())) for axis in range(1, count + 1)]
    cropped = crops.sum(axis=1)
    if (pads < 0).any() or (crops < 0).any() or (zeros < 0).any() or (dilations < 1).any():
        return None
    if found.expand is not None:
        axis = expanded_axis(work, found.expand)
        if axis not in (1, 2) or len(dims) != 3 or not _squeezes(found.squeeze, axis):
            return None
        dims = (*dims[:axis], 1, *dims[axis:])
        zeros, dilations = np.insert(zeros, axis, 0, axis=0), np.insert(dilations, axis, 1)
    if len(dims) != 4:
        return None
    # What fails at the run must not be made to work: sizes that are no multiples of the blocks, or too small.
    places = [axis for axis in (1, 2) if found.expand is None or axis != expanded_axis(work, found.expand)]
    for place, (size, more), crop in zip(places, padded, cropped, strict=False):
        kernel, block = kernels[place - 1], int(dilations[place])
        if not isinstance(size, int) or not isinstance(kernel, int) or (size + more) % block:
            return None
        if size + more - (kernel - 1) * block <= crop:
            return None
    attrs = {**conv.attrs, "dilations": tuple(int(each) for each in dilations)}
    return padding_as(work, conv, attrs, zeros, TensorShape.of(dims)) if zeros.any() else attrs


def _squeezes(squeeze: Node | None, axis: int) -> bool:
    """Whether a Squeeze of the convolution's result takes away just this axis."""
    return squeeze is not None and tuple(each % 4 for each in squeeze.attrs["squeeze_dims"]) == (axis,)


def _has_kernels(conv: Node, attrs: Mapping[str, Any]) -> bool:
    """Whether each device that computes the convolution computes the dilated one as well."""
    for device in device_types():
        present, wanted = candidates(conv.type, device.type, conv.attrs), candidates(conv.type, device.type, attrs)
        if present and (not wanted or wanted[0].priority < present[0].priority):
            return False
    return True


def _replace(work: Rewriting, readers: Readers, found: _Found, attrs: Mapping[str, Any], end: Node) -> None:
    """Put the dilated convolution, and what follows it, in the places of the nodes; the last one gives what ``end``
    gave."""
    source = source_of(work, readers, found.batches, found.expand)
    nodes = [found.conv, *found.after]
    for node in nodes:
        inputs = (source, *work.resolved(node.inputs)[1:])
        given = attrs if node is found.conv else node.attrs
        made = in_place_of(work, node, node.op, inputs, given, end.outputs if node is nodes[-1] else ())
        readers.instead[node] = made
        source = made.outputs[0]
    readers.instead[end] = None
