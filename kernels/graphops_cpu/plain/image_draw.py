"""Plain kernels that draw boxes into images: a few slices for each box."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphops_registry.kernel_def import Array, PlainKernel, register_kernel

_COLORS: Final = np.array(
    [
        [1, 1, 0, 1], [0, 0, 1, 1], [1, 0, 0, 1], [0, 1, 0, 1], [0.5, 0, 0.5, 1],
        [0.5, 0.5, 0, 1], [0.5, 0, 0, 1], [0, 0, 0.5, 1], [0, 1, 1, 1], [1, 0, 1, 1],
    ],
    np.float32,
)  # fmt: skip


@register_kernel("DrawBoundingBoxes", "CPU")
class DrawBoundingBoxes(PlainKernel):
    host_data = ("boxes",)

    def compute(self, images: Array, boxes: Array) -> Array:
        table = np.ones_like(_COLORS) if images.shape[3] == 1 else _COLORS
        return self.drawn(images, boxes, self.xp.asarray(table))

    def drawn(self, images: Array, boxes: Array, colors: Array) -> Array:
        """``images`` with the frames of ``boxes``, which are on the host."""
        result = images.copy()
        rows, columns, channels = images.shape[1:]
        if not result.size:
            return result
        colors = colors[:, :channels].astype(images.dtype)
        with np.errstate(all="ignore"):
            ends = boxes * np.array([rows - 1, columns - 1, rows - 1, columns - 1], np.float32)
        fine = ~np.isnan(ends).any(axis=2)
        whole = np.clip(np.trunc(np.nan_to_num(ends)), -(2.0**40), 2.0**40).astype(np.int64)
        for place, some in enumerate(whole.tolist()):
            for number, (top, left, bottom, right) in enumerate(some):
                outside = top >= rows or bottom < 0 or left >= columns or right < 0
                if fine[place, number] and top <= bottom and left <= right and not outside:
                    _frame(result[place], top, left, bottom, right, colors[number % len(colors)])
        return result


def _frame(image: Any, top: int, left: int, bottom: int, right: int, color: Any) -> None:
    """Draw the part of a frame that is in the image."""
    rows, columns = image.shape[:2]
    across, down = slice(max(left, 0), min(right, columns - 1) + 1), slice(max(top, 0), min(bottom, rows - 1) + 1)
    for row in (top, bottom):
        if 0 <= row < rows:
            image[row, across] = color
    for column in (left, right):
        if 0 <= column < columns:
            image[down, column] = color


@register_kernel("DrawBoundingBoxesV2", "CPU")
class DrawBoundingBoxesV2(DrawBoundingBoxes):
    def compute(self, images: Array, boxes: Array, colors: Array) -> Array:  # type: ignore[override]
        if not colors.size:
            return super().compute(images, boxes)
        with np.errstate(over="ignore"):
            return self.drawn(images, boxes, colors)
