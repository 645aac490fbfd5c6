"""Kernels of the dense convolutions that use only NumPy's matrix product: the fastest ones where neither oneDNN nor
Numba is installed, and for 1x1 kernels in float64 everywhere.

An infinity or NaN times a zero of the padding would give NaN.  The kernels detect this (in the filter beforehand, in
the output gradient by the NaN in the filter's gradient) and then compute the pass tap by tap, without padding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.blas.axes import forward_axes, input_gradient_phases
from graphops_cpu.blas.gather import Array, Gather
from graphops_cpu.blas.passes import Check, exchanged, filter_gradient, forward
from graphops_cpu.blas.per_tap import PerTap
from graphops_cpu.blas.scatter import scatter, scatter_bytes
from graphops_cpu.lib.conv_kernels import PreparedZeros, register_convolution
from graphops_cpu.lib.conv_problem import (
    UNFUSED,
    ConvProblem,
    conv_problem,
    problem_geometry,
    why_extreme,
)
from graphops_cpu.priorities import BLAS
from graphops_registry.dtypes import float32, float64
from graphops_registry.kernel_def import KernelSpec, Prepared
from graphops_registry.kernels.context import Context

FEW_POSITIONS: Final = 512  # exchanging the channels of a filter takes as long as using it for half as many


class PreparedBlas(Prepared):
    """One pass of one convolution: runs with x, w and y or their gradients as channels-last views."""

    def __init__(self, spec: KernelSpec, problem: ConvProblem) -> None:
        self.output_shapes = spec.output_shapes
        self.problem = problem
        self.shape = spec.output_shapes[0] or ()
        self.dtype = spec.output_dtypes[0].numpy_dtype
        widest = max(problem.in_channels, problem.out_channels)
        windows = problem_geometry(spec).windows
        self.per_tap = PerTap(windows, problem.batch, widest, max(1, problem.groups), self.dtype.itemsize)
        self.workspace_bytes = self.per_tap.workspace_bytes

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        check = ctx.check_cancelled
        target = out[0] if out else None
        result = target if target is not None and target.flags.c_contiguous else np.empty(self.shape, self.dtype)
        with np.errstate(all="ignore"):  # sums overflow to infinity
            self.compute(inputs, result, check)
        if target is None or target is result:
            return (result,)
        target[...] = result
        return (target,)

    def compute(self, inputs: Sequence[Array], result: Array, check: Check) -> None:
        """Write every element of ``result``, a C-contiguous array of the output's shape."""
        raise NotImplementedError

    def channels_last(self, x: Array) -> Array:
        """An array like x or y as (N, *S, C): a view of a C-contiguous one."""
        problem = self.problem
        leading = x.ndim - problem.spatial_rank - 1
        x = x.reshape(prod(x.shape[:leading]), *x.shape[leading:])
        return np.moveaxis(x, 1, -1) if problem.channels_first else x

    def gather(self, axes: Any, channels: int) -> Gather:
        problem = self.problem
        itemsize = self.dtype.itemsize
        return Gather(axes, problem.batch, channels, problem.groups, itemsize, channels_first=problem.channels_first)


class PreparedForward(PreparedBlas):
    def __init__(self, spec: KernelSpec, problem: ConvProblem) -> None:
        super().__init__(spec, problem)
        self._gather = self.gather(forward_axes(problem), problem.in_channels)
        if not self._gather.wasteful:
            self.workspace_bytes += self._gather.workspace_bytes

    def compute(self, inputs: Sequence[Array], result: Array, check: Check) -> None:
        x, w, y = self.channels_last(inputs[0]), inputs[1], self.channels_last(result)
        gather = self._gather
        if gather.wasteful or (gather.padded and not np.isfinite(w).all()):
            y[...] = 0
            self.per_tap.forward(x, w, y, check)
        else:
            forward(gather, x, w, y, check)


class PreparedInputGradient(PreparedBlas):
    def __init__(self, spec: KernelSpec, problem: ConvProblem) -> None:
        super().__init__(spec, problem)
        self._scattered = self.gather(forward_axes(problem), problem.in_channels)
        self._by_scatter = _better_scattered(problem, self._scattered)
        self._phases: list[tuple[Gather, tuple[slice, ...]]] = []
        self._slow = False
        if self._by_scatter:
            self.workspace_bytes += scatter_bytes(self._scattered, problem.out_channels, self.dtype.itemsize)
            return
        phases = input_gradient_phases(problem)
        self._phases = [(self.gather(phase.axes, problem.out_channels), phase.target) for phase in phases]
        self._slow = any(gather.wasteful for gather, _ in self._phases)
        if not self._slow:
            self.workspace_bytes += max(gather.workspace_bytes for gather, _ in self._phases)
        self._padded = any(gather.padded for gather, _ in self._phases)
        # A position that no tap meets belongs to a phase that is missing.
        met = sum(prod(axis.output for axis in gather.axes) for gather, _ in self._phases)
        self._complete = met == prod(problem.inputs)

    def compute(self, inputs: Sequence[Array], result: Array, check: Check) -> None:
        problem = self.problem
        w, dy, dx = inputs[1], self.channels_last(inputs[2]), self.channels_last(result)
        if self._by_scatter:
            result[...] = 0
            scatter(self._scattered, w, dy, dx, check)
        elif self._slow or (self._padded and not np.isfinite(w).all()):
            result[...] = 0
            self.per_tap.input_gradient(w, dy, dx, check)
        else:
            if not self._complete:
                result[...] = 0
            kernel = exchanged(w, problem.groups)
            for gather, target in self._phases:
                forward(gather, dy, kernel, dx[(slice(None), *target)], check)


def _better_scattered(problem: ConvProblem, gather: Gather) -> bool:
    """Whether adding up products is faster than gathering from dy: for few channels, or where exchanging the channels
    of the filter would be much of the work."""
    if gather.sparse or gather.direct:
        return False
    few = problem.in_channels * 4 <= problem.out_channels
    return few or problem.batch * prod(problem.outputs) < FEW_POSITIONS


class PreparedFilterGradient(PreparedBlas):
    def __init__(self, spec: KernelSpec, problem: ConvProblem) -> None:
        super().__init__(spec, problem)
        self._gather = self.gather(forward_axes(problem), problem.in_channels)
        size = prod(self.shape) * self.dtype.itemsize
        self.workspace_bytes += 2 * size
        if not self._gather.wasteful:
            self.workspace_bytes += self._gather.workspace_bytes

    def compute(self, inputs: Sequence[Array], result: Array, check: Check) -> None:
        x, dy = self.channels_last(inputs[0]), self.channels_last(inputs[2])
        gather = self._gather
        result[...] = 0
        if not gather.wasteful:
            filter_gradient(gather, x, dy, result, check)
            if not gather.padded or not np.isnan(result).any():
                return
            result[...] = 0
        self.per_tap.filter_gradient(x, dy, result, check)


_PREPARED: Final = {
    "forward": PreparedForward,
    "input_gradient": PreparedInputGradient,
    "filter_gradient": PreparedFilterGradient,
}


class BlasConvolution:
    """Any pass of a dense convolution in float32 or float64."""

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        return why_extreme(conv_problem(spec))

    def prepare(self, spec: KernelSpec) -> Prepared:
        problem = conv_problem(spec)
        return _PREPARED[problem.pass_](spec, problem) if problem.products else PreparedZeros(spec)


for _op, (_, _depthwise) in UNFUSED.items():
    if not _depthwise:
        register_convolution(BlasConvolution, _op, [float32, float64], BLAS, uses=["cancel"])
