"""Plain kernels of batch normalisation, in every layout; computed in float32 and rounded once."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.plain.math_reduce import sum_over
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.ops.nn_norm import channel_axis


class BatchNorm(PlainKernel):
    """Needs a float32 copy or two of x beyond inputs and outputs."""

    def channels(self, values: Array) -> Array:
        """(channels,) values so that they broadcast against x, in float32."""
        rank = len(self.attrs["data_format"])
        shape = [1] * rank
        shape[channel_axis(self.attrs["data_format"])] = values.shape[0]
        return widen(values).reshape(tuple(shape))

    def sums(self, x: Array) -> Array:
        """The sum of each channel, of a shape that broadcasts against x."""
        axis = channel_axis(self.attrs["data_format"])
        axes = [number for number in range(x.ndim) if number != axis]
        if x.size:
            return sum_over(self.xp, x, axes)
        return self.xp.zeros(tuple(size if n == axis else 1 for n, size in enumerate(x.shape)), dtype=x.dtype)

    def inverse_deviation(self, variance: Array) -> Array:
        return np.float32(1) / self.xp.sqrt(variance + np.float32(self.attrs["epsilon"]))


class Forward(BatchNorm):
    """The forward ops up to V2."""

    def compute(self, x: Array, scale: Array, offset: Array, mean: Array, variance: Array) -> tuple[Array, ...]:
        y, *statistics = self.normalised(x, scale, offset, mean, variance)
        return (narrow(y, x.dtype), *statistics)

    def normalised(self, x: Array, scale: Array, offset: Array, mean: Array, variance: Array) -> tuple[Array, ...]:
        """y in float32, and the four statistics in the dtype of scale, (channels,) each."""
        wide = widen(x)
        with np.errstate(all="ignore"):
            if self.attrs["is_training"]:
                averages, (m, v) = self.of_batch(wide, mean, variance)
            else:
                m, v = self.channels(mean), self.channels(variance)
                averages = (m, v) if x.size else (m * np.float32("nan"), v * np.float32("nan"))
            gain = self.inverse_deviation(v) * self.channels(scale)
            y = (wide - m) * gain + self.channels(offset)
        return (y, *(self.stored(values, scale) for values in (*averages, m, v)))

    def of_batch(self, x: Array, mean: Array, variance: Array) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
        """(the new averages, the statistics of the batch), each a mean and a variance that broadcast against x."""
        xp = self.xp
        channels = x.shape[channel_axis(self.attrs["data_format"])]
        count = x.size // channels if channels else 0
        per_element = np.float32(1) / np.float32(count)
        m = self.sums(x) * per_element
        v = self.sums(xp.square(x - m)) * per_element
        factor = self.attrs["exponential_avg_factor"]
        bessel = v * np.float32(count / max(count - 1, 1))
        if factor == 1:
            return (m, bessel), (m, v)
        new, old = np.float32(factor), np.float32(1 - factor)
        return (old * self.channels(mean) + new * m, old * self.channels(variance) + new * bessel), (m, v)

    def stored(self, values: Array, like: Array) -> Array:
        """Statistics as a fresh (channels,) array."""
        return self.xp.array(values.reshape(like.shape), dtype=like.dtype)


@register_kernel("FusedBatchNorm", "CPU")
class FusedBatchNorm(Forward):
    pass


@register_kernel("FusedBatchNormV2", "CPU")
class FusedBatchNormV2(Forward):
    pass


@register_kernel("FusedBatchNormV3", "CPU")
class FusedBatchNormV3(Forward):
    def compute(self, x: Array, scale: Array, offset: Array, mean: Array, variance: Array) -> tuple[Array, ...]:
        return (*super().compute(x, scale, offset, mean, variance), self.xp.zeros((), dtype=scale.dtype))


class _Gradient(BatchNorm):
    def compute(self, dy: Array, x: Array, scale: Array, mean: Array, variance: Array, *_: Any) -> tuple[Array, ...]:
        xp = self.xp
        nothing = [xp.zeros((0,), dtype=mean.dtype) for _ in range(2)]
        if not x.size:  # its statistics are NaN, but a sum of no terms is 0
            return (
                xp.zeros(x.shape, dtype=x.dtype),
                *(xp.zeros(scale.shape, dtype=scale.dtype) for _ in range(2)),
                *nothing,
            )
        wide_dy, m = widen(dy), self.channels(mean)
        with np.errstate(all="ignore"):
            inv = self.inverse_deviation(self.channels(variance))
            centred = widen(x) - m
            sum_dy = self.sums(wide_dy)
            sum_dy_c = self.sums(wide_dy * centred)
            dx = wide_dy
            if self.attrs["is_training"]:
                per_element = np.float32(1) / np.float32(x.size // scale.shape[0])
                dx = wide_dy - sum_dy * per_element - centred * (sum_dy_c * per_element * inv * inv)
            dx = dx * (self.channels(scale) * inv)
            dscale = (sum_dy_c * inv).reshape(scale.shape)
            dx = narrow(dx, x.dtype)
        return (dx, dscale, sum_dy.reshape(scale.shape), *nothing)


@register_kernel("FusedBatchNormGrad", "CPU")
class FusedBatchNormGrad(_Gradient):
    pass


@register_kernel("FusedBatchNormGradV2", "CPU")
class FusedBatchNormGradV2(_Gradient):
    pass


@register_kernel("FusedBatchNormGradV3", "CPU")
class FusedBatchNormGradV3(_Gradient):
    pass


class _LocalResponse(PlainKernel):
    """Needs a few float32 copies of the input."""

    def window(self, x: Array) -> Array:
        """The sum over the channels at most depth_radius away, for each element; a fresh array."""
        total = x.copy()
        for distance in range(1, min(self.attrs["depth_radius"], x.shape[-1] - 1) + 1):
            total[..., distance:] += x[..., :-distance]
            total[..., :-distance] += x[..., distance:]
        return total

    def norm(self, x: Array) -> Array:
        """bias + alpha * the sum of squares around each element."""
        squares = self.window(self.xp.square(x))
        return np.float32(self.attrs["bias"]) + np.float32(self.attrs["alpha"]) * squares


@register_kernel("LRN", "CPU")
class LRN(_LocalResponse):
    def compute(self, x: Array) -> Array:
        if not x.size:
            return x.copy()
        wide = widen(x)
        with np.errstate(all="ignore"):
            return narrow(wide * self.xp.power(self.norm(wide), np.float32(-self.attrs["beta"])), x.dtype)


@register_kernel("LRNGrad", "CPU")
class LRNGrad(_LocalResponse):
    def compute(self, dy: Array, x: Array, y: Array) -> Array:
        if not x.size:
            return x.copy()
        wide_dy, wide = widen(dy), widen(x)
        alpha, beta = self.attrs["alpha"], self.attrs["beta"]
        with np.errstate(all="ignore"):
            norm = self.norm(wide)
            around = self.window(wide_dy * widen(y) / norm)
            dx = wide_dy * self.xp.power(norm, np.float32(-beta)) - np.float32(2 * alpha * beta) * wide * around
        return narrow(dx, x.dtype)
