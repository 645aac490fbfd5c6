"""Sums of many tensors, and clipping, in one launch each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, Final

import cupy
import numpy as np

from graphops_cpu.lib.elementwise import NUMBERS
from graphops_cpu.plain.math import Cast as PlainCast
from graphops_cuda.lib.elementwise import FLOATS, Ternary, register
from graphops_cuda.lib.vectors import instance, packed, widths
from graphops_cuda.priorities import NATIVE
from graphops_cuda.runtime import source
from graphops_registry.dtypes import as_dtype
from graphops_registry.kernel_def import KernelSpec, Prepared, register_kernel

Array = Any

_MOST: Final = 8  # tensors that one launch adds
_THREADS: Final = 256


class PreparedSumOfMany(Prepared):
    """The sum of two to eight tensors of one shape."""

    fresh = True

    def __init__(self, spec: KernelSpec) -> None:
        self.output_shapes = spec.output_shapes
        dtype = spec.dtypes[0]
        self._shape, self._dtype = spec.shapes[0], dtype.numpy_dtype
        self._name = instance("sum_of_many", dtype, widths(dtype)[0])
        count, many = prod(self._shape), len(spec.shapes)
        self._grid = (-(-count // (_THREADS * widths(dtype)[0])),)
        self._numbers = np.int64(count), np.int32(many)
        self._unused = _MOST - many

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        y = cupy.empty(self._shape, self._dtype)
        if self._numbers[0]:
            operands = [packed(x) for x in inputs]
            args = (*operands, *operands[:1] * self._unused, y, *self._numbers)
            source.kernel("elementwise", self._name)(self._grid, (_THREADS,), args)
        return (y,)


class _SumOfMany:
    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        return None if 1 < len(spec.shapes) <= _MOST else f"there are not 2 to {_MOST} tensors"

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedSumOfMany(spec)


@register_kernel("AddN", "GPU", types={"T": FLOATS}, priority=NATIVE)
class AddN(_SumOfMany):
    pass


@register_kernel("AccumulateNV2", "GPU", types={"T": FLOATS}, priority=NATIVE)
class AccumulateNV2(_SumOfMany):
    pass


_QUANTISED: Final = ("qint8", "quint8", "qint16", "quint16", "qint32")  # NumPy's integers of the same size
_HELD: Final = (*NUMBERS, *(as_dtype(name) for name in ("bool", *_QUANTISED)))


@register_kernel("Cast", "GPU", types={"SrcT": _HELD, "DstT": _HELD})
class Cast(PlainCast):
    """The plain one, of the dtypes that CuPy's arrays hold: it has none of 8 bits or fewer that are not integers."""

    xp = cupy


source.declare("elementwise", [instance("sum_of_many", dtype, widths(dtype)[0]) for dtype in FLOATS])
register(Ternary, {"ClipByValue": "ClipByValue"}, FLOATS, __name__)
