"""Plain kernels of simulated quantisation. They compute in float32 and need memory for a few copies of the inputs."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.plain.math_reduce import sum_over
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel

_ZERO = np.float32(0)
_HALF = np.float32(0.5)


class _FakeQuant(PlainKernel):
    def nudged(self, xp: Any, low: Any, high: Any) -> tuple[Any, Any, Any]:
        """The range moved so that 0 is an integer, and how far apart integers are: (low, high, scale)."""
        first = np.float32(1 if self.attrs["narrow_range"] else 0)
        last = np.float32((1 << self.attrs["num_bits"]) - 1)
        scale = (high - low) / (last - first)
        zero = first - low / scale
        floor = xp.floor(zero)
        zero = xp.where(zero < first, first, xp.where(zero > last, last, floor + (zero - floor >= _HALF)))
        zero = zero.astype(np.float32)
        return (first - zero) * scale, (last - zero) * scale, scale

    def quantised(self, module: Any, x: Array, low: Any, high: Any, scale: Any) -> Array:
        """The nearest of the numbers of the range, whose ends are arrays of ``module``."""
        xp = self.xp
        per_scale = np.float32(1) / scale
        zero = module.floor(-low * per_scale + _HALF)
        clamped = xp.maximum(xp.minimum(x, high), low)
        return xp.floor((clamped - low) * per_scale - zero + _HALF) * scale

    def of_attrs(self) -> tuple[Any, Any, Any]:
        """The moved range of the attrs, as NumPy scalars."""
        low, high = np.float32(self.attrs["min"]), np.float32(self.attrs["max"])
        low, high, scale = self.nudged(np, low, high)
        return np.float32(low), np.float32(high), scale


@register_kernel("FakeQuantWithMinMaxArgs", "CPU")
class FakeQuantWithMinMaxArgs(_FakeQuant):
    def compute(self, x: Array) -> Array:
        with np.errstate(all="ignore"):
            return self.quantised(np, x, *self.of_attrs())


@register_kernel("FakeQuantWithMinMaxArgsGradient", "CPU")
class FakeQuantWithMinMaxArgsGradient(_FakeQuant):
    def compute(self, dy: Array, x: Array) -> Array:
        with np.errstate(all="ignore"):
            low, high, _ = self.of_attrs()
            return self.xp.where((x >= low) & (x <= high), dy, _ZERO)


class _Vars(_FakeQuant):
    def compute(self, x: Array, low: Array, high: Array) -> Array:
        xp = self.xp
        with np.errstate(all="ignore"):
            nothing = (low == 0) & (high == 0)
            return xp.where(nothing, _ZERO, self.quantised(xp, x, *self.nudged(xp, low, high)))


@register_kernel("FakeQuantWithMinMaxVars", "CPU")
class FakeQuantWithMinMaxVars(_Vars):
    pass


@register_kernel("FakeQuantWithMinMaxVarsPerChannel", "CPU")
class FakeQuantWithMinMaxVarsPerChannel(_Vars):
    pass


class _VarsGradient(_FakeQuant):
    def compute(self, dy: Array, x: Array, low: Array, high: Array) -> tuple[Array, Array, Array]:
        xp = self.xp
        with np.errstate(all="ignore"):
            nothing = (low == 0) & (high == 0)
            first, last, _ = self.nudged(xp, low, high)
            within = nothing | ((x >= first) & (x <= last))
            parts = [xp.where(~nothing & beyond, dy, _ZERO) for beyond in (x < first, x > last)]
            of_low, of_high = (self.total(part, low) for part in parts)
            return xp.where(within, dy, _ZERO), of_low, of_high

    def total(self, x: Array, like: Array) -> Array:
        """The sum of all of x, or of each channel, as ``like`` says."""
        axes = range(x.ndim - like.ndim)
        if not x.size:
            return self.xp.zeros(like.shape, dtype=x.dtype)
        return sum_over(self.xp, x, axes).reshape(like.shape) if len(axes) else x.reshape(like.shape)


@register_kernel("FakeQuantWithMinMaxVarsGradient", "CPU")
class FakeQuantWithMinMaxVarsGradient(_VarsGradient):
    pass


@register_kernel("FakeQuantWithMinMaxVarsPerChannelGradient", "CPU")
class FakeQuantWithMinMaxVarsPerChannelGradient(_VarsGradient):
    pass
