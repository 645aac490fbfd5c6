"""Operands that are never in a cache: copies used one after the other, together larger than a GPU's last cache.

Peers use this module, too.
"""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Callable, Sequence
from itertools import cycle
from typing import Any, Final

import numpy as np

ROTATED: Final = 400_000_000
"""Bytes that the copies take together: three times the largest cache of a GPU (126 MB, B200)."""

_MOST_SETS: Final = 1024  # what is smaller than a thousandth of a cache is bound by its launch
_PATTERN: Final = 1_048_573  # elements, a prime: rows of no tensor begin alike


def copies(size: int) -> int:
    """How many sets of operands and results, each of ``size`` bytes, are used one after the other."""
    return min(max(2, -(-ROTATED // max(size, 1))), _MOST_SETS)


def pattern(name: str) -> np.ndarray[Any, Any]:
    """Normal numbers, float32, the same on every side; a tensor repeats them, because it takes a second to draw as many
    as a large one has."""
    return np.random.default_rng(zlib.crc32(name.encode())).standard_normal(_PATTERN, np.float32)


def rotating(call: Callable[..., Any], operands: Sequence[Sequence[Any]]) -> Callable[[], Any]:
    """``call`` on the next set of operands each time. As many results are kept, so that each gets memory of its own."""
    sets = cycle(operands)
    latest: deque[Any] = deque(maxlen=len(operands))

    def run() -> Any:
        result = call(*next(sets))
        latest.append(result)
        return result

    return run
