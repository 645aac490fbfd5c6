"""Depthwise convolutions with SIMD vectors: every pass, layout, stride, dilation and multiplier, in every float dtype.

Registered without Numba being imported; what happens with the arrays is in :mod:`graphops_cpu.simd.depthwise.plan`.
"""

from __future__ import annotations

from typing import Final

from graphops_cpu.lib.conv_kernels import register_convolution, worth_timing
from graphops_cpu.lib.conv_problem import UNFUSED, ConvProblem, conv_problem
from graphops_cpu.priorities import SIMD_DEPTHWISE
from graphops_cpu.priorities import SIMD_DEPTHWISE_AFTER_ONEDNN as AFTER
from graphops_cpu.priorities import SIMD_DEPTHWISE_BEFORE_ONEDNN as BEFORE
from graphops_cpu.simd.convolution import SimdConvolution
from graphops_registry.dtypes import bfloat16, float32
from graphops_registry.kernel_def import KernelSpec, Prepared

_FLOATS: Final = ("half", "bfloat16", "float", "double")
_TINY: Final = 100_000  # products below which starting oneDNN takes longer than the work


class Depthwise(SimdConvolution):
    """A pass of a depthwise convolution of two spatial axes."""

    worth_timing = staticmethod(worth_timing)

    @staticmethod
    def priority_for(spec: KernelSpec) -> int:
        """Before oneDNN, but where that was measured to be faster: small windows, not dilated."""
        problem = conv_problem(spec)
        if problem.dtype not in (float32, bfloat16) or problem.products < _TINY:
            return BEFORE
        strided, small = max(problem.strides) > 1, max(problem.kernel) <= 3
        if problem.pass_ == "filter_gradient":
            return BEFORE
        if max(problem.dilations) > 1 and (problem.pass_ != "forward" or problem.dtype is float32):
            return BEFORE
        if problem.dtype is bfloat16:
            if problem.pass_ == "input_gradient" and strided:
                return BEFORE
            return AFTER if small or problem.channels_first else BEFORE
        return AFTER if strided or problem.channels_first else BEFORE

    def make(self, spec: KernelSpec, problem: ConvProblem) -> Prepared:
        from graphops_cpu.simd.depthwise import plan

        return plan.prepare(problem, spec)


for _op, (_, _depthwise) in UNFUSED.items():
    if _depthwise:
        register_convolution(Depthwise, _op, _FLOATS, SIMD_DEPTHWISE)
