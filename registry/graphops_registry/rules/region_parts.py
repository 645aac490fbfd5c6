"""Region rules that many ops share: element by element, axes that do not meet, reductions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

import numpy as np

from graphops_registry.op_def import Op
from graphops_registry.regions import Interval, Part, Region, RegionContext, RegionRule, hull, sizes_of, whole
from graphops_registry.rules.shape_parts import axes_from_tensor
from graphops_registry.shape import TensorShape
from graphops_registry.traits import Trait


def region_rule_of(op: Op) -> RegionRule | None:
    """The region rule that an op declares, or has by its traits; ``None`` if it needs its inputs as a whole."""
    if op.region_fn is not None:
        return op.region_fn
    return elementwise if op.has(Trait.ELEMENTWISE) else None


def broadcast_region(region: Region, sizes: Sequence[int]) -> Region:
    """The region of an operand of ``sizes`` that a region of a broadcast result needs."""
    own = region[len(region) - len(sizes) :]
    return tuple((0, 1) if size == 1 else interval for interval, size in zip(own, sizes, strict=True))


def _broadcasts(own: Sequence[int], sizes: Sequence[int]) -> bool:
    """Whether a shape broadcasts to another one."""
    pairs = zip(reversed(own), reversed(sizes), strict=False)
    return len(own) <= len(sizes) and all(size in (1, whole_size) for size, whole_size in pairs)


def elementwise(c: RegionContext) -> Part | None:
    """Each element of the outputs depends on the same element of each input, which may be broadcast.

    ``None`` where inputs do not broadcast, which makes a comparison one of shapes.
    """
    sizes = next(sizes for sizes, wanted in zip(c.outputs, c.wanted, strict=True) if wanted is not None)
    if any(not _broadcasts(own, sizes) for own in c.inputs):
        return None
    # An axis of size 1 is 1 in all inputs, which give it also where nothing of it is wanted.
    region = tuple((0, 1) if size == 1 else each for each, size in zip(wanted_of_all(c), sizes, strict=True))
    return Part(tuple(broadcast_region(region, own) for own in c.inputs), given_where_wanted(c, region))


def first_input(c: RegionContext) -> Part:
    """Each element of the output depends on the same element of input 0, and on the other inputs as a whole."""
    return Part((c.region, *(None for _ in c.inputs[1:])), (c.region,))


def each_input(c: RegionContext) -> Part:
    """Each element of output i depends on the same element of input i."""
    regions = tuple(whole(sizes) if want is None else want for sizes, want in zip(c.outputs, c.wanted, strict=True))
    return Part(regions, c.wanted)


def of_shape(c: RegionContext) -> Part | None:
    """As :func:`elementwise`, for an op whose attr ``shape`` is that of the output."""
    part = elementwise(c)
    return part and replace(part, attrs={"shape": TensorShape(sizes_of(part.gives[0] or ()))})


def wanted_of_all(c: RegionContext) -> Region:
    """The smallest region that has what is wanted of each output; all outputs that are wanted have one shape."""
    region: Region | None = None
    for wanted in c.wanted:
        region = hull(region, wanted)
    if region is None:
        raise TypeError(f"a region rule is asked for no output of op '{c.op}'")
    return region


def given_where_wanted(c: RegionContext, region: Region) -> tuple[Region | None, ...]:
    """The same region of each output that is wanted."""
    return tuple(None if wanted is None else region for wanted in c.wanted)


def stacked(own: int, made: int | None = None) -> RegionRule:
    """Input 0 has ``own`` axes that belong together, behind others that do not meet; the outputs have ``made``.

    The other inputs are needed as they are.
    """

    def rule(c: RegionContext) -> Part:
        lead: Region | None = None
        gives: list[Region | None] = []
        for sizes, wanted in zip(c.outputs, c.wanted, strict=True):
            count = len(sizes) - (own if made is None else made)
            lead = hull(lead, None if wanted is None else wanted[:count])
            gives.append(None if wanted is None else whole(sizes[count:]))
        leading = lead or ()
        first = (*leading, *whole(c.inputs[0][len(leading) :]))
        rest = (None for _ in c.inputs[1:])
        return Part((first, *rest), tuple(None if given is None else (*leading, *given) for given in gives))

    return rule


def whole_axes(*axes: int) -> RegionRule:
    """Output 0 has the shape of the inputs that have its rank; along ``axes`` all elements depend on all."""

    def rule(c: RegionContext) -> Part:
        sizes = c.outputs[0]
        region = with_whole(c.region, sizes, axes)
        return Part(tuple(region if len(own) == len(sizes) else None for own in c.inputs), (region,))

    return rule


def with_whole(region: Region, sizes: Sequence[int], axes: Sequence[int]) -> Region:
    """The region with everything along some axes."""
    wide = {axis % len(sizes) for axis in axes} if sizes else set()
    return tuple((0, sizes[axis]) if axis in wide else interval for axis, interval in enumerate(region))


def _reduced_axes(c: RegionContext, rank: int) -> tuple[int, ...] | None:
    """The axes of a reduction: those that are named, or all where the result has none."""
    named = axes_from_tensor(c, "reduction_indices", rank)
    return tuple(range(rank)) if named is None and not c.outputs[0] else named


def reduced(c: RegionContext) -> Part | None:
    """A reduction over ``reduction_indices`` needs all of these axes."""
    sizes = c.sizes("input")
    axes = _reduced_axes(c, len(sizes))
    if axes is None:
        return None
    kept = iter(c.region)
    needed: list[Interval] = []
    gives: list[Interval] = []
    for axis, size in enumerate(sizes):
        interval = next(kept) if axis not in axes or c.attr("keep_dims") else (0, 1)
        needed.append((0, size) if axis in axes else interval)
        if axis not in axes:
            gives.append(interval)
        elif c.attr("keep_dims"):
            gives.append((0, 1))
    return Part((tuple(needed), None), (tuple(gives),))


def partial_sum(c: RegionContext) -> Part | None:
    """The sum over a region of the input; it belongs to the region of the output that has the kept axes."""
    sizes = c.sizes("input")
    axes = _reduced_axes(c, len(sizes))
    if axes is None:
        return None
    gives = tuple(
        (0, 1) if axis in axes else interval
        for axis, interval in enumerate(c.region)
        if axis not in axes or c.attr("keep_dims")
    )
    return Part((c.region, None), (gives,))


def partial_mean(c: RegionContext) -> Part | None:
    """A mean is the sum of the means of regions, each times its share of the elements."""
    part, sizes = partial_sum(c), c.sizes("input")
    if part is None or 0 in sizes or not (c.dtype("input").is_floating or c.dtype("input").is_complex):
        return None
    share = prod(sizes_of(c.region)) / prod(sizes)
    kept = prod(sizes_of(part.gives[0] or ())) / prod(c.outputs[0])  # the share of kept axes is no share of the mean
    return replace(part, factor=np.array(share / kept))


def sum_of_all(c: RegionContext) -> Part:
    """A scalar that is a sum over all elements of input 0."""
    return Part((c.region, *(None for _ in c.inputs[1:])), (whole(c.outputs[0]),))


def scanned(argument: str) -> RegionRule:
    """All of the axis that ``argument`` names, an input; the other axes do not meet."""

    def rule(c: RegionContext) -> Part | None:
        sizes = c.outputs[0]
        axis = c.axis(argument, len(sizes))
        if axis is None:
            return None
        region = with_whole(c.region, sizes, [axis])
        return Part((region, None), (region,))

    return rule


def ranked(c: RegionContext) -> Part | None:
    """Input 0 loses the axis ``dimension``, of which everything is needed."""
    sizes = c.inputs[0]
    axis = c.axis("dimension", len(sizes))
    if axis is None:
        return None
    return Part(((*c.region[:axis], (0, sizes[axis]), *c.region[axis:]), None), (c.region,))
