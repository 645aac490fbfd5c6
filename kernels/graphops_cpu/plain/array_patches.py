"""Plain kernel of patches of volumes."""

from __future__ import annotations

from itertools import product

from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.rules.patch_geometry import patch_windows
from graphops_registry.shape import TensorShape


@register_kernel("ExtractVolumePatches", "CPU")
class ExtractVolumePatches(PlainKernel):
    """One copy for each element of a window that meets the input; the others are zeros."""

    def compute(self, x: Array) -> Array:
        windows = patch_windows("ExtractVolumePatches", self.attrs, TensorShape.of(x.shape))
        batch, channels, kernel = x.shape[0], x.shape[-1], self.attrs["ksizes"][1:-1]
        outputs = [window.output for window in windows]
        patches = self.xp.zeros((batch, *outputs, *kernel, channels), dtype=x.dtype)
        every = slice(None)
        for taps in product(*(window.taps() for window in windows)) if patches.size else ():
            pairs = list(zip(taps, windows, strict=True))
            where = tuple(slice(tap.first, tap.stop) for tap in taps)
            source = tuple(
                slice(tap.start, tap.start + (tap.stop - tap.first - 1) * window.stride + 1, window.stride)
                for tap, window in pairs
            )
            patches[(every, *where, *(tap.index for tap in taps))] = x[(every, *source)]
        elements = channels
        for size in kernel:
            elements *= size
        return patches.reshape((batch, *outputs, elements))
