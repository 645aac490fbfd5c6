"""The error function and its complement for large arrays in float32, by the C library in double, over threads.

Registered without Numba being imported; the loops are in :mod:`graphops_cpu.simd.layers.special_kernels`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.simd.compile.arrays import flat
from graphops_cpu.simd.compile.loops import Loops, why_unusable
from graphops_cpu.simd.layers.results import PreparedLayer
from graphops_registry.kernel_def import KernelSpec, Prepared, Shape, register_kernel

Array = np.ndarray[Any, Any]

_MODULE: Final = "graphops_cpu.simd.layers.special_kernels"
_SMALL: Final = 2048  # elements below which NumPy's few calls take less time
_WORK: Final = 30  # multiply-adds that one element takes as long as


class PreparedSpecial(PreparedLayer):
    """One function for a number of elements."""

    def __init__(self, spec: KernelSpec, loops: Loops) -> None:
        super().__init__(spec)
        self._size = prod(spec.shapes[0])
        self._loops = loops.compile(spec.output_dtypes[0], self._size * _WORK)

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        y = self.result(out)
        self._loops(self._size, flat(inputs[0]), flat(y))
        return (self.delivered(y, out),)


class _Special:
    """Base of the registered kernels."""

    loops: ClassVar[Loops]

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def unsupported(attrs: Mapping[str, Any], shapes: Sequence[Shape] | None) -> str | None:
        return why_unusable()

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        return None if prod(spec.shapes[0]) else "there is nothing to compute"

    @staticmethod
    def priority_for(spec: KernelSpec) -> int:
        return 20 if prod(spec.shapes[0]) >= _SMALL else -1

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedSpecial(spec, self.loops)


@register_kernel("Erf", "CPU", types={"T": ["float"]}, priority=20)
class Erf(_Special):
    loops = Loops(_MODULE, "erf", "error function")


@register_kernel("Erfc", "CPU", types={"T": ["float"]}, priority=20)
class Erfc(_Special):
    loops = Loops(_MODULE, "erfc", "complement of the error function")
