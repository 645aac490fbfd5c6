"""Plain kernels of one operand, element by element: signs, powers, exponentials, logarithms, rounding."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from graphops_cpu.calls.numpy_loops import OUTPUT, Passes, UfuncKernel, UfuncStep, passes_kernel
from graphops_cpu.lib.elementwise import Elementwise, is_integer, nothing_widened, require_no_zero
from graphops_registry.dtypes import float32
from graphops_registry.kernel_def import Array, KernelSpec, register_kernel
from graphops_registry.kernels.call_list import CopyKernel, MachineKernel, Temporary

_ONE: Final = np.ones(1, np.float32)


@register_kernel("Neg", "CPU")
class Neg(Elementwise):
    ufunc = "negative"


@register_kernel("Abs", "CPU")
class Abs(Elementwise):
    ufunc = "absolute"


@register_kernel("Sign", "CPU")
class Sign(Elementwise):
    def apply(self, x: Array) -> Array:
        if x.dtype.kind != "c":
            return self.xp.sign(x)
        size = abs(x)
        return self.xp.where(size == 0, x.dtype.type(0), x / self.xp.where(size == 0, size.dtype.type(1), size))

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        return passes_kernel(spec, constants, [(np.sign, (0, OUTPUT))])


@register_kernel("Square", "CPU")
class Square(Elementwise):
    ufunc = "square"


@register_kernel("Sqrt", "CPU")
class Sqrt(Elementwise):
    ufunc = "sqrt"


@register_kernel("SqrtGrad", "CPU")
class SqrtGrad(Elementwise):
    def apply(self, y: Array, dy: Array) -> Array:
        return self.xp.where(dy == 0, dy, dy * 0.5 / y.conj())


@register_kernel("Rsqrt", "CPU")
class Rsqrt(Elementwise):
    def apply(self, x: Array) -> Array:
        return 1 / self.xp.sqrt(x)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        if spec.dtypes[0] is not float32:
            return None
        return passes_kernel(spec, constants, [(np.sqrt, (0, OUTPUT)), (np.divide, (_ONE, OUTPUT, OUTPUT))])


@register_kernel("RsqrtGrad", "CPU")
class RsqrtGrad(Elementwise):
    def apply(self, y: Array, dy: Array) -> Array:
        y = y.conj()
        return self.xp.where(dy == 0, dy, dy * -0.5 * (y * y * y))


class _Reciprocal(Elementwise):
    op: str

    def apply(self, x: Array) -> Array:
        if not is_integer(x):
            return 1 / x
        require_no_zero("x", self.op, x, x)
        return self.xp.where(abs(x) == 1, x, x.dtype.type(0))

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        if spec.dtypes[0] is not float32:
            return None
        return passes_kernel(spec, constants, [(np.divide, (_ONE, 0, OUTPUT))])


@register_kernel("Reciprocal", "CPU")
class Reciprocal(_Reciprocal):
    op = "Reciprocal"


@register_kernel("Inv", "CPU")
class Inv(_Reciprocal):
    op = "Inv"


class _ReciprocalGrad(Elementwise):
    def apply(self, y: Array, dy: Array) -> Array:
        y = y.conj()
        return self.xp.where(dy == 0, dy, -dy * (y * y))


@register_kernel("ReciprocalGrad", "CPU")
class ReciprocalGrad(_ReciprocalGrad):
    pass


@register_kernel("InvGrad", "CPU")
class InvGrad(_ReciprocalGrad):
    pass


@register_kernel("Exp", "CPU")
class Exp(Elementwise):
    ufunc = "exp"


@register_kernel("Expm1", "CPU")
class Expm1(Elementwise):
    ufunc = "expm1"


@register_kernel("Log", "CPU")
class Log(Elementwise):
    ufunc = "log"


@register_kernel("Log1p", "CPU")
class Log1p(Elementwise):
    ufunc = "log1p"


@register_kernel("Sigmoid", "CPU")
class Sigmoid(Elementwise):
    def apply(self, x: Array) -> Array:
        if x.dtype.kind != "c":
            return 1 / (1 + self.xp.exp(-x))
        # An infinity divided by itself is nothing, where x has an imaginary part: so that the exponential is small.
        left = x.real < 0
        power = self.xp.exp(self.xp.where(left, x, -x))
        return self.xp.where(left, power, 1) / (1 + power)

    def direct(self, spec: KernelSpec) -> tuple[Callable[..., Array], bool] | None:
        """See :class:`Prepared`: the same as ``apply``, in one array."""
        if self.xp is not np or spec.dtypes[0].is_complex or not nothing_widened(spec):
            return super().direct(spec)
        negative, exp, add, divide = np.negative, np.exp, np.add, np.divide

        def direct(x: Array, out: Array | None = None) -> Array:
            y = np.asarray(negative(x, out, order="C"))
            return divide(1, add(1, exp(y, y), y), y)

        return direct, True

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`: the passes of ``direct``."""
        shape = spec.output_shapes[0]
        if self.xp is not np or constants[0] is not None or spec.dtypes[0] is not float32 or shape is None:
            return None
        passes = [
            UfuncStep(np.negative, (0, 1)),
            UfuncStep(np.exp, (1, 1)),
            UfuncStep(np.add, (_ONE, 1, 1)),
            UfuncStep(np.divide, (_ONE, 1, 1)),
        ]
        found = UfuncKernel(passes, [shape, shape], [_ONE.dtype, _ONE.dtype], 2e-6, lambda _: 1.0)
        return found if found.possible else None


@register_kernel("SigmoidGrad", "CPU")
class SigmoidGrad(Elementwise):
    def apply(self, y: Array, dy: Array) -> Array:
        return dy * y * (1 - y)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        if spec.dtypes[0] is not float32 or spec.output_shapes[0] is None:
            return None
        rest = Temporary(spec.output_shapes[0], _ONE.dtype)
        passes: Passes = [
            (np.multiply, (1, 0, OUTPUT)),
            (np.subtract, (_ONE, 0, rest)),
            (np.multiply, (OUTPUT, rest, OUTPUT)),
        ]
        return passes_kernel(spec, constants, passes, 1.5e-6)


@register_kernel("Tanh", "CPU")
class Tanh(Elementwise):
    ufunc = "tanh"


@register_kernel("TanhGrad", "CPU")
class TanhGrad(Elementwise):
    def apply(self, y: Array, dy: Array) -> Array:
        return dy * (1 - y * y)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        if spec.dtypes[0] is not float32:
            return None
        passes: Passes = [
            (np.multiply, (0, 0, OUTPUT)),
            (np.subtract, (_ONE, OUTPUT, OUTPUT)),
            (np.multiply, (1, OUTPUT, OUTPUT)),
        ]
        return passes_kernel(spec, constants, passes, 1.5e-6)


@register_kernel("Floor", "CPU")
class Floor(Elementwise):
    ufunc = "floor"


@register_kernel("Ceil", "CPU")
class Ceil(Elementwise):
    ufunc = "ceil"


@register_kernel("Round", "CPU")
class Round(Elementwise):
    def apply(self, x: Array) -> Array:
        return x.copy() if is_integer(x) else self.xp.rint(x)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        if spec.dtypes[0].is_integer:
            return CopyKernel() if constants[0] is None else None
        return passes_kernel(spec, constants, [(np.rint, (0, OUTPUT))])


@register_kernel("Rint", "CPU")
class Rint(Elementwise):
    ufunc = "rint"
