"""Plain kernel that resizes images of integers: means in whole numbers, as TensorFlow rounds them."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.lib.resize_weights import bilinear
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel

_BITS = {"quint8": 7, "qint32": 30}  # of the weights


def _along(values: Any, axis: int) -> Any:
    """A vector in the form that goes with axis ``axis`` of four."""
    return values.reshape([-1 if place == axis else 1 for place in range(4)])


@register_kernel("QuantizedResizeBilinear", "CPU", host_inputs=["size"])
class QuantizedResizeBilinear(PlainKernel):
    """Needs four neighbours and their means in 64 bits, as large as the result."""

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: neighbours and means."""
        shape = (spec.output_shapes or ((),))[0] or (0,)
        return 64 * int(np.prod(shape, dtype=np.int64))

    def compute(self, images: Array, size: Any, low: Array, high: Array) -> Any:
        rows, columns = (int(number) for number in size)
        if images.shape[1:3] == (rows, columns):
            return images.copy(), low.copy(), high.copy()
        bits = _BITS.get(self.attrs["T"].name, 0)
        wide = images.astype(np.int64) if bits else images
        with np.errstate(all="ignore"):
            across = self._pairs(wide, 2, columns, bits)
            down = self._pairs(across, 1, rows, bits, scaled=True)
        return down.astype(images.dtype), low.copy(), high.copy()

    def _pairs(self, x: Array, axis: int, new: int, bits: int, scaled: bool = False) -> Array:
        """The mean of the two pixels around each new one.

        Integers are 2**bits times as large afterwards; ``scaled``: they are that before, and no more afterwards.
        """
        xp = self.xp
        places = bilinear(x.shape[axis], new, self.attrs)
        first, second = (xp.take(x, xp.asarray(places.places[:, side]), axis=axis) for side in (0, 1))
        share = places.weights[:, 1]
        if not bits:
            return first + (second - first) * xp.asarray(_along(share, axis))
        one = 1 << bits
        weights = xp.asarray(_along((share * np.float32(one)).astype(np.int64), axis))
        if not scaled:
            return first * one + (second - first) * weights
        mean = first + _towards_zero(xp, second - first, one) * weights
        return _towards_zero(xp, mean + one // 2, one)


def _towards_zero(xp: Any, x: Array, divisor: int) -> Array:
    return xp.sign(x) * (xp.abs(x) // divisor)
