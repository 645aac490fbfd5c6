"""One array of many small ones, and many small ones of one array, without much work for each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphops_registry.kernel_def import Array


def stack(xp: Any, arrays: Sequence[Array]) -> Array:
    """``xp.stack(arrays)`` of one or more arrays that agree in shape and dtype."""
    # NumPy makes an array of a list faster than it stacks one. It would look into objects, though.
    if xp is np and arrays[0].dtype.kind != "O":
        return np.array(arrays)
    return xp.stack(arrays)


def entries(array: Array) -> list[Array]:
    """``array`` along its first dimension: views, which are arrays even where they have one element.

    Each of them is in C order: what reads them one by one would copy each otherwise.
    """
    if isinstance(array, np.ndarray):
        array = np.ascontiguousarray(array)
    if isinstance(array, np.ndarray) and array.ndim > 1:
        return list(array)
    return [array[row, ...] for row in range(len(array))]
