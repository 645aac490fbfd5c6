"""Reductions of half and bfloat16 without a copy in float32 first."""

from __future__ import annotations

from math import prod
from typing import Any

import cupy
import numpy as np

from graphops_cpu.lib.precision import narrow
from graphops_cpu.plain import math_reduce as plain
from graphops_cuda.lib.elementwise import HALVES
from graphops_cuda.priorities import NATIVE
from graphops_registry.kernel_def import register_kernel

Array = Any


def _total(x: Array, axes: tuple[int, ...]) -> Array:
    """The sum over ``axes``, which stay with size 1, in float32 or float64."""
    # Along the last axes CuPy adds in a tree; along others a few threads add one element after another.
    along_last = x.flags.c_contiguous and sorted(axes) == list(range(x.ndim - len(axes), x.ndim))
    return cupy.sum(x, axis=axes, dtype=np.float32 if along_last else np.float64, keepdims=True)


@register_kernel("Sum", "GPU", types={"T": HALVES}, priority=NATIVE, host_inputs=["reduction_indices"])
class Sum(plain.Sum):
    xp = cupy

    def reduce(self, x: Array, axes: tuple[int, ...]) -> Array:
        return narrow(_total(x, axes), x.dtype)


@register_kernel("Mean", "GPU", types={"T": HALVES}, priority=NATIVE, host_inputs=["reduction_indices"])
class Mean(plain.Mean):
    xp = cupy

    def reduce(self, x: Array, axes: tuple[int, ...]) -> Array:
        total = _total(x, axes)
        return narrow(total / total.dtype.type(prod(x.shape[axis] for axis in axes)), x.dtype)


class _Extreme(plain._Extreme):
    """The largest or smallest number is one of those that are there: nothing needs to be widened."""

    xp = cupy

    def reduce(self, x: Array, axes: tuple[int, ...]) -> Array:
        if not all(x.shape[axis] for axis in axes):
            return super().reduce(x, axes)
        return (cupy.max if self.sign > 0 else cupy.min)(x, axis=axes, keepdims=True)


@register_kernel("Max", "GPU", types={"T": HALVES}, priority=NATIVE, host_inputs=["reduction_indices"])
class Max(_Extreme):
    sign = 1


@register_kernel("Min", "GPU", types={"T": HALVES}, priority=NATIVE, host_inputs=["reduction_indices"])
class Min(_Extreme):
    sign = -1
