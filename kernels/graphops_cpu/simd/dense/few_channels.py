"""Input gradients with few channels, made ready."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final

import numpy as np

from graphops_cpu.lib.conv_problem import ConvProblem
from graphops_cpu.runtime.threads import thread_count
from graphops_cpu.simd.compile.arrays import Array, flat
from graphops_cpu.simd.compile.loops import PRODUCTS_OF_A_MOVE, Loops
from graphops_cpu.simd.compile.scratch import borrowed
from graphops_cpu.simd.dense import geometry
from graphops_cpu.simd.dense import sizes as field
from graphops_cpu.simd.dense.prepared import PreparedDense
from graphops_registry.kernel_def import KernelSpec

SCATTER: Final = Loops("graphops_cpu.simd.dense.scatter", "scatter", "dense input gradient of few channels")


class FewChannelsGradient(PreparedDense):
    """dx of few channels: products added up where they belong."""

    def __init__(self, spec: KernelSpec, problem: ConvProblem) -> None:
        super().__init__(spec, problem)
        self._pass = geometry.scatter_pass(problem)
        if problem.channels_first:
            self._pass.base[field.CHANNELS_FIRST] = 1
            self.reserve(prod(self.shape))
        columns = problem.in_channels * prod(problem.kernel[-2:])
        share = field.scattered_share(self.dtype.itemsize, columns)
        self.reserve(thread_count() * (share - self.share))
        self.share = share
        self._rows = problem.batch * prod(problem.inputs[:-1])
        self._loops = SCATTER.compile(problem.dtype, problem.products / PRODUCTS_OF_A_MOVE)

    def compute(self, inputs: Sequence[Array], out: Array) -> None:
        dy, w = flat(inputs[2]), flat(inputs[1])
        if not self.problem.channels_first:
            self.go(self._loops, self._pass, self._pass.base, self._rows, dy, w, out.reshape(-1))
            return
        rank = self.problem.spatial_rank
        target = np.moveaxis(out.reshape(-1, *out.shape[-rank - 1 :]), 1, -1)
        with borrowed(self.dtype, out.size) as dx:  # with channels last: there are few of them
            self.go(self._loops, self._pass, self._pass.base, self._rows, dy, w, dx)
            target[...] = dx.reshape(target.shape)
