"""Plain kernels that reverse, roll, find distinct elements, search sorted rows, and older forms of block moves."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import INTEGERS, REALS, count
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.plain.array_slice import index_of
from graphops_cpu.plain.array_space import BatchToSpaceND, SpaceToBatchND
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, Prepared, register_kernel


@register_kernel("Reverse", "CPU", host_inputs=["dims"])
class Reverse(PlainKernel):
    views = {0: 0}

    def compute(self, tensor: Array, dims: Any) -> Array:
        index = tuple(slice(None, None, -1) if reverse else slice(None) for reverse in dims)
        found = tensor[index]
        return found if tensor.dtype.kind != "O" else np.asarray(found, dtype=object)


@register_kernel("ReverseSequence", "CPU")
class ReverseSequence(PlainKernel):
    """Needs a copy of the input, and a place for each of its sequences' elements."""

    def compute(self, x: Array, seq_lengths: Array) -> Array:
        along, batch = self.attrs["seq_dim"], self.attrs["batch_dim"]
        xp, size = self.xp_of(x), x.shape[along]
        wrong = count((seq_lengths < 0) | (seq_lengths > size))
        if wrong:
            low, high = int(seq_lengths.min().item()), int(seq_lengths.max().item())
            rule = f"be in [0, {size}], the size of axis {along}"
            raise must("seq_lengths", "ReverseSequence", rule, f"values from {low} to {high}")
        if not x.size:
            return x.copy()
        order = [batch, along, *(axis for axis in range(x.ndim) if axis not in (batch, along))]
        moved = x.transpose(order)
        places = xp.arange(size, dtype=np.int64)[None, :]
        lengths = seq_lengths.astype(np.int64)[:, None]
        places = xp.where(places < lengths, lengths - 1 - places, places)  # (batch, size)
        places = places + xp.arange(x.shape[batch], dtype=np.int64)[:, None] * size
        rows = moved.reshape(x.shape[batch] * size, x.size // (x.shape[batch] * size))
        found = xp.take(rows, places.reshape(-1), axis=0).reshape(moved.shape)
        return found.transpose([order.index(axis) for axis in range(x.ndim)])


@register_kernel("Roll", "CPU", host_inputs=["shift", "axis"])
class Roll(PlainKernel):
    def compute(self, x: Array, shift: Any, axis: Any) -> Array:
        result = x.copy()
        if not x.size:
            return result
        shifts = [0] * x.ndim
        for by, along in zip(shift.reshape(-1), axis.reshape(-1), strict=True):
            shifts[int(along)] = (shifts[int(along)] + int(by)) % x.shape[int(along)]
        for along, by in enumerate(shifts):
            if by:
                result = self.xp_of(x).roll(result, by, axis=along)
        return result


# -- distinct elements ---------------------------------------------------------------------------------------------


class _Unique(PlainKernel):
    """Needs a number for each element of x, and those sorted."""

    def distinct(self, x: Array, axis: int) -> tuple[Array, Array, Array]:
        """The distinct slices along ``axis``, the place of each slice among them, and how often each is there."""
        xp, out = self.xp_of(x), self.attrs["out_idx"].as_numpy_dtype
        size = x.shape[axis]
        if not size:
            return x.copy(), xp.zeros((0,), dtype=out), xp.zeros((0,), dtype=out)
        flat = widen(x) if x.dtype.kind != "O" else x
        flat = xp.moveaxis(flat, axis, 0).reshape(-1)
        if not flat.size:  # slices without elements are equal
            first, places = xp.zeros((1,), dtype=np.int64), xp.zeros((size,), dtype=np.int64)
        else:
            _, codes = xp.unique(flat, return_inverse=True, equal_nan=False)
            codes = codes.reshape(size, flat.size // size)
            if codes.shape[1] == 1:
                _, first, places = xp.unique(codes[:, 0], return_index=True, return_inverse=True)
            else:
                first, places = _distinct_rows(xp, codes)
        order = xp.argsort(first)  # by first appearance
        rank = xp.empty(order.shape, dtype=np.int64)
        rank[order] = xp.arange(order.shape[0], dtype=np.int64)
        idx = rank[places.reshape(-1)]
        counts = xp.bincount(idx, minlength=order.shape[0])
        y = xp.take(x, first[order], axis=axis)
        return y if x.dtype.kind != "O" else np.asarray(y, dtype=object), idx.astype(out), counts.astype(out)


def _distinct_rows(xp: Any, rows: Array) -> tuple[Array, Array]:
    """Where each distinct row of integers, (N, C), is first, and for each row which of those it is."""
    order = xp.lexsort(rows.T)  # equal rows keep their order
    ordered = rows[order]
    starts = xp.concatenate([xp.ones(1, dtype=bool), (ordered[1:] != ordered[:-1]).any(axis=1)])
    places = xp.empty(order.shape, dtype=np.int64)
    places[order] = xp.cumsum(starts, dtype=np.int64) - 1
    return order[starts], places


def _axis(x: Array, axis: Any) -> int:
    return int(axis[0]) % x.ndim if axis.size else 0


@register_kernel("UniqueV2", "CPU", host_inputs=["axis"])
class UniqueV2(_Unique):
    def compute(self, x: Array, axis: Any) -> tuple[Array, ...]:
        return self.distinct(x, _axis(x, axis))[:2]


@register_kernel("UniqueWithCounts", "CPU")
class UniqueWithCounts(_Unique):
    def compute(self, x: Array) -> tuple[Array, ...]:
        return self.distinct(x, 0)


@register_kernel("UniqueWithCountsV2", "CPU", host_inputs=["axis"])
class UniqueWithCountsV2(_Unique):
    def compute(self, x: Array, axis: Any) -> tuple[Array, ...]:
        return self.distinct(x, _axis(x, axis))


# -- sorted rows ---------------------------------------------------------------------------------------------------


class _Bound(PlainKernel):
    """Halves the intervals of all values at once; needs a few int64 for each value."""

    def compute(self, rows: Array, values: Array) -> Array:
        xp, (batch, n), m = self.xp, rows.shape, values.shape[1]
        low, high = xp.zeros((batch, m), dtype=np.int64), xp.full((batch, m), n, dtype=np.int64)
        flat, wide = widen(rows).reshape(-1), widen(values)
        starts = xp.arange(batch, dtype=np.int64)[:, None] * n
        for _ in range(n.bit_length() if values.size else 0):
            middle = (low + high) // 2
            found = xp.take(flat, starts + xp.minimum(middle, n - 1))
            right = (low < high) & self.is_before(found, wide)
            high = xp.where((low < high) & ~right, middle, high)
            low = xp.where(right, middle + 1, low)
        return low.astype(self.attrs["out_type"].as_numpy_dtype)

    def is_before(self, element: Array, value: Array) -> Array:
        """Whether the answer for the value lies behind the element."""
        raise NotImplementedError


@register_kernel("LowerBound", "CPU", types={"T": (*INTEGERS, *REALS)})
class LowerBound(_Bound):
    def is_before(self, element: Array, value: Array) -> Array:
        return element < value


@register_kernel("UpperBound", "CPU", types={"T": (*INTEGERS, *REALS)})
class UpperBound(_Bound):
    def is_before(self, element: Array, value: Array) -> Array:
        return ~(value < element)


@register_kernel("NthElement", "CPU", host_inputs=["n"])
class NthElement(PlainKernel):
    """Needs a partly sorted copy of the input."""

    def compute(self, x: Array, n: Any) -> Array:
        place = x.shape[-1] - 1 - int(n) if self.attrs["reverse"] else int(n)
        if not x.size:
            return self.xp.empty(x.shape[:-1], dtype=x.dtype)
        return narrow(self.xp.partition(widen(x), place, axis=-1)[..., place].copy(), x.dtype)


# -- older forms ---------------------------------------------------------------------------------------------------


@register_kernel("SpaceToBatch", "CPU", host_inputs=["paddings"])
class SpaceToBatch(SpaceToBatchND):
    def compute(self, x: Array, paddings: Any) -> Array:  # type: ignore[override]
        return super().compute(x, [self.attrs["block_size"]] * 2, paddings)


@register_kernel("BatchToSpace", "CPU", host_inputs=["crops"])
class BatchToSpace(BatchToSpaceND):
    def compute(self, x: Array, crops: Any) -> Array:  # type: ignore[override]
        return super().compute(x, [self.attrs["block_size"]] * 2, crops)


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


@register_kernel("GuaranteeConst", "CPU")
class GuaranteeConst(PlainKernel):
    views = {0: 0}

    def compute(self, x: Array) -> Array:
        return x
