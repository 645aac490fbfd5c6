"""Region rules of ops that move blocks of space to the batch or to the channels, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphops_registry.regions import Interval, Part, RegionContext, clipped


def _image_axes(c: RegionContext) -> tuple[int, tuple[int, int]]:
    """The axis of the channels, and those of height and width."""
    return (3, (1, 2)) if c.attr("data_format") == "NHWC" else (1, (2, 3))


def blocks_to_depth(c: RegionContext) -> Part:
    """The blocks of the region, with all channels."""
    channels, axes = _image_axes(c)
    block, needed, gives = c.attr("block_size"), list(c.region), list(c.region)
    for axis in axes:
        start, stop = c.region[axis]
        needed[axis] = start * block, stop * block
    needed[channels], gives[channels] = (0, c.inputs[0][channels]), (0, c.outputs[0][channels])
    return Part((tuple(needed),), (tuple(gives),))


def depth_to_blocks(c: RegionContext) -> Part:
    """The blocks that the region meets, with all channels."""
    channels, axes = _image_axes(c)
    block, needed, gives = c.attr("block_size"), list(c.region), list(c.region)
    for axis in axes:
        start, stop = c.region[axis]
        needed[axis] = start // block, -(-stop // block)
        gives[axis] = needed[axis][0] * block, needed[axis][1] * block
    needed[channels], gives[channels] = (0, c.inputs[0][channels]), (0, c.outputs[0][channels])
    return Part((tuple(needed),), (tuple(gives),))


def _blocks(c: RegionContext) -> Sequence[int] | None:
    """The size of a block along each axis behind that of the batch."""
    if "block_size" in c.attrs:
        return (c.attr("block_size"),) * 2
    value = c.value("block_shape")
    return None if value is None else [int(size) for size in value]


def _replaced(c: RegionContext, argument: str, margins: Sequence[tuple[int, int]]) -> dict[int, np.ndarray[Any, Any]]:
    index = [arg.name for arg in c.op_def.inputs].index(argument)
    return {index: np.array(margins, c.dtype(argument).numpy_dtype).reshape(-1, 2)}


def blocks_to_batch(c: RegionContext) -> Part | None:
    """The blocks of the region, of which margins may be a part; all of the batch."""
    blocks, paddings = _blocks(c), c.value("paddings")
    if blocks is None or paddings is None:
        return None
    needed: list[Interval] = [(0, c.inputs[0][0]), *c.region[1:]]
    margins: list[tuple[int, int]] = []
    for axis, (block, (before, _)) in enumerate(zip(blocks, paddings, strict=True), 1):
        start, stop = (end * block - int(before) for end in c.region[axis])
        needed[axis], low, high = clipped(start, stop, c.inputs[0][axis])
        margins.append((low, high))
    gives = ((0, c.outputs[0][0]), *c.region[1:])
    rest = (None for _ in c.inputs[1:])
    return Part((tuple(needed), *rest), (gives,), values=_replaced(c, "paddings", margins))


def batch_to_blocks(c: RegionContext) -> Part | None:
    """The blocks that the region meets, cut off where it ends; all of the batch."""
    blocks, crops = _blocks(c), c.value("crops")
    if blocks is None or crops is None:
        return None
    needed: list[Interval] = [(0, c.inputs[0][0]), *c.region[1:]]
    margins: list[tuple[int, int]] = []
    for axis, (block, (before, _)) in enumerate(zip(blocks, crops, strict=True), 1):
        start, stop = (end + int(before) for end in c.region[axis])
        first, last = start // block, -(-stop // block)
        needed[axis] = first, last
        margins.append((start - first * block, last * block - stop))
    gives = ((0, c.outputs[0][0]), *c.region[1:])
    rest = (None for _ in c.inputs[1:])
    return Part((tuple(needed), *rest), (gives,), values=_replaced(c, "crops", margins))
