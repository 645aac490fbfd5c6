"""Plain kernels of running sums and products."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import NUMBERS
from graphops_cpu.lib.precision import narrow, widen
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel

_WIDER = {"float32": np.dtype(np.float64), "complex64": np.dtype(np.complex128)}


class _Scan(PlainKernel):
    def compute(self, x: Array, axis: Any) -> Array:
        if not x.size:  # for which CuPy would launch a grid without blocks
            return x.copy()
        position = int(axis) % x.ndim
        before = (slice(None),) * position
        flip = (*before, slice(None, None, -1))
        with np.errstate(all="ignore"):
            source = x[flip] if self.attrs["reverse"] else x
            if self.attrs["exclusive"]:
                result = self.xp.full(x.shape, self.of_nothing, dtype=x.dtype)
                shifted = source[(*before, slice(None, -1))]
                result[(*before, slice(1, None))] = narrow(self.scan(shifted, position), x.dtype)
            else:
                result = narrow(self.scan(source, position), x.dtype)
        return result[flip] if self.attrs["reverse"] else result

    of_nothing: int

    def scan(self, x: Array, axis: int) -> Array:
        raise NotImplementedError


@register_kernel("Cumsum", "CPU", types={"T": NUMBERS}, host_inputs=["axis"])
class Cumsum(_Scan):
    """Adds float32 in float64, because running sums cannot be paired; needs a copy in float64 for that."""

    of_nothing = 0

    def scan(self, x: Array, axis: int) -> Array:
        x = widen(x)
        return self.xp.cumsum(x, axis=axis, dtype=_WIDER.get(x.dtype.name, x.dtype))


@register_kernel("Cumprod", "CPU", types={"T": NUMBERS}, host_inputs=["axis"])
class Cumprod(_Scan):
    of_nothing = 1

    def scan(self, x: Array, axis: int) -> Array:
        x = widen(x)
        return self.xp.cumprod(x, axis=axis, dtype=x.dtype)


@register_kernel("CumulativeLogsumexp", "CPU", host_inputs=["axis"])
class CumulativeLogsumexp(PlainKernel):
    """Adds over distances that double: log2(n) rounds, each with three arrays of the size of x."""

    def compute(self, x: Array, axis: Any) -> Array:
        xp, position = self.xp, int(axis) % x.ndim
        before = (slice(None),) * position
        flip = (*before, slice(None, None, -1))
        total = widen(x)
        total = total[flip] if self.attrs["reverse"] else total
        if self.attrs["exclusive"]:
            first = xp.full(x.shape, -float("inf"), dtype=total.dtype)
            first[(*before, slice(1, None))] = total[(*before, slice(None, -1))]
            total = first
        step, size = 1, x.shape[position]
        with np.errstate(all="ignore"):
            while step < size:
                start = total[(*before, slice(None, step))]
                later = xp.logaddexp(total[(*before, slice(None, -step))], total[(*before, slice(step, None))])
                total = xp.concatenate([start, later], axis=position)
                step *= 2
            result = total[flip] if self.attrs["reverse"] else total
            return narrow(result, x.dtype).copy()
