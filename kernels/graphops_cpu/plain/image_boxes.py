"""Plain kernels of boxes in images."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.lib import non_max
from graphops_cpu.lib.elementwise import count
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.plain.math_segment import add_rows
from graphops_registry.errors import OutOfRangeError, must
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel

_HALF: Final = np.float32(0.5)


class _Positions:
    """Where the pixels of the crops are along one axis of the images, in old pixels.

    Attributes:
        at: (boxes, crop) float32. inside: (boxes, crop) bool, whether that is within the image.
        toward: (crop,) float32, the share of the second coordinate in the position, times the largest old pixel.
        low, high: (boxes, crop) int64, the pixels around it. share: of the second one.
    """

    def __init__(self, xp: Any, first: Array, second: Array, old: int, crop: int) -> None:
        last = np.float32(old - 1)
        if crop > 1:
            steps = xp.arange(crop, dtype=np.float32)
            at = (first * last)[:, None] + steps * ((second - first) * last / np.float32(crop - 1))[:, None]
            self.toward = steps * (last / np.float32(crop - 1))
        else:
            at = (_HALF * (first + second) * last)[:, None]
            self.toward = xp.full((1,), _HALF * last, dtype=np.float32)
        self.last = last
        self.inside = (at >= 0) & (at <= last)
        self.at = xp.where(self.inside, at, np.float32(0))
        floor = xp.floor(self.at)
        self.share = self.at - floor
        self.low = floor.astype(np.int64)
        self.high = xp.ceil(self.at).astype(np.int64)
        # Halves are rounded up.
        self.nearest = (floor + (self.share >= _HALF)).astype(np.int64)


class _Crop(PlainKernel):
    def positions(self, boxes: Array, sizes: tuple[int, int], crop: tuple[int, int]) -> tuple[_Positions, _Positions]:
        """Along rows and columns."""
        op = self.op
        bad = count(~self.xp.isfinite(boxes))
        if bad:
            raise must("boxes", op, "be finite", f"{bad} values that are not")
        with np.errstate(all="ignore"):
            return (
                _Positions(self.xp, boxes[:, 0], boxes[:, 2], sizes[0], crop[0]),
                _Positions(self.xp, boxes[:, 1], boxes[:, 3], sizes[1], crop[1]),
            )

    @property
    def op(self) -> str:
        return type(self).__name__

    def check_images(self, box_ind: Array, batch: int) -> None:
        if box_ind.size and count((box_ind < 0) | (box_ind >= batch)):
            low, high = int(box_ind.min().item()), int(box_ind.max().item())
            rule = f"be in [0, {batch}), the number of images"
            raise must("box_ind", self.op, rule, f"values from {low} to {high}", kind=OutOfRangeError)

    def places(self, box_ind: Array, rows: Array, cols: Array, sizes: tuple[int, int]) -> Array:
        """Numbers of pixels in the flat batch, (boxes * crop_rows * crop_cols,)."""
        image = box_ind.astype(np.int64)[:, None, None]
        return ((image * sizes[0] + rows[:, :, None]) * sizes[1] + cols[:, None, :]).reshape(-1)

    def corners(self, y: _Positions, x: _Positions) -> list[tuple[Array, Array, Array]]:
        """(rows, columns, weights (boxes, crop_rows, crop_cols, 1)) of the pixels that make one of the crop."""
        if self.attrs["method"] == "nearest":
            return [(y.nearest, x.nearest, self.xp.ones((1, 1, 1, 1), dtype=np.float32))]
        one = np.float32(1)
        return [
            (rows, cols, (of_y[:, :, None] * of_x[:, None, :])[..., None])
            for rows, of_y in ((y.low, one - y.share), (y.high, y.share))
            for cols, of_x in ((x.low, one - x.share), (x.high, x.share))
        ]


@register_kernel("CropAndResize", "CPU", host_inputs=["crop_size"])
class CropAndResize(_Crop):
    """Needs a float32 copy of the images if they are of another dtype, and three of the crops."""

    def workspace(self, spec: KernelSpec) -> int:
        return 12 * prod(spec.output_shapes[0] or ())

    def compute(self, image: Array, boxes: Array, box_ind: Array, crop_size: Any) -> Array:
        xp, depth = self.xp, image.shape[3]
        sizes, crop = image.shape[1:3], (int(crop_size[0]), int(crop_size[1]))
        self.check_images(box_ind, image.shape[0])
        shape = (boxes.shape[0], *crop, depth)
        if not prod(shape):
            return xp.zeros(shape, dtype=np.float32)
        y, x = self.positions(boxes, sizes, crop)
        crops: Any = None
        with np.errstate(all="ignore"):
            pixels = image.astype(np.float32).reshape(-1, depth)
            for rows, cols, weights in self.corners(y, x):
                part = xp.take(pixels, self.places(box_ind, rows, cols, sizes), axis=0).reshape(shape)
                part *= weights
                crops = part if crops is None else crops + part
        inside = (y.inside[:, :, None] & x.inside[:, None, :])[..., None]
        return xp.where(inside, crops, np.float32(self.attrs["extrapolation_value"]))


@register_kernel("CropAndResizeGradImage", "CPU", host_inputs=["image_size"])
class CropAndResizeGradImage(_Crop):
    """Adds in float64: needs that of the images twice, and two copies of grads."""

    def workspace(self, spec: KernelSpec) -> int:
        return 16 * prod(spec.output_shapes[0] or ()) + 8 * prod(spec.shapes[0])

    def compute(self, grads: Array, boxes: Array, box_ind: Array, image_size: Any) -> Array:
        xp, shape = self.xp, tuple(int(size) for size in image_size)
        self.check_images(box_ind, shape[0])
        dtype = self.attrs["T"].numpy_dtype
        if not prod(shape) or not grads.size:
            return xp.zeros(shape, dtype=dtype)
        sizes, crop = (shape[1], shape[2]), grads.shape[1:3]
        y, x = self.positions(boxes, sizes, crop)
        inside = (y.inside[:, :, None] & x.inside[:, None, :])[..., None]
        total: Any = None
        with np.errstate(all="ignore"):
            wanted = xp.where(inside, grads, np.float32(0))
            for rows, cols, weights in self.corners(y, x):
                part = (wanted * weights).reshape(-1, shape[3])
                added = add_rows(xp, part, self.places(box_ind, rows, cols, sizes), prod(shape[:3]))
                total = added if total is None else total + added
            return narrow(total, dtype).reshape(shape)


@register_kernel("CropAndResizeGradBoxes", "CPU")
class CropAndResizeGradBoxes(_Crop):
    """Needs a float32 copy of the images if they are of another dtype, and a few of grads."""

    def workspace(self, spec: KernelSpec) -> int:
        return 24 * prod(spec.shapes[0])

    def compute(self, grads: Array, image: Array, boxes: Array, box_ind: Array) -> Array:
        xp, shape = self.xp, grads.shape
        self.check_images(box_ind, image.shape[0])
        if not grads.size:
            return xp.zeros(boxes.shape, dtype=np.float32)
        sizes = image.shape[1:3]
        y, x = self.positions(boxes, sizes, shape[1:3])
        inside = y.inside[:, :, None] & x.inside[:, None, :]
        one = np.float32(1)
        with np.errstate(all="ignore"):
            pixels = image.astype(np.float32).reshape(-1, shape[3])
            # <grads, pixels around> for each pixel of the crops: (boxes, crop_rows, crop_cols)
            found = {}
            for row, rows in enumerate((y.low, y.high)):
                for col, cols in enumerate((x.low, x.high)):
                    around = xp.take(pixels, self.places(box_ind, rows, cols, sizes), axis=0).reshape(shape)
                    found[row, col] = xp.where(inside, xp.sum(around * grads, axis=3), np.float32(0))
            of_x, of_y = x.share[:, None, :], y.share[:, :, None]
            by_y = (one - of_x) * (found[1, 0] - found[0, 0]) + of_x * (found[1, 1] - found[0, 1])
            by_x = (one - of_y) * (found[0, 1] - found[0, 0]) + of_y * (found[1, 1] - found[1, 0])
            slopes = (xp.sum(by_y, axis=2), y), (xp.sum(by_x, axis=1), x)  # (boxes, crop) each
            firsts = [xp.sum(slope * (at.last - at.toward), axis=1) for slope, at in slopes]
            seconds = [xp.sum(slope * at.toward, axis=1) for slope, at in slopes]
            return xp.stack([*firsts, *seconds], axis=1)


class _NonMaxSuppression(PlainKernel):
    """Runs on the host.

    Attributes:
        walk: goes through the boxes; compiled code replaces it.
    """

    xp: ClassVar[Any] = np
    host_data = ("boxes", "scores")

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        super().__init__(attrs)
        self.walk: non_max.Walk = non_max.walk_in_blocks

    def select(
        self, ctx: Any, boxes: Any, scores: Any, size: Any, overlap: Any, score_threshold: Any, sigma: float = 0.0
    ) -> tuple[Any, Any]:
        """The selected boxes, best first, and their scores, in float32."""
        corners, wide, limit = widen(boxes), widen(scores), np.float32(score_threshold)
        with np.errstate(all="ignore"):
            if sigma > 0:
                return non_max.select_softly(corners, wide, int(size), sigma, limit, ctx.check_cancelled)
            share, check = np.float32(overlap), ctx.check_cancelled
            selected = non_max.select(corners, wide, int(size), share, limit, check, self.walk)
            return selected, wide[selected]

    def padded(self, values: Any, size: Any) -> Any:
        """Add zeros at the end if the attr says so."""
        if not self.attrs["pad_to_max_output_size"]:
            return values
        result = np.zeros(int(size), values.dtype)
        result[: values.size] = values
        return result


_LOWEST: Final = {"float32": np.finfo(np.float32).min, "float16": np.finfo(np.float16).min}
_SETTINGS: Final = ["max_output_size", "iou_threshold", "score_threshold", "soft_nms_sigma"]


@register_kernel(
    "NonMaxSuppression", "CPU", host_inputs=_SETTINGS[:1], host_outputs=["selected_indices"], uses=["cancel"]
)
class NonMaxSuppression(_NonMaxSuppression):
    def compute(self, ctx: Any, boxes: Any, scores: Any, size: Any) -> Any:
        return self.select(ctx, boxes, scores, size, self.attrs["iou_threshold"], _LOWEST[scores.dtype.name])[0]


@register_kernel(
    "NonMaxSuppressionV2", "CPU", host_inputs=_SETTINGS[:2], host_outputs=["selected_indices"], uses=["cancel"]
)
class NonMaxSuppressionV2(_NonMaxSuppression):
    def compute(self, ctx: Any, boxes: Any, scores: Any, size: Any, overlap: Any) -> Any:
        return self.select(ctx, boxes, scores, size, overlap, _LOWEST[scores.dtype.name])[0]


@register_kernel(
    "NonMaxSuppressionV3", "CPU", host_inputs=_SETTINGS[:3], host_outputs=["selected_indices"], uses=["cancel"]
)
class NonMaxSuppressionV3(_NonMaxSuppression):
    def compute(self, ctx: Any, boxes: Any, scores: Any, size: Any, overlap: Any, limit: Any) -> Any:
        return self.select(ctx, boxes, scores, size, overlap, limit)[0]


@register_kernel(
    "NonMaxSuppressionV4",
    "CPU",
    host_inputs=_SETTINGS[:3],
    host_outputs=["selected_indices", "valid_outputs"],
    uses=["cancel"],
)
class NonMaxSuppressionV4(_NonMaxSuppression):
    def compute(self, ctx: Any, boxes: Any, scores: Any, size: Any, overlap: Any, limit: Any) -> tuple[Any, Any]:
        selected, _ = self.select(ctx, boxes, scores, size, overlap, limit)
        return self.padded(selected, size), np.array(selected.size, np.int32)


@register_kernel(
    "NonMaxSuppressionV5",
    "CPU",
    host_inputs=_SETTINGS,
    host_outputs=["selected_indices", "selected_scores", "valid_outputs"],
    uses=["cancel"],
)
class NonMaxSuppressionV5(_NonMaxSuppression):
    def compute(
        self, ctx: Any, boxes: Any, scores: Any, size: Any, overlap: Any, limit: Any, sigma: Any
    ) -> tuple[Any, Any, Any]:
        selected, found = self.select(ctx, boxes, scores, size, overlap, limit, float(sigma))
        count_of = np.array(selected.size, np.int32)
        return self.padded(selected, size), self.padded(found.astype(scores.dtype), size), count_of
