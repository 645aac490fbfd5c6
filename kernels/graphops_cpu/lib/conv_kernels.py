"""Shared code of fast convolution kernels: their registration, and the case of empty sums, whose result is zeros."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.lib.conv_problem import conv_problem, size_inputs
from graphops_cpu.lib.elementwise import allowed
from graphops_registry.dtypes import float64
from graphops_registry.kernel_def import Array, KernelSpec, Prepared, add_kernel
from graphops_registry.kernels.context import Context


class PreparedZeros(Prepared):
    """A pass without a single product. Written against ``xp``; other devices derive from it."""

    xp: ClassVar[Any] = np
    fresh = True

    def __init__(self, spec: KernelSpec) -> None:
        self.output_shapes = spec.output_shapes
        self._shape = spec.output_shapes[0] or ()
        self._dtype = spec.output_dtypes[0].numpy_dtype

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        if out and out[0] is not None:
            out[0][...] = 0
            return (out[0],)
        return (self.xp.zeros(self._shape, self._dtype),)


_WORTH_TIMING: Final = 1 << 20  # products: about 20 microseconds of work


def worth_timing(spec: KernelSpec) -> bool:
    """Whether a convolution is large enough that its kernels are timed, in a dtype for which there are several."""
    problem = conv_problem(spec)
    return problem.products >= _WORTH_TIMING and problem.dtype is not float64


def register_convolution(
    base: type[Any], op: str, dtypes: Iterable[object], priority: int, uses: Iterable[str] = (), device: str = "CPU"
) -> None:
    """Register a class of its own, derived from ``base``, for ``op``: a kernel's name then says what it computes."""
    add_kernel(
        type(op, (base,), {"__module__": base.__module__, "__doc__": base.__doc__}),
        op,
        device,
        types={"T": allowed(op, "T", dtypes)},
        priority=priority,
        label="",
        host_inputs=size_inputs(op),
        host_outputs=(),
        uses=uses,
        defined_at=f"{base.__module__}.{base.__qualname__}",
    )
