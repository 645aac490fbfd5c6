"""Plain kernels of reductions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt, prod
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.calls.functions import function
from graphops_cpu.calls.machine import machine
from graphops_cpu.calls.numpy_folds import blocks_of, fold_kernel
from graphops_cpu.calls.numpy_loops import ufunc_kernel
from graphops_cpu.lib.elementwise import INTEGERS, NUMBERS, REALS, in_c_order, nothing_widened
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.plain.math_arithmetic import truncated_quotient
from graphops_registry.dtypes import bool_, float32
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel
from graphops_registry.kernels.call_list import (
    Call,
    CopyKernel,
    FixedCalls,
    JoinedKernel,
    MachineKernel,
    Operand,
    Temporary,
)

_SHORT: Final = 256  # elements that may be added one after the other in float32


_MOST_CALLS: Final = 64  # of one step in a call list
_MOST_LOOKED: Final = 1 << 14  # elements that are looked at one by one: NumPy looks at several at once


def sum_over(xp: Any, x: Array, axes: Sequence[int]) -> Array:
    """The sum of ``x`` over ``axes`` in its own dtype, the axes kept with size 1; at least one axis.

    NumPy adds pairwise only along axes whose elements are neighbours in memory, and one after the other along any
    other: float32 then loses digits with each addition. Those axes are summed one by one, and a long one in blocks,
    so that no element takes part in more than a few hundred to a thousand additions. The memory needed is smaller
    than ``x``. Devices add along other axes by a few threads, each one after another: in double precision there.
    """
    if x.dtype.name not in ("float32", "complex64"):
        return xp.sum(x, axis=tuple(axes), dtype=x.dtype, keepdims=True)
    rest = sorted(axes)
    if xp is not np and not (x.flags.c_contiguous and rest == list(range(x.ndim - len(rest), x.ndim))):
        wide = np.dtype(np.float64 if x.dtype.kind == "f" else np.complex128)
        return xp.sum(x, axis=tuple(rest), dtype=wide, keepdims=True).astype(x.dtype)
    if x.flags.c_contiguous:
        last = x.ndim
        while rest and rest[-1] == last - 1:
            last = rest.pop()
        if last < x.ndim:
            x = xp.sum(x, axis=tuple(range(last, x.ndim)), dtype=x.dtype, keepdims=True)
    for axis in reversed(rest):
        length = x.shape[axis]
        if length > _SHORT:
            block = max(_SHORT, isqrt(length))
            before = (slice(None),) * axis
            parts = [
                xp.sum(x[(*before, slice(start, start + block))], axis=axis, dtype=x.dtype, keepdims=True)
                for start in range(0, length, block)
            ]
            x = xp.concatenate(parts, axis=axis)
        x = xp.sum(x, axis=axis, dtype=x.dtype, keepdims=True)
    return x


def reduced_axes(spec: KernelSpec) -> list[int] | None:
    """The axes that a reduction's indices name, in order; ``None`` where they are not known."""
    shape, indices = spec.shapes[0], spec.values[1]
    if indices is None:
        return None
    return sorted({int(axis) % len(shape) for axis in indices.reshape(-1)}) if shape else []


def direct_sum(xp: Any, spec: KernelSpec, axes: Sequence[int] | None) -> Callable[[Array], Array] | None:
    """:func:`sum_over` of the first input, in C order, with nothing left to decide: the axes are summed in the same
    order. ``None`` where it would add in blocks, or widen.

    Args:
        axes: in order; ``None`` where they are not known.
    """
    shape = spec.shapes[0]
    if xp is not np or spec.dtypes[0] is not float32 or axes is None:
        return None
    rest = list(axes)
    first = len(shape)
    while rest and rest[-1] == first - 1:
        first = rest.pop()
    if any(shape[axis] > _SHORT for axis in rest) or (first == len(shape) and not rest):
        return None
    last = tuple(range(first, len(shape)))
    add: Any = np.add.reduce

    def direct(x: Array) -> Array:
        if last:
            x = add(x, last, None, None, True)
        for axis in reversed(rest):
            x = add(x, axis, None, None, True)
        return x

    return direct


