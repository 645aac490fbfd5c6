"""Plain kernels of bitwise operations."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import Elementwise
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


@register_kernel("BitwiseAnd", "CPU")
class BitwiseAnd(Elementwise):
    ufunc = "bitwise_and"


@register_kernel("BitwiseOr", "CPU")
class BitwiseOr(Elementwise):
    ufunc = "bitwise_or"


@register_kernel("BitwiseXor", "CPU")
class BitwiseXor(Elementwise):
    ufunc = "bitwise_xor"


@register_kernel("Invert", "CPU")
class Invert(Elementwise):
    ufunc = "invert"


@register_kernel("LeftShift", "CPU")
class LeftShift(Elementwise):
    def apply(self, x: Array, y: Array) -> Array:
        return x << _places(self.xp, y)


@register_kernel("RightShift", "CPU")
class RightShift(Elementwise):
    def apply(self, x: Array, y: Array) -> Array:
        return x >> _places(self.xp, y)


def _places(xp: Any, y: Array) -> Array:
    """How far to shift: within the number of bits, beyond which processors disagree."""
    scalar = y.dtype.type
    return xp.minimum(xp.maximum(y, scalar(0)), scalar(8 * y.dtype.itemsize - 1))


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
