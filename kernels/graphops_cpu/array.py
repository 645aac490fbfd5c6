"""Plain kernels of the array family."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


@register_kernel("Identity", "CPU")
class Identity(PlainKernel):
    views = {0: 0}

    def compute(self, x: Array) -> Array:
        return x


@register_kernel("NoOp", "CPU")
class NoOp(PlainKernel):
    def compute(self) -> tuple[Array, ...]:
        return ()


@register_kernel("Shape", "CPU", host_outputs=["output"])
class Shape(PlainKernel):
    def compute(self, x: Array) -> Any:
        return np.array(x.shape, dtype=self.attrs["out_type"].as_numpy_dtype)


@register_kernel("ShapeN", "CPU", host_outputs=["output"])
class ShapeN(PlainKernel):
    def compute(self, *xs: Array) -> tuple[Any, ...]:
        return tuple(np.array(x.shape, dtype=self.attrs["out_type"].as_numpy_dtype) for x in xs)


@register_kernel("ZerosLike", "CPU")
class ZerosLike(PlainKernel):
    def compute(self, x: Array) -> Array:
        return self.xp.zeros(x.shape, dtype=x.dtype)


@register_kernel("Fill", "CPU", host_inputs=["dims"])
class Fill(PlainKernel):
    def compute(self, dims: Any, value: Array) -> Array:
        result = self.xp.empty(tuple(int(size) for size in dims), dtype=value.dtype)
        result[...] = value
        return result
