"""The error function and its complement for large arrays in float32, with SIMD vectors and threads.

Registered without Numba being imported; the loops are in :mod:`graphops_cpu.simd.layers.special_kernels`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.priorities import SIMD_SPECIAL, SIMD_SPECIAL_AFTER_PLAIN
from graphops_cpu.simd.compile.arrays import flat
from graphops_cpu.simd.compile.loops import Loops
from graphops_cpu.simd.layers.base import LayerKernel, register_layer
from graphops_cpu.simd.layers.constants import SPECIAL_BLOCK
from graphops_cpu.simd.layers.results import PreparedLayer
from graphops_registry.kernel_def import KernelSpec, Prepared

Array = np.ndarray[Any, Any]

_MODULE: Final = "graphops_cpu.simd.layers.special_kernels"
_ERF: Final = Loops(_MODULE, "erf", "error function")
_ERFC: Final = Loops(_MODULE, "erfc", "complement of the error function")
_SMALL: Final = 2048  # elements below which NumPy's few calls take less time
_WORK: Final = 3  # multiply-adds that one element takes as long as


class PreparedSpecial(PreparedLayer):
    """One function for a number of elements."""

    def __init__(self, spec: KernelSpec, loops: Loops) -> None:
        super().__init__(spec)
        size = prod(spec.shapes[0])
        self._blocks = -(-size // SPECIAL_BLOCK)
        self._sizes = np.array([size], np.intp)
        self._loops = loops.compile(spec.output_dtypes[0], size * _WORK)

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        y = self.result(out)
        self._loops(self._blocks, flat(inputs[0]), flat(y), self._sizes)
        return (self.delivered(y, out),)


class _SpecialKernel(LayerKernel):
    priority = SIMD_SPECIAL
    after_plain = SIMD_SPECIAL_AFTER_PLAIN
    plain_seconds = 1e-7
    loops: ClassVar[Loops]

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        return None if prod(spec.shapes[0]) else "there is nothing to compute"

    @classmethod
    def is_worth_it(cls, spec: KernelSpec) -> bool:
        return prod(spec.shapes[0]) >= _SMALL

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedSpecial(spec, self.loops)


register_layer(_SpecialKernel, "Erf", types=["float"], loops=_ERF)
register_layer(_SpecialKernel, "Erfc", types=["float"], loops=_ERFC)
