"""Plain kernels of tensors with some of their rows replaced or changed, and of tensors that begin empty."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import NUMBERS
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.plain.state_entries import rounds
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel


@register_kernel("Empty", "CPU", host_inputs=["shape"])
class Empty(PlainKernel):
    def compute(self, shape: Any) -> Array:
        sizes, dtype = tuple(int(size) for size in shape), self.attrs["dtype"]
        if dtype.is_host_only:
            result = np.empty(sizes, dtype=dtype.numpy_dtype)
            result[...] = b""
            return result
        return self.xp.zeros(sizes, dtype=dtype.numpy_dtype)


class _InPlace(PlainKernel):
    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: places, and copies of the rows."""
        return 8 * prod(spec.shapes[1] or ()) + 8 * prod(spec.shapes[2] or ())

    def compute(self, x: Array, i: Array, v: Array) -> Array:
        y = x.copy()
        if not v.size or not y.size:
            return y
        ids = i.astype(np.int64) % np.int64(x.shape[0])
        with np.errstate(all="ignore"):
            for places in rounds(self.xp, ids):
                at = ids[places]
                y[at] = self.changed(y[at], v[places])
        return y

    def changed(self, old: Array, rows: Array) -> Array:
        """Rows that each are there once, after the change."""
        raise NotImplementedError


@register_kernel("InplaceUpdate", "CPU")
class InplaceUpdate(_InPlace):
    def changed(self, old: Array, rows: Array) -> Array:
        return rows


@register_kernel("InplaceAdd", "CPU", types={"T": NUMBERS})
class InplaceAdd(_InPlace):
    def changed(self, old: Array, rows: Array) -> Array:
        return narrow(widen(old) + widen(rows), old.dtype)


@register_kernel("InplaceSub", "CPU", types={"T": NUMBERS})
class InplaceSub(_InPlace):
    def changed(self, old: Array, rows: Array) -> Array:
        return narrow(widen(old) - widen(rows), old.dtype)
