"""Plain kernels of biases."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from graphops_cpu.lib.elementwise import NUMBERS
from graphops_cpu.lib.precision import compute_dtype, narrow, widen
from graphops_cpu.plain.math_reduce import machine_sum, sum_over
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel
from graphops_registry.kernels.call_list import MachineKernel
from graphops_registry.ops.nn_bias import channel_axis


class _BiasAdd(PlainKernel):
    fresh = True

    def direct(self, spec: KernelSpec) -> tuple[Callable[..., Array], bool] | None:
        """See :class:`Prepared`: where the channels come last, it is a sum."""
        dtype, rank = spec.dtypes[0], len(spec.shapes[0])
        if compute_dtype(dtype) != dtype.numpy_dtype or channel_axis(self.attrs, rank) != rank - 1:
            return None
        return self.xp.add, True

    def compute(self, value: Array, bias: Array) -> Array:
        axis = channel_axis(self.attrs, value.ndim)
        shape = tuple(bias.shape[0] if number == axis else 1 for number in range(value.ndim))
        with np.errstate(all="ignore"):
            return narrow(widen(value) + widen(bias).reshape(shape), value.dtype)


@register_kernel("BiasAdd", "CPU", types={"T": NUMBERS})
class BiasAdd(_BiasAdd):
    pass


@register_kernel("BiasAddV1", "CPU", types={"T": NUMBERS})
class BiasAddV1(_BiasAdd):
    pass


@register_kernel("BiasAddGrad", "CPU", types={"T": NUMBERS})
class BiasAddGrad(PlainKernel):
    def compute(self, x: Array) -> Array:
        with np.errstate(all="ignore"):
            return narrow(sum_over(self.xp, widen(x), self._axes(x.ndim)), x.dtype).reshape(-1)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        return None if constants[0] is not None else machine_sum(spec, self._axes(len(spec.shapes[0])), 1)

    def _axes(self, rank: int) -> list[int]:
        """All but that of the channels."""
        axis = channel_axis(self.attrs, rank)
        return [number for number in range(rank) if number != axis]
