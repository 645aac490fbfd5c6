"""Loops of special functions, element by element, in double precision and rounded once. Imports Numba."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graphops_cpu.simd.compile.jit import kernel


@kernel("in out start stop chunk")
def erf(x: Any, y: Any, start: int, stop: int, chunk: int) -> None:
    """x, y: (elements,)"""
    for i in range(start, stop):
        y[i] = math.erf(np.float64(x[i]))


@kernel("in out start stop chunk")
def erfc(x: Any, y: Any, start: int, stop: int, chunk: int) -> None:
    """x, y: (elements,)"""
    for i in range(start, stop):
        y[i] = math.erfc(np.float64(x[i]))
