"""Region rules of ops that give a tensor another shape, or repeat or turn it around."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import lcm, prod

import numpy as np

from graphops_registry.regions import Interval, Part, Region, RegionContext, sizes_of
from graphops_registry.rules.region_parts import broadcast_region, with_whole
from graphops_registry.rules.shape_parts import axes_from_tensor


def transposed(c: RegionContext) -> Part | None:
    """Axis i of the output is axis perm[i] of the input."""
    perm = c.value("perm")
    if perm is None:
        return None
    order = [int(axis) % len(perm) for axis in perm]
    found = sorted(zip(order, c.region, strict=True))
    return Part((tuple(interval for _, interval in found), None), (c.region,))


def reshaped(c: RegionContext) -> Part | None:
    """Neighbouring axes that hold the same elements before and after are a group; each is a range of rows.

    Of a group the region is widened to whole rows of both shapes.
    """
    before, after = c.inputs[0], c.outputs[0]
    if 0 in before:
        return None
    region, needed = [(0, 1)] * len(after), [(0, 1)] * len(before)
    for own, made in _groups(before, after):
        rows_in, rows_out = prod(before[axis] for axis in own[1:]), prod(after[axis] for axis in made[1:])
        step = lcm(rows_in, rows_out)
        start, stop = c.region[made[0]]
        first, last = start * rows_out // step * step, -(-stop * rows_out // step) * step
        for axes, sizes, rows, found in ((own, before, rows_in, needed), (made, after, rows_out, region)):
            found[axes[0]] = first // rows, last // rows
            for axis in axes[1:]:
                found[axis] = 0, sizes[axis]
    gives = tuple(region)
    values = {1: np.array(sizes_of(gives), c.dtype(c.op_def.inputs[1].name).numpy_dtype)}
    return Part((tuple(needed), None), (gives,), values=values)


def _groups(before: Sequence[int], after: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
    """The smallest groups of axes with as many elements before as after; axes of size 1 are in none."""
    own, made = ([axis for axis, size in enumerate(sizes) if size != 1] for sizes in (before, after))
    while own:
        group: tuple[list[int], list[int]] = [own.pop(0)], [made.pop(0)]
        while (x := prod(before[axis] for axis in group[0])) != (y := prod(after[axis] for axis in group[1])):
            if x < y:
                group[0].append(own.pop(0))
            else:
                group[1].append(made.pop(0))
        yield group


def expanded(c: RegionContext) -> Part | None:
    """One more axis, of size 1."""
    value = c.value("dim")
    if value is None:
        return None
    axis = int(value.reshape(-1)[0]) % len(c.region)
    kept = c.region[:axis], c.region[axis + 1 :]
    return Part(((*kept[0], *kept[1]), None), ((*kept[0], (0, 1), *kept[1]),))


def squeezed(c: RegionContext) -> Part | None:
    """The axes that go are named: a part may have size 1 along others."""
    sizes = c.inputs[0]
    named = {axis % len(sizes) for axis in c.attr("squeeze_dims")}
    gone = named or {axis for axis, size in enumerate(sizes) if size == 1}
    if not gone:
        return None  # no axes to name would mean all of size 1
    kept = iter(c.region)
    needed = tuple((0, 1) if axis in gone else next(kept) for axis in range(len(sizes)))
    return Part((needed,), (c.region,), {"squeeze_dims": tuple(sorted(gone))})


def broadcast_region_to(c: RegionContext) -> Part:
    """What is repeated along an axis is there for each region of it."""
    values = {1: np.array(sizes_of(c.region), c.dtype("shape").numpy_dtype)}
    return Part((broadcast_region(c.region, c.inputs[0]), None), (c.region,), values=values)


def filled(c: RegionContext) -> Part:
    """As much as is wanted."""
    return Part((None, None), (c.region,), values={0: np.array(sizes_of(c.region), c.dtype("dims").numpy_dtype)})


def tiled(c: RegionContext) -> Part:
    """A part of one copy, or whole copies."""
    needed: list[Interval] = []
    gives: list[Interval] = []
    times: list[int] = []
    for (start, stop), size in zip(c.region, c.inputs[0], strict=True):
        first = start // size if size else 0
        if start == stop or stop <= (first + 1) * size:
            needed.append((start - first * size, stop - first * size))
            gives.append((start, stop))
            times.append(1)
        else:
            last = -(-stop // size)
            needed.append((0, size))
            gives.append((first * size, last * size))
            times.append(last - first)
    values = {1: np.array(times, c.dtype("multiples").numpy_dtype)}
    return Part((tuple(needed), None), (tuple(gives),), values=values)


def _turned(c: RegionContext, axes: Sequence[int]) -> Part:
    needed = tuple(
        (size - stop, size - start) if axis in axes else (start, stop)
        for axis, ((start, stop), size) in enumerate(zip(c.region, c.outputs[0], strict=True))
    )
    return Part((needed, None), (c.region,))


def reversed_axes(c: RegionContext) -> Part | None:
    """The region, seen from the other end of some axes."""
    axes = axes_from_tensor(c, "axis", len(c.region))
    return None if axes is None else _turned(c, axes)


def reversed_where(c: RegionContext) -> Part | None:
    """As :func:`reversed_axes`, with a bool for each axis."""
    value = c.value("dims")
    return None if value is None else _turned(c, [axis for axis, turn in enumerate(value) if turn])


def reversed_sequences(c: RegionContext) -> Part:
    """All of the sequences, of which each entry has its own length."""
    along, batch = c.attr("seq_dim"), c.attr("batch_dim")
    region = with_whole(c.region, c.outputs[0], [along])
    return Part((region, (region[batch],)), (region,))


def rolled(c: RegionContext) -> Part | None:
    """The region before it was moved, where it was in one piece; else all of the axis."""
    shifts, axes, sizes = c.value("shift"), c.value("axis"), c.outputs[0]
    if shifts is None or axes is None:
        return None
    total = [0] * len(sizes)
    named = [int(axis) % len(sizes) for axis in axes.reshape(-1)]
    for shift, axis in zip(shifts.reshape(-1), named, strict=True):
        total[axis] += int(shift)
    needed, gives = list(c.region), list(c.region)
    still = set()
    for axis, ((start, stop), size) in enumerate(zip(c.region, sizes, strict=True)):
        if not size:
            continue
        first = (start - total[axis]) % size
        if first + stop - start <= size:
            needed[axis] = first, first + stop - start
            still.add(axis)
        else:
            needed[axis] = gives[axis] = 0, size
    moves = [0 if axis in still else int(shift) for shift, axis in zip(shifts.reshape(-1), named, strict=True)]
    values = {1: np.array(moves, shifts.dtype).reshape(shifts.shape)}
    return Part((tuple(needed), None, None), (tuple(gives),), values=values)


def region_without(region: Region, axis: int) -> Region:
    """The region without one of its axes."""
    return (*region[:axis], *region[axis + 1 :])


def region_with(region: Region, axis: int, interval: Interval) -> Region:
    """The region with one more axis."""
    return (*region[:axis], interval, *region[axis:])
