"""Sums and means over the first axes, and squares of distances from a number for each column, with SIMD vectors.

The moments of a batch normalisation that a graph spells out consist of these, and so do its gradients.  Registered
without Numba being imported; the loops are in :mod:`graphops_cpu.simd.layers.bias_kernels` and
:mod:`graphops_cpu.simd.layers.column_kernels`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.priorities import SIMD_COLUMNS, SIMD_COLUMNS_AFTER_PLAIN
from graphops_cpu.simd.compile.arrays import flat
from graphops_cpu.simd.compile.loops import Loops
from graphops_cpu.simd.layers.base import LayerKernel, register_layer
from graphops_cpu.simd.layers.bias import ChannelSums, Layout, width_of
from graphops_cpu.simd.layers.results import PreparedLayer, work_of
from graphops_registry.kernel_def import KernelSpec, Prepared, Shape

Array = np.ndarray[Any, Any]

_DISTANCES: Final = Loops(
    "graphops_cpu.simd.layers.column_kernels", "squared_distances", "squared distances of columns"
)
_SOME: Final = 16384  # elements from which on these loops are worth it
_FEWEST_ROWS: Final = 16
_FEWEST_COLUMNS: Final = 2
_MOST_COLUMNS: Final = 8192  # whose sums are kept apart


def _columns(shape: Shape, other: Shape) -> int | None:
    """How many columns ``shape`` has if ``other``, which broadcasts to it, is one row; ``None`` where it is not."""
    aligned = (*[1] * (len(shape) - len(other)), *other)
    before = next((axis for axis, size in enumerate(aligned) if size != 1), len(shape))
    return prod(shape[before:]) if aligned[before:] == shape[before:] else None


class _PreparedSums(ChannelSums):
    """The sum of each column, or its mean: the axes that are reduced are the first ones."""

    def __init__(self, spec: KernelSpec) -> None:
        size = prod(spec.shapes[0])
        super().__init__(spec, Layout(size, self.columns(spec) or 1), is_mean=spec.op.name == "Mean")

    @staticmethod
    def columns(spec: KernelSpec) -> int | None:
        """How many columns there are, if the reduction is one of columns."""
        shape, axes = spec.shapes[0], spec.values[1]
        if axes is None or not shape:
            return None
        reduced = {int(axis) % len(shape) for axis in axes.reshape(-1)}
        long = [axis for axis, size in enumerate(shape) if size != 1]
        count = len(reduced.intersection(long))
        return prod(shape[axis] for axis in long[count:]) if count and reduced.issuperset(long[:count]) else None


class _PreparedDistances(PreparedLayer):
    """Of each element the square of its distance from its column's number, the second input."""

    direct_out = True

    def __init__(self, spec: KernelSpec) -> None:
        super().__init__(spec)
        size, columns = prod(spec.shapes[0]), self.columns(spec) or 1
        width = width_of(columns)
        self._repeated = (width // columns, columns)
        self._rows = -(-size // width)
        self._sizes = np.array([size, width], np.intp)
        self._loops = _DISTANCES.compile(spec.output_dtypes[0], work_of(size))
        self.direct = self._squared

    @staticmethod
    def columns(spec: KernelSpec) -> int | None:
        """How many columns the first input has, if the second one is a row."""
        x, m = spec.shapes
        return _columns(x, m) if len(m) <= len(x) and x != m else None

    def _squared(self, x: Array, m: Array, out: Array | None = None) -> Array:
        y = self.result(None if out is None else (out,))
        repeated = np.empty(self._repeated, x.dtype)
        repeated[...] = m.reshape(-1)
        self._loops(self._rows, flat(x), flat(y), repeated.reshape(-1), self._sizes)
        return self.delivered(y, (out,))

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        x, m = inputs
        return (self._squared(x, m, out[0] if out is not None else None),)


class _ColumnKernel(LayerKernel):
    priority = SIMD_COLUMNS
    after_plain = SIMD_COLUMNS_AFTER_PLAIN
    prepared: ClassVar[type[_PreparedSums | _PreparedDistances]]

    @classmethod
    def refuses(cls, spec: KernelSpec) -> str | None:
        if not prod(spec.shapes[0]):
            return "there are no elements"
        columns = cls.prepared.columns(spec)
        if columns is None:
            return "it is for columns: the first axes, in whole"
        return None if columns <= _MOST_COLUMNS else f"there are more than {_MOST_COLUMNS} columns"

    @classmethod
    def is_worth_it(cls, spec: KernelSpec) -> bool:
        size, columns = prod(spec.shapes[0]), cls.prepared.columns(spec)
        if columns is None or size < _SOME:
            return False
        return columns >= _FEWEST_COLUMNS and size // columns >= _FEWEST_ROWS

    def prepare(self, spec: KernelSpec) -> Prepared:
        return self.prepared(spec)


for _op in ("Sum", "Mean"):
    register_layer(_ColumnKernel, _op, types=("float",), host_inputs=("reduction_indices",), prepared=_PreparedSums)
register_layer(_ColumnKernel, "SquaredDifference", types=("float",), prepared=_PreparedDistances)
