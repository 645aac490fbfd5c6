"""Plain kernels of the math family."""

from __future__ import annotations

from graphops_cpu.precision import narrow, widen
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


@register_kernel("AddN", "CPU")
class AddN(PlainKernel):
    def compute(self, *inputs: Array) -> Array:
        if len(inputs) == 1:
            return inputs[0].copy()
        total = widen(inputs[0])
        for x in inputs[1:]:
            total = total + widen(x)
        return narrow(total, inputs[0].dtype)
