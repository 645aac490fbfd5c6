"""How many elements a thread loads or stores at once (a vector), and which arrays allow it."""

from __future__ import annotations

from typing import Any, Final

from graphops_cuda.lib.arrays import aligned
from graphops_cuda.runtime.source import c_type
from graphops_registry.dtypes import DType, as_dtype

Array = Any

ALIGNMENT: Final = 16  # bytes, the most that one instruction moves
FLOATS: Final = tuple(as_dtype(name) for name in ("half", "bfloat16", "float", "double"))
_WIDTHS: Final = {2: (8, 2, 1), 4: (4, 1), 8: (2, 1)}  # by the size of an element: those that kernels are made for


def widths(dtype: DType) -> tuple[int, ...]:
    """The numbers of elements that kernels move at once, the largest first."""
    return _WIDTHS[dtype.size]


def width(dtype: DType, size: int) -> int:
    """The largest one that divides ``size``, the distance between the vectors of different rows."""
    return next(n for n in widths(dtype) if size % n == 0)


def packed(x: Array) -> Array:
    """``x``, or a copy of it, without gaps and at an address that vectors may have."""
    return aligned(x, ALIGNMENT)


def instance(name: str, *arguments: DType | int | bool) -> str:
    """An instance of a template, ``name<half_t, 8, true>``."""
    return f"{name}<{', '.join(map(_argument, arguments))}>"


def _argument(value: DType | int | bool) -> str:
    return c_type(value) if isinstance(value, DType) else str(value).lower()
