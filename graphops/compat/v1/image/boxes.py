"""``tf.image``: boxes in images, and patches of them."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.build import raw_ops
from graphops.compat.v1.functions.synonyms import needed, one_of
from graphops.graph.graph import Tensor
from graphops_registry.errors import InvalidArgumentError


def non_max_suppression(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
    name: str | None = None,
) -> Tensor:
    """The numbers of the best boxes none of which overlaps a better one by more than ``iou_threshold``."""
    with tf.name_scope(name, "non_max_suppression"):
        result: Tensor = raw_ops.NonMaxSuppressionV3(
            boxes=boxes, scores=scores, max_output_size=max_output_size, iou_threshold=iou_threshold,
            score_threshold=score_threshold,
        )  # fmt: skip
        return result


def non_max_suppression_with_scores(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
    soft_nms_sigma: Any = 0.0,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """:func:`non_max_suppression`, and the scores, which with ``soft_nms_sigma`` are lower where boxes overlap."""
    with tf.name_scope(name, "non_max_suppression_with_scores"):
        found = raw_ops.NonMaxSuppressionV5(
            boxes=boxes, scores=scores, max_output_size=max_output_size, iou_threshold=iou_threshold,
            score_threshold=score_threshold, soft_nms_sigma=soft_nms_sigma, pad_to_max_output_size=False,
        )  # fmt: skip
        return found[0], found[1]


def non_max_suppression_padded(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
    pad_to_max_output_size: bool = False,
    name: str | None = None,
    sorted_input: bool = False,
    canonicalized_coordinates: bool = False,
    tile_size: int = 512,
) -> tuple[Tensor, Tensor]:
    """:func:`non_max_suppression`, and how many boxes there are.

    Args:
        boxes: [boxes, 4]; with ``pad_to_max_output_size`` also a batch, [batch, boxes, 4].
        pad_to_max_output_size: zeros behind the numbers, so that there are ``max_output_size``.
        sorted_input, canonicalized_coordinates, tile_size: hints, which change nothing.

    Raises:
        InvalidArgumentError: a batch whose numbers are not padded.
    """
    with tf.name_scope(name, "non_max_suppression_padded"):
        given = tf.convert_to_tensor(boxes)
        if given.shape.rank == 2:
            return _padded(given, scores, max_output_size, iou_threshold, score_threshold, pad_to_max_output_size)
        if given.shape.rank != 3 or not pad_to_max_output_size:
            rule = "must have rank 2, or rank 3 with pad_to_max_output_size"
            raise InvalidArgumentError(f"boxes of non_max_suppression_padded() {rule}, got shape {given.shape}")
        result: tuple[Tensor, Tensor] = tf.map_fn(
            lambda pair: _padded(pair[0], pair[1], max_output_size, iou_threshold, score_threshold, True),
            (given, tf.convert_to_tensor(scores)),
            dtype=(tf.int32, tf.int32),
        )
        return result


def _padded(boxes: Any, scores: Any, size: Any, overlap: Any, least: Any, pad: bool) -> tuple[Tensor, Tensor]:
    found = raw_ops.NonMaxSuppressionV4(
        boxes=boxes, scores=scores, max_output_size=size, iou_threshold=overlap, score_threshold=least,
        pad_to_max_output_size=pad,
    )  # fmt: skip
    return found[0], found[1]


def non_max_suppression_overlaps(
    overlaps: Any,
    scores: Any,
    max_output_size: Any,
    overlap_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
    name: str | None = None,
) -> Tensor:
    """:func:`non_max_suppression` where ``overlaps[i, j]`` says how much boxes i and j overlap."""
    with tf.name_scope(name, "non_max_suppression_overlaps"):
        result: Tensor = raw_ops.NonMaxSuppressionWithOverlaps(
            overlaps=overlaps, scores=scores, max_output_size=max_output_size, overlap_threshold=overlap_threshold,
            score_threshold=score_threshold,
        )  # fmt: skip
        return result


def combined_non_max_suppression(
    boxes: Any,
    scores: Any,
    max_output_size_per_class: Any,
    max_total_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
    pad_per_class: bool = False,
    clip_boxes: bool = True,
    name: str | None = None,
) -> Any:
    """The best boxes of each class in each image: boxes, scores, classes and how many there are.

    Args:
        boxes: [batch, boxes, classes or 1, 4].
        scores: [batch, boxes, classes].
        clip_boxes: to [0, 1].
    """
    with tf.name_scope(name, "combined_non_max_suppression"):
        return raw_ops.CombinedNonMaxSuppression(
            boxes=boxes, scores=scores, max_output_size_per_class=max_output_size_per_class,
            max_total_size=max_total_size, iou_threshold=iou_threshold, score_threshold=score_threshold,
            pad_per_class=pad_per_class, clip_boxes=clip_boxes,
        )  # fmt: skip


def draw_bounding_boxes(images: Any, boxes: Any, name: str | None = None, colors: Any = None) -> Tensor:
    """Images with the frames of boxes.

    Args:
        boxes: [batch, boxes, 4]: y1, x1, y2, x2 in multiples of the image's height and width less 1.
        colors: [colors, channels], which take turns; default ten bright ones.
    """
    result: Tensor
    if colors is None:
        result = raw_ops.DrawBoundingBoxes(images=images, boxes=boxes, name=name)
    else:
        result = raw_ops.DrawBoundingBoxesV2(images=images, boxes=boxes, colors=colors, name=name)
    return result


def sample_distorted_bounding_box(
    image_size: Any,
    bounding_boxes: Any,
    seed: int | None = None,
    seed2: int | None = None,
    min_object_covered: Any = 0.1,
    aspect_ratio_range: Any = None,
    area_range: Any = None,
    max_attempts: int | None = None,
    use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> Any:
    """A random crop of an image that has enough of some object: ``begin`` and ``size`` for tf.slice, and its box.

    Args:
        image_size: rows, columns and channels.
        bounding_boxes: of objects, [..., boxes, 4] in multiples of the image's height and width.
        seed, seed2: of the op itself; with neither each run draws another crop.
        min_object_covered: what part of an object must be seen.
        aspect_ratio_range: columns by rows, default 0.75 to 1.33.
        area_range: default 0.05 to 1.
        max_attempts: default 100; then the whole image is taken.
        use_image_if_no_bounding_boxes: without boxes the whole image is the object.
    """
    given = {
        "seed": seed,
        "seed2": seed2,
        "aspect_ratio_range": aspect_ratio_range,
        "area_range": area_range,
        "max_attempts": max_attempts,
        "use_image_if_no_bounding_boxes": use_image_if_no_bounding_boxes,
    }
    attrs: Any = {key: value for key, value in given.items() if value is not None}
    with tf.name_scope(name, "sample_distorted_bounding_box"):
        return raw_ops.SampleDistortedBoundingBoxV2(
            image_size=image_size, bounding_boxes=bounding_boxes, min_object_covered=min_object_covered, **attrs
        )


def crop_and_resize(
    image: Any,
    boxes: Any,
    box_ind: Any = None,
    crop_size: Any = None,
    method: Any = "bilinear",
    extrapolation_value: float = 0,
    name: str | None = None,
    box_indices: Any = None,
) -> Tensor:
    """Boxes of images, resized to ``crop_size``.

    Args:
        boxes: [boxes, 4]: y1, x1, y2, x2 in multiples of the image's height and width less 1.
        box_ind, box_indices: which image each box is in.
    """
    function = "crop_and_resize"
    index = needed(function, "box_indices", one_of(function, "box_indices", box_indices, "box_ind", box_ind))
    result: Tensor = raw_ops.CropAndResize(
        image=image, boxes=boxes, box_ind=index, crop_size=needed(function, "crop_size", crop_size), method=method,
        extrapolation_value=extrapolation_value, name=name,
    )  # fmt: skip
    return result


def extract_image_patches(
    images: Any,
    ksizes: Any = None,
    strides: Any = None,
    rates: Any = None,
    padding: Any = None,
    name: str | None = None,
    sizes: Any = None,
) -> Tensor:
    """Patches of images, each as the channels of one pixel."""
    function = "extract_image_patches"
    size = needed(function, "sizes", one_of(function, "sizes", sizes, "ksizes", ksizes))
    return extract_patches(images, size, strides, rates, padding, name)


def extract_patches(images: Any, sizes: Any, strides: Any, rates: Any, padding: Any, name: str | None = None) -> Tensor:
    """Patches of images, each as the channels of one pixel."""
    result: Tensor = raw_ops.ExtractImagePatches(
        images=images, ksizes=sizes, strides=strides, rates=rates, padding=padding, name=name
    )
    return result


__all__ = [
    "combined_non_max_suppression",
    "crop_and_resize",
    "draw_bounding_boxes",
    "extract_image_patches",
    "extract_patches",
    "non_max_suppression",
    "non_max_suppression_overlaps",
    "non_max_suppression_padded",
    "non_max_suppression_with_scores",
    "sample_distorted_bounding_box",
]
