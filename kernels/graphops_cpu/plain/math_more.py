"""Plain kernels of norms, running log-sum-exps, neighbours of floats, approximate equality, counted bits."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import NUMBERS, Elementwise
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.plain.math_reduce import Reduction, sum_over
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


@register_kernel("EuclideanNorm", "CPU", types={"T": NUMBERS}, host_inputs=["reduction_indices"])
class EuclideanNorm(Reduction):
    """Needs the squares of all elements. Those of integers wrap, and a sum that wrapped below 0 counts as 0."""

    def compute(self, x: Array, indices: Any) -> Array:
        if not indices.size:  # the norm of each element by itself
            with np.errstate(all="ignore"):
                return narrow(self._root(self._squares(widen(x)), x.dtype), x.dtype)
        return super().compute(x, indices)

    def _squares(self, x: Array) -> Array:
        if x.dtype.kind == "c":
            return x.real * x.real + x.imag * x.imag
        return x * x

    def _root(self, total: Array, dtype: np.dtype[Any]) -> Array:
        if dtype.kind in "iu":
            return self.xp.sqrt(self.xp.maximum(total, 0).astype(np.float64)).astype(dtype)
        return self.xp.sqrt(total)

    def reduce(self, x: Array, axes: tuple[int, ...]) -> Array:
        total = sum_over(self.xp, self._squares(widen(x)), axes)
        return narrow(self._root(total, x.dtype), x.dtype)


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


@register_kernel("NextAfter", "CPU")
class NextAfter(Elementwise):
    def apply(self, x1: Array, x2: Array) -> Array:
        return self.xp.nextafter(x1, x2)


@register_kernel("ApproximateEqual", "CPU", types={"T": NUMBERS})
class ApproximateEqual(PlainKernel):
    """Compares floats in their compute dtype, integers in float64. Needs the differences."""

    def compute(self, x: Array, y: Array) -> Array:
        if x.dtype.kind in "iu":
            x, y = x.astype(np.float64), y.astype(np.float64)
        with np.errstate(all="ignore"):
            difference = abs(widen(x) - widen(y))
            return difference < difference.dtype.type(np.float32(self.attrs["tolerance"]))


@register_kernel("PopulationCount", "CPU")
class PopulationCount(PlainKernel):
    """Sums of pairs, fours, eights of bits, in uint64; needs three such copies of x."""

    def compute(self, x: Array) -> Array:
        same_size = np.dtype(f"u{x.dtype.itemsize}")
        bits = x.astype(same_size).astype(np.uint64)
        one, two, four = (np.uint64(number) for number in (1, 2, 4))
        pairs = np.uint64(0x5555555555555555)
        fours = np.uint64(0x3333333333333333)
        eights = np.uint64(0x0F0F0F0F0F0F0F0F)
        bits = bits - ((bits >> one) & pairs)
        bits = (bits & fours) + ((bits >> two) & fours)
        bits = (bits + (bits >> four)) & eights
        total = bits & np.uint64(0xFF)
        for shift in range(8, 64, 8):
            total = total + ((bits >> np.uint64(shift)) & np.uint64(0xFF))
        return total.astype(np.uint8)
