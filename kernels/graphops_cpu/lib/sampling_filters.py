"""Filters for images, by TensorFlow's names, and what they make of one axis that is scaled and moved.

As in :mod:`resize_weights`, positions and weights are calculated on the host in float32.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.resize_weights import AxisWeights

HostArray = np.ndarray[Any, Any]
_TINY: Final = 1000 * float(np.finfo(np.float32).tiny)  # weights whose sum is below are taken as they are: as none


def _lanczos(radius: int) -> Callable[[HostArray], HostArray]:
    def value(x: HostArray) -> HostArray:
        near = np.maximum(x, 1e-3).astype(np.float64)
        waves = radius * np.sin(np.pi * near) * np.sin(np.pi * near / radius) / (np.pi * near) ** 2
        return np.where(x > radius, 0, np.where(x <= np.float32(1e-3), 1, waves)).astype(np.float32)

    return value


def _gaussian(x: HostArray) -> HostArray:
    return np.where(x >= 1.5, 0, np.exp(-(x.astype(np.float64) ** 2) / 0.5)).astype(np.float32)


def _box(x: HostArray) -> HostArray:
    return np.where(x < 0.5, 1, np.where(x == 0.5, 0.5, 0)).astype(np.float32)


def _triangle(x: HostArray) -> HostArray:
    return np.maximum(np.float32(1) - x, np.float32(0))


def _cubic(near: tuple[float, ...], far: tuple[float, ...]) -> Callable[[HostArray], HostArray]:
    """Polynomials, highest power first, for distances below 1 and below 2."""

    def value(x: HostArray) -> HostArray:
        polynomials = np.polyval(near, x.astype(np.float64)), np.polyval(far, x.astype(np.float64))
        return np.where(x >= 2, 0, np.where(x >= 1, polynomials[1], polynomials[0])).astype(np.float32)

    return value


# Name -> how far the filter reaches, and its value at a distance.
_FILTERS: Final[dict[str, tuple[float, Callable[[HostArray], HostArray]]]] = {
    "lanczos1": (1.0, _lanczos(1)),
    "lanczos3": (3.0, _lanczos(3)),
    "lanczos5": (5.0, _lanczos(5)),
    "gaussian": (1.5, _gaussian),
    "box": (1.0, _box),
    "triangle": (1.0, _triangle),
    "keyscubic": (2.0, _cubic((1.5, -2.5, 0, 1), (-0.5, 2.5, -4, 2))),
    "mitchellcubic": (2.0, _cubic((7 / 6, -2, 0, 8 / 9), (-7 / 18, 2, -10 / 3, 16 / 9))),
}


def widest(name: str, old: int, scale: float, *, antialias: bool) -> int:
    """How many old pixels at most make a new one."""
    wider = max(1 / scale, 1.0) if antialias else 1.0
    return int(min(2 * np.ceil(_FILTERS[name][0] * wider) + 1, old))


def scaled(name: str, old: int, new: int, scale: float, translation: float, *, antialias: bool) -> AxisWeights:
    """Which of ``old`` pixels along an axis make each of ``new`` ones, and by what weights.

    Weights of a new pixel have the sum 1. New pixels beyond the old ones have none.
    """
    radius, value = _FILTERS[name]
    one, half = np.float32(1), np.float32(0.5)
    with np.errstate(all="ignore"):
        inverse = np.float32(1.0 / float(scale))
        moved = -inverse * np.float32(translation)
        wider = max(inverse, one) if antialias else one
        middles = (np.arange(new, dtype=np.float32) + half) * inverse + moved  # (new,), in old pixels
        inside = (middles >= 0) & (middles <= old)
        reach = np.float32(radius) * wider
        first, last = np.ceil(middles - reach - half), np.floor(middles + reach - half)
        starts = np.clip(np.where(inside, first, 0), 0, old - 1).astype(np.int64)
        ends = np.clip(np.where(inside, last, -1), -1, old - 1).astype(np.int64) + 1
        ends = np.where(inside, np.maximum(ends, starts + 1), starts)
        places = starts[:, None] + np.arange(int((ends - starts).max(initial=0)))  # (new, k)
        used = places < ends[:, None]
        distances = np.abs((places.astype(np.float32) + half - middles[:, None]) * (one / wider))
        weights = np.where(used, value(distances), np.float32(0))
        total = weights.sum(axis=1, keepdims=True)
        fits = np.abs(total) >= _TINY
        weights = np.where(fits, weights * (one / np.where(fits, total, one)), np.float32(0))
    return AxisWeights(np.where(used, places, 0), weights.astype(np.float32), used)
