"""Arrays in the form that oneDNN accepts: in C order, every element aligned to its size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphops_cpu.runtime.large_results import empty

Array = np.ndarray[Any, Any]


def dense(array: Array) -> Array:
    """``array`` itself, or a copy in C order and aligned."""
    flags = array.flags
    if flags.c_contiguous and flags.aligned:
        return array
    return np.array(array, order="C")


def result_for(shape: tuple[int, ...], dtype: np.dtype[Any], out: Sequence[Array | None] | None, index: int) -> Array:
    """Where to write a result: what the caller gave, if it can be written to as it is; else new memory."""
    target = out[index] if out else None
    if target is not None:
        flags = target.flags
        if flags.c_contiguous and flags.aligned:
            return target
    return empty(shape, dtype)


def delivered(result: Array, out: Sequence[Array | None] | None, index: int) -> Array:
    """The result in the caller's array, if one was given."""
    target = out[index] if out else None
    if target is None or target is result:
        return result
    target[...] = result
    return target
