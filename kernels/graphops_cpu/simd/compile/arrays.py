"""NumPy arrays in the form that compiled kernels take: flat, contiguous, aligned, 16-bit floats as integers."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import ml_dtypes
import numpy as np

Array: TypeAlias = np.ndarray[Any, Any]

BITS_OF: Final[dict[Any, Any]] = {
    np.dtype(ml_dtypes.bfloat16): np.dtype(np.uint16),
    np.dtype(np.float16): np.dtype(np.int16),
}
"""For 16-bit floats the integer dtype under which kernels see them: its sign tells them apart."""


def flat(array: Array) -> Array:
    """The elements in C order, 1-d: a view where the array is contiguous and aligned already, else a copy.

    float16 becomes int16 and bfloat16 uint16 (the same bits).  A view of a read-only array is read-only.
    """
    flags = array.flags
    if not (flags.c_contiguous and flags.aligned):
        array = np.array(array, order="C")
    if array.ndim != 1:
        array = array.reshape(-1)
    bits = BITS_OF.get(array.dtype)
    return array if bits is None else array.view(bits)


def is_plain(array: Array) -> bool:
    """Whether :func:`flat` gives a view, so that what is written into it arrives in ``array``."""
    flags = array.flags
    return bool(flags.c_contiguous and flags.aligned and flags.writeable)


def compute_dtype(dtype: Any) -> np.dtype[Any]:
    """What sums are accumulated in: float64 for float64, else float32."""
    return np.dtype(np.float64 if np.dtype(dtype) == np.float64 else np.float32)
