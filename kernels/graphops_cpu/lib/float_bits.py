"""Floating-point numbers as bit patterns: dropping the part of a mantissa that a narrower type cannot hold."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.dtypes import DType
from graphops_registry.kernel_def import Array


def mantissa_bits(dtype: DType) -> int:
    """Stored bits of the mantissa; for complex types those of a part."""
    if dtype.is_complex:
        return int(np.finfo(dtype.numpy_dtype).nmant)
    import ml_dtypes

    finfo: Any = ml_dtypes.finfo  # knows NumPy's types and its own
    return int(finfo(dtype.numpy_dtype).nmant)


def truncate_mantissa(xp: Any, x: Array, source: DType, target: DType) -> Array:
    """``x`` with those low bits of its mantissas cleared that ``target`` has no room for.

    Converting the result to ``target`` then rounds toward 0. ``x`` itself if a type is no float, or nothing is lost.
    """
    if not all(dtype.is_floating or dtype.is_complex for dtype in (source, target)):
        return x
    surplus = mantissa_bits(source) - mantissa_bits(target)
    if surplus <= 0:
        return x
    itemsize = source.size // 2 if source.is_complex else source.size
    integer = np.dtype(f"u{itemsize}")
    mask = integer.type((1 << 8 * itemsize) - (1 << surplus))
    # Contiguous, so that the bits of a complex number can be seen as those of its two parts; one axis at least.
    flat = xp.ascontiguousarray(x).reshape(-1)
    return (flat.view(integer) & mask).view(x.dtype).reshape(x.shape)
