"""Plain kernels that change tensors at coordinates."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import INTEGERS, NUMBERS, REALS
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.plain.array_gather import flat_places
from graphops_cpu.plain.math_segment import add_rows, wide_dtype
from graphops_cpu.plain.math_segment_fold import combine_runs
from graphops_registry.dtypes import bool_
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


class _Scatter(PlainKernel):
    """Base: the tensor as rows, the rows that change, and what happens to them. Needs the updates sorted by place."""

    op: str

    def compute(self, tensor: Array, indices: Array, updates: Array) -> Array:
        depth = indices.shape[-1]
        sizes, rest = tensor.shape[:depth], tensor.shape[depth:]
        rows, columns = prod(indices.shape[:-1]), prod(rest)
        policy = self.attrs["bad_indices_policy"]
        places, valid = flat_places(self, self.op, indices.reshape(rows, depth), sizes, policy)
        result = tensor.copy()
        if not updates.size or not tensor.size:
            return result
        values = updates.reshape(rows, columns)
        if valid is not None:
            places, values = places[valid], values[valid]
        if places.shape[0]:
            with np.errstate(all="ignore"):
                result = self.change(result.reshape(prod(sizes), columns), places, values)
        return result.reshape(tensor.shape)

    def change(self, rows: Array, places: Array, values: Array) -> Array:
        """rows: a fresh copy of the tensor, (R, C); values: (N, C) for the rows ``places``, (N,), at least one."""
        raise NotImplementedError


@register_kernel("TensorScatterUpdate", "CPU")
class TensorScatterUpdate(_Scatter):
    op = "TensorScatterUpdate"

    def change(self, rows: Array, places: Array, values: Array) -> Array:
        xp = self.xp
        order = xp.argsort(places, kind="stable")
        ordered = places[order]
        last = xp.concatenate([ordered[1:] != ordered[:-1], xp.ones(1, dtype=bool)])
        rows[ordered[last]] = values[order[last]]
        return rows


class _Add(_Scatter):
    """Holds the tensor and the sums in 64-bit numbers, and rounds once."""

    sign = 1

    def change(self, rows: Array, places: Array, values: Array) -> Array:
        if rows.dtype.kind == "b":
            return rows | (add_rows(self.xp, values.astype(np.uint8), places, rows.shape[0]) != 0)
        sums = add_rows(self.xp, values, places, rows.shape[0])
        wide = rows.astype(wide_dtype(rows.dtype))
        return (wide + sums if self.sign > 0 else wide - sums).astype(rows.dtype)


@register_kernel("TensorScatterAdd", "CPU", types={"T": NUMBERS})
class TensorScatterAdd(_Add):
    op = "TensorScatterAdd"


@register_kernel("TensorScatterSub", "CPU", types={"T": NUMBERS})
class TensorScatterSub(_Add):
    op, sign = "TensorScatterSub", -1


@register_kernel("ScatterNdNonAliasingAdd", "CPU", types={"T": (*NUMBERS, bool_)})
class ScatterNdNonAliasingAdd(_Add):
    op = "ScatterNdNonAliasingAdd"


class _Extreme(_Scatter):
    """As in TensorFlow, an update that is not a number changes nothing, and an old value that is none stays."""

    fold: str

    def change(self, rows: Array, places: Array, values: Array) -> Array:
        order = self.xp.argsort(places, kind="stable")
        function: Any = getattr(self.xp, self.fold)
        found, at = combine_runs(self.xp, function, widen(values[order]), places[order])
        old = widen(rows[at])
        rows[at] = narrow(self.xp.where(self.is_better(found, old), found, old), rows.dtype)
        return rows

    def is_better(self, new: Array, old: Array) -> Array:
        raise NotImplementedError


@register_kernel("TensorScatterMin", "CPU", types={"T": (*INTEGERS, *REALS)})
class TensorScatterMin(_Extreme):
    op, fold = "TensorScatterMin", "fmin"

    def is_better(self, new: Array, old: Array) -> Array:
        return new < old


@register_kernel("TensorScatterMax", "CPU", types={"T": (*INTEGERS, *REALS)})
class TensorScatterMax(_Extreme):
    op, fold = "TensorScatterMax", "fmax"

    def is_better(self, new: Array, old: Array) -> Array:
        return new > old
