"""Plain kernels of bitwise operations."""

from __future__ import annotations

from typing import Any

from graphops_cpu.lib.elementwise import Elementwise
from graphops_registry.kernel_def import Array, register_kernel


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
