"""Non-max suppression of many boxes: the greedy choice, box by box, in compiled code.

Registered without Numba being imported; the loop is in :mod:`graphops_cpu.simd.layers.non_max_kernels`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.lib.non_max import Array, Boxes
from graphops_cpu.plain import image_boxes, image_suppression
from graphops_cpu.simd.compile.loops import Loops
from graphops_cpu.simd.layers.base import LayerKernel
from graphops_registry.kernel_def import ComputePrepared, KernelSpec, Prepared, kernels_of, register_kernel

_LOOP: Final = Loops("graphops_cpu.simd.layers.non_max_kernels", "select", "non-max suppression")
_MANY: Final = 256  # boxes from which Numba is worth being loaded
_MOST_PAIRS: Final = 1 << 22  # compared before the run is asked whether it should end: about 20 ms


class CompiledWalk:
    """See :class:`graphops_cpu.lib.non_max.Walk`."""

    def __init__(self) -> None:
        self._loop = _LOOP.compile("float32", 0)

    def __call__(
        self, boxes: Boxes, count: int, known: int, most: int, overlap: np.float32, check: Callable[[], None]
    ) -> Array:
        sides = (boxes.low_y, boxes.high_y, boxes.low_x, boxes.high_x, boxes.area)
        most = min(most, count)
        kept = np.empty(5 * most, np.float32)  # the sides of those that are selected, side by side
        for index, side in enumerate(sides):
            kept[index : 5 * known : 5] = side[:known]
        taken = np.zeros(count, np.uint8)
        taken[:known] = 1
        start = known
        while start < count and known < most:
            check()
            rows = min(count - start, max(1, _MOST_PAIRS // most))
            self._loop(rows, *sides, kept, taken, overlap, start, known, most)
            known += int(np.count_nonzero(taken[start : start + rows]))
            start += rows
        return np.flatnonzero(taken)


class _NonMax(LayerKernel):
    plain_seconds = 3e-6  # it compares boxes with one another
    plain: ClassVar[type[Any]]

    @classmethod
    def is_worth_it(cls, spec: KernelSpec) -> bool:
        return spec.shapes[0][-3 if len(spec.shapes[0]) == 4 else 0] >= _MANY

    def prepare(self, spec: KernelSpec) -> Prepared:
        kernel = self.plain(self.attrs)
        kernel.walk = CompiledWalk()
        return ComputePrepared(kernel, spec, {}, with_context=True)


_KERNELS: Final = {
    **{f"NonMaxSuppression{version}": image_boxes for version in ("", "V2", "V3", "V4", "V5")},
    "CombinedNonMaxSuppression": image_suppression,
}
for _op, _module in _KERNELS.items():
    _plain = next(found for found in kernels_of(_op, "CPU") if found.is_plain)
    register_kernel(
        _op,
        "CPU",
        priority=_NonMax.priority,
        host_inputs=_plain.host_inputs,
        host_outputs=_plain.host_outputs,
        uses=_plain.uses,
    )(type(_op, (_NonMax,), {"plain": getattr(_module, _op), "__module__": __name__, "__doc__": f"{_op}."}))
