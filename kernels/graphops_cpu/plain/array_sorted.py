"""Plain kernels that search sorted rows, or sort rows as far as one place needs."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import INTEGERS, REALS
from graphops_cpu.lib.precision import narrow, widen
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel

# -- sorted rows ---------------------------------------------------------------------------------------------------


class _Bound(PlainKernel):
    """Halves the intervals of all values at once; needs a few int64 for each value."""

    def compute(self, rows: Array, values: Array) -> Array:
        xp, (batch, n), m = self.xp, rows.shape, values.shape[1]
        low, high = xp.zeros((batch, m), dtype=np.int64), xp.full((batch, m), n, dtype=np.int64)
        flat, wide = widen(rows).reshape(-1), widen(values)
        starts = xp.arange(batch, dtype=np.int64)[:, None] * n
        for _ in range(n.bit_length() if values.size else 0):
            middle = (low + high) // 2
            found = xp.take(flat, starts + xp.minimum(middle, n - 1))
            right = (low < high) & self.is_before(found, wide)
            high = xp.where((low < high) & ~right, middle, high)
            low = xp.where(right, middle + 1, low)
        return low.astype(self.attrs["out_type"].numpy_dtype)

    def is_before(self, element: Array, value: Array) -> Array:
        """Whether the answer for the value lies behind the element."""
        raise NotImplementedError


@register_kernel("LowerBound", "CPU", types={"T": (*INTEGERS, *REALS)})
class LowerBound(_Bound):
    def is_before(self, element: Array, value: Array) -> Array:
        return element < value


@register_kernel("UpperBound", "CPU", types={"T": (*INTEGERS, *REALS)})
class UpperBound(_Bound):
    def is_before(self, element: Array, value: Array) -> Array:
        return ~(value < element)


@register_kernel("NthElement", "CPU", host_inputs=["n"])
class NthElement(PlainKernel):
    """Needs a partly sorted copy of the input."""

    def compute(self, x: Array, n: Any) -> Array:
        place = x.shape[-1] - 1 - int(n) if self.attrs["reverse"] else int(n)
        if not x.size:
            return self.xp.empty(x.shape[:-1], dtype=x.dtype)
        return narrow(self.xp.partition(widen(x), place, axis=-1)[..., place].copy(), x.dtype)
