"""Region rules of ops that cut pieces out of tensors and put margins around them."""

from __future__ import annotations

import numpy as np

from graphops_registry.regions import Interval, Part, RegionContext, clipped, sizes_of
from graphops_registry.rules.strided_slices import strided_slices


def sliced(c: RegionContext) -> Part | None:
    """A region of the block, cut out of it as it is."""
    begin = c.value("begin")
    if begin is None:
        return None
    needed = tuple((int(b) + start, int(b) + stop) for b, (start, stop) in zip(begin, c.region, strict=True))
    values = {1: np.zeros_like(begin), 2: np.array(sizes_of(c.region), begin.dtype)}
    return Part((needed, None, None), (c.region,), values=values)


def strided(c: RegionContext) -> Part | None:
    """From the first to the last element that is wanted, with the same strides; begins and ends are masked."""
    values = [c.value(name) for name in ("begin", "end", "strides")]
    if any(value is None for value in values):
        return None
    lengths = [c.shape(name)[0] for name in ("begin", "end", "strides")]
    slices = strided_slices(c.op, c.attrs, c.shape("input"), lengths, *values)
    if slices is None:
        return None
    own = iter(c.region)
    needed: list[Interval] = []
    gives: list[Interval] = []
    strides, new, dropped = [], 0, 0
    for place, entry in enumerate(slices):
        strides.append(entry.step if entry.kind == "slice" else 1)
        if entry.kind == "new":
            new |= 1 << place
            next(own)
            gives.append((0, 1))
            continue
        if entry.start is None:
            return None
        if entry.kind == "index":
            dropped |= 1 << place
            needed.append((entry.start, entry.start + 1))
            continue
        first, stop = next(own)
        gives.append((first, stop))
        ends = sorted((entry.start + first * entry.step, entry.start + (stop - 1) * entry.step))
        needed.append((ends[0], ends[1] + 1) if stop > first else (0, 0))
    index = c.dtype("begin").numpy_dtype
    zeros = np.zeros(len(slices), index)
    everything = (1 << len(slices)) - 1
    attrs = {
        "begin_mask": everything,
        "end_mask": everything,
        "ellipsis_mask": 0,
        "new_axis_mask": new,
        "shrink_axis_mask": dropped,
    }
    replaced = {1: zeros, 2: zeros, 3: np.array(strides, index)}
    return Part((tuple(needed), None, None, None), (tuple(gives),), attrs, replaced)


def padded(c: RegionContext) -> Part | None:
    """What is wanted of the input, and what of the margins."""
    paddings = c.value("paddings")
    if paddings is None:
        return None
    needed: list[Interval] = []
    margins: list[tuple[int, int]] = []
    for (start, stop), size, (before, _) in zip(c.region, c.inputs[0], paddings, strict=True):
        interval, low, high = clipped(start - int(before), stop - int(before), size)
        needed.append(interval)
        margins.append((low, high))
    values = {1: np.array(margins, paddings.dtype).reshape(-1, 2)}
    return Part((tuple(needed), *(None for _ in c.inputs[1:])), (c.region,), values=values)


def mirrored(c: RegionContext) -> Part | None:
    """Where margins are wanted, the border that they mirror is needed, too."""
    paddings = c.value("paddings")
    if paddings is None:
        return None
    border = 1 if c.attr("mode") == "REFLECT" else 0  # pixels that have no mirror image
    needed: list[Interval] = []
    margins: list[tuple[int, int]] = []
    gives: list[Interval] = []
    for (start, stop), size, (margin, _) in zip(c.region, c.inputs[0], paddings, strict=True):
        first, last = start - int(margin), stop - int(margin)  # in the input, and beyond it
        before, after = max(-first, 0), max(last - size, 0)
        low, high = min(max(first, 0), size), max(min(last, size), 0)
        if before:
            high = max(high, before + border)
        if after:
            low = min(low, size - border - after)
        needed.append((low, max(low, high)))
        margins.append((before, after))
        gives.append((low - before + int(margin), max(low, high) + after + int(margin)))
    values = {1: np.array(margins, paddings.dtype).reshape(-1, 2)}
    return Part((tuple(needed), None), (tuple(gives),), values=values)
