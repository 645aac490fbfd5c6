"""Region rules of resizing: blocks of q old pixels that become p new ones.

With sizes g * q and g * p (g the greatest common divisor) a resize of some blocks has the scale of the whole, and the
same positions within them.  Interpolation sees pixels of the blocks beside them, which are taken along.  With
align_corners the same is true of the sizes less one, and neighbouring blocks share a pixel.

Positions are rounded to float32: at pixel 3000 of an image that is made three times as large they are off by 2e-4
pixels, in a part by less.  So interpolated pixels of a part differ by so much of the difference of their neighbours.
Where a pixel is chosen by its position, or a step of a table, a part that chooses another one is none.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from typing import Any, Final

import numpy as np

from graphops_registry.regions import Interval, Part, RegionContext, is_empty
from graphops_registry.rules.resize_positions import CUBIC_STEPS, Array, cubic_places, nearest_places

_SEEN: Final = {"ResizeBilinear": 1, "ResizeBicubic": 2, "ResizeArea": 1, "ResizeNearestNeighbor": 0}
"""How many old pixels beyond its blocks a new one may be made of."""


def resized(c: RegionContext) -> Part | None:
    """The blocks that the region meets."""
    needed, gives = list(c.region), list(c.region)
    if is_empty(c.region):
        return None
    for axis in (1, 2):
        old, new = c.inputs[0][axis], c.outputs[0][axis]
        start, stop = c.region[axis]
        overlap = 1 if c.attr("align_corners") and old > 1 and new > 1 else 0
        blocks = gcd(old - overlap, new - overlap)
        q, p = (old - overlap) // blocks, (new - overlap) // blocks
        beside = -(-_SEEN[c.op] // q)
        first = max(min(start // p, blocks - 1) - beside, 0)
        last = min((stop - 1) // p + 1 + beside, blocks)
        needed[axis] = first * q, last * q + overlap
        gives[axis] = first * p, last * p + overlap
        if not _same_places(c, axis, needed[axis], gives[axis]):
            return None
    size = np.array([stop - start for start, stop in gives[1:3]], np.int32)
    return Part((tuple(needed), None), (tuple(gives),), values={1: size})


def _cubic(old: int, new: int, attrs: Mapping[str, Any]) -> Array:
    floor, step = cubic_places(old, new, attrs)
    return floor.astype(np.int64) * CUBIC_STEPS + step.astype(np.int64)


_CHOSEN: Final = {"ResizeNearestNeighbor": (nearest_places, 1), "ResizeBicubic": (_cubic, CUBIC_STEPS)}
"""For ops that choose by position: what is chosen for each new pixel, and how many choices there are for an old one."""


def _same_places(c: RegionContext, axis: int, needed: Interval, gives: Interval) -> bool:
    """Whether rounded positions choose the same in the part as in the whole."""
    if c.op not in _CHOSEN:
        return True
    chosen, choices = _CHOSEN[c.op]
    start, stop = c.region[axis]
    whole = chosen(c.inputs[0][axis], c.outputs[0][axis], c.attrs)[start:stop]
    own = chosen(needed[1] - needed[0], gives[1] - gives[0], c.attrs)[start - gives[0] : stop - gives[0]]
    return bool(np.array_equal(own + needed[0] * choices, whole))
