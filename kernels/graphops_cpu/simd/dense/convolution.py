"""Dense convolutions in float64 and float32 with explicit SIMD vectors; registered without Numba being imported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphops_cpu.lib.conv_kernels import register_convolution, worth_timing
from graphops_cpu.lib.conv_problem import CONVOLUTIONS, UNFUSED, ConvProblem
from graphops_cpu.priorities import SIMD_DENSE, SIMD_DENSE_FLOAT64
from graphops_cpu.simd.convolution import SimdConvolution
from graphops_registry.dtypes import float64
from graphops_registry.kernel_def import KernelSpec, Prepared, Shape


class DenseConvolution(SimdConvolution):
    """A pass of a dense convolution of up to three spatial axes."""

    @staticmethod
    def unsupported(attrs: Mapping[str, Any], shapes: Sequence[Shape] | None) -> str | None:
        if len(attrs["strides"]) - 2 > 3:
            return "it has more than three spatial axes"
        return SimdConvolution.unsupported(attrs, shapes)

    @staticmethod
    def priority_for(spec: KernelSpec) -> int:
        return SIMD_DENSE_FLOAT64 if spec.output_dtypes[0] is float64 else SIMD_DENSE

    @staticmethod
    def worth_timing(spec: KernelSpec) -> bool:
        """Forward, oneDNN was the faster one everywhere."""
        return CONVOLUTIONS[spec.op.name][0] != "forward" and worth_timing(spec)

    def make(self, spec: KernelSpec, problem: ConvProblem) -> Prepared:
        from graphops_cpu.simd.dense.choice import prepare

        return prepare(spec, problem)


for _op, (_, _depthwise) in UNFUSED.items():
    if not _depthwise:
        register_convolution(DenseConvolution, _op, ["float", "double"], SIMD_DENSE)
