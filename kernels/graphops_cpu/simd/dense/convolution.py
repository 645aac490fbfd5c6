"""Dense convolutions in float64 and float32 with explicit SIMD vectors; registered without Numba being imported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphops_cpu.lib.best_kernel import best_kernel
from graphops_cpu.lib.conv_kernels import register_convolution
from graphops_cpu.lib.conv_problem import UNFUSED, conv_problem, why_extreme
from graphops_cpu.priorities import SIMD_DENSE, SIMD_DENSE_FLOAT64
from graphops_cpu.simd.compile.loops import why_unusable
from graphops_registry.dtypes import float64
from graphops_registry.kernel_def import KernelSpec, Prepared


class DenseConvolution:
    """A pass of a dense convolution of up to three spatial axes."""

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def unsupported(attrs: Mapping[str, Any], shapes: Any) -> str | None:
        if len(attrs["strides"]) - 2 > 3:
            return "it has more than three spatial axes"
        return why_unusable()

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        return why_extreme(conv_problem(spec))

    @staticmethod
    def priority_for(spec: KernelSpec) -> int:
        return SIMD_DENSE_FLOAT64 if spec.output_dtypes[0] is float64 else SIMD_DENSE

    def prepare(self, spec: KernelSpec) -> Prepared:
        try:
            from graphops_cpu.simd.dense.choice import prepare

            return prepare(spec, conv_problem(spec))
        except Exception:
            if why_unusable() is None:
                raise
            # Numba is installed but does not work; from now on these kernels refuse everything.
            other = best_kernel(spec, but=DenseConvolution)
            return other.prepare(other.make(self.attrs), spec)


for _op, (_, _depthwise) in UNFUSED.items():
    if not _depthwise:
        register_convolution(DenseConvolution, _op, ["float", "double"], SIMD_DENSE)
