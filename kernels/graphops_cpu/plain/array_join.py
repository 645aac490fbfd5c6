"""Plain kernels that join tensors and take them apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.calls.machine import machine
from graphops_cpu.lib.elementwise import in_c_order
from graphops_cpu.lib.stacking import stack
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, Prepared, register_kernel
from graphops_registry.kernels.call_list import Call, FixedCalls, JoinedKernel, MachineKernel, Operand

_MOST_CALLS: Final = 64  # of one step in a call list


@register_kernel("ConcatV2", "CPU", host_inputs=["axis"])
class ConcatV2(PlainKernel):
    fresh = True

    def direct(self, spec: KernelSpec) -> tuple[Callable[..., Array], bool] | None:
        """See :class:`Prepared`."""
        if spec.values[-1] is None or spec.dtypes[0].is_host_only:
            return None
        concatenate, axis, given = self.xp.concatenate, int(spec.values[-1]), len(spec.shapes) - 1
        return lambda *inputs: in_c_order(concatenate(inputs[:given], axis, *inputs[given + 1 :])), True

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        code, shape = machine(), spec.output_shapes[0]
        if code is None or shape is None or spec.dtypes[0].is_host_only or spec.values[-1] is None:
            return None
        if any(each is not None for each in constants[:-1]):
            return None
        axis = int(spec.values[-1]) % len(shape)
        rows, of_one = prod(shape[:axis]), prod(shape[axis + 1 :]) * spec.dtypes[0].size
        calls, offset = [], 0
        for number, given in enumerate(spec.shapes[:-1]):
            size = given[axis] * of_one
            target = Operand(len(spec.shapes) - 1, offset)
            calls.append(Call(code.copy_rows, (target, Operand(number), rows, size, shape[axis] * of_one, size)))
            offset += size
        return FixedCalls(calls)

    def compute(self, *inputs: Any) -> Array:
        return in_c_order(self.xp_of(inputs[0]).concatenate(list(inputs[:-1]), axis=int(inputs[-1])))


@register_kernel("Concat", "CPU", host_inputs=["concat_dim"])
class Concat(PlainKernel):
    def compute(self, axis: Any, *values: Array) -> Array:
        return in_c_order(self.xp_of(values[0]).concatenate(list(values), axis=int(axis)))


@register_kernel("ParallelConcat", "CPU")
class ParallelConcat(PlainKernel):
    def compute(self, *values: Array) -> Array:
        return in_c_order(self.xp_of(values[0]).concatenate(list(values), axis=0))


@register_kernel("ConcatOffset", "CPU", host_inputs=["concat_dim", "shape"], host_outputs=["offset"])
class ConcatOffset(PlainKernel):
    def compute(self, axis: Any, *shapes: Any) -> tuple[Any, ...]:
        offsets = []
        start = 0
        for shape in shapes:
            offset = np.zeros_like(shape)
            offset[int(axis)] = start
            start += int(shape[int(axis)])
            offsets.append(offset)
        return tuple(offsets)


@register_kernel("Pack", "CPU")
class Pack(PlainKernel):
    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        code, shape, dtype = machine(), spec.output_shapes[0], spec.dtypes[0]
        if code is None or shape is None or dtype.is_host_only or not prod(shape):
            return None
        if all(each is not None for each in constants) or len(constants) > _MOST_CALLS:
            return None
        axis = self.attrs["axis"] % len(shape)
        rows, size, output = prod(shape[:axis]), prod(shape[axis + 1 :]) * dtype.size, len(constants)
        calls = [
            Call(code.copy_rows, (Operand(output, i * size), Operand(i), rows, size, shape[axis] * size, size))
            for i in range(output)
        ]
        numbers = count()
        operands = [next(numbers) if each is None else np.ascontiguousarray(each) for each in constants]
        return JoinedKernel([(FixedCalls(calls), [*operands, next(numbers)])], 2e-6)

    def compute(self, *values: Array) -> Array:
        xp, axis = self.xp_of(values[0]), self.attrs["axis"]
        return in_c_order(stack(xp, values) if axis == 0 else xp.stack(list(values), axis=axis))


@register_kernel("Unpack", "CPU")
class Unpack(PlainKernel):
    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        code, shape, dtype = machine(), spec.shapes[0], spec.dtypes[0]
        if code is None or constants[0] is not None or dtype.is_host_only or not prod(shape):
            return None
        axis, number = self.attrs["axis"] % len(shape), self.attrs["num"]
        rows, size = prod(shape[:axis]), prod(shape[axis + 1 :]) * dtype.size
        if number > _MOST_CALLS:
            return None
        calls = [
            Call(code.copy_rows, (Operand(1 + i), Operand(0, i * size), rows, size, size, shape[axis] * size))
            for i in range(number)
        ]
        return FixedCalls(calls, saves=1e-6 * number)

    def compute(self, value: Array) -> tuple[Array, ...]:
        axis = self.attrs["axis"] % value.ndim
        before = (slice(None),) * axis
        parts = [value[(*before, index)] for index in range(self.attrs["num"])]
        if value.dtype.kind == "O":
            return tuple(np.array(part, dtype=object) for part in parts)  # one string is bytes
        return tuple(part.copy() for part in parts)


class _PreparedSplit(Prepared):
    """Cuts along one axis, at sizes that the shape rule found. The parts are copies."""

    fresh = True

    def __init__(self, spec: KernelSpec, axis: int) -> None:
        self.output_shapes = spec.output_shapes
        self._value = 1 if spec.op.name == "Split" else 0
        self._axis, self._shape = axis, spec.shapes[self._value]
        self._itemsize = spec.dtypes[self._value].size
        before = (slice(None),) * axis
        self._cuts: list[tuple[slice, ...]] = []
        start = 0
        for shape in spec.output_shapes:
            size = shape[axis] if shape is not None else 0
            self._cuts.append((*before, slice(start, start + size)))
            start += size

    def run(self, ctx: Any, inputs: Any, out: Any) -> Any:
        value = inputs[self._value]
        return [value[cut].copy() for cut in self._cuts]

    def machine_kernel(self, constants: Sequence[Array | None]) -> MachineKernel | None:
        if [constant is None for constant in constants] != [i == self._value for i in range(len(constants))]:
            return None
        code, itemsize, shape = machine(), self._itemsize, self._shape
        if code is None:
            return None
        rows, of_one = prod(shape[: self._axis]), prod(shape[self._axis + 1 :]) * itemsize
        step, calls = shape[self._axis] * of_one, []
        for number, cut in enumerate(self._cuts):
            start, size = cut[-1].start * of_one, (cut[-1].stop - cut[-1].start) * of_one
            calls.append(Call(code.copy_rows, (Operand(1 + number), Operand(0, start), rows, size, size, step)))
        return FixedCalls(calls, saves=1e-6 * len(calls))


class _Split(PlainKernel):
    def prepare(self, spec: KernelSpec) -> Prepared:
        place, value = (0, 1) if spec.op.name == "Split" else (2, 0)
        axis = spec.values[place]
        rank = len(spec.shapes[value])
        return _PreparedSplit(spec, int(axis) % rank if axis is not None else 0)


@register_kernel("Split", "CPU", host_inputs=["split_dim"])
class Split(_Split):
    pass


@register_kernel("SplitV", "CPU", host_inputs=["size_splits", "split_dim"])
class SplitV(_Split):
    pass
