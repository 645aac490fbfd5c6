"""Depthwise convolutions in CUDA C: marching kernels, which go down strips of rows, and general kernels.

Nothing is added by atomics, and how work is cut depends on sizes alone, so that results repeat bit for bit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import cupy
import numpy as np

from graphops_cpu.lib.conv_kernels import register_convolution
from graphops_cpu.lib.conv_problem import UNFUSED, ConvProblem, conv_problem, why_extreme
from graphops_cuda.lib.arrays import aligned, delivered, result_for
from graphops_cuda.lib.vectors import FLOATS
from graphops_cuda.lib.zeros import PreparedZeros
from graphops_cuda.native.nn_depthwise_any import any_sizes, reduction_name
from graphops_cuda.native.nn_depthwise_march import LANES, Launch, march, why_not_march
from graphops_cuda.priorities import DEPTHWISE, DEPTHWISE_AFTER_CUDNN
from graphops_cuda.runtime import source
from graphops_registry.dtypes import float16, float64
from graphops_registry.kernel_def import Array, KernelSpec, Mode, Prepared
from graphops_registry.kernels.context import Context

_WORKSPACE: Final = 64 << 20  # bytes of partial sums, where the mode allows as many
_MOST_CHANNELS: Final = 2**31 - 2**12  # numbers of channels, of those beside the last of a block too, have 32 bits
_REDUCTION: Final = (LANES, 8)  # threads: along the elements, along the partial sums


def launch_for(problem: ConvProblem, mode: Mode) -> Launch | None:
    """How a problem with products is computed; ``None`` if it is too large for a grid, or for the mode's workspace."""
    workspace = _WORKSPACE if mode.workspace is None else min(mode.workspace, _WORKSPACE)
    found = march(problem, workspace) if why_not_march(problem) is None else None
    return found or any_sizes(problem, workspace)


def why_not(problem: ConvProblem, mode: Mode) -> str | None:
    """Why nothing here computes a problem, or ``None``."""
    if not problem.products:
        return None
    if (reason := why_extreme(problem)) is not None:
        return reason
    if problem.out_channels > _MOST_CHANNELS:
        return f"there are more than {_MOST_CHANNELS:,} channels"
    if launch_for(problem, mode) is None:
        return "the grid of blocks or the partial sums would be larger than allowed"
    return None


class PreparedDepthwise(Prepared):
    """One pass: one launch, and for the filter's gradient a second one that adds the partial sums of the first."""

    fresh = True

    def __init__(self, spec: KernelSpec, problem: ConvProblem, launch: Launch) -> None:
        self.output_shapes = spec.output_shapes
        self._shape = spec.output_shapes[0] or ()
        self._dtype = spec.output_dtypes[0].numpy_dtype
        self._launch = launch
        indices = (problem.x_index, problem.w_index, problem.y_index)
        self._operands = [index for index in indices if index is not None]
        self._alignment = launch.alignment
        self._partial = np.dtype(np.float64 if spec.output_dtypes[0] is float64 else np.float32)
        self._elements = problem.taps * problem.out_channels
        self._reduction = reduction_name(spec.output_dtypes[0])
        self.workspace_bytes = launch.splits * self._elements * self._partial.itemsize

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        operands = [aligned(inputs[index], self._alignment) for index in self._operands]
        result = result_for(self._shape, self._dtype, out, 0, self._alignment)
        launch = self._launch
        if launch.splits:
            partial = cupy.empty(launch.splits * self._elements, self._partial)
            launch((*operands, partial))
            count = np.int64(self._elements)
            source.kernel(launch.source, self._reduction)(
                (-(-self._elements // LANES),), _REDUCTION, (partial, result, count, np.int32(launch.splits))
            )
        else:
            launch((*operands, result))
        return (delivered(result, out, 0),)


class DepthwiseConvolution:
    """Any pass of a depthwise convolution."""

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        return why_not(conv_problem(spec), spec.mode)

    @staticmethod
    def priority_for(spec: KernelSpec) -> int:
        """Below cuDNN's where it has kernels of its own for depthwise convolutions and there is none here that marches:
        in half, channels last."""
        problem = conv_problem(spec)
        special = problem.dtype is float16 and not problem.channels_first
        return DEPTHWISE_AFTER_CUDNN if special and why_not_march(problem) is not None else DEPTHWISE

    def prepare(self, spec: KernelSpec) -> Prepared:
        problem = conv_problem(spec)
        launch = launch_for(problem, spec.mode) if problem.products else None
        return PreparedZeros(spec) if launch is None else PreparedDepthwise(spec, problem, launch)


for _op, (_, _depthwise) in UNFUSED.items():
    if _depthwise:
        register_convolution(DepthwiseConvolution, _op, FLOATS, DEPTHWISE, device="GPU")
