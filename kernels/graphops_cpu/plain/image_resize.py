"""Plain kernels of resizing: rows and columns one after the other, each a sparse matrix of few columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphops_cpu.lib import resize_weights
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.lib.resize_weights import AxisWeights, apply
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


class _Resize(PlainKernel):
    """Needs the images with one axis resized, and a copy or two of it and of the result, in the compute dtype."""

    @staticmethod
    def method(old: int, new: int, attrs: Mapping[str, Any]) -> AxisWeights:
        """Which of ``old`` pixels along an axis make each of ``new`` ones, and by what weights."""
        raise NotImplementedError

    def resized(self, x: Array, rows: int, cols: int) -> Array:
        """x of shape (batch, old rows, old cols, channels), resized."""
        with np.errstate(all="ignore"):
            # The axis that shrinks most goes first, so that little is left for the other.
            for axis, size in sorted(((1, rows), (2, cols)), key=lambda item: item[1] / x.shape[item[0]]):
                x = apply(self.xp, x, axis, self.method(x.shape[axis], size, self.attrs))
        return x

    def spread_back(self, dy: Array, rows: int, cols: int) -> Array:
        """The transpose: dy of the resized images, for images of (rows, cols)."""
        with np.errstate(all="ignore"):
            for axis, size in sorted(((1, rows), (2, cols)), key=lambda item: item[1] / max(1, dy.shape[item[0]])):
                matrix = self.method(size, dy.shape[axis], self.attrs)
                dy = apply(self.xp, dy, axis, matrix.transposed(size))
        return dy


class _ToFloat(_Resize):
    """Resizes images of any dtype to float32."""

    def compute(self, images: Array, size: Any) -> Array:
        xp = self.xp
        rows, cols = (int(number) for number in size)
        if not images.size:
            return xp.zeros((images.shape[0], rows, cols, images.shape[3]), dtype=np.float32)
        with np.errstate(all="ignore"):  # doubles beyond float32 become infinite
            wide = images.astype(np.float32)
        return self.resized(wide, rows, cols)


class _ToFloatGrad(_Resize):
    def compute(self, grads: Array, image: Array) -> Array:
        if not image.size:
            return self.xp.zeros(image.shape, dtype=image.dtype)
        wide = grads.astype(np.float64) if image.dtype == np.float64 else grads
        return narrow(self.spread_back(wide, *image.shape[1:3]), image.dtype)


@register_kernel("ResizeBilinear", "CPU", host_inputs=["size"])
class ResizeBilinear(_ToFloat):
    method = staticmethod(resize_weights.bilinear)


@register_kernel("ResizeBilinearGrad", "CPU")
class ResizeBilinearGrad(_ToFloatGrad):
    method = staticmethod(resize_weights.bilinear)


@register_kernel("ResizeBicubic", "CPU", host_inputs=["size"])
class ResizeBicubic(_ToFloat):
    method = staticmethod(resize_weights.bicubic)


@register_kernel("ResizeBicubicGrad", "CPU")
class ResizeBicubicGrad(_ToFloatGrad):
    method = staticmethod(resize_weights.bicubic)


@register_kernel("ResizeArea", "CPU", host_inputs=["size"])
class ResizeArea(_ToFloat):
    method = staticmethod(resize_weights.area)


@register_kernel("ResizeNearestNeighbor", "CPU", host_inputs=["size"])
class ResizeNearestNeighbor(_Resize):
    method = staticmethod(resize_weights.nearest)

    def compute(self, images: Array, size: Any) -> Array:
        rows, cols = (int(number) for number in size)
        if not images.size:
            return self.xp.zeros((images.shape[0], rows, cols, images.shape[3]), dtype=images.dtype)
        return self.resized(images, rows, cols)


@register_kernel("ResizeNearestNeighborGrad", "CPU", host_inputs=["size"])
class ResizeNearestNeighborGrad(_Resize):
    method = staticmethod(resize_weights.nearest)

    def compute(self, grads: Array, size: Any) -> Array:
        rows, cols = (int(number) for number in size)
        if not grads.size:
            return self.xp.zeros((grads.shape[0], rows, cols, grads.shape[3]), dtype=grads.dtype)
        return narrow(self.spread_back(widen(grads), rows, cols), grads.dtype)
