"""Whether a large array holds NaN or infinity, as fast as memory can be read."""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

import numpy as np

Array = np.ndarray[Any, Any]

_CHUNK: Final = 1 << 16  # elements: the temporary arrays stay in the cache
_EXPONENT: Final = 0x7F80  # of bfloat16: all ones for infinity and NaN
_NO_SIGN: Final = 0x7FFF
_LARGEST_SUM: Final = 3e38  # float32's largest number is 3.4e38


def has_nan(array: Array) -> bool:
    """Whether a float32 or bfloat16 array in C order holds a NaN."""
    flat = array.reshape(-1)
    if flat.dtype == np.float32:
        with np.errstate(all="ignore"):
            return bool(np.isnan(flat.max(initial=-np.inf)))
    return _any_above(flat, _EXPONENT)


def is_finite(array: Array) -> bool:
    """Whether a float32 or bfloat16 array in C order holds neither NaN nor infinity."""
    flat = array.reshape(-1)
    if flat.dtype == np.float32:
        return _largest(flat) < np.inf
    return not _any_above(flat, _EXPONENT - 1)


def is_tame(array: Array) -> bool:
    """Whether the sum of squares of a float32 array in C order is certainly finite.

    If it is so for two arrays, no sum of products of their elements overflows, in any order of addition: its
    absolute value is at most the root of the product of both (Cauchy and Schwarz).
    """
    with np.errstate(all="ignore"):
        return is_tame_unwarned(array, tame_limit(array.size))


def tame_limit(size: int) -> float:
    """What absolute values of so many elements must not exceed, so that the sum of their squares is finite."""
    return sqrt(_LARGEST_SUM / max(size, 1))


def is_tame_unwarned(array: Array, limit: float) -> bool:
    """:func:`is_tame`, for callers that silence NumPy's warnings and know the :func:`tame_limit` of the size.

    Not a product with itself, which BLAS would spread over threads of its own: they would be in the way of OpenMP's.
    """
    return not array.size or bool(array.max() < limit and array.min() > -limit)  # false for a NaN


def _largest(flat: Array) -> float:
    """The largest absolute value of a float32 array; infinite if there is a NaN."""
    with np.errstate(all="ignore"):
        low, high = float(flat.min(initial=0)), float(flat.max(initial=0))
    return max(-low, high) if low == low and high == high else float("inf")


def _any_above(flat: Array, limit: int) -> bool:
    """Whether a bfloat16's bits without the sign, as a number, are above ``limit``."""
    bits = flat.view(np.uint16)
    chunks = (bits[start : start + _CHUNK] for start in range(0, bits.size, _CHUNK))
    return any(int((chunk & _NO_SIGN).max()) > limit for chunk in chunks)
