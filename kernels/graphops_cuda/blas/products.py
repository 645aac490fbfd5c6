"""Products of stacks of matrices by cuBLAS, divided into its calls. 16-bit operands are not converted first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product as every
from math import prod
from typing import Any, Final

import cupy
import numpy as np

from graphops_cuda.blas import cublas as blas
from graphops_cuda.blas.cublas import Matrices
from graphops_cuda.lib.arrays import aligned
from graphops_cuda.lib.elementwise import joined_axes
from graphops_registry.kernel_def import Shape

Array = Any

_MOST_BATCHES: Final = 65535  # of one call
_MOST_CALLS: Final = 64  # for stacks that broadcast; operands that would need more are repeated in memory
_ALIGNMENT: Final = 16


class StackedProduct:
    """``a @ b`` of given shapes, (..., M, K) and (..., K, N), whose leading axes broadcast.

    Attributes:
        shape: of the result.
    """

    def __init__(self, a: Shape, b: Shape, turn_a: bool, turn_b: bool, tf32: bool = False) -> None:
        """
        Args:
            turn_a, turn_b: whether the operand's matrices are the transposes of those that are meant.
        """
        rows, inner = (a[-1], a[-2]) if turn_a else (a[-2], a[-1])
        columns = b[-2] if turn_b else b[-1]
        self._sizes = rows, columns, inner
        self._turns = turn_a, turn_b
        self._rows = max(1, a[-1]), max(1, b[-1])
        self._steps = rows * inner, inner * columns
        self._tf32 = tf32
        stack: Shape = np.broadcast_shapes(a[:-2], b[:-2])
        self.shape = (*stack, rows, columns)
        self._stack = stack
        self._repeated = False
        self._calls = tuple(self._cut(a[:-2], b[:-2]))
        if len(self._calls) > max(_MOST_CALLS, prod(stack) // _MOST_BATCHES + 1):
            self._repeated = True
            self._calls = tuple(self._cut(stack, stack))

    def why_not(self, dtype: str) -> str | None:
        """Why cuBLAS cannot, for operands of ``dtype``, or ``None``."""
        if max(*self._sizes, *self._rows) > blas.LARGEST:
            return f"a size is more than {blas.LARGEST}"
        return blas.why_not_dtype(dtype)

    def _cut(self, a: Shape, b: Shape) -> Iterator[tuple[int, int, int, int, int, int]]:
        """For each call where its first matrices are in a, b and c, how far those of a and b are apart, how many."""
        if not prod(self._stack):
            return
        sizes, (of_a, of_b) = joined_axes(self._stack, (a, b))
        *outer, last = sizes
        for place, index in enumerate(every(*map(range, outer))):
            first_a = sum(i * stride for i, stride in zip(index, of_a, strict=False))
            first_b = sum(i * stride for i, stride in zip(index, of_b, strict=False))
            for start in range(0, last, _MOST_BATCHES):
                batch = min(_MOST_BATCHES, last - start)
                yield (
                    first_a + start * of_a[-1], first_b + start * of_b[-1], place * last + start,
                    of_a[-1], of_b[-1], batch,
                )  # fmt: skip

    def __call__(self, a: Array, b: Array, dtype: np.dtype[Any]) -> Array:
        """The product in ``dtype``, that of the operands or, of half and bfloat16, float32."""
        rows, columns, inner = self._sizes
        result = cupy.empty(self.shape, dtype)
        if not result.size:
            return result
        if not inner:
            result[...] = 0
            return result
        if self._repeated:
            a = cupy.broadcast_to(a, (*self._stack, *a.shape[-2:]))
            b = cupy.broadcast_to(b, (*self._stack, *b.shape[-2:]))
        a, b = aligned(a, _ALIGNMENT), aligned(b, _ALIGNMENT)
        step_a, step_b = self._steps
        for first_a, first_b, first_c, apart_a, apart_b, batch in self._calls:
            blas.product(
                Matrices(a, self._rows[0], apart_a * step_a, first_a * step_a, self._turns[0]),
                Matrices(b, self._rows[1], apart_b * step_b, first_b * step_b, self._turns[1]),
                Matrices(result, columns, rows * columns, first_c * rows * columns),
                self._sizes,
                batch,
                tf32=self._tf32,
            )
        return result
