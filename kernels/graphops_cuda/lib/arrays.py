"""Operands in the form that libraries need (contiguous, with aligned addresses), and arrays for results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cupy
import numpy as np

from graphops_registry.kernel_def import Array, Shape


def aligned(array: Array, multiple: int) -> Array:
    """``array``, or a copy of it, without gaps and at an address that is a multiple of ``multiple`` bytes."""
    if array.flags.c_contiguous and array.data.ptr % multiple == 0:
        return array
    copy = cupy.empty(array.shape, array.dtype)  # new arrays are aligned to 256 bytes
    copy[...] = array
    return copy


def result_for(
    shape: Shape, dtype: np.dtype[Any], out: Sequence[Array | None] | None, index: int, multiple: int
) -> Array:
    """An array to compute output ``index`` in: the caller's, if it is one that :func:`aligned` would leave alone."""
    given = out[index] if out else None
    if given is not None and given.flags.c_contiguous and given.data.ptr % multiple == 0:
        return given
    return cupy.empty(shape, dtype)


def delivered(result: Array, out: Sequence[Array | None] | None, index: int) -> Array:
    """The caller's array with the result in it, or the result if there is none."""
    given = out[index] if out else None
    if given is None or given is result:
        return result
    given[...] = result
    return given
