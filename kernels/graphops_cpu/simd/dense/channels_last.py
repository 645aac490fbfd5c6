"""Dense convolutions whose channels come last, made ready."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from graphops_cpu.lib.conv_problem import ConvProblem
from graphops_cpu.simd.compile.arrays import Array, flat
from graphops_cpu.simd.compile.loops import PRODUCTS_OF_A_MOVE, CompiledLoops, Loops
from graphops_cpu.simd.compile.scratch import borrowed
from graphops_cpu.simd.dense import geometry
from graphops_cpu.simd.dense import sizes as field
from graphops_cpu.simd.dense.geometry import DensePass, Table
from graphops_cpu.simd.dense.prepared import PreparedDense
from graphops_registry.kernel_def import KernelSpec

GATHER: Final = Loops("graphops_cpu.simd.dense.gather", "gather", "dense convolution")
FILTER: Final = Loops("graphops_cpu.simd.dense.filter", "filter_gradient", "dense filter gradient")


class _ChannelsLast(PreparedDense):
    def multiply(self, loops: CompiledLoops, made: DensePass, x: Array, b: Array, y: Array) -> None:
        """Run a loop; once more, without products with padding, where b turns out not to be finite."""
        table, units = self.cut(loops, made)
        if self.go(loops, made, table, units, x, b, y) and made.padded:
            table = table.copy()
            table[field.EXACT] = 1
            self.go(loops, made, table, units, x, b, y)


class Forward(_ChannelsLast):
    """y = conv(x, w)."""

    def __init__(self, spec: KernelSpec, problem: ConvProblem) -> None:
        super().__init__(spec, problem)
        self._pass = geometry.forward_pass(problem)
        self._loops = GATHER.compile(problem.dtype, problem.products / PRODUCTS_OF_A_MOVE)

    def compute(self, inputs: Sequence[Array], out: Array) -> None:
        self.multiply(self._loops, self._pass, flat(inputs[0]), flat(inputs[1]), out.reshape(-1))


class InputGradient(_ChannelsLast):
    """dx, phase by phase."""

    def __init__(self, spec: KernelSpec, problem: ConvProblem) -> None:
        super().__init__(spec, problem)
        self._passes, self._empty = geometry.input_passes(problem)
        self._dx_shape = (problem.batch, *geometry.three(problem.inputs, 1), problem.in_channels)
        self._loops = GATHER.compile(problem.dtype, problem.products / PRODUCTS_OF_A_MOVE)

    def compute(self, inputs: Sequence[Array], out: Array) -> None:
        w, dy = flat(inputs[1]), flat(inputs[2])
        dx = out.reshape(self._dx_shape)
        for slices in self._empty:
            dx[(slice(None), *slices)] = 0
        for made in self._passes:
            self.multiply(self._loops, made, dy, w, out.reshape(-1))


class FilterGradient(_ChannelsLast):
    """dw."""

    def __init__(self, spec: KernelSpec, problem: ConvProblem) -> None:
        super().__init__(spec, problem)
        self._pass = geometry.filter_pass(problem)
        self._loops = FILTER.compile(problem.dtype, problem.products / PRODUCTS_OF_A_MOVE)
        self.reserve(parts_size(self.cut(self._loops, self._pass)[0]))

    def make_cut(self, made: DensePass, threads: int) -> tuple[Table, int]:
        return made.sizes_in_parts(*self.tile, threads, self.dtype.itemsize)

    def compute(self, inputs: Sequence[Array], out: Array) -> None:
        x, dy = flat(inputs[0]), flat(inputs[2])
        size = parts_size(self.cut(self._loops, self._pass)[0])
        if not size:
            self.multiply(self._loops, self._pass, x, dy, out.reshape(-1))
            return
        with borrowed(self.dtype, size) as sums:
            self.multiply(self._loops, self._pass, x, dy, sums)
            add_parts(sums, out)


def parts_size(table: Table) -> int:
    """Elements of the parts of a filter gradient, 0 where there is only one."""
    return int(table[field.PARTS] * table[field.PART]) if table[field.PARTS] > 1 else 0


def add_parts(sums: Array, out: Array) -> None:
    """Add up parts, always in the same order."""
    np.add.reduce(sums.reshape(-1, *out.shape), axis=0, out=out)