def machine_sum(spec: KernelSpec, axes: Sequence[int] | None, divisor: float) -> MachineKernel | None:
    """:func:`direct_sum` for a call list, divided by ``divisor``, where it is over the last axes, over one or over two
    neighbours."""
    code, shape = machine(), spec.shapes[0]
    if axes is not None and not axes and 0 not in shape:
        return CopyKernel() if spec.dtypes[0] is float32 else None
    if code is None or axes is None or direct_sum(np, spec, axes) is None or not prod(shape):
        return None
    found = blocks_of(shape, axes)
    at_end = [axis for place, axis in enumerate(axes) if len(shape) - axis == len(axes) - place]  # summed at once
    long = [axis for axis in axes if shape[axis] != 1]
    if found is not None and 1 in (found.after, found.reduced) and (len(long) < 2 or set(long) <= {*at_end}):
        return _folded_sum(shape, axes, spec.output_shapes[0] or (), divisor)
    first, last = axes[0], axes[-1]
    columns, bits = prod(shape[last + 1 :]), int(np.float32(divisor).view(np.uint32))
    if columns == 1 or len(axes) > 2 or last - first != len(axes) - 1:
        return None  # a single column is added in pairs
    blocks, rows = (shape[first] if len(axes) == 2 else 1), shape[last]
    calls = [
        Call(
            code.mean_rows,
            (Operand(1, 4 * i * columns), Operand(0, 4 * i * blocks * rows * columns), blocks, rows, columns, bits),
        )
        for i in range(prod(shape[:first]))
    ]
    if len(calls) > _MOST_CALLS:
        return None
    return FixedCalls(calls, lambda bounds: bounds[0] * blocks * rows, saves=4e-6)


def _folded_sum(
    shape: tuple[int, ...], axes: Sequence[int], result: tuple[int, ...], divisor: float
) -> MachineKernel | None:
    """:func:`machine_sum` over the last axes, or over axes of size 1."""
    dtype = np.dtype(np.float32)
    total = fold_kernel(np.add, shape, axes, dtype)
    if total is None or divisor == 1:
        return total
    quotient = ufunc_kernel(np.divide, [result, (1,), result], [dtype] * 3)
    between = Temporary(result, dtype)
    if quotient is None:
        return None
    return JoinedKernel(
        [(total, [0, between]), (quotient, [between, np.full(1, divisor, dtype), 1])], 5e-6, total.largest
    )


def machine_fold(spec: KernelSpec, constants: Sequence[Array | None], ufunc: np.ufunc) -> MachineKernel | None:
    """A reduction by a ufunc in the dtype of its operand, for a call list."""
    axes = reduced_axes(spec)
    if constants[0] is not None or constants[1] is None or axes is None or not nothing_widened(spec):
        return None
    return fold_kernel(ufunc, spec.shapes[0], axes, spec.dtypes[0].numpy_dtype) if axes else CopyKernel()


class Reduction(PlainKernel):
    """Base: which axes there are, and the shape of the result."""

    def compute(self, x: Array, indices: Any) -> Array:
        axes = tuple(int(axis) % x.ndim for axis in indices.reshape(-1))
        if not axes:
            return x.copy()
        with np.errstate(all="ignore"):
            result = in_c_order(self.reduce(x, axes))
        if self.attrs["keep_dims"]:
            return result
        return result.reshape(tuple(size for axis, size in enumerate(x.shape) if axis not in axes))

    def reduce(self, x: Array, axes: tuple[int, ...]) -> Array:
        """The reduction over one or more axes, which are kept with size 1."""
        raise NotImplementedError


