"""One axis of a resize as a sparse matrix: for each new pixel, old ones and their weights.

Positions and weights are calculated on the host in float32, as they depend on sizes alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphops_registry.rules.resize_positions import CUBIC_STEPS, cubic_places, nearest_places, positions, scale_of

HostArray = np.ndarray[Any, Any]

_ONE: Final = np.float32(1)


@dataclass(frozen=True, slots=True)
class AxisWeights:
    """``new[i] = sum over k of weights[i, k] * old[places[i, k]]``, where ``used[i, k]``.

    places: (new, k) int64. weights: (new, k) float32. used: (new, k) bool.
    """

    places: HostArray
    weights: HostArray
    used: HostArray

    def transposed(self, old: int) -> AxisWeights:
        """The same matrix, transposed: ``old`` rows. As wide as the largest number of new pixels of any old one."""
        rows, columns = np.nonzero(self.used)  # in the order of the new pixels
        targets, weights = self.places[rows, columns], self.weights[rows, columns]
        order = np.argsort(targets, kind="stable")
        targets, rows, weights = targets[order], rows[order], weights[order]
        counts = np.bincount(targets, minlength=old)
        starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
        column = np.arange(targets.size) - starts[targets]
        shape = (old, int(counts.max(initial=0)))
        places, found = np.zeros(shape, np.int64), np.zeros(shape, np.float32)
        places[targets, column], found[targets, column] = rows, weights
        return AxisWeights(places, found, np.arange(shape[1]) < counts[:, None])


def _dense(places: HostArray, weights: HostArray) -> AxisWeights:
    return AxisWeights(places.astype(np.int64), weights.astype(np.float32), np.ones(places.shape, np.bool_))


def bilinear(old: int, new: int, attrs: Mapping[str, Any]) -> AxisWeights:
    """The pixel before and the one behind, by distance; beyond the edge the last one."""
    found = positions(old, new, attrs)
    floor = np.floor(found)
    upper = np.minimum(np.ceil(found), old - 1)
    lower = np.minimum(np.maximum(floor, 0), upper)
    share = found - floor
    return _dense(np.stack([lower, upper], axis=1), np.stack([_ONE - share, share], axis=1))


def nearest(old: int, new: int, attrs: Mapping[str, Any]) -> AxisWeights:
    """One pixel with weight 1."""
    return _dense(nearest_places(old, new, attrs)[:, None], np.ones((new, 1)))


def bicubic(old: int, new: int, attrs: Mapping[str, Any]) -> AxisWeights:
    """Four pixels with the weights of a cubic convolution.

    Beyond the edge the last pixel is repeated; with half_pixel_centers those pixels have no weight, and the others
    more.
    """
    floor, steps = cubic_places(old, new, attrs)
    fraction = steps / CUBIC_STEPS
    keys = attrs["half_pixel_centers"]
    a = -0.5 if keys else -0.75
    distances = np.stack([1 + fraction, fraction, 1 - fraction, 2 - fraction], axis=1).astype(np.float64)  # (new, 4)
    near = ((a + 2) * distances - (a + 3)) * distances**2 + 1
    far = ((a * distances - 5 * a) * distances + 8 * a) * distances - 4 * a
    weights: HostArray = np.where([False, True, True, False], near, far).astype(np.float32)
    wanted = floor[:, None] + np.array([-1, 0, 1, 2], np.float32)
    places = np.clip(wanted, 0, old - 1)
    if keys:
        weights = np.where(places == wanted, weights, np.float32(0))
        total = weights.sum(axis=1, keepdims=True)
        weights = weights / np.where(np.abs(total) >= 1000 * np.finfo(np.float32).tiny, total, _ONE)
    return _dense(places, weights)


def area(old: int, new: int, attrs: Mapping[str, Any]) -> AxisWeights:
    """All pixels that the new one covers, by how much of them it covers."""
    scale = scale_of(old, new, attrs)
    numbers = np.arange(new + 1, dtype=np.float32)
    starts, ends = (numbers[:-1] * scale)[:, None], (numbers[1:] * scale)[:, None]  # (new, 1)
    first = np.floor(starts)
    width = int((np.ceil(ends) - first).max(initial=0))
    pixels = first + np.arange(width, dtype=np.float32)  # (new, k)
    used = pixels < np.ceil(ends)
    covered_start = np.where(pixels < starts, np.where(pixels + _ONE > ends, scale, pixels + _ONE - starts), _ONE)
    covered = np.where((pixels >= starts) & (pixels + _ONE > ends), ends - pixels, covered_start)
    weights = np.where(used, covered / scale, np.float32(0))
    places = np.where(used, np.minimum(pixels, old - 1), 0)
    return AxisWeights(places.astype(np.int64), weights.astype(np.float32), used)


def apply(xp: Any, x: Any, axis: int, matrix: AxisWeights) -> Any:
    """``x`` with this axis resized; a fresh array of its dtype. Needs a copy or two of the result."""
    total: Any = None
    spread = (-1,) + (1,) * (x.ndim - 1 - axis)
    for column in range(matrix.places.shape[1]):
        used = matrix.used[:, column]
        part = xp.take(x, xp.asarray(matrix.places[:, column]), axis=axis)
        weights = matrix.weights[:, column]
        if not np.all(weights == 1):
            part *= xp.asarray(weights.astype(x.dtype)).reshape(spread)
        if not used.all():
            part = xp.where(xp.asarray(used).reshape(spread), part, part.dtype.type(0))
        if total is None:
            total = part
        else:
            total += part
    if total is None:
        total = xp.zeros((*x.shape[:axis], matrix.places.shape[0], *x.shape[axis + 1 :]), dtype=x.dtype)
    return total
