"""Aligned memory."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

ALIGNMENT: Final = 64  # bytes: a cache line, and a vector of AVX-512


class Block:
    """Aligned memory.

    Attributes:
        address: of the first byte, a multiple of ALIGNMENT.
        size: in bytes.
    """

    __slots__ = ("_owner", "address", "size")

    def __init__(self, size: int) -> None:
        self._owner: np.ndarray[Any, Any] = np.empty(size + ALIGNMENT, np.uint8)  # [bytes]
        start = self._owner.ctypes.data
        self.address = start + -start % ALIGNMENT
        self.size = size

    def view(self, offset: int, shape: tuple[int, ...], dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
        """An array ``offset`` bytes after the first one."""
        start = self.address - self._owner.ctypes.data + offset
        return np.ndarray(shape, dtype, self._owner, start)


def aligned(size: int) -> int:
    """``size`` rounded up, so that what follows is aligned."""
    return size + -size % ALIGNMENT
