"""Arrays of the host's on memory that a library was given the address of."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np


def extent(shape: Sequence[int], strides: Sequence[int]) -> int:
    """How many elements lie between the first and behind the last of an array with these strides, in elements."""
    if 0 in shape:
        return 0
    return 1 + sum((size - 1) * stride for size, stride in zip(shape, strides, strict=True))


def view(address: int, dtype: np.dtype[Any], shape: Sequence[int], strides: Sequence[int]) -> np.ndarray[Any, Any]:
    """An array at an address; strides are in elements."""
    size = extent(shape, strides) * dtype.itemsize
    raw = np.frombuffer((ctypes.c_ubyte * size).from_address(address), np.uint8) if size else np.empty(0, np.uint8)
    return np.ndarray(tuple(shape), dtype, raw.data, 0, tuple(stride * dtype.itemsize for stride in strides))
