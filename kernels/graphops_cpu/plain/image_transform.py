"""Plain kernels of images seen from elsewhere. Positions are float32, as in TensorFlow."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.lib.resize_weights import AxisWeights, apply
from graphops_cpu.lib.sampling_filters import scaled
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel

_FAR = np.float32(2.0**30)  # whole numbers beyond are beyond every image


def _reflected(xp: Any, at: Array, size: int) -> Array:
    """Positions in ``abcd dcba abcd ...``, which goes on to both sides."""
    twice = np.float32(2 * size)
    before = twice * xp.trunc(-at / twice) + at
    before = xp.where(before < -size, before + twice, -before - np.float32(1))
    behind = at - twice * xp.trunc(at / twice)
    behind = xp.where(behind >= size, twice - behind - np.float32(1), behind)
    return xp.where(at < 0, before, xp.where(at > size - 1, behind, at))


def _wrapped(xp: Any, at: Array, size: int) -> Array:
    """Positions in ``abcd abcd ...``, which goes on to both sides."""
    whole, steps = np.float32(size), np.float32(size - 1)
    before = at + whole * (xp.trunc(-at / steps) + np.float32(1))
    behind = at - whole * xp.trunc(at / steps)
    return xp.where(at < 0, before, xp.where(at > size - 1, behind, at))


class _Projective(PlainKernel):
    """Needs positions, and for 'BILINEAR' the four neighbours, as large as the result, in float32."""

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: positions and neighbours."""
        shape = (spec.output_shapes or ((),))[0] or (0,) * 4
        return 64 * prod(shape[:3]) + 24 * prod(shape)

    def transformed(self, images: Array, transforms: Array, size: Any, fill: float) -> Array:
        xp = self.xp
        rows, columns = (int(number) for number in size)
        count, height, width, channels = images.shape
        dtype, images = images.dtype, widen(images)  # what is half stays exact
        filling = xp.asarray(self._filling(dtype, fill).astype(images.dtype))
        if not images.size:
            return narrow(xp.zeros((count, rows, columns, channels), dtype=images.dtype) + filling, dtype)
        with np.errstate(all="ignore"):
            x, y = xp.arange(columns, dtype=np.float32), xp.arange(rows, dtype=np.float32)[:, None]
            parts = [transforms[:, place].reshape(-1, 1, 1) for place in range(8)]
            a0, a1, a2, b0, b1, b2, c0, c1 = parts
            k = c0 * x + c1 * y + np.float32(1)
            column, row = (a0 * x + a1 * y + a2) / k, (b0 * x + b1 * y + b2) / k
            there = (k != 0) & xp.isfinite(column) & xp.isfinite(row)
            column, row = self._within(column, width), self._within(row, height)
            look = _Look(xp, images, there, filling)
            if self.attrs["interpolation"] == "NEAREST":
                found = look.at(_nearest(xp, row), _nearest(xp, column))
            else:
                found = self._bilinear(look, row, column)
            return narrow(found, dtype)

    def _filling(self, dtype: Any, fill: float) -> Any:
        """The value beyond the images, in their dtype, on the host."""
        if dtype.kind not in "iu":
            return np.array(fill, np.float32).astype(dtype)
        limits = np.iinfo(dtype)
        if not limits.min <= np.trunc(fill) <= limits.max:
            raise must("fill_value", type(self).__name__, f"fit into {dtype.name}", fill)
        return np.array(int(fill), dtype)

    def _within(self, at: Array, size: int) -> Array:
        """Positions along an axis, brought into the images unless they are filled."""
        mode, xp = self.attrs["fill_mode"], self.xp
        if mode == "CONSTANT":
            return at
        if size > 1 and mode == "REFLECT":
            at = _reflected(xp, at, size)
        elif size > 1 and mode == "WRAP":
            at = _wrapped(xp, at, size)
        return xp.clip(at, np.float32(0), np.float32(size - 1))

    def _bilinear(self, look: _Look, row: Array, column: Array) -> Array:
        xp = self.xp
        top, left = xp.floor(row), xp.floor(column)
        one = np.float32(1)
        bottom, right = top + one, left + one
        before, behind = (right - column)[..., None], (column - left)[..., None]
        upper = before * look.wide(top, left) + behind * look.wide(top, right)
        lower = before * look.wide(bottom, left) + behind * look.wide(bottom, right)
        found = (bottom - row)[..., None] * upper + (row - top)[..., None] * lower
        kind = look.images.dtype
        if kind.kind in "iu":
            limits = np.iinfo(kind)
            found = xp.clip(xp.trunc(found.astype(np.float64)), limits.min, limits.max)
            found = xp.where(found >= 2.0**63, 2.0**63 - 1024, found) if kind == np.int64 else found
        return xp.where(look.there[..., None], found.astype(kind), look.filling)


