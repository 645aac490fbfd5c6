"""Plain kernels of biases."""

from __future__ import annotations

import numpy as np

from graphops_cpu.elementwise import NUMBERS
from graphops_cpu.math_reduce import sum_over
from graphops_cpu.precision import narrow, widen
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.ops.nn_bias import channel_axis


class _BiasAdd(PlainKernel):
    def compute(self, value: Array, bias: Array) -> Array:
        axis = channel_axis(self.attrs, value.ndim)
        shape = tuple(bias.shape[0] if number == axis else 1 for number in range(value.ndim))
        with np.errstate(all="ignore"):
            return narrow(widen(value) + widen(bias).reshape(shape), value.dtype)


@register_kernel("BiasAdd", "CPU", types={"T": NUMBERS})
class BiasAdd(_BiasAdd):
    pass


@register_kernel("BiasAddV1", "CPU", types={"T": NUMBERS})
class BiasAddV1(_BiasAdd):
    pass


@register_kernel("BiasAddGrad", "CPU", types={"T": NUMBERS})
class BiasAddGrad(PlainKernel):
    def compute(self, x: Array) -> Array:
        axis = channel_axis(self.attrs, x.ndim)
        axes = [number for number in range(x.ndim) if number != axis]
        with np.errstate(all="ignore"):
            return narrow(sum_over(self.xp, widen(x), axes), x.dtype).reshape(x.shape[axis])
