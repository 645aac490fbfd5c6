"""Plain kernels that cut pieces out of tensors and put margins around them."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.calls.machine import machine
from graphops_cpu.lib.elementwise import NUMBERS
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.runtime.large_results import empty, empty_by
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, Prepared, Shape, register_kernel
from graphops_registry.kernels.call_list import Call, FixedCalls, MachineKernel, Operand
from graphops_registry.rules.strided_slices import strided_slices
from graphops_registry.shape import TensorShape

_MOST_CALLS: Final = 64  # of one step in a call list


def _rows_at(shape: Shape, itemsize: int, index: tuple[Any, ...]) -> tuple[int, int, int, int] | None:
    """What an index names in an array in C order, if that is rows of neighbours: where the first row is in bytes, how
    many there are, and how many bytes a row has and is from the next one."""
    strides = [itemsize * prod(shape[axis + 1 :]) for axis in range(len(shape))]
    whole = np.lib.stride_tricks.as_strided(np.empty(1, np.uint8), shape, strides)  # only looked at
    view = whole[(*index, ...)]  # a view even where one element is left
    offset = view.__array_interface__["data"][0] - whole.__array_interface__["data"][0]
    # Axes at the end whose elements are neighbours are one block, and what is before must be one axis.
    sizes = [(n, step) for n, step in zip(view.shape, view.strides, strict=True) if n != 1]
    block = itemsize
    while sizes and sizes[-1][1] == block:
        block *= sizes.pop()[0]
    if len(sizes) > 1 or any(step < 0 for _, step in sizes):
        return None
    rows, step = sizes[0] if sizes else (1, 0)
    return offset, rows, block, step


class _PreparedView(Prepared):
    """Indexing with something that was found when the shapes were known.

    On the host the result is in C order, as it is in a call list: sums and products have other last bits where operands
    lie otherwise in memory.
    """

    def __init__(self, spec: KernelSpec, index: tuple[Any, ...]) -> None:
        self.output_shapes = spec.output_shapes
        self.aliases = {0: 0}
        self.index_of = index
        self._shape, self._dtype = spec.shapes[0], spec.dtypes[0]

    def machine_kernel(self, constants: Sequence[Array | None]) -> MachineKernel | None:
        code, shape = machine(), self.output_shapes[0]
        if code is None or shape is None or constants[0] is not None or any(each is None for each in constants[1:]):
            return None
        found = _rows_at(self._shape, self._dtype.size, self.index_of)
        if found is None or not prod(shape):
            return None
        offset, rows, block, step = found
        arguments = (Operand(1), Operand(0, offset), rows, block, block, step)
        return FixedCalls([Call(code.copy_rows, arguments, checked=False)], saves=5e-7)

    def run(self, ctx: Any, inputs: Any, out: Any) -> Any:
        x = inputs[0]
        view = x[self.index_of]
        if isinstance(view, np.ndarray) and not view.flags.c_contiguous:
            copy = empty(view.shape, view.dtype)
            copy[...] = view
            view = copy
        if x.dtype.kind == "O":
            view = np.asarray(view, dtype=object)  # one string is bytes
        return (np.asarray(view) if isinstance(view, np.generic) else view,)


@register_kernel("Slice", "CPU", host_inputs=["begin", "size"])
class Slice(PlainKernel):
    def prepare(self, spec: KernelSpec) -> Prepared:
        begin, shape = spec.values[1], spec.output_shapes[0] or ()
        starts = [] if begin is None else [int(start) for start in begin]
        index = tuple(slice(start, start + size) for start, size in zip(starts, shape, strict=True))
        return _PreparedView(spec, index)


def index_of(spec: KernelSpec, shape: tuple[int, ...], first: int) -> tuple[Any, ...]:
    """What to index an array of ``shape`` with, from begin, end and strides, the inputs from ``first`` on."""
    begin, end, strides = spec.values[first : first + 3]
    lengths = [spec.shapes[first][0]] * 3
    slices = strided_slices(spec.op.name, spec.attrs, TensorShape.of(shape), lengths, begin, end, strides)
    return tuple(entry.index() for entry in slices or ())


@register_kernel("StridedSlice", "CPU", host_inputs=["begin", "end", "strides"])
class StridedSlice(PlainKernel):
    def prepare(self, spec: KernelSpec) -> Prepared:
        return _PreparedView(spec, index_of(spec, spec.shapes[0], 1))


class _PreparedPlacement(Prepared):
    """Zeros with the last input at an index."""

    def __init__(self, spec: KernelSpec, xp: Any, index: tuple[Any, ...]) -> None:
        self.output_shapes = spec.output_shapes
        self._xp = xp
        self._shape = spec.output_shapes[0] or ()
        self._at = index
        self._dtype, self._places = spec.dtypes[-1], prod(spec.shapes[-1])

    def machine_kernel(self, constants: Sequence[Array | None]) -> MachineKernel | None:
        code = machine()
        if code is None or constants[-1] is not None or any(each is None for each in constants[:-1]):
            return None
        found = _rows_at(self._shape, self._dtype.size, self._at)
        if found is None or not self._places or self._dtype.is_host_only:
            return None
        offset, rows, block, step = found
        zeros = Call(code.fill_zeros, (Operand(1), prod(self._shape) * self._dtype.size), checked=False)
        arguments = (Operand(1, offset), Operand(0), rows, block, step, block)
        return FixedCalls([zeros, Call(code.copy_rows, arguments, checked=False)], saves=2e-6)

    def run(self, ctx: Any, inputs: Any, out: Any) -> Any:
        dy = inputs[-1]
        text = dy.dtype.kind == "O"
        result: Any = np.full(self._shape, b"", dtype="O") if text else self._xp.zeros(self._shape, dtype=dy.dtype)
        result[self._at] = dy
        return (result,)


@register_kernel("StridedSliceGrad", "CPU", host_inputs=["shape", "begin", "end", "strides"])
class StridedSliceGrad(PlainKernel):
    def prepare(self, spec: KernelSpec) -> Prepared:
        return _PreparedPlacement(spec, self.xp, index_of(spec, spec.output_shapes[0] or (), 1))


@register_kernel("Pad", "CPU", host_inputs=["paddings"])
class Pad(PlainKernel):
    def compute(self, x: Array, paddings: Any) -> Array:
        if x.dtype.kind == "O":
            return padded(np, x, paddings, b"")
        return padded(self.xp, x, paddings, 0)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`. For arrays in whose middle axes nothing lies between the elements: those of images."""
        code, shape, paddings = machine(), spec.output_shapes[0], spec.values[1]
        if code is None or shape is None or paddings is None or constants[0] is not None or spec.dtypes[0].is_host_only:
            return None
        if len(shape) != 4 or paddings[0].any() or paddings[3].any() or not prod(spec.shapes[0]):
            return None
        images, rows, columns, channels = spec.shapes[0]
        size = channels * spec.dtypes[0].size
        if images > _MOST_CALLS:
            return None
        calls = [Call(code.fill_zeros, (Operand(1), prod(shape) * spec.dtypes[0].size))]
        for image in range(images):
            target = ((image * shape[1] + int(paddings[1][0])) * shape[2] + int(paddings[2][0])) * size
            source = image * rows * columns * size
            calls.append(
                Call(
                    code.copy_rows,
                    (Operand(1, target), Operand(0, source), rows, columns * size, shape[2] * size, columns * size),
                )
            )
        return FixedCalls(calls)


