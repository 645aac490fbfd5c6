"""Plain kernels of simulated quantisation with a scale that keeps 0."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from graphops_cpu.lib.elementwise import count
from graphops_cpu.lib.precision import narrow, widen
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


def _beside(bounds: Array, rank: int, axis: int) -> Array:
    """A range for each slice along ``axis``, or one for all, in a shape that broadcasts to the input's."""
    if axis < 0:
        return bounds.reshape((1,) * rank)
    return bounds.reshape(tuple(-1 if place == axis else 1 for place in range(rank)))


class _Simulated(PlainKernel):
    """Needs a few arrays of the input's size, in float32 for the smaller floats."""

    op: ClassVar[str]

    def quantized(self, given: Array, input_min: Array, input_max: Array, bits: int) -> Array:
        xp, axis = self.xp, self.attrs.get("axis", -1)
        if not given.size:
            return given.copy()
        x = widen(given)
        if self.attrs["range_given"]:
            low, high = (_beside(widen(bound), x.ndim, axis) for bound in (input_min, input_max))
            wrong = count(low > high)
            if wrong:
                rule = "be at most input_max"
                raise must("input_min", self.op, rule, f"{wrong} that are above it")
        else:
            others = tuple(place for place in range(x.ndim) if place != axis)
            low = xp.where(xp.isnan(x), np.inf, x).astype(x.dtype).min(axis=others, keepdims=True)
            high = xp.where(xp.isnan(x), -np.inf, x).astype(x.dtype).max(axis=others, keepdims=True)
        with np.errstate(all="ignore"):
            return narrow(self._rounded(x, low, high, bits), given.dtype)

    def _rounded(self, x: Array, low: Array, high: Array, bits: int) -> Array:
        xp, attrs, kind = self.xp, self.attrs, x.dtype.type
        signed, is_narrow = attrs["signed_input"], attrs.get("narrow_range", False)
        least = kind(-(2 ** (bits - 1)) + is_narrow if signed else 0)
        most = kind(2 ** (bits - 1) - 1 if signed else 2**bits - 1)
        largest = kind(np.finfo(x.dtype).max)
        from_low = xp.where(least * low > 0, least / low, largest)
        from_high = xp.where(most * high > 0, most / high, largest)
        by_low = from_low < from_high
        scale = xp.where(by_low, from_low, from_high)
        unit = xp.where(by_low, low / least, high / most)
        if attrs["range_given"]:
            x = xp.maximum(xp.minimum(x, xp.where(by_low, most * unit, high)), xp.where(by_low, low, least * unit))
        scaled = x * scale
        steps = xp.floor(scaled + kind(0.5)) if attrs.get("round_mode") == "HALF_UP" else xp.rint(scaled)
        return steps * unit


@register_kernel("QuantizeAndDequantize", "CPU")
class QuantizeAndDequantize(_Simulated):
    op = "QuantizeAndDequantize"

    def compute(self, given: Array) -> Array:
        low, high = (self.xp.asarray(np.float32(self.attrs[name])) for name in ("input_min", "input_max"))
        wide = np.float64 if given.dtype == np.float64 else np.float32
        return self.quantized(given, low.astype(wide), high.astype(wide), self.attrs["num_bits"])


@register_kernel("QuantizeAndDequantizeV2", "CPU")
class QuantizeAndDequantizeV2(_Simulated):
    op = "QuantizeAndDequantizeV2"

    def compute(self, given: Array, input_min: Array, input_max: Array) -> Array:
        return self.quantized(given, input_min, input_max, self.attrs["num_bits"])


@register_kernel("QuantizeAndDequantizeV3", "CPU", host_inputs=["num_bits"])
class QuantizeAndDequantizeV3(_Simulated):
    op = "QuantizeAndDequantizeV3"

    def compute(self, given: Array, input_min: Array, input_max: Array, num_bits: Any) -> Array:
        return self.quantized(given, input_min, input_max, int(num_bits))


@register_kernel("QuantizeAndDequantizeV4", "CPU")
class QuantizeAndDequantizeV4(QuantizeAndDequantizeV2):
    op = "QuantizeAndDequantizeV4"


@register_kernel("QuantizeAndDequantizeV4Grad", "CPU")
class QuantizeAndDequantizeV4Grad(PlainKernel):
    def compute(self, gradients: Array, x: Array, input_min: Array, input_max: Array) -> Any:
        xp, axis = self.xp, self.attrs["axis"]
        low, high = (_beside(bound, x.ndim, axis) for bound in (input_min, input_max))
        inside = (x >= low) & (x <= high)
        with np.errstate(all="ignore"):
            passed = gradients * inside.astype(gradients.dtype)
        return passed, xp.zeros_like(input_min), xp.zeros_like(input_max)
