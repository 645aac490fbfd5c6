"""The bits of results, to tell whether two runs gave the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np


def bits_of(arrays: Sequence[np.ndarray[Any, Any] | None]) -> list[Any]:
    """What two runs must have in common, exactly."""
    return [
        None if array is None else (array.shape, array.tolist() if array.dtype.kind == "O" else array.tobytes())
        for array in arrays
    ]
