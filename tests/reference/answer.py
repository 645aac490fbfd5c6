"""What an oracle answers, and the wide types that it computes in. Nothing here comes from the code under test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
Pairs = Sequence[tuple[int, int]]  # (before, after) for each axis


@dataclass(frozen=True, eq=False)
class Answer:
    """One output of an op.

    ``value`` is float64, complex128, int64 or uint64; an integer result is right modulo its type, so ``astype`` wraps
    it as the op does.  ``magnitude`` is the same sum over absolute values, and ``terms`` the most products (or
    summands) that any one element is the sum of: what the error bound needs.  ``terms`` is 0 where the op only picks
    values, which is exact in every dtype; ``magnitude`` is zeros there, and for integers.
    """

    value: Array
    magnitude: Array
    terms: int


def picked(value: Array) -> Answer:
    """The answer of an op that computes no sum."""
    return Answer(value, np.zeros(value.shape), 0)


def widen(x: Array) -> Array:
    """``x`` in float64, complex128, int64 or (uint64 only) uint64; bfloat16 and the float8 types are floats too."""
    x = np.asarray(x)
    if x.dtype.kind == "c":
        return x.astype(np.complex128)
    if x.dtype == np.uint64:
        return x
    if x.dtype.kind in "iub":
        return x.astype(np.int64)
    return x.astype(np.float64)


def is_integer(x: Array) -> bool:
    """Whether arithmetic on ``x`` wraps."""
    return np.asarray(x).dtype.kind in "iu"
