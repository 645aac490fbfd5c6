"""Float arrays from channels-first to channels-last and back."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.simd.compile.arrays import Array, compute_dtype, flat
from graphops_cpu.simd.compile.loops import CompiledLoops, Loops
from graphops_cpu.simd.compile.scratch import borrowed
from graphops_cpu.simd.copies.constants import BAND

TRANSPOSE: Final = Loops("graphops_cpu.simd.copies.transpose_kernels", "transpose", "transposition")


class Transposition:
    """Matrices of a float dtype, transposed; a signalling NaN of 16 bits becomes quiet.

    Args:
        dtype: of the arrays.
        work: about how many elements they have.

    Raises:
        Exception: Numba does not work here.
    """

    def __init__(self, dtype: np.dtype[Any], work: int) -> None:
        from graphops_cpu.simd.compile.vector import BITS

        self._dtype = dtype
        self._code: CompiledLoops = TRANSPOSE.compile(dtype, work)
        self._band = BAND * BITS // (8 * compute_dtype(dtype).itemsize)

    def borrow(self, shape: Sequence[int], borrows: ExitStack) -> Array:
        """Memory for an array, until ``borrows`` ends; fresh memory would cost as much as the work on it."""
        memory: Array = borrows.enter_context(borrowed(self._dtype, prod(shape)))
        return memory.reshape(shape)

    def channels_last(self, x: Array, borrows: ExitStack) -> Array:
        """[batch, channels, *spatial] as an array [batch, *spatial, channels] that lives until ``borrows`` ends."""
        batch, channels, *spatial = x.shape
        y = self.borrow((batch, *spatial, channels), borrows)
        self._run(x, y, batch, channels, prod(spatial))
        return y

    def channels_first(self, x: Array, y: Array) -> None:
        """[batch, *spatial, channels] into ``y``, [batch, channels, *spatial], which is contiguous."""
        batch, *spatial, channels = x.shape
        self._run(x, y, batch, prod(spatial), channels)

    def _run(self, x: Array, y: Array, batch: int, rows: int, columns: int) -> None:
        if x.size:
            self._code(batch * -(-columns // self._band), flat(x), flat(y), rows, columns)
