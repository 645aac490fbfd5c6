"""Sums and means over the last axes, and squares of distances from a number for each row, with SIMD vectors.

A layer normalisation that a graph spells out consists of these.  Registered without Numba being imported; the loops are
in :mod:`graphops_cpu.simd.layers.row_kernels`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, prod
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.priorities import SIMD_ROWS, SIMD_ROWS_AFTER_PLAIN
from graphops_cpu.simd.compile.arrays import flat
from graphops_cpu.simd.compile.loops import Loops
from graphops_cpu.simd.compile.machine_calls import OperandArray
from graphops_cpu.simd.layers.base import LayerKernel, register_layer
from graphops_cpu.simd.layers.results import PreparedLayer, work_of
from graphops_registry.kernel_def import KernelSpec, Prepared
from graphops_registry.kernels.call_list import MachineKernel

Array = np.ndarray[Any, Any]

_MODULE: Final = "graphops_cpu.simd.layers.row_kernels"
_SUMS: Final = Loops(_MODULE, "sums_of_rows", "sums of rows")
_DISTANCES: Final = Loops(_MODULE, "squared_distances", "squared distances of rows")
_SOME: Final = 16384  # elements from which on these loops are worth it
_SHORTEST: Final = 16  # elements of a row: a vector
_FEWEST: Final = 4  # rows
_ROUNDING: Final = 1.01
_LARGEST: Final = 1e18  # whose square is no infinity


class _PreparedRows(PreparedLayer):
    """Loops over the rows of the first input, which ``axes`` finds."""

    loops: ClassVar[Loops]
    operands: ClassVar[int]  # how many inputs they read

    def __init__(self, spec: KernelSpec) -> None:
        super().__init__(spec)
        before = self.axes(spec) or 0
        self._shapes = [*spec.shapes[: self.operands], spec.output_shapes[0] or ()]
        self._rows, self._length = prod(spec.shapes[0][:before]), prod(spec.shapes[0][before:])
        self._is_mean = spec.op.name == "Mean"
        self._sizes = np.array([self._rows, self._length, self._is_mean], np.intp)
        self._loops = self.loops.compile(spec.output_dtypes[0], work_of(prod(spec.shapes[0])))

    @staticmethod
    def axes(spec: KernelSpec) -> int | None:
        """How many axes of the first input the rows are along, if there are rows."""
        raise NotImplementedError

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        y = self.result(out)
        given = [flat(each) for each in inputs[: self.operands]]
        self._loops(self._rows, *given, flat(y), self._sizes)
        return (self.delivered(y, out),)

    def machine_kernel(self, constants: Sequence[Array | None]) -> MachineKernel | None:
        count = self.operands
        if any(each is not None for each in constants[:count]) or any(each is None for each in constants[count:]):
            return None
        size = self._dtypes[0].itemsize
        arrays = [OperandArray(number, prod(shape), size) for number, shape in enumerate(self._shapes)]
        return self._loops.in_list(self._rows, [*arrays, self._sizes], self.bound)

    def bound(self, bounds: Sequence[float]) -> float:
        """See :class:`graphops_registry.kernels.call_list.MachineKernel`."""
        raise NotImplementedError


class PreparedSums(_PreparedRows):
    """The sum of each row, or its mean: the axes that are reduced are the last ones."""

    loops = _SUMS
    operands = 1

    @staticmethod
    def axes(spec: KernelSpec) -> int | None:
        shape, axes = spec.shapes[0], spec.values[1]
        if axes is None or not shape:
            return None
        reduced = sorted({int(axis) % len(shape) for axis in axes.reshape(-1)})
        before = len(shape) - len(reduced)
        return before if reduced and reduced == list(range(before, len(shape))) else None

    def bound(self, bounds: Sequence[float]) -> float:
        return (1 if self._is_mean else self._length) * bounds[0] * _ROUNDING


class PreparedDistances(_PreparedRows):
    """Of each element of a row the square of its distance from the row's number: the second input has size 1 along
    all axes but those of the rows."""

    loops = _DISTANCES
    operands = 2

    @staticmethod
    def axes(spec: KernelSpec) -> int | None:
        x, m = spec.shapes
        if len(x) != len(m) or x == m:
            return None
        before = next(axis for axis, (size, other) in enumerate(zip(x, m, strict=True)) if size != other)
        return before if all(size == 1 for size in m[before:]) else None

    def bound(self, bounds: Sequence[float]) -> float:
        distance = sum(bounds) * _ROUNDING
        return distance * distance * _ROUNDING if distance < _LARGEST else inf


class _RowKernel(LayerKernel):
    priority = SIMD_ROWS
    after_plain = SIMD_ROWS_AFTER_PLAIN
    prepared: ClassVar[type[PreparedSums | PreparedDistances]]

    @classmethod
    def refuses(cls, spec: KernelSpec) -> str | None:
        if not prod(spec.shapes[0]):
            return "there are no elements"
        return None if cls.prepared.axes(spec) is not None else "it is for rows: the last axes, in whole"

    @classmethod
    def is_worth_it(cls, spec: KernelSpec) -> bool:
        size, before = prod(spec.shapes[0]), cls.prepared.axes(spec)
        if before is None or size < _SOME:
            return False
        rows = prod(spec.shapes[0][:before])
        return rows >= _FEWEST and size // rows >= _SHORTEST

    def prepare(self, spec: KernelSpec) -> Prepared:
        return self.prepared(spec)


for _op in ("Sum", "Mean"):
    register_layer(_RowKernel, _op, types=("float",), host_inputs=("reduction_indices",), prepared=PreparedSums)
register_layer(_RowKernel, "SquaredDifference", types=("float",), prepared=PreparedDistances)
