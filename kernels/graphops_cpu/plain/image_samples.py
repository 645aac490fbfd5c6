"""Plain kernels of random boxes of images: TensorFlow's crops, drawn on the host in float32."""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from graphops_cpu.lib.philox import Generator
from graphops_cpu.lib.philox_words import Words
from graphops_cpu.plain.random import RandomKernel
from graphops_cpu.plain.random_stateless import from_seed
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context

_EPSILON = float(np.float32(1e-7))


class _Box(NamedTuple):
    """Rows from ``top`` to ``bottom`` and columns from ``left`` to ``right``, ends excluded."""

    top: int
    left: int
    bottom: int
    right: int

    def area(self) -> np.float32:
        return np.float32((self.bottom - self.top) * (self.right - self.left))

    def common(self, other: _Box) -> np.float32:
        """The area of what is in both."""
        top, left = max(self.top, other.top), max(self.left, other.left)
        bottom, right = min(self.bottom, other.bottom), min(self.right, other.right)
        return _Box(top, left, bottom, right).area() if top <= bottom and left <= right else np.float32(0)


def _times(height: int, ratio: np.float32) -> int:
    """The whole number nearest to a product of float32, the even one of two."""
    return int(np.rint(np.float32(height) * ratio))


def _drawn(words: Words, rows: int, columns: int, areas: tuple[float, float], ratio: np.float32) -> _Box | None:
    """A crop whose columns are ``ratio`` times its rows, of an area between ``areas`` times the image's."""
    if rows <= 0 or columns <= 0 or areas[0] > areas[1]:
        return None
    least, most = (np.float32(area) * np.float32(columns) * np.float32(rows) for area in areas)
    height, highest = (int(np.rint(np.float32(sqrt(area / ratio)))) for area in (least, most))
    if _times(highest, ratio) > columns:
        highest = int((columns + 0.5 - _EPSILON) / float(ratio))
        if _times(highest, ratio) > columns:
            highest -= 1
    highest = min(highest, rows)
    height = min(height, highest)
    if height < highest:
        height += words.below(highest - height + 1)
    width = _times(height, ratio)
    # Rounding may make the crop a little too small or too large.
    if np.float32(width * height) < least:
        height += 1
        width = _times(height, ratio)
    if np.float32(width * height) > most:
        height -= 1
        width = _times(height, ratio)
    fits = 0 < width <= columns and 0 < height <= rows
    if not fits or not least <= np.float32(width * height) <= most:
        return None
    top = words.below(rows - height) if height < rows else 0
    left = words.below(columns - width) if width < columns else 0
    return _Box(top, left, top + height, left + width)


def _covers(crop: _Box, least: np.float32, objects: list[_Box]) -> bool:
    """Whether a crop has pixels, and at least this part of some object that has."""
    if crop.area() < 1:
        return False
    return any(crop.common(each) / each.area() >= least for each in objects if each.area() >= 1)


class _Sampling(PlainKernel):
    """What the three ops have in common."""

    host_data = ("bounding_boxes",)

    def sampled(self, ctx: Context, generator: Generator, image_size: Any, boxes: Array, covered: float) -> Any:
        rows, columns = (int(size) for size in image_size[:2])
        objects = self._objects(rows, columns, boxes)
        least = np.float32(covered)
        low, high = (np.float32(ratio) for ratio in self.attrs["aspect_ratio_range"])
        words = Words(generator)
        crop = _Box(0, 0, rows, columns)
        with np.errstate(all="ignore"):
            for attempt in range(self.attrs["max_attempts"]):
                if attempt % 256 == 255:
                    ctx.check_cancelled()
                ratio = words.fraction() * (high - low) + low
                found = _drawn(words, rows, columns, self.attrs["area_range"], ratio) if ratio > 0 else None
                if found is not None and _covers(found, least, objects):
                    crop = found
                    break
            ends = np.array(crop, np.float32) / np.array([rows, columns, rows, columns], np.float32)
        kind = self.attrs["T"].numpy_dtype
        begin = np.array([crop.top, crop.left, 0]).astype(kind)
        size = np.array([crop.bottom - crop.top, crop.right - crop.left, -1]).astype(kind)
        return self.xp.asarray(begin), self.xp.asarray(size), self.xp.asarray(ends.reshape(1, 1, 4))

    def _objects(self, rows: int, columns: int, boxes: Array) -> list[_Box]:
        """The boxes in pixels."""
        flat = boxes.reshape(-1, 4)
        op = type(self).__name__
        wrong = ~((flat >= 0) & (flat <= 1))
        if wrong.any():
            raise must("bounding_boxes", op, "be in [0, 1]", flat[wrong][0])
        if len(flat):
            ends = (flat * np.array([rows, columns, rows, columns], np.float32)).astype(np.int64)
            return [_Box(*box) for box in ends.tolist()]
        if not self.attrs["use_image_if_no_bounding_boxes"]:
            rule = "have a box, unless attr 'use_image_if_no_bounding_boxes' is true"
            raise must("bounding_boxes", op, rule, boxes.shape)
        return [_Box(0, 0, rows, columns)]


_USES = ["resources", "name", "cancel"]


class _Stateful(_Sampling, RandomKernel):
    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: the boxes as objects of Python."""
        return 512 * (1 + int(np.prod(spec.shapes[1], dtype=np.int64)) // 4)


@register_kernel("SampleDistortedBoundingBox", "CPU", host_inputs=["image_size"], uses=_USES)
class SampleDistortedBoundingBox(_Stateful):
    def compute(self, ctx: Context, image_size: Any, bounding_boxes: Array) -> Any:
        generator = self.take(ctx, self.attrs["max_attempts"])
        return self.sampled(ctx, generator, image_size, bounding_boxes, self.attrs["min_object_covered"])


@register_kernel("SampleDistortedBoundingBoxV2", "CPU", host_inputs=["image_size", "min_object_covered"], uses=_USES)
class SampleDistortedBoundingBoxV2(_Stateful):
    def compute(self, ctx: Context, image_size: Any, bounding_boxes: Array, min_object_covered: Any) -> Any:
        generator = self.take(ctx, self.attrs["max_attempts"])
        return self.sampled(ctx, generator, image_size, bounding_boxes, float(min_object_covered))


@register_kernel(
    "StatelessSampleDistortedBoundingBox", "CPU", host_inputs=["image_size", "min_object_covered"], uses=["cancel"]
)
class StatelessSampleDistortedBoundingBox(_Sampling):
    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: the boxes as objects of Python."""
        return 512 * (1 + int(np.prod(spec.shapes[1], dtype=np.int64)) // 4)

    def compute(self, ctx: Context, image_size: Any, boxes: Array, min_object_covered: Any, seed: Array) -> Any:
        return self.sampled(ctx, from_seed(seed), image_size, boxes, float(min_object_covered))


@register_kernel("RandomCrop", "CPU", host_inputs=["size"], uses=["resources", "name"])
class RandomCrop(RandomKernel):
    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: none to speak of."""
        return 0

    def compute(self, ctx: Context, image: Array, size: Any) -> Array:
        words = Words(self.take(ctx, 1))
        rows, columns = (int(number) for number in size)
        free_rows, free_columns = image.shape[0] - rows, image.shape[1] - columns
        left = words.word() % (free_columns + 1) if free_columns else 0
        top = words.word() % (free_rows + 1) if free_rows else 0
        return image[top : top + rows, left : left + columns].copy()
