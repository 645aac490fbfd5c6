"""Plain kernels that find distinct elements and distinct slices."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.lib.precision import widen
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


@register_kernel("Unique", "CPU")
class Unique(PlainKernel):
    def compute(self, x: Array) -> tuple[Array, Array]:
        xp = self.xp_of(x)
        dtype = self.attrs["out_idx"].numpy_dtype
        wide = widen(x) if x.dtype.kind != "O" else x
        _, first, places = xp.unique(wide, return_index=True, return_inverse=True, equal_nan=False)
        order = xp.argsort(first)  # by first appearance
        rank = xp.empty(order.shape, dtype=dtype)
        rank[order] = xp.arange(order.shape[0], dtype=dtype)
        return x[first[order]], rank[places.reshape(-1)]


# -- distinct elements ---------------------------------------------------------------------------------------------


class _Unique(PlainKernel):
    """Needs a number for each element of x, and those sorted."""

    def distinct(self, x: Array, axis: int) -> tuple[Array, Array, Array]:
        """The distinct slices along ``axis``, the place of each slice among them, and how often each is there."""
        xp, out = self.xp_of(x), self.attrs["out_idx"].numpy_dtype
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
