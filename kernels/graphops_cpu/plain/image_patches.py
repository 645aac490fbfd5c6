"""Plain kernel of windows as channels."""

from __future__ import annotations

from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.ops.image_patches import patch_windows
from graphops_registry.rules.conv_geometry import Tap
from graphops_registry.shape import TensorShape


@register_kernel("ExtractImagePatches", "CPU")
class ExtractImagePatches(PlainKernel):
    """One copy for each pixel of the window that meets the images."""

    def compute(self, x: Array) -> Array:
        rows, cols = patch_windows(self.attrs, TensorShape(x.shape))
        batch, channels = x.shape[0], x.shape[3]
        _, height, width, _ = self.attrs["ksizes"]
        patches = self.xp.zeros((batch, rows.output, cols.output, height * width * channels), dtype=x.dtype)
        if not patches.size or not x.size:
            return patches
        for row in rows.taps():
            for col in cols.taps():
                place = (row.index * width + col.index) * channels
                outputs = (slice(None), slice(row.first, row.stop), slice(col.first, col.stop))
                inputs = (slice(None), _met(row, rows.stride), _met(col, cols.stride))
                patches[(*outputs, slice(place, place + channels))] = x[inputs]
        return patches


def _met(tap: Tap, stride: int) -> slice:
    """The pixels that a tap meets."""
    return slice(tap.start, tap.start + (tap.stop - tap.first - 1) * stride + 1, stride)
