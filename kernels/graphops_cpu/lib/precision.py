"""In which dtype a plain kernel calculates: half and bfloat16 in float32, everything else in its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.dtypes import DType, bfloat16, float16, float32


def compute_dtype(dtype: DType) -> np.dtype[Any]:
    """The NumPy dtype for sums and products of ``dtype``."""
    return (float32 if dtype in (float16, bfloat16) else dtype).numpy_dtype


def limits(dtype: np.dtype[Any]) -> Any:
    """The finite range of an integer or float dtype, bfloat16 among them: an object with ``min`` and ``max``."""
    if dtype.kind in "iu":
        return np.iinfo(dtype)
    if dtype.kind == "f":
        return np.finfo(dtype)
    import ml_dtypes

    finfo: Any = ml_dtypes.finfo
    return finfo(dtype)


def widen(x: Any) -> Any:
    """``x`` in its compute dtype (``x`` itself if it has that already)."""
    dtype = x.dtype
    if dtype.itemsize != 2 or dtype.kind in "iu":
        return x
    return x.astype(np.float32)  # half and bfloat16 are all the floats of two bytes


def pick(xp: Any, condition: Any, x: Any, y: Any) -> Any:
    """``x`` where the condition holds, else ``y``, bit for bit; both of one dtype. Of bfloat16 CuPy's ``where`` knows
    nothing, so half and bfloat16 are picked as the 16 bits that they are."""
    dtype = x.dtype
    if dtype.itemsize != 2 or dtype.kind in "iu":
        return xp.where(condition, x, y)
    return xp.where(condition, x.view(np.uint16), y.view(np.uint16)).view(dtype)


def narrow(x: Any, dtype: np.dtype[Any]) -> Any:
    """``x`` rounded to ``dtype`` (``x`` itself if it has that already); what is too large is infinite, silently."""
    if x.dtype == dtype:
        return x
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        return x.astype(dtype)