@register_kernel("PadV2", "CPU", host_inputs=["paddings"])
class PadV2(PlainKernel):
    def compute(self, x: Array, paddings: Any, value: Array) -> Array:
        return padded(self.xp_of(x), x, paddings, value)


def padded(xp: Any, x: Array, paddings: Any, value: Any) -> Array:
    """``x`` with ``value`` around it; paddings: (rank, 2) on the host."""
    shape = tuple(size + int(pair[0]) + int(pair[1]) for size, pair in zip(x.shape, paddings, strict=True))
    result = empty_by(xp, shape, x.dtype)
    inner: tuple[slice, ...] = ()
    for size, (before, after) in zip(x.shape, paddings, strict=True):  # each element is written once
        end = int(before) + size
        if before:
            result[(*inner, slice(0, int(before)))] = value
        if after:
            result[(*inner, slice(end, end + int(after)))] = value
        inner = (*inner, slice(int(before), end))
    result[inner] = x
    return result


@register_kernel("MirrorPad", "CPU", host_inputs=["paddings"])
class MirrorPad(PlainKernel):
    """Axis by axis, so that corners mirror what was mirrored; needs a copy for each padded axis."""

    def compute(self, x: Array, paddings: Any) -> Array:
        xp = self.xp_of(x)
        border = 1 if self.attrs["mode"] == "REFLECT" else 0
        result = x
        for axis, (before, after) in enumerate((int(b), int(a)) for b, a in paddings):
            if not before + after:
                continue
            size = result.shape[axis]
            left = _along(result, axis, slice(border, border + before))
            right = _along(result, axis, slice(size - border - after, size - border))
            result = xp.concatenate([_flip(left, axis), result, _flip(right, axis)], axis=axis)
        return result.copy() if result is x else result


@register_kernel("MirrorPadGrad", "CPU", types={"T": NUMBERS}, host_inputs=["paddings"])
class MirrorPadGrad(PlainKernel):
    """Axis by axis, the last one first; needs a copy in the compute dtype for each padded axis."""

    def compute(self, dy: Array, paddings: Any) -> Array:
        with np.errstate(all="ignore"):
            result = self._folded(widen(dy), paddings)
            return result.copy() if result is dy else narrow(result, dy.dtype)

    def _folded(self, dy: Array, paddings: Any) -> Array:
        border = 1 if self.attrs["mode"] == "REFLECT" else 0
        result = dy
        for axis, (before, after) in reversed(list(enumerate((int(b), int(a)) for b, a in paddings))):
            if not before + after:
                continue
            size = result.shape[axis] - before - after
            inner = _along(result, axis, slice(before, before + size)).copy()
            left = _flip(_along(result, axis, slice(0, before)), axis)
            right = _flip(_along(result, axis, slice(before + size, None)), axis)
            target = _along(inner, axis, slice(border, border + before))
            target += left
            target = _along(inner, axis, slice(size - border - after, size - border))
            target += right
            result = inner
        return result


def _along(x: Array, axis: int, part: slice) -> Array:
    return x[(slice(None),) * axis + (part,)]


def _flip(x: Array, axis: int) -> Array:
    return _along(x, axis, slice(None, None, -1))


class _PreparedUpdate(Prepared):
    """A copy of the first input with the last one at an index."""

    def __init__(self, spec: KernelSpec) -> None:
        self.output_shapes = spec.output_shapes
        self._at = index_of(spec, spec.shapes[0], 1)

    def run(self, ctx: Any, inputs: Any, out: Any) -> Any:
        result = inputs[0].copy()
        result[self._at] = inputs[-1]
        return (result,)


@register_kernel("TensorStridedSliceUpdate", "CPU", host_inputs=["begin", "end", "strides"])
class TensorStridedSliceUpdate(PlainKernel):
    def prepare(self, spec: KernelSpec) -> Prepared:
        return _PreparedUpdate(spec)
