"""Plain kernels of the math family that fit no narrower file: sums of many tensors, casts, selection, clipping."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from math import prod
from typing import Final

import numpy as np

from graphops_cpu.calls.casts import cast_kernel
from graphops_cpu.calls.functions import function
from graphops_cpu.calls.machine import machine
from graphops_cpu.calls.numpy_folds import fold_kernel
from graphops_cpu.calls.numpy_loops import MOST_ELEMENTS, OUTPUT, Passes, passes_kernel, ufunc_kernel
from graphops_cpu.lib.elementwise import INTEGERS, NUMBERS, REALS, nothing_widened
from graphops_cpu.lib.float_bits import truncate_mantissa
from graphops_cpu.lib.precision import narrow, pick, widen
from graphops_registry.dtypes import as_dtype, float32
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel
from graphops_registry.kernels.call_list import (
    Call,
    CopyKernel,
    FixedCalls,
    JoinedKernel,
    MachineKernel,
    Operand,
    Parts,
    Temporary,
)

_MOST_CHOICES: Final = 1024  # blocks of one step in a call list
_TINY: Final = tuple(as_dtype(name) for name in ("int4", "uint4", "int2", "uint2"))


class _SumOfMany(PlainKernel):
    """Half and bfloat16 are added in float32 and rounded once."""

    def compute(self, *inputs: Array) -> Array:
        if len(inputs) == 1:
            return inputs[0].copy()
        with np.errstate(all="ignore"):
            total = widen(inputs[0]) + widen(inputs[1])
            for x in inputs[2:]:
                total = total + widen(x)
            return narrow(total, inputs[0].dtype)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        if len(constants) == 1:
            return CopyKernel() if constants[0] is None else None
        first, *others = range(len(constants))
        passes: Passes = [(np.add, (first if place == 1 else OUTPUT, place, OUTPUT)) for place in others]
        return passes_kernel(spec, constants, passes, 3e-6 + 5e-7 * len(passes)) if nothing_widened(spec) else None


@register_kernel("AddN", "CPU", types={"T": NUMBERS})
class AddN(_SumOfMany):
    pass


@register_kernel("AccumulateNV2", "CPU", types={"T": NUMBERS})
class AccumulateNV2(_SumOfMany):
    pass


@register_kernel("Cast", "CPU")
class Cast(PlainKernel):
    """A float outside the range of an integer type gives what the processor's conversion gives."""

    def compute(self, x: Array) -> Array:
        source, target = self.attrs["SrcT"], self.attrs["DstT"]
        with np.errstate(all="ignore"):
            if self.attrs["Truncate"]:
                x = truncate_mantissa(self.xp, x, source, target)
            if source.is_complex and not target.is_complex:
                x = x.real
            if source in _TINY and target in _TINY:  # they know no way to each other
                x = x.astype(np.int8)
            return x.astype(target.numpy_dtype)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        if constants[0] is not None or self.attrs["Truncate"]:
            return None
        target = spec.output_dtypes[0].numpy_dtype
        return cast_kernel(prod(spec.shapes[0]), spec.dtypes[0].numpy_dtype, target)


def _knows(spec: KernelSpec) -> bool:
    """Whether ``where`` is all that :func:`pick` does with what is selected."""
    dtype = spec.dtypes[1]
    return not dtype.is_host_only and dtype.size != 2