@register_kernel("Sum", "CPU", types={"T": NUMBERS}, host_inputs=["reduction_indices"])
class Sum(Reduction):
    """Needs a float32 copy of half and bfloat16 inputs."""

    def reduce(self, x: Array, axes: tuple[int, ...]) -> Array:
        return narrow(sum_over(self.xp, widen(x), axes), x.dtype)

    def direct(self, spec: KernelSpec) -> tuple[Callable[..., Array], bool] | None:
        """See :class:`Prepared`."""
        total, shape = direct_sum(self.xp, spec, reduced_axes(spec)), spec.output_shapes[0]
        if total is None or shape is None:
            return None
        return lambda x, axes: total(x).reshape(shape) if x.flags.c_contiguous else self.compute(x, axes), False

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        if spec.dtypes[0].is_integer:
            return machine_fold(spec, constants, np.add)
        return None if constants[0] is not None else machine_sum(spec, reduced_axes(spec), 1)


@register_kernel("Mean", "CPU", types={"T": NUMBERS}, host_inputs=["reduction_indices"])
class Mean(Reduction):
    """Needs a float32 copy of half and bfloat16 inputs."""

    def reduce(self, x: Array, axes: tuple[int, ...]) -> Array:
        number = prod(x.shape[axis] for axis in axes)
        if x.dtype.kind in "iu":
            return self._of_integers(x, axes, number)
        total = sum_over(self.xp, widen(x), axes)
        return narrow(total / total.real.dtype.type(number), x.dtype)

    def direct(self, spec: KernelSpec) -> tuple[Callable[..., Array], bool] | None:
        """See :class:`Prepared`."""
        total, shape = direct_sum(self.xp, spec, reduced_axes(spec)), spec.output_shapes[0]
        if total is None or shape is None:
            return None
        number = np.float32(prod(spec.shapes[0]) // max(prod(shape), 1))

        def direct(x: Array, axes: Array) -> Array:
            return (total(x) / number).reshape(shape) if x.flags.c_contiguous and x.size else self.compute(x, axes)

        return direct, False

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        if constants[0] is not None:
            return None
        number = prod(spec.shapes[0]) // max(prod(spec.output_shapes[0] or ()), 1)
        return machine_sum(spec, reduced_axes(spec), number)

    def _of_integers(self, x: Array, axes: tuple[int, ...], number: int) -> Array:
        """Rounded toward 0; the sum is that of 64-bit integers, so it does not wrap where the mean would fit."""
        wide = np.dtype(np.uint64 if x.dtype.kind == "u" else np.int64)
        total = self.xp.sum(x, axis=axes, dtype=wide, keepdims=True)
        if not number:
            return total.astype(x.dtype)
        return truncated_quotient(total, wide.type(number)).astype(x.dtype)


@register_kernel("Prod", "CPU", types={"T": NUMBERS}, host_inputs=["reduction_indices"])
class Prod(Reduction):
    def reduce(self, x: Array, axes: tuple[int, ...]) -> Array:
        wide = widen(x)
        return narrow(self.xp.prod(wide, axis=axes, dtype=wide.dtype, keepdims=True), x.dtype)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        return machine_fold(spec, constants, np.multiply)


class _Extreme(Reduction):
    """Max or Min; of nothing the value that every element would replace."""

    sign: ClassVar[int]

    def reduce(self, x: Array, axes: tuple[int, ...]) -> Array:
        if not all(x.shape[axis] for axis in axes):
            shape = tuple(1 if axis in axes else size for axis, size in enumerate(x.shape))
            return self.xp.full(shape, self._of_nothing(x.dtype), dtype=x.dtype)
        wide = widen(x)
        return narrow((self.xp.max if self.sign > 0 else self.xp.min)(wide, axis=axes, keepdims=True), x.dtype)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        return machine_fold(spec, constants, np.maximum if self.sign > 0 else np.minimum)

    def _of_nothing(self, dtype: np.dtype[Any]) -> Any:
        if dtype.kind in "iu":
            limits = np.iinfo(dtype)
            return limits.min if self.sign > 0 else limits.max
        return -self.sign * float("inf")


@register_kernel("Max", "CPU", types={"T": INTEGERS + REALS}, host_inputs=["reduction_indices"])
class Max(_Extreme):
    sign = 1


@register_kernel("Min", "CPU", types={"T": INTEGERS + REALS}, host_inputs=["reduction_indices"])
class Min(_Extreme):
    sign = -1


@register_kernel("All", "CPU", host_inputs=["reduction_indices"])
class All(Reduction):
    def reduce(self, x: Array, axes: tuple[int, ...]) -> Array:
        return self.xp.all(x, axis=axes, keepdims=True)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        return machine_fold(spec, constants, np.logical_and)


@register_kernel("Any", "CPU", host_inputs=["reduction_indices"])
class AnyTrue(Reduction):
    def reduce(self, x: Array, axes: tuple[int, ...]) -> Array:
        return self.xp.any(x, axis=axes, keepdims=True)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        return machine_fold(spec, constants, np.logical_or)


class _Position(PlainKernel):
    sign: ClassVar[int]

    def compute(self, x: Array, dimension: Any) -> Array:
        axis = int(dimension) % x.ndim
        dtype = self.attrs["output_type"].numpy_dtype
        if not x.size:
            return self.xp.zeros(x.shape[:axis] + x.shape[axis + 1 :], dtype=dtype)
        x = widen(x)
        if x.dtype.kind == "f":  # what is not a number never wins, unlike in NumPy
            x = self.xp.where(x != x, x.dtype.type(-self.sign * float("inf")), x)
        return (self.xp.argmax if self.sign > 0 else self.xp.argmin)(x, axis=axis).astype(dtype)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        shape, dimension = spec.shapes[0], spec.values[1]
        if constants[0] is not None or constants[1] is None or dimension is None or not 0 < prod(shape) <= _MOST_LOOKED:
            return None
        word, dtypes = "max" if self.sign > 0 else "min", (spec.dtypes[0], spec.output_dtypes[0])
        look = function(f"best_{word}_{dtypes[0].numpy_dtype.name}_{dtypes[1].numpy_dtype.name}")
        if look is None:
            return None
        axis = int(dimension) % len(shape)
        sizes = (prod(shape[:axis]), shape[axis], prod(shape[axis + 1 :]))
        return FixedCalls([Call(look, (Operand(1), Operand(0), *sizes), checked=False)], saves=5e-6)


@register_kernel("ArgMax", "CPU", types={"T": (*INTEGERS, *REALS, bool_)}, host_inputs=["dimension"])
class ArgMax(_Position):
    sign = 1


@register_kernel("ArgMin", "CPU", types={"T": (*INTEGERS, *REALS, bool_)}, host_inputs=["dimension"])
class ArgMin(_Position):
    sign = -1


@register_kernel("EuclideanNorm", "CPU", types={"T": NUMBERS}, host_inputs=["reduction_indices"])
class EuclideanNorm(Reduction):
    """Needs the squares of all elements. Those of integers wrap, and a sum that wrapped below 0 counts as 0."""

    def compute(self, x: Array, indices: Any) -> Array:
        if not indices.size:  # the norm of each element by itself
            with np.errstate(all="ignore"):
                return narrow(self._root(self._squares(widen(x)), x.dtype), x.dtype)
        return super().compute(x, indices)

    def _squares(self, x: Array) -> Array:
        if x.dtype.kind == "c":
            return x.real * x.real + x.imag * x.imag
        return x * x

    def _root(self, total: Array, dtype: np.dtype[Any]) -> Array:
        if dtype.kind in "iu":
            return self.xp.sqrt(self.xp.maximum(total, 0).astype(np.float64)).astype(dtype)
        return self.xp.sqrt(total)

    def reduce(self, x: Array, axes: tuple[int, ...]) -> Array:
        total = sum_over(self.xp, self._squares(widen(x)), axes)
        return narrow(self._root(total, x.dtype), x.dtype)
