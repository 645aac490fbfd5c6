"""Arrays that OpenVINO reads where they are."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.kernel_def import Array


class _Memory:
    """The memory of an array, for NumPy to make another one of."""

    __slots__ = ("__array_interface__", "_array")

    def __init__(self, array: Array) -> None:
        self._array = array  # keeps the memory
        address, _ = array.__array_interface__["data"]
        self.__array_interface__ = {**array.__array_interface__, "data": (address, False)}


def shareable(array: Array) -> np.ndarray[Any, Any]:
    """``array`` in C order; if it is read-only, as one that is not: OpenVINO shares no others, though it only reads."""
    array = np.asarray(array, order="C")  # ascontiguousarray gives a scalar an axis
    return array if array.flags.writeable else np.asarray(_Memory(array))


__all__ = ["shareable"]