def _nearest(xp: Any, at: Array) -> Array:
    """The nearest whole number, of two the one further from 0."""
    whole = xp.floor(xp.abs(at))
    return xp.sign(at) * (whole + (xp.abs(at) - whole >= np.float32(0.5)))


class _Look:
    """Pixels at positions, [batch or 1, rows, columns]; beyond the images ``filling``."""

    def __init__(self, xp: Any, images: Array, there: Array, filling: Any) -> None:
        self.xp, self.images, self.there, self.filling = xp, images, there, filling
        self.numbers = xp.arange(images.shape[0]).reshape(-1, 1, 1)

    def at(self, row: Array, column: Array) -> Array:
        xp, (_, height, width, _) = self.xp, self.images.shape
        inside = self.there & (row >= 0) & (row < height) & (column >= 0) & (column < width)
        places = [
            xp.where(inside, xp.clip(each, -_FAR, _FAR), np.float32(0)).astype(np.int64) for each in (row, column)
        ]
        found = self.images[self.numbers, places[0], places[1]]
        return xp.where(inside[..., None], found, self.filling)

    def wide(self, row: Array, column: Array) -> Array:
        return self.at(row, column).astype(np.float32)


@register_kernel("ImageProjectiveTransformV2", "CPU", host_inputs=["output_shape"])
class ImageProjectiveTransformV2(_Projective):
    def compute(self, images: Array, transforms: Array, output_shape: Any) -> Array:
        return self.transformed(images, transforms, output_shape, 0.0)


@register_kernel("ImageProjectiveTransformV3", "CPU", host_inputs=["output_shape", "fill_value"])
class ImageProjectiveTransformV3(_Projective):
    def compute(self, images: Array, transforms: Array, output_shape: Any, fill_value: Any) -> Array:
        return self.transformed(images, transforms, output_shape, float(fill_value))


class _Scaled(PlainKernel):
    """Needs the images with one axis resized, and a copy or two of it and of the result, in float32."""

    def matrices(self, old: Any, new: Any, scale: Any, translation: Any) -> list[AxisWeights]:
        """For rows and columns, ``old`` and ``new`` of them."""
        return [
            scaled(
                self.attrs["kernel_type"], old[axis], new[axis], float(scale[axis]), float(translation[axis]),
                antialias=self.attrs["antialias"],
            )
            for axis in (0, 1)
        ]  # fmt: skip


_HOST = ["scale", "translation"]


@register_kernel("ScaleAndTranslate", "CPU", host_inputs=["size", *_HOST])
class ScaleAndTranslate(_Scaled):
    def compute(self, images: Array, size: Any, scale: Any, translation: Any) -> Array:
        sizes = [int(number) for number in size]
        if not images.size:
            return self.xp.zeros((images.shape[0], *sizes, images.shape[3]), dtype=np.float32)
        with np.errstate(all="ignore"):
            x = images.astype(np.float32)
            for axis, matrix in enumerate(self.matrices(images.shape[1:3], sizes, scale, translation), 1):
                x = apply(self.xp, x, axis, matrix)
        return x


@register_kernel("ScaleAndTranslateGrad", "CPU", host_inputs=_HOST)
class ScaleAndTranslateGrad(_Scaled):
    def compute(self, grads: Array, image: Array, scale: Any, translation: Any) -> Array:
        if not image.size:
            return self.xp.zeros(image.shape, dtype=image.dtype)
        dx = grads
        with np.errstate(all="ignore"):
            matrices = self.matrices(image.shape[1:3], grads.shape[1:3], scale, translation)
            for axis, matrix in enumerate(matrices, 1):
                dx = apply(self.xp, dx, axis, matrix.transposed(image.shape[axis]))
        return dx
