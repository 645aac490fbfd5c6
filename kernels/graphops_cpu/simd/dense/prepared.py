"""What all prepared dense convolutions share: outputs, scratch, and running a compiled loop over units of work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphops_cpu.lib.conv_problem import ConvProblem
from graphops_cpu.runtime.large_results import empty
from graphops_cpu.runtime.threads import thread_count
from graphops_cpu.simd.compile.arrays import Array, is_plain
from graphops_cpu.simd.compile.loops import CompiledLoops
from graphops_cpu.simd.compile.scratch import borrowed
from graphops_cpu.simd.compile.vector import BITS
from graphops_cpu.simd.dense import sizes as field
from graphops_cpu.simd.dense.geometry import DensePass, Table
from graphops_cpu.simd.dense.tile import ROWS, VECTORS
from graphops_registry.kernel_def import KernelSpec, Prepared, Shape
from graphops_registry.kernels.context import Context

_MANY = 1 << 40  # units: more than there are threads


class PreparedDense(Prepared):
    """A dense convolution; subclasses :meth:`compute` it.

    Attributes:
        tile: rows and columns of a tile.
        share: elements of scratch for each thread.
    """

    def __init__(self, spec: KernelSpec, problem: ConvProblem) -> None:
        shape = spec.output_shapes[0]
        self.output_shapes = (shape,)
        self.shape: Shape = () if shape is None else shape
        self.problem = problem
        self.dtype = problem.dtype.numpy_dtype
        self.tile = ROWS, VECTORS * lanes_of(self.dtype.itemsize)
        self.share = field.scratch_share(self.dtype.itemsize)
        self._cuts: dict[tuple[int, int], Any] = {}
        self.reserve(thread_count() * self.share)

    def reserve(self, elements: int) -> None:
        """Tell that a run needs memory for so many elements more."""
        self.workspace_bytes += elements * self.dtype.itemsize

    def run(self, ctx: Context, inputs: Sequence[Any], out: Sequence[Any] | None) -> Sequence[Any]:
        target = out[0] if out else None
        if target is not None and is_plain(target):
            self.compute(inputs, target)
            return (target,)
        result = empty(self.shape, self.dtype)
        self.compute(inputs, result)
        if target is None:
            return (result,)
        target[...] = result
        return (target,)

    def compute(self, inputs: Sequence[Array], out: Array) -> None:
        """Write the result into ``out``, which is contiguous."""
        raise NotImplementedError

    def cut(self, loops: CompiledLoops, made: DensePass) -> tuple[Table, int]:
        """The sizes of a pass for as many threads as there are now, and the number of units of work."""
        threads = loops.chunks(_MANY)
        key = id(made), threads
        found = self._cuts.get(key)
        if found is None:
            found = self._cuts[key] = self.make_cut(made, threads)
        table: tuple[Table, int] = found
        return table

    def make_cut(self, made: DensePass, threads: int) -> tuple[Table, int]:
        """What :meth:`cut` keeps."""
        return made.sizes(*self.tile, threads)

    def go(
        self, loops: CompiledLoops, made: DensePass, table: Table, units: int, x: Array, b: Array, y: Array
    ) -> bool:  # fmt: skip
        """Run a loop over flat arrays. Returns whether b is not finite."""
        found = np.zeros(1, np.uint8)
        chunks = loops.chunks(units)
        with borrowed(self.dtype, chunks * self.share) as scratch:
            loops(units, x, b, y, scratch, table, made.offsets, found, self.share, chunks=chunks)
        return bool(found[0])


def lanes_of(itemsize: int) -> int:
    """Elements of a vector."""
    return BITS // 8 // itemsize
