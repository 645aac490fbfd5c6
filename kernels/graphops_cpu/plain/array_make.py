"""Plain kernels of ranges, diagonals and bands."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import INTEGERS, REALS, allowed
from graphops_cpu.lib.precision import pick
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, Prepared, register_kernel


class _PreparedRange(Prepared):
    """Numbers start + i * delta, computed on the host in double precision or in integers, rounded once."""

    def __init__(self, spec: KernelSpec, xp: Any) -> None:
        self.output_shapes = spec.output_shapes
        self._xp = xp
        self._count = (spec.output_shapes[0] or (0,))[0]
        self._dtype = spec.output_dtypes[0].numpy_dtype
        self._wide = np.dtype(np.int64) if spec.output_dtypes[0].is_integer else np.dtype(np.float64)
        values = [value for value in spec.values if value is not None]
        if self._dtype == np.uint64:
            self._wide = self._dtype
        self._start, _, self._step = (self._wide.type(v.astype(self._wide).reshape(())) for v in values)

    def run(self, ctx: Any, inputs: Any, out: Any) -> Any:
        with np.errstate(all="ignore"):
            numbers = self._xp.arange(self._count, dtype=self._wide) * self._step + self._start
            return (numbers.astype(self._dtype),)


@register_kernel("Range", "CPU", types={"Tidx": allowed("Range", "Tidx", INTEGERS)},
                 host_inputs=["start", "limit", "delta"], host_outputs=["output"])  # fmt: skip
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
        with np.errstate(all="ignore"):
            result = self.xp.arange(number, dtype=np.float64) * ((last - first) / max(1, number - 1)) + first
            result[-1] = last
            result[0] = first
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


@register_kernel("MatrixBandPart", "CPU", host_inputs=["num_lower", "num_upper"])
class MatrixBandPart(PlainKernel):
    def compute(self, x: Array, num_lower: Any, num_upper: Any) -> Array:
        rows, columns = x.shape[-2:]
        lower, upper = (rows if int(num_lower) < 0 else int(num_lower)), int(num_upper)
        upper = columns if upper < 0 else upper
        xp = self.xp_of(x)
        if not x.size:  # the matrices may be of any size
            return x.copy()
        above = xp.arange(columns)[None, :] - xp.arange(rows)[:, None]  # (rows, columns), from the main diagonal
        inside = (above >= -lower) & (above <= upper)
        return xp.where(inside, x, b"") if x.dtype.kind == "O" else pick(xp, inside, x, x.dtype.type(0))
