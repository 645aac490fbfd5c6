"""Pictures of arrays in colours: one axis is red, green and blue."""

from __future__ import annotations

import base64
import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graphops_registry.dtypes import DType
from graphops_registry.errors import InvalidArgumentError, shorten

HostArray = np.ndarray[Any, Any]
Json = dict[str, Any]
_MOST_PIXELS: Final = 1 << 20


def colours(array: HostArray, dtype: DType, at: object) -> Json:
    """The last three axes as height, width and three colours (four, of which the last is left out).

    uint8 is shown as it is, and floats from 0 to 1 as such; of other numbers the lowest is dark and the highest light.

    Args:
        at: for each axis an index; the last three do not count.

    Raises:
        InvalidArgumentError: an array of another shape or of no real numbers, or an index that it does not have.
    """
    if array.ndim < 3 or array.shape[-1] not in (3, 4) or dtype.is_host_only or dtype.is_complex:
        rule = "be of real numbers, with 3 or 4 colours along the last axis"
        raise InvalidArgumentError(f"a picture in colours must {rule}, got {dtype.name} {list(array.shape)}")
    before = array.shape[:-3]
    if (
        not isinstance(at, Sequence)
        or len(at) != array.ndim
        or not all(
            isinstance(n, int) and not isinstance(n, bool) and 0 <= n < size
            for n, size in zip(at, before, strict=False)
        )
    ):
        raise InvalidArgumentError(f"at of a view must be {array.ndim} indices, got {shorten(repr(at), 80)}")
    part = array[tuple(at[: len(before)])][..., :3]
    step = max(1, math.ceil(math.sqrt(part.shape[0] * part.shape[1] / _MOST_PIXELS)))
    part = part[::step, ::step]
    wide = part.astype(np.float64)
    finite = wide[np.isfinite(wide)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    if dtype.name == "uint8":
        low, high = 0.0, 255.0
    elif dtype.is_floating and low >= 0 and high <= 1:
        low, high = 0.0, 1.0
    with np.errstate(all="ignore"):
        scaled = (wide / 2 - low / 2) * (510 / (high - low) if high > low and math.isfinite(high - low) else 0)
    pixels = np.where(np.isfinite(scaled), np.clip(np.rint(scaled), 0, 255), 0).astype(np.uint8)
    return {"width": int(pixels.shape[1]), "height": int(pixels.shape[0]), "low": low, "high": high, "channels": 3,
            "base64": base64.b64encode(pixels.tobytes()).decode()}  # fmt: skip
