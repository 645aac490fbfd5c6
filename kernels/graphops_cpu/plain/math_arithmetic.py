"""Plain kernels of two-operand arithmetic. Operands broadcast; integers wrap."""

from __future__ import annotations

from typing import Final

import numpy as np

from graphops_cpu.lib.elementwise import (
    COMPLEX,
    INTEGERS,
    NUMBERS,
    REALS,
    Elementwise,
    allowed,
    count,
    is_integer,
    require_no_zero,
)
from graphops_registry.dtypes import string
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


@register_kernel("AddV2", "CPU")
class AddV2(Elementwise):
    ufunc = "add"


@register_kernel("Add", "CPU", types={"T": allowed("Add", "T", NUMBERS)})
class Add(Elementwise):
    ufunc = "add"


@register_kernel("Add", "CPU", types={"T": (string,)})
class AddStrings(PlainKernel):
    def compute(self, x: Array, y: Array) -> Array:
        joined = np.empty(np.broadcast_shapes(x.shape, y.shape), dtype=object)  # strings are always on the host
        joined[...] = x + y
        return joined


@register_kernel("Sub", "CPU")
class Sub(Elementwise):
    ufunc = "subtract"


@register_kernel("Mul", "CPU")
class Mul(Elementwise):
    ufunc = "multiply"


@register_kernel("MulNoNan", "CPU")
class MulNoNan(Elementwise):
    def apply(self, x: Array, y: Array) -> Array:
        return self.xp.where(y == 0, y.dtype.type(0), x * y)


@register_kernel("SquaredDifference", "CPU")
class SquaredDifference(Elementwise):
    def apply(self, x: Array, y: Array) -> Array:
        difference = x - y
        return difference * difference.conj()


@register_kernel("RealDiv", "CPU", types={"T": REALS + COMPLEX})
class RealDiv(Elementwise):
    ufunc = "true_divide"


@register_kernel("Div", "CPU")
class Div(Elementwise):
    def apply(self, x: Array, y: Array) -> Array:
        if is_integer(x):
            require_no_zero("y", "Div", y, x)
            return truncated_quotient(x, y)
        return x / y


@register_kernel("DivNoNan", "CPU")
class DivNoNan(Elementwise):
    def apply(self, x: Array, y: Array) -> Array:
        return self.xp.where(y == 0, y.dtype.type(0), x / y)


@register_kernel("FloorDiv", "CPU", types={"T": INTEGERS + REALS})
class FloorDiv(Elementwise):
    def apply(self, x: Array, y: Array) -> Array:
        if is_integer(x):
            require_no_zero("y", "FloorDiv", y, x)
            return x // y
        return self.xp.floor(x / y)  # not floor_divide, which returns 9 for 1 / 0.1


@register_kernel("TruncateDiv", "CPU", types={"T": INTEGERS + REALS})
class TruncateDiv(Elementwise):
    def apply(self, x: Array, y: Array) -> Array:
        if is_integer(x):
            require_no_zero("y", "TruncateDiv", y, x)
            return truncated_quotient(x, y)
        return self.xp.trunc(x / y)


@register_kernel("FloorMod", "CPU")
class FloorMod(Elementwise):
    def apply(self, x: Array, y: Array) -> Array:
        if is_integer(x):
            require_no_zero("y", "FloorMod", y, x)
            return x % y
        rest = self.xp.fmod(x, y)
        return self.xp.where((rest != 0) & ((rest < 0) != (y < 0)), rest + y, rest)


class _TruncateMod(Elementwise):
    op: str

    def apply(self, x: Array, y: Array) -> Array:
        if is_integer(x):
            require_no_zero("y", self.op, y, x)
            return x - y * truncated_quotient(x, y)
        return self.xp.fmod(x, y)


@register_kernel("Mod", "CPU")
class Mod(_TruncateMod):
    op = "Mod"


@register_kernel("TruncateMod", "CPU")
class TruncateMod(_TruncateMod):
    op = "TruncateMod"


def truncated_quotient(x: Array, y: Array) -> Array:
    """The quotient of integers, rounded toward 0. No element of ``y`` is 0."""
    quotient = x // y
    if x.dtype.kind == "u":
        return quotient
    # Rounded down it is one too small where it is negative and not exact.
    inexact = (quotient * y != x) & ((x < 0) != (y < 0))
    return quotient + inexact.astype(x.dtype)


# NumPy's vector instructions do not raise negative numbers to a power, and its scalar code takes up to a hundred times
# as long; so |x| is raised, and gets the sign of x where the exponent is odd.
_MANY: Final = 64  # elements for which these calls of ufuncs are worth it
_QUICK: Final = (-1.0, 0.0, 1.0, 2.0)  # exponents for which NumPy has other code, or nothing to compute


@register_kernel("Pow", "CPU")
class Pow(Elementwise):
    def apply(self, x: Array, y: Array) -> Array:
        if is_integer(x):
            negative = count(y < 0)
            if negative:
                raise must("y", "Pow", "not be negative where T is an integer type", f"{negative} negative values")
        if self.xp is np and x.dtype.kind == "f" and y.size == 1:
            exponent = float(y.reshape(()))
            if exponent == 0.5:  # NumPy takes the root, which is -0 at -0 and NaN at -infinity
                return np.where(x == -np.inf, x.dtype.type(np.inf), np.sqrt(x) + 0 * y)
            quick = exponent in _QUICK or not exponent.is_integer() or x.size < _MANY or y.ndim > x.ndim
            if not quick and (x < 0).any():
                result = np.power(np.abs(x), y)
                return np.copysign(result, x, out=result) if exponent % 2 else result
        return self.xp.power(x, y)


@register_kernel("Maximum", "CPU")
class Maximum(Elementwise):
    ufunc = "maximum"


@register_kernel("Minimum", "CPU")
class Minimum(Elementwise):
    ufunc = "minimum"


@register_kernel("NextAfter", "CPU")
class NextAfter(Elementwise):
    def apply(self, x1: Array, x2: Array) -> Array:
        return self.xp.nextafter(x1, x2)
