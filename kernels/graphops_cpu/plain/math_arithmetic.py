"""Plain kernels of two-operand arithmetic. Operands broadcast; integers wrap."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final

import numpy as np

from graphops_cpu.calls.functions import function
from graphops_cpu.calls.numpy_loops import OUTPUT, passes_kernel
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
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel
from graphops_registry.kernels.call_list import Call, FixedCalls, JoinedKernel, MachineKernel, Operand


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

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        if spec.dtypes[0].is_complex:
            return None
        return passes_kernel(
            spec, constants, [(np.subtract, (0, 1, OUTPUT)), (np.multiply, (OUTPUT, OUTPUT, OUTPUT))], 8e-7
        )


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

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        if spec.dtypes[0].is_integer:
            return integer_division(spec, constants, np.floor_divide)
        return passes_kernel(spec, constants, [(np.divide, (0, 1, OUTPUT)), (np.floor, (OUTPUT, OUTPUT))])


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

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        return integer_division(spec, constants, np.remainder) if spec.dtypes[0].is_integer else None


class _TruncateMod(Elementwise):
    op: str

    def apply(self, x: Array, y: Array) -> Array:
        if is_integer(x):
            require_no_zero("y", self.op, y, x)
            return x - y * truncated_quotient(x, y)
        return self.xp.fmod(x, y)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`. Of integers, too, this is the rest of a division that is rounded toward 0."""
        if spec.dtypes[0].is_integer:
            return integer_division(spec, constants, np.fmod)
        return passes_kernel(spec, constants, [(np.fmod, (0, 1, OUTPUT))])


@register_kernel("Mod", "CPU")
class Mod(_TruncateMod):
    op = "Mod"


@register_kernel("TruncateMod", "CPU")
class TruncateMod(_TruncateMod):
    op = "TruncateMod"


def integer_division(spec: KernelSpec, constants: Sequence[Array | None], ufunc: np.ufunc) -> MachineKernel | None:
    """A ufunc of integers for a call list. The call fails where a divisor is 0."""
    kernel = passes_kernel(spec, constants, [(ufunc, (0, 1, OUTPUT))])
    divisor, look = constants[1], function(f"has_zero{8 * spec.dtypes[1].size}")
    if kernel is None or look is None or not spec.dtypes[0].is_integer:
        return None
    if divisor is not None:
        return None if (divisor == 0).any() else kernel
    varying = [place for place, constant in enumerate(constants) if constant is None]
    operands = range(len(varying) + 1)
    check = FixedCalls([Call(look, (Operand(0), prod(spec.shapes[1])))])
    return JoinedKernel([(check, [varying.index(1)]), (kernel, operands)], 4e-6)


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

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        if spec.dtypes[0].is_integer or prod(spec.output_shapes[0] or ()) == 1 or prod(spec.shapes[1]) == 1:
            return None  # there are other ways for one number, and for one exponent, which depend on the exponent
        return passes_kernel(spec, constants, [(np.power, (0, 1, OUTPUT))])


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
