"""Region rules that many ops share: element by element, axes that do not meet, reductions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

import numpy as np

from graphops_registry.op_def import Op
from graphops_registry.regions import Part, Region, RegionContext, RegionRule, hull, sizes_of, whole
from graphops_registry.rules.shape_parts import axes_from_tensor
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


def elementwise(c: RegionContext) -> Part:
    """Each element of the outputs depends on the same element of each input, which may be broadcast."""
    region: Region | None = None
    for wanted in c.wanted:
        region = hull(region, wanted)
    if region is None:
        return Part((None,) * len(c.inputs), c.wanted)
    # An axis of size 1 is 1 in all inputs, which give it also where nothing of it is wanted.
    sizes = next(sizes for sizes, wanted in zip(c.outputs, c.wanted, strict=True) if wanted is not None)
    region = tuple((0, 1) if size == 1 else interval for interval, size in zip(region, sizes, strict=True))
    inputs = tuple(broadcast_region(region, sizes) for sizes in c.inputs)
    return Part(inputs, tuple(None if wanted is None else region for wanted in c.wanted))


def first_input(c: RegionContext) -> Part:
    """Each element of the output depends on the same element of input 0, and on the other inputs as a whole."""
    return Part((c.region, *(None for _ in c.inputs[1:])), (c.region,))


def each_input(c: RegionContext) -> Part:
    """Each element of output i depends on the same element of input i."""
    return Part(c.wanted, c.wanted)


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


def reduced(c: RegionContext) -> Part | None:
    """A reduction over ``reduction_indices`` needs all of these axes."""
    sizes = c.sizes("input")
    axes = axes_from_tensor(c, "reduction_indices", len(sizes))
    if axes is None:
        return None
    kept = iter(c.region)
    region: list[tuple[int, int]] = []
    for axis, size in enumerate(sizes):
        if axis not in axes or c.attr("keep_dims"):
            interval = next(kept)
        region.append((0, size) if axis in axes else interval)
    return Part((tuple(region), None), (c.region,))


def partial_sum(c: RegionContext) -> Part | None:
    """The sum over a region of the input; it belongs to the region of the output that has the kept axes."""
    sizes = c.sizes("input")
    axes = axes_from_tensor(c, "reduction_indices", len(sizes))
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
    if part is None or not (c.dtype("input").is_floating or c.dtype("input").is_complex):
        return None
    share = prod(sizes_of(c.region)) / prod(sizes)
    kept = prod(sizes_of(part.gives[0] or ())) / prod(c.outputs[0])  # the share of kept axes is no share of the mean
    return replace(part, factor=np.array(share / kept))


def sum_of_all(c: RegionContext) -> Part:
    """A scalar that is a sum over all elements of input 0."""
    return Part((c.region, *(None for _ in c.inputs[1:])), (whole(c.outputs[0]),))
