"""Plain kernels of colours, in float32 for half and bfloat16. They need memory for a few copies of the images."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.plain.math_reduce import sum_over
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


def hue_value_range(xp: Any, x: Array) -> tuple[Array, Array, Array]:
    """Of (..., 3) images: the hue in sixths of a turn, in [0, 6), the largest channel, and how far the smallest is."""
    kind = x.dtype.type
    red, green, blue = x[..., 0], x[..., 1], x[..., 2]
    value = xp.maximum(xp.maximum(red, green), blue)
    spread = value - xp.minimum(xp.minimum(red, green), blue)
    some = spread > 0
    divisor = xp.where(some, spread, kind(1))
    of_green = (blue - red) / divisor + kind(2)
    of_blue = (red - green) / divisor + kind(4)
    hue = xp.where(red == value, (green - blue) / divisor, xp.where(green == value, of_green, of_blue))
    hue = xp.where(some, hue, kind(0))
    return xp.where(hue < 0, hue + kind(6), hue), value, spread


def shares(xp: Any, hue: Array) -> Array:
    """How much of the range each channel has for a hue in sixths of a turn; (..., 3), in [0, 1]."""
    kind = hue.dtype.type
    channels = [abs(hue - kind(3)) - kind(1), kind(2) - abs(hue - kind(2)), kind(2) - abs(hue - kind(4))]
    return xp.clip(xp.stack(channels, axis=-1), kind(0), kind(1))


class _Colors(PlainKernel):
    """Each colour by itself, in the compute dtype."""

    def compute(self, x: Array) -> Array:
        with np.errstate(all="ignore"):
            return narrow(self.converted(widen(x)), x.dtype)

    def converted(self, x: Array) -> Array:
        raise NotImplementedError


@register_kernel("RGBToHSV", "CPU")
class RGBToHSV(_Colors):
    def converted(self, x: Array) -> Array:
        xp, kind = self.xp, x.dtype.type
        hue, value, spread = hue_value_range(xp, x)
        bright = value > 0
        saturation = xp.where(bright, spread / xp.where(bright, value, kind(1)), kind(0))
        return xp.stack([hue / kind(6), saturation, value], axis=-1)


@register_kernel("HSVToRGB", "CPU")
class HSVToRGB(_Colors):
    def converted(self, x: Array) -> Array:
        kind = x.dtype.type
        saturation, value = x[..., 1:2], x[..., 2:3]
        return ((kind(1) - saturation) + saturation * shares(self.xp, x[..., 0] * kind(6))) * value


@register_kernel("AdjustContrastv2", "CPU")
class AdjustContrastv2(PlainKernel):
    def compute(self, x: Array, factor: Array) -> Array:
        if not x.size:
            return x.copy()
        wide = widen(x)
        rows, cols = x.shape[-3:-1]
        with np.errstate(all="ignore"):
            mean = sum_over(self.xp, wide, [x.ndim - 3, x.ndim - 2]) / np.float32(rows * cols)
            return narrow((wide - mean) * factor + mean, x.dtype)


@register_kernel("AdjustContrast", "CPU")
class AdjustContrast(PlainKernel):
    def compute(self, x: Array, factor: Array, low: Array, high: Array) -> Array:
        wide = x.astype(np.float32)
        if not x.size:
            return wide
        with np.errstate(all="ignore"):
            mean = sum_over(self.xp, wide, [x.ndim - 3, x.ndim - 2]) / np.float32(x.shape[-3] * x.shape[-2])
            return self.xp.maximum(self.xp.minimum((wide - mean) * factor + mean, high), low)


@register_kernel("AdjustHue", "CPU")
class AdjustHue(PlainKernel):
    def compute(self, x: Array, delta: Array) -> Array:
        xp, wide = self.xp, widen(x)
        with np.errstate(all="ignore"):
            hue, value, spread = hue_value_range(xp, wide)
            hue = xp.remainder(hue + delta * np.float32(6), np.float32(6))
            return narrow((value - spread)[..., None] + spread[..., None] * shares(xp, hue), x.dtype)


@register_kernel("AdjustSaturation", "CPU")
class AdjustSaturation(PlainKernel):
    def compute(self, x: Array, scale: Array) -> Array:
        xp, wide = self.xp, widen(x)
        zero, one = np.float32(0), np.float32(1)
        with np.errstate(all="ignore"):
            hue, value, spread = hue_value_range(xp, wide)
            bright = value > 0
            saturation = xp.where(bright, spread / xp.where(bright, value, one), zero)
            chroma = xp.clip(saturation * scale, zero, one) * value
            return narrow((value - chroma)[..., None] + chroma[..., None] * shares(xp, hue), x.dtype)
