"""Plain kernels of windows of images, with noise from the operating system's seed where there is no image."""

from __future__ import annotations

import os
from typing import Any, Final

import numpy as np

from graphops_cpu.lib import philox
from graphops_registry.dtypes import float32
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel

_FAR: Final = 2.0**40


class _Glimpse(PlainKernel):
    """Draws noise on the host, for windows that reach beyond their image."""

    host_data = ("offsets",)

    def compute(self, images: Array, size: Any, offsets: Array) -> Array:
        xp = self.xp
        rows, columns = (int(number) for number in size)
        count, height, width, channels = images.shape
        if not np.isfinite(offsets).all():
            wrong = offsets[~np.isfinite(offsets)][0]
            raise must("offsets", type(self).__name__, "be finite", wrong)
        glimpse = xp.zeros((count, rows, columns, channels), dtype=images.dtype)
        if not glimpse.size:
            return glimpse
        with np.errstate(all="ignore"):
            tops = self.starts(offsets[:, 0], height, rows)
            lefts = self.starts(offsets[:, 1], width, columns)
        for number, (top, left) in enumerate(zip(tops, lefts, strict=True)):
            down, across = _overlap(top, height, rows), _overlap(left, width, columns)
            if down != (0, rows) or across != (0, columns):
                glimpse[number] = self._noise(images[number], rows, columns)
            if down[0] < down[1] and across[0] < across[1]:
                part = images[number, top + down[0] : top + down[1], left + across[0] : left + across[1]]
                glimpse[number, down[0] : down[1], across[0] : across[1]] = part
        return glimpse

    def starts(self, offsets: Array, size: int, window: int) -> list[int]:
        """Where windows begin along an axis of ``size`` pixels."""
        raise NotImplementedError

    def _noise(self, image: Array, rows: int, columns: int) -> Any:
        """Numbers for a window of ``image``."""
        xp = self.xp
        kind = self.attrs["noise"] or ("uniform" if self.attrs["uniform_noise"] else "gaussian")
        shape = (rows, columns, image.shape[2])
        if kind == "zero":
            return np.float32(0)
        generator = philox.from_seeds(*(int.from_bytes(os.urandom(8), "little") for _ in range(2)))
        if kind == "uniform":
            low, high = image.min(), image.max()
            return philox.fill(xp, generator, shape, philox.uniform(float32)) * (high - low) + low
        mean, deviation = image.mean(axis=(0, 1)), image.std(axis=(0, 1))
        drawn = philox.fill(xp, generator, shape, philox.normal(float32)) * deviation + mean
        return xp.clip(drawn, image.min(axis=(0, 1)), image.max(axis=(0, 1)))


def _overlap(start: int, size: int, window: int) -> tuple[int, int]:
    """Which part of a window that begins at ``start`` is within ``size`` pixels."""
    return max(0, -start), max(0, min(window, size - start))


def _whole(at: Array) -> list[int]:
    numbers: list[int] = np.clip(np.trunc(at.astype(np.float64)), -_FAR, _FAR).astype(np.int64).tolist()
    return numbers


@register_kernel("ExtractGlimpse", "CPU", host_inputs=["size"])
class ExtractGlimpse(_Glimpse):
    def starts(self, offsets: Array, size: int, window: int) -> list[int]:
        half, two = np.float32(size / 2), np.float32(2)
        at = offsets * np.float32(size) if self.attrs["normalized"] else offsets
        if self.attrs["centered"]:
            at = at / two + half
        return _whole(at - np.float32(window / 2))


@register_kernel("ExtractGlimpseV2", "CPU", host_inputs=["size"])
class ExtractGlimpseV2(_Glimpse):
    def starts(self, offsets: Array, size: int, window: int) -> list[int]:
        half, two = np.float32(size / 2), np.float32(2)
        if not self.attrs["normalized"]:
            return _whole(offsets + half if self.attrs["centered"] else offsets)
        at = offsets * np.float32(size)
        if self.attrs["centered"]:
            at = at / two + half - np.float32(window / 2)
        return _whole(at)
