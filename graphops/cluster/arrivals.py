"""Arrays as they come over the network."""

from __future__ import annotations

from typing import Any

import numpy as np


def aligned(value: Any) -> Any:
    """``value``; a copy of it if it is an array that begins at an address that its dtype does not divide.

    Dask hands out views into the message that an array came with. What came before it in the message decides where it
    begins, and that is chance. NumPy computes the product of such a matrix in another order, so the last bits would be
    left to chance, too.
    """
    return value.copy() if isinstance(value, np.ndarray) and not value.flags.aligned else value