def choice_kernel(spec: KernelSpec, constants: Sequence[Array | None], of_rows: bool = False) -> MachineKernel | None:
    """A choice for a call list, where each condition is for a block of neighbours.

    Args:
        of_rows: conditions of rank 1 are for the first axis; else they broadcast as in NumPy.
    """
    code, shape, (condition, *values) = machine(), spec.output_shapes[0], spec.shapes
    if code is None or shape is None or any(each != shape for each in values):
        return None
    if len(condition) != len(shape) and prod(condition) != 1 and not (of_rows and len(condition) == 1):
        return None
    rows, axes = prod(condition), len(condition)
    while axes and condition[axes - 1] == 1:
        axes -= 1
    if condition[:axes] != shape[:axes] or not prod(shape):
        return None
    size = prod(shape) // rows * spec.output_dtypes[0].size
    numbers = count()
    operands = [next(numbers) if each is None else np.ascontiguousarray(each) for each in constants]
    of_elements = function(f"choose{8 * size}") if rows == prod(shape) else None
    if rows > (_MOST_CHOICES if of_elements is None else MOST_ELEMENTS):
        return None
    if of_elements is not None:
        call = Call(of_elements, (Operand(3), *map(Operand, range(3)), rows), checked=False)
    else:
        call = Call(code.choose_rows, (Operand(3), *map(Operand, range(3)), rows, size), checked=False)
    return JoinedKernel([(FixedCalls([call]), [*operands, next(numbers)])], 2e-6)


@register_kernel("Select", "CPU")
class Select(PlainKernel):
    fresh = True

    def direct(self, spec: KernelSpec) -> tuple[Callable[..., Array], bool] | None:
        """See :class:`Prepared`: NumPy's choice, where it knows the dtype."""
        condition, chosen, _ = spec.shapes
        if not _knows(spec):
            return None
        where, rows = self.xp.where, (-1, *(1,) * (len(chosen) - 1))
        if len(condition) != 1 or len(chosen) <= 1:
            return where, False
        return lambda condition, t, e: where(condition.reshape(rows), t, e), False

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        return choice_kernel(spec, constants, of_rows=True)

    def compute(self, condition: Array, t: Array, e: Array) -> Array:
        if condition.ndim == 1 and t.ndim > 1:  # one condition for each row
            condition = condition.reshape(-1, *(1,) * (t.ndim - 1))
        return pick(self.xp_of(t), condition, t, e)


@register_kernel("SelectV2", "CPU")
class SelectV2(PlainKernel):
    fresh = True

    def direct(self, spec: KernelSpec) -> tuple[Callable[..., Array], bool] | None:
        """See :class:`Prepared`: NumPy's choice, where it knows the dtype."""
        return (self.xp.where, False) if _knows(spec) else None

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        return choice_kernel(spec, constants)

    def compute(self, condition: Array, t: Array, e: Array) -> Array:
        return pick(self.xp_of(t), condition, t, e)


@register_kernel("ClipByValue", "CPU", types={"T": INTEGERS + REALS})
class ClipByValue(PlainKernel):
    def compute(self, t: Array, low: Array, high: Array) -> Array:
        # Comparisons, not minimum and maximum: a bound that is not a number bounds nothing. low wins over high.
        t_wide, low_wide, high_wide = widen(t), widen(low), widen(high)
        lowered = self.xp.where(t_wide > high_wide, high_wide, t_wide)
        return narrow(self.xp.where(lowered < low_wide, low_wide, lowered), t.dtype)


@register_kernel("L2Loss", "CPU")
class L2Loss(PlainKernel):
    """Needs the squares of all elements, in float32 for half and bfloat16."""

    def compute(self, t: Array) -> Array:
        x = widen(t).reshape(-1)
        with np.errstate(all="ignore"):
            return narrow(self.xp.sum(x * x) * x.dtype.type(0.5), t.dtype)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        size, dtype = prod(spec.shapes[0]), np.dtype(np.float32)
        if constants[0] is not None or spec.dtypes[0] is not float32:
            return None
        square = ufunc_kernel(np.multiply, [(size,)] * 3, [dtype] * 3)
        total = fold_kernel(np.add, (size,), (0,), dtype)
        half = ufunc_kernel(np.multiply, [(1,)] * 3, [dtype] * 3)
        if square is None or total is None or half is None:
            return None
        squares, double = Temporary((size,), dtype), Temporary((1,), dtype)
        parts: Parts = [
            (square, [0, 0, squares]),
            (total, [squares, double]),
            (half, [double, np.full(1, 0.5, dtype), 1]),
        ]
        return JoinedKernel(parts, 5e-6)
