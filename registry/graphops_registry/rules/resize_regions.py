"""Region rules of resizing: blocks of q old pixels that become p new ones.

With sizes g * q and g * p (g the greatest common divisor) a resize of some blocks has the scale of the whole, and the
same positions within them.  Interpolation sees pixels of the blocks beside them, which are taken along.  With
align_corners the same is true of the sizes less one, and neighbouring blocks share a pixel.

Positions are rounded to float32: at pixel 3000 of an image that is made three times as large they are off by 2e-4
pixels, in a part by less.  So interpolated pixels of a part differ by so much of the difference of their neighbours.
Where a pixel is chosen by its position, or a step of a table, a part that chooses another one is none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import gcd
from typing import Any, TypeAlias

import numpy as np

from graphops_registry.regions import Interval, Part, RegionContext, RegionRule, is_empty
from graphops_registry.rules.resize_positions import CUBIC_STEPS, Array, cubic_places, nearest_places

Chosen: TypeAlias = "Callable[[int, int, Mapping[str, Any]], Array]"


def resized(beyond: int, chosen: Chosen | None = None, choices: int = 1) -> RegionRule:
    """The blocks that the region meets.

    Args:
        beyond: how many old pixels beside its block a new one may be made of.
        chosen: for an op that chooses by position: from the sizes along an axis and the attrs, what it chooses for each
            new pixel.
        choices: how many choices there are for an old pixel.
    """

    def rule(c: RegionContext) -> Part | None:
        needed, gives = list(c.region), list(c.region)
        if is_empty(c.region):
            return None
        for axis in (1, 2):
            needed[axis], gives[axis] = _blocks(c, axis, beyond)
            if chosen is not None and not _chooses_the_same(c, axis, needed[axis], gives[axis], chosen, choices):
                return None
        size = np.array([stop - start for start, stop in gives[1:3]], np.int32)
        return Part((tuple(needed), None), (tuple(gives),), values={1: size})

    return rule


def _blocks(c: RegionContext, axis: int, beyond: int) -> tuple[Interval, Interval]:
    """Along an axis: the old pixels of the blocks that the region meets, with those beside them; and the new ones."""
    old, new = c.inputs[0][axis], c.outputs[0][axis]
    start, stop = c.region[axis]
    overlap = 1 if c.attr("align_corners") and old > 1 and new > 1 else 0
    blocks = gcd(old - overlap, new - overlap)
    q, p = (old - overlap) // blocks, (new - overlap) // blocks
    beside = -(-beyond // q)
    first = max(min(start // p, blocks - 1) - beside, 0)
    last = min((stop - 1) // p + 1 + beside, blocks)
    return (first * q, last * q + overlap), (first * p, last * p + overlap)


def _chooses_the_same(
    c: RegionContext, axis: int, needed: Interval, gives: Interval, chosen: Chosen, choices: int
) -> bool:
    """Whether rounded positions choose the same in the part as in the whole."""
    start, stop = c.region[axis]
    whole = chosen(c.inputs[0][axis], c.outputs[0][axis], c.attrs)[start:stop]
    own = chosen(needed[1] - needed[0], gives[1] - gives[0], c.attrs)[start - gives[0] : stop - gives[0]]
    return bool(np.array_equal(own + needed[0] * choices, whole))


def _cubic(old: int, new: int, attrs: Mapping[str, Any]) -> Array:
    floor, step = cubic_places(old, new, attrs)
    return floor.astype(np.int64) * CUBIC_STEPS + step.astype(np.int64)


bilinear_part = resized(1)
bicubic_part = resized(2, _cubic, CUBIC_STEPS)
nearest_part = resized(0, nearest_places)
area_part = resized(1)
