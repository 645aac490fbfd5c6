"""Dense convolutions whose channels come first, made ready."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from graphops_cpu.lib.conv_problem import ConvProblem
from graphops_cpu.simd.compile.arrays import Array, flat
from graphops_cpu.simd.compile.loops import CompiledLoops, Loops
from graphops_cpu.simd.compile.scratch import borrowed
from graphops_cpu.simd.dense import channels_last, geometry
from graphops_cpu.simd.dense.geometry import DensePass, Table
from graphops_cpu.simd.dense.prepared import PreparedDense
from graphops_registry.kernel_def import KernelSpec

GATHER: Final = Loops("graphops_cpu.simd.dense.gather_first", "gather_first", "dense convolution, channels first")
FILTER: Final = Loops(
    "graphops_cpu.simd.dense.filter_first", "filter_gradient_first", "dense filter gradient, channels first"
)


class _ChannelsFirst(PreparedDense):
    """The loops here form products with padding, as zeros. Where the other factor is not finite, :attr:`last_kind`, the
    same pass with channels last, knows how not to."""

    last_kind: type[PreparedDense]

    def __init__(self, spec: KernelSpec, problem: ConvProblem) -> None:
        super().__init__(spec, problem)
        self._spec = spec

    def make_cut(self, made: DensePass, threads: int) -> tuple[Table, int]:
        return made.sizes_first(*self.tile, threads)

    def multiply(self, loops: CompiledLoops, made: DensePass, x: Array, b: Array, y: Array) -> bool:
        """Run a loop. Returns whether products with padding may have spoilt the result."""
        table, units = self.cut(loops, made)
        return self.go(loops, made, table, units, x, b, y) and made.padded

    def compute_exactly(self, inputs: Sequence[Array], out: Array) -> None:
        """Write the result into ``out``, forming no products with padding."""
        problem = self.problem
        rank = problem.spatial_rank

        def moved(array: Array) -> Array:
            return np.moveaxis(array.reshape(-1, *array.shape[-rank - 1 :]), 1, -1)

        last = self.last_kind(self._spec, replace(problem, channels_first=False))
        spatial = [i for i in (problem.x_index, problem.y_index) if i is not None]
        given = [moved(array) if i in spatial else array for i, array in enumerate(inputs)]
        if problem.pass_ == "filter_gradient":
            last.compute(given, out)
            return
        result = np.empty_like(moved(out), order="C")
        last.compute(given, result)
        moved(out)[...] = result


class Forward(_ChannelsFirst):
    """y = conv(x, w)."""

    last_kind = channels_last.Forward

    def __init__(self, spec: KernelSpec, problem: ConvProblem) -> None:
        super().__init__(spec, problem)
        self._pass = geometry.forward_pass(problem).channels_first
        self._loops = GATHER.compile(problem.dtype, problem.products)

    def compute(self, inputs: Sequence[Array], out: Array) -> None:
        if self.multiply(self._loops, self._pass, flat(inputs[0]), flat(inputs[1]), out.reshape(-1)):
            self.compute_exactly(inputs, out)


class InputGradient(_ChannelsFirst):
    """dx, phase by phase."""

    last_kind = channels_last.InputGradient

    def __init__(self, spec: KernelSpec, problem: ConvProblem) -> None:
        super().__init__(spec, problem)
        passes, self._empty = geometry.input_passes(problem)
        self._passes = [made.channels_first for made in passes]
        self._dx_shape = (problem.batch, problem.in_channels, *geometry.three(problem.inputs, 1))
        self._loops = GATHER.compile(problem.dtype, problem.products)

    def compute(self, inputs: Sequence[Array], out: Array) -> None:
        w, dy = flat(inputs[1]), flat(inputs[2])
        dx = out.reshape(self._dx_shape)
        for slices in self._empty:
            dx[(slice(None), slice(None), *slices)] = 0
        spoilt = [self.multiply(self._loops, made, dy, w, out.reshape(-1)) for made in self._passes]
        if any(spoilt):
            self.compute_exactly(inputs, out)


class FilterGradient(_ChannelsFirst):
    """dw."""

    last_kind = channels_last.FilterGradient

    def __init__(self, spec: KernelSpec, problem: ConvProblem) -> None:
        super().__init__(spec, problem)
        self._pass = geometry.filter_pass(problem)
        self._loops = FILTER.compile(problem.dtype, problem.products)
        self.reserve(channels_last.parts_size(self.cut(self._loops, self._pass)[0]))

    def make_cut(self, made: DensePass, threads: int) -> tuple[Table, int]:
        return made.sizes_in_parts(*self.tile, threads, self.dtype.itemsize)

    def compute(self, inputs: Sequence[Array], out: Array) -> None:
        x, dy = flat(inputs[0]), flat(inputs[2])
        size = channels_last.parts_size(self.cut(self._loops, self._pass)[0])
        if not size:
            spoilt = self.multiply(self._loops, self._pass, x, dy, out.reshape(-1))
        else:
            with borrowed(self.dtype, size) as sums:
                spoilt = self.multiply(self._loops, self._pass, x, dy, sums)
                channels_last.add_parts(sums, out)
        if spoilt:
            self.compute_exactly(inputs, out)
