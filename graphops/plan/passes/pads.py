"""fuse: zeros that a Pad puts around the input of a convolution become the padding of the convolution.

Frameworks write a strided or a causal convolution as a Pad and a convolution with VALID padding; one along a single
axis has an ExpandDims in between.  A zero of the Pad adds nothing to a sum of products by finite weights, and neither
does padding; so the filter must be a constant without infinities.

In a training step the filter is no constant.  But the gradient of the Pad is a Slice, which drops what the gradient of
the convolution has there, and a gradient of a convolution with padding does not compute that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

import numpy as np

from graphops.graph.node import Node, Tensor
from graphops.plan.passes.in_place_of import in_place_of, new_constant
from graphops.plan.passes.readers import Readers
from graphops.plan.passes.rewriting import Rewriting
from graphops_registry.errors import GraphopsError
from graphops_registry.rules.conv_geometry import conv_geometry
from graphops_registry.shape import TensorShape

_PADS: Final = frozenset({"Pad", "PadV2"})
_CONVOLUTIONS: Final = frozenset({"Conv2D", "Conv3D", "DepthwiseConv2dNative"})
_GRADIENTS: Final = {
    "Conv2DBackpropInput": "Conv2D",
    "Conv3DBackpropInputV2": "Conv3D",
    "DepthwiseConv2dNativeBackpropInput": "DepthwiseConv2dNative",
}
Attrs = Mapping[str, Any]
Array = np.ndarray[Any, Any]


def worth_while(ops: AbstractSet[str]) -> bool:
    """Whether there is anything to look for among nodes of these ops."""
    if "Slice" in ops and not ops.isdisjoint(_GRADIENTS):
        return True
    return not ops.isdisjoint(_PADS) and not ops.isdisjoint(_CONVOLUTIONS)


def without_pads(work: Rewriting, nodes: Sequence[Node], fetched: Sequence[Tensor]) -> list[Node]:
    """The nodes without such Pads; a convolution after one is another node, with the outputs of the first.

    Args:
        nodes: all that run, inputs first.
        fetched: tensors whose values the run returns.
    """
    readers = Readers(work, nodes, fetched)
    for node in nodes:
        if node.type == "Slice":
            _slice_less(work, readers, node)
        if node.type not in _CONVOLUTIONS or node.attrs["padding"] != "VALID":
            continue
        if node in work.awaited or not work.is_free(node, node):
            continue
        before = readers.maker(work.resolved(node.inputs)[0], node)
        expand = before if before is not None and before.type == "ExpandDims" else None
        pad = before if expand is None else readers.maker(work.resolved(expand.inputs)[0], node)
        if pad is None or pad.type not in _PADS or (attrs := _padded(work, node, expand, pad)) is None:
            continue
        source = source_of(work, readers, pad, expand)
        inputs = (source, *work.resolved(node.inputs)[1:])
        readers.instead[node] = in_place_of(work, node, node.op, inputs, attrs, node.outputs)
        work.notes.append(f"{pad.name} ({pad.type}) -> padding of {node.name}")
    return readers.left()


def _slice_less(work: Rewriting, readers: Readers, node: Node) -> None:
    """Let the gradient of a convolution give what ``node``, a Slice, takes of it."""
    if node in work.awaited or not work.is_free(node, node):
        return
    result, *where = work.resolved(node.inputs)
    gradient = readers.only_maker(result, node)
    if gradient is None or gradient.type not in _GRADIENTS or gradient.attrs["padding"] != "VALID":
        return
    begin, size = (work.value_of(tensor) for tensor in where)
    sizes, *operands = work.resolved(gradient.inputs)
    whole, weights = work.value_of(sizes), work.shapes.of(operands[0])
    if begin is None or size is None or whole is None or not weights.is_fully_defined or weights.rank != whole.size:
        return
    if begin.shape != whole.shape or size.shape != whole.shape:
        return
    size = np.where(size < 0, whole - begin, size)
    after = whole - begin - size
    if (size < 0).any():
        return
    amounts, shape = np.stack([begin, after], axis=1), TensorShape.of(tuple(int(n) for n in size))
    kind = _GRADIENTS[gradient.type]
    attrs = _attrs_with(kind, gradient.attrs, amounts, shape, weights, explicit=kind != "Conv3D")
    if attrs is None:
        return
    constant = readers.before[node] = new_constant(size.astype(whole.dtype), node)
    inputs = (constant.outputs[0], *operands)
    work.notes.append(f"{node.name} (Slice) -> padding of {gradient.name}")
    readers.perhaps.add(gradient)
    readers.instead[node] = in_place_of(work, gradient, gradient.op, inputs, attrs, node.outputs)


def source_of(work: Rewriting, readers: Readers, node: Node, expand: Node | None) -> Tensor:
    """What a convolution reads if it no longer needs ``node``, nor the ExpandDims after that, if there is one."""
    readers.perhaps.add(node)
    source: Tensor = work.resolved(node.inputs)[0]
    if expand is None:
        return source
    readers.perhaps.add(expand)
    made = readers.before.get(expand)
    if made is None:  # else another convolution reads it, too
        inputs = (source, *work.resolved(expand.inputs)[1:])
        made = readers.before[expand] = in_place_of(work, expand, expand.op, inputs, expand.attrs)
    found: Tensor = made.outputs[0]
    return found


def expanded_axis(work: Rewriting, expand: Node) -> int | None:
    """The axis that an ExpandDims certainly makes, counted from the first one."""
    where, rank = work.value_of(expand.inputs[1]), work.shapes.of(expand.inputs[0]).rank
    if where is None or where.size != 1 or rank is None:
        return None
    axis = int(where.reshape(()))
    return axis if axis >= 0 else axis + rank + 1


def _padded(work: Rewriting, node: Node, expand: Node | None, pad: Node) -> Attrs | None:
    """The attrs with which the convolution pads as ``pad`` does; ``None`` if there are none."""
    amounts = work.value_of(pad.inputs[1])
    if amounts is None or amounts.ndim != 2 or amounts.shape[1] != 2:
        return None
    if pad.type == "PadV2" and ((value := work.value_of(pad.inputs[2])) is None or value != 0):
        return None
    shape = work.shapes.of(pad.inputs[0])
    if expand is not None:
        axis = expanded_axis(work, expand)
        if axis is None or shape.dims is None or len(shape.dims) != len(amounts):
            return None
        shape = TensorShape.of((*shape.dims[:axis], 1, *shape.dims[axis:]))
        amounts = np.insert(amounts, axis, 0, axis=0)
    return padding_as(work, node, node.attrs, amounts, shape)


def padding_as(work: Rewriting, node: Node, attrs: Attrs, amounts: Array, shape: TensorShape) -> Attrs | None:
    """``attrs`` of a convolution with the padding that is zeros around its input; ``None`` if there is none.

    It is SAME, or EXPLICIT where the op and its fused form have that.

    Args:
        node: the convolution, whose filter counts.
        amounts: how many zeros (before, after) along each axis.
        shape: of the input without these zeros.
    """
    weights = work.value_of(node.inputs[1])
    if weights is None or not np.isfinite(weights).all():
        return None
    return _attrs_with(node.type, attrs, amounts, shape, TensorShape.of(weights.shape), explicit=node.type == "Conv2D")


def _attrs_with(
    op: str, attrs: Attrs, amounts: Array, shape: TensorShape, weights: TensorShape, *, explicit: bool
) -> Attrs | None:
    """``attrs`` of a convolution ``op``, or its gradient, with SAME padding, or ``explicit`` if there may be that."""
    rank = weights.rank
    if rank is None:
        return None
    channels = 1 if attrs["data_format"].startswith("NC") else rank - 1
    if amounts.shape != (rank, 2) or (amounts < 0).any() or amounts[[0, channels]].any():
        return None
    same = {**attrs, "padding": "SAME"}
    spatial = [axis for axis in range(1, rank) if axis != channels]
    try:
        depthwise = op == "DepthwiseConv2dNative"
        windows = conv_geometry(op, same, rank - 2, shape, weights, depthwise=depthwise).windows
    except GraphopsError:  # the run says so
        return None
    if all((w.before, w.after) == tuple(amounts[axis]) for w, axis in zip(windows, spatial, strict=True)):
        return same
    if not explicit:
        return None
    return {**attrs, "padding": "EXPLICIT", "explicit_paddings": tuple(int(n) for n in amounts.reshape(-1))}
