"""The fused matrix product: cuBLAS's product in the compute dtype, then the plain steps (bias, activation)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cupy

from graphops_cpu.lib.elementwise import allowed
from graphops_cpu.lib.precision import compute_dtype, narrow
from graphops_cpu.plain.fused import FusedMatMul as PlainFusedMatMul
from graphops_cuda.lib.vectors import FLOATS
from graphops_cuda.native.math_matmul import MatMul
from graphops_cuda.priorities import NATIVE
from graphops_registry.kernel_def import KernelSpec, Prepared, register_kernel

Array = Any


class PreparedFusedMatMul(Prepared):
    """A product in the compute dtype, its steps, and one rounding."""

    fresh = True

    def __init__(self, spec: KernelSpec, kernel: FusedMatMul) -> None:
        self.output_shapes = spec.output_shapes
        self._product = MatMul.product(spec)
        self._kernel = kernel
        self._wide = compute_dtype(spec.dtypes[0])
        self._dtype = spec.output_dtypes[0].numpy_dtype

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        product = self._product(inputs[0], inputs[1], self._wide)
        return (narrow(self._kernel.finish("_FusedMatMul", product, inputs[2:], 1), self._dtype),)


@register_kernel("_FusedMatMul", "GPU", types={"T": allowed("_FusedMatMul", "T", FLOATS)}, priority=NATIVE)
class FusedMatMul(PlainFusedMatMul):
    xp = cupy

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        return MatMul.product(spec).why_not(spec.dtypes[0].name)

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedFusedMatMul(spec, self)
