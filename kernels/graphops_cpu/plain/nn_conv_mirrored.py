"""Plain kernels of convolutions of images with their mirror images around them; half is computed in float32."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.lib import resize_weights
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.lib.resize_weights import apply
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context


def _start(size: int, window: int, stride: int, count: int, padding: str) -> int:
    """Where the first window begins."""
    over = (count - 1) * stride + window - size  # how much the windows are longer than the images
    over += padding == "VALID"
    return -(over // 2) if over >= 0 else -over // 2


class _Mirrored(PlainKernel):
    """Needs the images with all that is around them twice."""

    def convolved(self, ctx: Context, images: Array, paddings: Any, filters: Array) -> Array:
        """The convolution of wide images by wide filters."""
        xp, mode = self.xp, "reflect" if self.attrs["mode"] == "REFLECT" else "symmetric"
        pairs = [(int(before), int(after)) for before, after in paddings]
        batch, _, _, channels = images.shape
        sizes = [images.shape[axis] + sum(pairs[axis]) for axis in (1, 2)]
        window, strides, padding = filters.shape[:2], self.attrs["strides"][1:3], self.attrs["padding"]
        counts = [
            -(-size // stride) if padding == "SAME" else (size - taps + stride) // stride
            for size, taps, stride in zip(sizes, window, strides, strict=True)
        ]
        found = xp.zeros((batch, *counts, filters.shape[3]), dtype=images.dtype)
        if not images.size or not found.size or not filters.size:
            return found
        around, cuts = [], []
        for size, taps, stride, count in zip(sizes, window, strides, counts, strict=True):
            start = _start(size, taps, stride, count, padding)
            end = start + (count - 1) * stride + taps
            around.append((max(0, -start), max(0, end - size)))
            cuts.append(slice(max(0, start), max(0, start) + end - start))
        area = (sizes[0] + sum(around[0])) * (sizes[1] + sum(around[1]))
        ctx.check_memory(2 * batch * channels * images.dtype.itemsize * area)
        with np.errstate(all="ignore"):
            whole = xp.pad(xp.pad(images, pairs, mode=mode), [(0, 0), *around, (0, 0)])[:, cuts[0], cuts[1]]
            for row in range(window[0]):
                for column in range(window[1]):
                    seen = whole[
                        :,
                        row : row + (counts[0] - 1) * strides[0] + 1 : strides[0],
                        column : column + (counts[1] - 1) * strides[1] + 1 : strides[1],
                    ]
                    found += xp.matmul(seen, filters[row, column])
        return found


@register_kernel("FusedPadConv2D", "CPU", host_inputs=["paddings"], uses=["memory"])
class FusedPadConv2D(_Mirrored):
    """Needs the images with all that is around them twice."""

    def compute(self, ctx: Context, x: Array, paddings: Any, filters: Array) -> Array:
        return narrow(self.convolved(ctx, widen(x), paddings, widen(filters)), x.dtype)


@register_kernel("FusedResizeAndPadConv2D", "CPU", host_inputs=["size", "paddings"], uses=["memory"])
class FusedResizeAndPadConv2D(_Mirrored):
    """Needs the resized images with all that is around them twice."""

    def compute(self, ctx: Context, x: Array, size: Any, paddings: Any, filters: Array) -> Array:
        images = widen(x)
        how = {"align_corners": self.attrs["resize_align_corners"], "half_pixel_centers": False}
        sizes = [int(number) for number in size]
        ctx.check_memory(images.dtype.itemsize * x.shape[0] * sizes[0] * sizes[1] * x.shape[3])
        with np.errstate(all="ignore"):
            if not images.size:
                images = self.xp.zeros((x.shape[0], *sizes, x.shape[3]), dtype=images.dtype)
            else:
                for axis, number in enumerate(sizes, 1):
                    images = apply(self.xp, images, axis, resize_weights.bilinear(images.shape[axis], number, how))
        return narrow(self.convolved(ctx, images, paddings, widen(filters)), x.dtype)
