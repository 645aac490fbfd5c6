"""Plain kernels of sums, maxima and the softmax along axes of a sparse tensor."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import NUMBERS, allowed
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.lib.sparse_places import numbered, ranked, require_within, sizes_of
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


class _Groups:
    """Entries in groups: those of one group have the same coordinates along some axes.

    Attributes:
        first: for each group the number of its first entry; groups are in row-major order.
        number: for each entry the number of its group.
    """

    def __init__(self, places: Array) -> None:
        """places: (entries, axes)."""
        (ranks,) = ranked(places)
        _, self.first, number = np.unique(ranks, return_index=True, return_inverse=True)
        self.number = number.reshape(-1)
        self._order = np.argsort(self.number, kind="stable")
        self._starts = np.searchsorted(self.number[self._order], np.arange(self.first.size))

    def folded(self, ufunc: Any, values: Array) -> Array:
        """``ufunc`` over the values of each group."""
        if not self.first.size:
            return values[:0]
        found: Array = ufunc.reduceat(values[self._order], self._starts)
        return found


class _Reduce(PlainKernel):
    """Needs some numbers for each entry, and the values in the compute dtype."""

    host_data = ("input_indices", "input_values")
    op: str
    ufunc: Any

    def groups(self, indices: Array, values: Array, shape: Any, axes: Any) -> tuple[list[int], Array, Array]:
        """The axes that are left, and for each group its coordinates there and what its values are reduced to."""
        sizes = sizes_of(self.op, "input_shape", shape)
        require_within(self.op, "input_indices", indices, sizes)
        reduced = {int(axis) % len(sizes) for axis in axes.reshape(-1)}
        left = [axis for axis in range(len(sizes)) if axis not in reduced]
        columns = indices[:, left]
        groups = _Groups(columns)
        with np.errstate(all="ignore"):
            found = narrow(groups.folded(self.ufunc, widen(values)), values.dtype)
        return left, columns[groups.first], found


class _Dense(_Reduce):
    def compute(self, indices: Array, values: Array, shape: Any, axes: Any) -> Array:
        left, places, found = self.groups(indices, values, shape, axes)
        sizes = [int(shape[axis]) for axis in left]
        result = np.zeros(prod(sizes), dtype=values.dtype)
        result[numbered(places, sizes)] = found
        return result.reshape(_kept(sizes, left, shape.size) if self.attrs["keep_dims"] else sizes)


class _Sparse(_Reduce):
    def compute(self, indices: Array, values: Array, shape: Any, axes: Any) -> tuple[Array, Array, Array]:
        left, places, found = self.groups(indices, values, shape, axes)
        sizes = [int(shape[axis]) for axis in left]
        if self.attrs["keep_dims"]:
            columns = np.zeros((places.shape[0], shape.size), dtype=np.int64)
            columns[:, left] = places
            places, sizes = columns, _kept(sizes, left, shape.size)
        return places, found, np.array(sizes, dtype=np.int64)


def _kept(sizes: Sequence[int], left: Sequence[int], rank: int) -> list[int]:
    """The sizes that are left, and 1 for each axis that is reduced."""
    known = dict(zip(left, sizes, strict=True))
    return [known.get(axis, 1) for axis in range(rank)]


def _register(kind: str, ufunc: Any) -> None:
    for suffix, base in (("", _Dense), ("Sparse", _Sparse)):
        name = f"SparseReduce{kind}{suffix}"
        members = {"op": name, "ufunc": ufunc, "__module__": __name__, "__doc__": _Reduce.__doc__}
        outputs = ["output_indices", "output_values", "output_shape"] if suffix else ["output"]
        register_kernel(
            name,
            "CPU",
            types={"T": allowed(name, "T", NUMBERS)},
            host_inputs=["input_shape", "reduction_axes"],
            host_outputs=outputs,
        )(type(name, (base,), members))


_register("Sum", np.add)
_register("Max", np.maximum)


@register_kernel("SparseSoftmax", "CPU", host_outputs=["output"])
class SparseSoftmax(PlainKernel):
    """Needs some numbers for each entry, and the values in the compute dtype."""

    host_data = ("sp_indices", "sp_values", "sp_shape")

    def compute(self, indices: Array, values: Array, shape: Any) -> Array:
        op = "SparseSoftmax"
        require_within(op, "sp_indices", indices, sizes_of(op, "sp_shape", shape))
        groups = _Groups(indices[:, :-1])
        wide = widen(values)
        if not wide.size:
            return values.copy()
        with np.errstate(all="ignore"):
            powers = np.exp(wide - groups.folded(np.maximum, wide)[groups.number])
            return narrow(powers / groups.folded(np.add, powers)[groups.number], values.dtype)
