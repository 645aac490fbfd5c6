"""Shared code of string kernels: strings are object arrays of bytes, always on the host."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import numpy as np

from graphops_registry.device_def import owner_of
from graphops_registry.errors import ResourceExhaustedError, must
from graphops_registry.kernel_def import Array, Shape
from graphops_registry.kernels.context import Context

# Bytes that all strings of one result may have together: a few scalars can lead to a result of any size.
MOST_BYTES: Final = 2**32


def on_host(value: Array) -> np.ndarray[Any, Any]:
    """A copy of a device array as NumPy's; strings are there already."""
    owner = owner_of(value)
    found: np.ndarray[Any, Any] = value if owner is None or owner.is_host else owner.copy_out(value)
    return found


def strings(values: Iterable[bytes], shape: Shape) -> np.ndarray[Any, Any]:
    """An array of strings; ``values`` in row-major order."""
    listed = list(values)
    flat = np.empty(len(listed), dtype=object)
    flat[:] = listed
    return flat.reshape(shape)


def each(function: Callable[[bytes], bytes], texts: Array) -> np.ndarray[Any, Any]:
    """``function`` of every string."""
    return strings(map(function, texts.reshape(-1)), texts.shape)


def numbers(function: Callable[[bytes], Any], texts: Array, dtype: Any) -> np.ndarray[Any, Any]:
    """An array of the numbers that ``function`` finds for the strings."""
    return np.array([function(text) for text in texts.reshape(-1)], dtype=dtype).reshape(texts.shape)


def require_at_most(op: str, size: int, what: str = "output") -> None:
    """Refuse to make strings of more than :data:`MOST_BYTES` bytes.

    Raises:
        ResourceExhaustedError: with the number.
    """
    if size > MOST_BYTES:
        rule = f"have at most {MOST_BYTES:,} bytes in all its strings"
        raise must(what, op, rule, f"{size:,}", kind=ResourceExhaustedError)


def require_room(ctx: Context, op: str, size: int, what: str = "output") -> None:
    """Refuse to make strings of ``size`` bytes if they are too many, or more than the run may have.

    Raises:
        ResourceExhaustedError: with the number.
    """
    require_at_most(op, size, what)
    ctx.check_memory(size)
