"""Plain kernels that pick elements by index and put them somewhere."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count as count_up
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.calls.functions import function
from graphops_cpu.lib.elementwise import NUMBERS, count
from graphops_cpu.lib.entries import check_indices
from graphops_cpu.lib.precision import pick, widen
from graphops_cpu.plain.math_segment import add_rows
from graphops_registry.dtypes import bool_, string
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel
from graphops_registry.kernels.call_list import Call, FixedCalls, JoinedKernel, MachineKernel, Operand

_MOST_PICKED: Final = 1 << 14  # pieces of one step in a call list


def require_in_range(op: str, indices: Array, size: int, what: str, argument: str = "indices") -> None:
    """Refuse indices outside [0, size).

    Raises:
        InvalidArgumentError: with the lowest and the highest.
    """
    if indices.size and count((indices < 0) | (indices >= size)):
        low, high = int(indices.min().item()), int(indices.max().item())
        raise must(argument, op, f"be in [0, {size}), the number of {what}", f"values from {low} to {high}")


def take_rows(kernel: PlainKernel, op: str, params: Array, indices: Array, axis: int, batch: int) -> Array:
    """``params`` picked along ``axis``; the first ``batch`` axes are shared with ``indices``."""
    xp = kernel.xp_of(params)
    require_in_range(op, indices, params.shape[axis], f"slices along axis {axis}")
    if not batch:
        found = xp.take(params, indices, axis=axis)
        return found if params.dtype.kind != "O" else np.asarray(found, dtype=object)  # one string is bytes
    # (B, P, n, Q) with the axis moved up front, (B n, P, Q), so that batch and index make one row number.
    shared, before, after = params.shape[:batch], params.shape[batch:axis], params.shape[axis + 1 :]
    batches, size, picked = prod(shared), params.shape[axis], prod(indices.shape[batch:])
    flat = params.reshape(batches, prod(before), size, prod(after)).transpose(0, 2, 1, 3)
    flat = flat.reshape(batches * size, prod(before), prod(after))
    first = kernel.xp.arange(batches, dtype=np.int64)[:, None] * size
    rows = indices.reshape(batches, picked).astype(np.int64) + first
    found = xp.take(flat, rows.reshape(-1), axis=0).reshape(batches, picked, prod(before), prod(after))
    return found.transpose(0, 2, 1, 3).reshape(*shared, *before, *indices.shape[batch:], *after)


def machine_gather(spec: KernelSpec, constants: Sequence[Array | None], axis: int, batch: int) -> MachineKernel | None:
    """:func:`take_rows` for a call list, where the batch is all that is before the axis. A bad index is a failure."""
    shape, indices, result = spec.shapes[0], spec.shapes[1], spec.output_shapes[0]
    gather = function(f"gather{8 * spec.dtypes[1].size}")
    if gather is None or result is None or spec.dtypes[0].is_host_only or batch not in (0, axis):
        return None
    if constants[0] is not None and constants[1] is not None:
        return None
    picked = prod(indices[batch:])
    size = prod(shape[axis + 1 :]) * spec.dtypes[0].size
    if not prod(result) or prod(shape[:axis]) * picked > _MOST_PICKED:
        return None
    sizes = (prod(shape[:axis]), picked, shape[axis], size, picked if batch else 0)
    call = Call(gather, (Operand(2), Operand(0), Operand(1), *sizes))
    numbers = count_up()
    operands = [next(numbers) if each is None else np.ascontiguousarray(each) for each in constants[:2]]
    return JoinedKernel([(FixedCalls([call]), [*operands, next(numbers)])], 5e-6)


@register_kernel("Gather", "CPU")
class Gather(PlainKernel):
    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        return machine_gather(spec, constants, 0, 0)

    def compute(self, params: Array, indices: Array) -> Array:
        if "_of_variable" in self.attrs:  # a plan put it and a read in place of a ResourceGather, whose errors stay
            check_indices("ResourceGather", indices, params.shape[0])
        return take_rows(self, "Gather", params, indices, 0, 0)


@register_kernel("GatherV2", "CPU", host_inputs=["axis"])
class GatherV2(PlainKernel):
    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        axis, batch, rank = spec.values[2], self.attrs["batch_dims"], len(spec.shapes[1])
        if axis is None or constants[2] is None:
            return None
        return machine_gather(spec, constants, int(axis) % len(spec.shapes[0]), batch + rank if batch < 0 else batch)

    def compute(self, params: Array, indices: Array, axis: Any) -> Array:
        batch = self.attrs["batch_dims"]
        batch = batch + indices.ndim if batch < 0 else batch
        return take_rows(self, "GatherV2", params, indices, int(axis) % params.ndim, batch)


def flat_places(kernel: PlainKernel, op: str, indices: Array, sizes: tuple[int, ...], policy: str) -> tuple[Array, Any]:
    """Row-major places of coordinates (rows, depth) among ``sizes``, and which of them are valid (``None``: all)."""
    wide = indices.astype(np.int64)
    valid = None
    places = kernel.xp.zeros(wide.shape[0], dtype=np.int64)
    for axis, size in enumerate(sizes):
        column = wide[:, axis]
        if policy == "IGNORE":
            good = (column >= 0) & (column < size)
            valid = good if valid is None else valid & good
            column = kernel.xp.where(good, column, 0)
        else:
            require_in_range(op, column, size, f"elements along axis {axis}")
        places = places * size + column
    return places, valid


@register_kernel("GatherNd", "CPU")
class GatherNd(PlainKernel):
    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        shape, indices, result = spec.shapes[0], spec.shapes[1], spec.output_shapes[0]
        gather, depth = function(f"gather_at{8 * spec.dtypes[1].size}"), indices[-1]
        if gather is None or result is None or spec.dtypes[0].is_host_only or not prod(result):
            return None
        if any(each is not None for each in constants) or self.attrs["bad_indices_policy"] == "IGNORE" or not depth:
            return None
        count, size = prod(indices[:-1]), prod(shape[depth:]) * spec.dtypes[0].size
        sizes = np.array(shape[:depth], np.int64)
        if count > _MOST_PICKED:
            return None
        arguments = (Operand(2), Operand(0), Operand(1), count, size, depth, sizes.ctypes.data)
        return FixedCalls([Call(gather, arguments)], lambda bounds: bounds[0], 8e-6, owned=[sizes])

    def compute(self, params: Array, indices: Array) -> Array:
        depth = indices.shape[-1]
        sizes, rest = params.shape[:depth], params.shape[depth:]
        xp, policy = self.xp_of(params), self.attrs["bad_indices_policy"]
        rows = indices.reshape(prod(indices.shape[:-1]), depth)
        shape = (*indices.shape[:-1], *rest)
        if not prod(shape):
            return xp.empty(shape, dtype=params.dtype)
        places, valid = flat_places(self, "GatherNd", rows, sizes, policy)
        if not prod(sizes):  # every index was passed over
            return xp.zeros(shape, dtype=params.dtype)
        found = xp.take(params.reshape(prod(sizes), prod(rest)), places, axis=0)
        if valid is not None:
            if params.dtype.kind == "O":
                found = np.where(valid[:, None], found, b"")
            else:
                found = pick(xp, valid[:, None], found, params.dtype.type(0))
        return found.reshape(shape)


@register_kernel("ScatterNd", "CPU", types={"T": (*NUMBERS, bool_, string)}, host_inputs=["shape"])
class ScatterNd(PlainKernel):
    """Holds the sums in 64-bit numbers before it rounds them. Strings are concatenated, booleans or-ed."""

    def compute(self, indices: Array, updates: Array, shape: Any) -> Array:
        sizes = tuple(int(size) for size in shape)
        depth = indices.shape[-1]
        xp = self.xp_of(updates)
        rows, columns, targets = prod(indices.shape[:-1]), prod(sizes[depth:]), prod(sizes[:depth])
        text = updates.dtype.kind == "O"
        if not updates.size or not targets:
            return np.full(sizes, b"", dtype=object) if text else xp.zeros(sizes, dtype=updates.dtype)
        policy = self.attrs["bad_indices_policy"]
        places, valid = flat_places(self, "ScatterNd", indices.reshape(rows, depth), sizes[:depth], policy)
        values = updates.reshape(rows, columns)
        if valid is not None:
            places, values = places[valid], values[valid]
        if text:
            result = np.full((targets, columns), b"", dtype=object)
            np.add.at(result, places, values)
            return result.reshape(sizes)
        with np.errstate(all="ignore"):
            if updates.dtype.kind == "b":
                return (add_rows(xp, values.astype(np.uint8), places, targets) != 0).reshape(sizes)
            return add_rows(xp, values, places, targets).astype(updates.dtype).reshape(sizes)


@register_kernel("OneHot", "CPU", host_inputs=["depth"])
class OneHot(PlainKernel):
    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        shape, axis, result = spec.shapes[0], self.attrs["axis"], spec.output_shapes[0]
        write = function(f"one_hot{8 * spec.dtypes[0].size}") if spec.dtypes[0].size >= 4 else None
        if write is None or result is None or spec.dtypes[2].is_host_only or constants[1] is None:
            return None
        if constants[0] is not None or not 0 < prod(result) <= _MOST_PICKED:
            return None
        place = len(shape) if axis == -1 else axis
        sizes = (prod(shape[:place]), result[place], prod(shape[place:]), spec.dtypes[2].size)
        call = Call(write, (Operand(3), Operand(0), Operand(1), Operand(2), *sizes), checked=False)
        numbers = count_up()
        operands = [next(numbers) if each is None else np.ascontiguousarray(each)
                    for place, each in enumerate(constants) if place != 1]  # fmt: skip
        return JoinedKernel([(FixedCalls([call]), [*operands, next(numbers)])], 8e-6)

    def compute(self, indices: Array, depth: Any, on_value: Array, off_value: Array) -> Array:
        axis, number = self.attrs["axis"], int(depth)
        place = indices.ndim if axis == -1 else axis
        before, after = indices.shape[:place], indices.shape[place:]
        if not indices.size:  # the depth may be any
            return self.xp_of(on_value).empty((*before, number, *after), dtype=on_value.dtype)
        wide = indices.astype(np.int64).reshape(*before, 1, *after)
        hot = wide == self.xp.arange(number, dtype=np.int64).reshape(number, *(1,) * len(after))
        return pick(self.xp_of(on_value), hot, on_value, off_value)


@register_kernel("Where", "CPU")
class Where(PlainKernel):
    def compute(self, x: Array) -> Array:
        true = widen(x) != 0 if x.dtype.kind != "b" else x
        if not x.ndim:
            return self.xp.zeros((count(true), 0), dtype=np.int64)
        return self.xp.stack(self.xp.nonzero(true), axis=1).astype(np.int64)


@register_kernel("ListDiff", "CPU")
class ListDiff(PlainKernel):
    def compute(self, x: Array, y: Array) -> tuple[Array, Array]:
        xp = self.xp_of(x)
        if x.dtype.kind == "O":
            present = set(y)
            missing = np.array([item not in present for item in x], dtype=bool)
        else:
            missing = ~xp.isin(widen(x), widen(y))
        return x[missing], xp.nonzero(missing)[0].astype(self.attrs["out_idx"].numpy_dtype)


@register_kernel("UnravelIndex", "CPU", host_inputs=["dims"])
class UnravelIndex(PlainKernel):
    def compute(self, indices: Array, dims: Any) -> Array:
        sizes = [int(size) for size in dims]
        require_in_range("UnravelIndex", indices, prod(sizes), "elements")
        result = self.xp.empty((len(sizes), *indices.shape), dtype=indices.dtype)
        left = indices
        for axis in reversed(range(len(sizes))):
            result[axis] = left % sizes[axis]
            left = left // sizes[axis]
        return result
