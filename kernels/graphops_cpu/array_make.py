"""Plain kernels of ranges and diagonals."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from graphops_cpu.elementwise import INTEGERS, REALS
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, Prepared, register_kernel


class _PreparedRange(Prepared):
    """Numbers start + i * delta, computed on the host in double precision or in integers, rounded once."""

    def __init__(self, spec: KernelSpec, xp: Any) -> None:
        self.output_shapes = spec.output_shapes
        self._xp = xp
        self._count = (spec.output_shapes[0] or (0,))[0]
        self._dtype = spec.output_dtypes[0].as_numpy_dtype
        self._wide = np.dtype(np.int64) if spec.output_dtypes[0].is_integer else np.dtype(np.float64)
        values = [value for value in spec.values if value is not None]
        if self._dtype == np.uint64:
            self._wide = self._dtype
        self._start, _, self._step = (self._wide.type(v.astype(self._wide)) for v in values)

    def run(self, ctx: Any, inputs: Any, out: Any) -> Any:
        with np.errstate(all="ignore"):
            numbers = self._xp.arange(self._count, dtype=self._wide) * self._step + self._start
            return (numbers.astype(self._dtype),)


@register_kernel("Range", "CPU", types={"Tidx": INTEGERS}, host_inputs=["start", "limit", "delta"],
                 host_outputs=["output"])  # fmt: skip
class RangeOfIntegers(PlainKernel):
    """On the host: integers are mostly axes and sizes."""

    def prepare(self, spec: KernelSpec) -> Prepared:
        return _PreparedRange(spec, np)


@register_kernel("Range", "CPU", types={"Tidx": REALS}, host_inputs=["start", "limit", "delta"])
class RangeOfReals(PlainKernel):
    def prepare(self, spec: KernelSpec) -> Prepared:
        return _PreparedRange(spec, self.xp)


@register_kernel("LinSpace", "CPU", host_inputs=["start", "stop", "num"])
class LinSpace(PlainKernel):
    def compute(self, start: Any, stop: Any, num: Any) -> Array:
        number = int(num)
        first, last = float(start), float(stop)
        result = self.xp.arange(number, dtype=np.float64) * ((last - first) / max(1, number - 1)) + first
        if number > 1:
            result[-1] = last
        return result.astype(start.dtype)


@register_kernel("Diag", "CPU")
class Diag(PlainKernel):
    def compute(self, diagonal: Array) -> Array:
        size = prod(diagonal.shape)
        result = self.xp.zeros(size * size, dtype=diagonal.dtype)
        result[:: size + 1] = diagonal.reshape(-1)
        return result.reshape(diagonal.shape * 2)


@register_kernel("DiagPart", "CPU")
class DiagPart(PlainKernel):
    def compute(self, x: Array) -> Array:
        shape = x.shape[: x.ndim // 2]
        return x.reshape(-1)[:: prod(shape) + 1].copy().reshape(shape)
