"""Arithmetic of two operands that broadcast, in one launch each.

For float32 and float64, ops that are one CuPy function are one launch in CuPy too: they have no kernels here.
"""

from __future__ import annotations

from typing import Any

import cupy

from graphops_cpu.lib.elementwise import COMPLEX
from graphops_cpu.plain.math_arithmetic import Pow as PlainPow
from graphops_cuda.lib.elementwise import FLOATS, HALVES, Binary, register
from graphops_cuda.priorities import NATIVE
from graphops_registry.kernel_def import register_kernel

Array = Any

_OF_CUPY = {
    "AddV2": "Add", "Add": "Add", "Sub": "Sub", "Mul": "Mul", "RealDiv": "Div", "Div": "Div", "Maximum": "Maximum",
    "Minimum": "Minimum", "Pow": "Pow", "Atan2": "Atan2", "Mod": "TruncateMod", "TruncateMod": "TruncateMod",
}  # fmt: skip

register(Binary, _OF_CUPY, HALVES, __name__)
register(
    Binary,
    {name: name for name in ("SquaredDifference", "DivNoNan", "MulNoNan", "FloorDiv", "FloorMod", "TruncateDiv")},
    FLOATS,
    __name__,
)


@register_kernel("Pow", "GPU", types={"T": COMPLEX}, priority=NATIVE)
class Pow(PlainPow):
    """CuPy's power of 0 is not a number: it multiplies the logarithm."""

    xp = cupy

    def apply(self, x: Array, y: Array) -> Array:
        zero = x.dtype.type(0)
        return cupy.where((x == zero) & (y.real > 0), zero, cupy.power(x, y))
