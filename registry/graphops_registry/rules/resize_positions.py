"""Where the pixels of a resized image are in the old one; along one axis, in float32 as TensorFlow calculates them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

Array = np.ndarray[Any, Any]

CUBIC_STEPS: Final = 1024  # cubic weights are those of the nearest of so many fractions of a pixel
_HALF: Final = np.float32(0.5)


def scale_of(old: int, new: int, attrs: Mapping[str, Any]) -> np.float32:
    """How many old pixels a new one takes."""
    if attrs["align_corners"] and new > 1 and old > 1:
        return np.float32(old - 1) / np.float32(new - 1)
    return np.float32(old) / np.float32(new)


def positions(old: int, new: int, attrs: Mapping[str, Any]) -> Array:
    """Where the new pixels are, in old pixels; (new,) float32."""
    numbers = np.arange(new, dtype=np.float32)
    scale = scale_of(old, new, attrs)
    return (numbers + _HALF) * scale - _HALF if attrs.get("half_pixel_centers") else numbers * scale


def nearest_places(old: int, new: int, attrs: Mapping[str, Any]) -> Array:
    """The nearest old pixel of each new one; (new,) float32."""
    numbers = np.arange(new, dtype=np.float32)
    found = (numbers + _HALF if attrs["half_pixel_centers"] else numbers) * scale_of(old, new, attrs)
    places = np.floor(found)
    if attrs["align_corners"]:
        places = places + (found - places >= _HALF)  # halves are rounded up
    last: Array = np.minimum(places, old - 1)
    return last


def cubic_places(old: int, new: int, attrs: Mapping[str, Any]) -> tuple[Array, Array]:
    """For each new pixel the old one before it, and the step between that and the next; (new,) float32 each."""
    found = positions(old, new, attrs)
    floor = np.floor(found)
    return floor, np.rint((found - floor) * np.float32(CUBIC_STEPS))
