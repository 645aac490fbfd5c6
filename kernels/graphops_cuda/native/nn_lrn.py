"""Local response normalisation and its gradient, without a copy of x for each element of a window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, ClassVar, Final

import cupy
import numpy as np

from graphops_cuda.lib.vectors import FLOATS, instance
from graphops_cuda.priorities import NATIVE
from graphops_cuda.runtime import source
from graphops_registry.dtypes import float64
from graphops_registry.kernel_def import KernelSpec, Prepared, register_kernel

Array = Any

_THREADS: Final = 256
_WIDEST: Final = 64  # channels on each side beyond which sums that run along would be better
_RESPONSE: Final = np.dtype(
    [("count", "i8"), ("channels", "i8"), ("radius", "i4"), ("bias", "f4"), ("alpha", "f4"), ("beta", "f4"),
     ("factor", "f4")], align=True,
)  # fmt: skip


def _radius(spec: KernelSpec) -> int:
    return int(min(spec.attrs["depth_radius"], spec.shapes[0][-1] - 1))


class _PreparedLRN(Prepared):
    """What both directions share."""

    fresh = True

    def __init__(self, spec: KernelSpec) -> None:
        self.output_shapes = spec.output_shapes
        self.shape = spec.shapes[0]
        self.dtype = spec.dtypes[0]
        attrs, count = spec.attrs, prod(self.shape)
        numbers = (count, self.shape[-1], _radius(spec), attrs["bias"], attrs["alpha"], attrs["beta"])
        self._sizes = np.array((*numbers, 2 * attrs["alpha"] * attrs["beta"]), dtype=_RESPONSE)
        self._grid = (-(-count // _THREADS),)

    def launch(self, kernel: str, *args: Array) -> None:
        source.kernel("lrn", instance(kernel, self.dtype))(self._grid, (_THREADS,), (*args, self._sizes))


class PreparedLRN(_PreparedLRN):
    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        x = cupy.ascontiguousarray(inputs[0])
        y = cupy.empty(x.shape, x.dtype)
        self.launch("forward", x, y)
        return (y,)


class PreparedLRNGrad(_PreparedLRN):
    def __init__(self, spec: KernelSpec) -> None:
        super().__init__(spec)
        self.workspace_bytes = 2 * 4 * prod(self.shape)

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        dy, x, y = (cupy.ascontiguousarray(value) for value in inputs)
        norm, share = cupy.empty(x.shape, np.float32), cupy.empty(x.shape, np.float32)
        self.launch("shares", dy, x, y, norm, share)
        dx = cupy.empty(x.shape, x.dtype)
        self.launch("backward", dy, x, norm, share, dx)
        return (dx,)


class _LRN:
    """Base of the registered kernels."""

    prepared: ClassVar[type[_PreparedLRN]]

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        if not prod(spec.shapes[0]):
            return "there are no elements"
        return f"depth_radius is above {_WIDEST}" if _radius(spec) > _WIDEST else None

    def prepare(self, spec: KernelSpec) -> Prepared:
        return self.prepared(spec)


@register_kernel("LRN", "GPU", priority=NATIVE)
class LRN(_LRN):
    prepared = PreparedLRN


@register_kernel("LRNGrad", "GPU", priority=NATIVE)
class LRNGrad(_LRN):
    prepared = PreparedLRNGrad


_KERNELS: Final = ("forward", "shares", "backward")
source.declare("lrn", [instance(kernel, dtype) for dtype in FLOATS if dtype != float64 for kernel in _KERNELS])
