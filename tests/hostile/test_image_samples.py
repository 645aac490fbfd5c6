"""Boxes that are drawn and crops at random: bad arguments are refused, and nothing takes forever."""

from typing import Any

import numpy as np
import pytest

import graphops as go

SIZE = np.array([10, 12, 3], np.int32)
BOX = np.array([[[0.1, 0.2, 0.5, 0.6]]], np.float32)


def crop(**changes: Any) -> Any:
    given = {"image_size": SIZE, "bounding_boxes": BOX, "min_object_covered": 0.1, "seed": [1, 2]}
    return go.eager.StatelessSampleDistortedBoundingBox(**given | changes)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"image_size": SIZE[:2]}, "image_size of op .* must have 3 values"),
        ({"image_size": -SIZE}, "image_size of op .* must be at least 0"),
        ({"image_size": SIZE.astype(np.int64) << 40}, "image_size of op .* must be at least 0 and fit into int32"),
        ({"bounding_boxes": BOX[0]}, "must have rank 3"),
        ({"bounding_boxes": BOX[..., :3]}, "bounding_boxes of op .* must have 4 columns"),
        ({"bounding_boxes": BOX + 1}, r"bounding_boxes of op .* must be in \[0, 1\], got 1.1"),
        ({"bounding_boxes": BOX * np.float32(np.nan)}, r"must be in \[0, 1\], got nan"),
        ({"bounding_boxes": BOX[:, :0]}, "must have a box, unless attr 'use_image_if_no_bounding_boxes'"),
        ({"min_object_covered": -0.5}, "min_object_covered of op .* must be at least 0"),
        ({"min_object_covered": np.float32(np.nan)}, "min_object_covered of op .* must be at least 0"),
        ({"seed": [1, 2, 3]}, "seed of op .* must have 2 values"),
        ({"aspect_ratio_range": [1.0]}, "attr 'aspect_ratio_range' of op .* must have 2 positive values"),
        ({"aspect_ratio_range": [1.0, np.inf]}, "attr 'aspect_ratio_range' of op .* must have 2 positive values"),
        ({"area_range": [0.5, 1.5]}, r"attr 'area_range' of op .* must have 2 values in \(0, 1\]"),
        ({"max_attempts": 0}, "attr 'max_attempts' of op .* must be positive"),
    ],
)
def test_crops(changes: dict[str, Any], text: str) -> None:
    with pytest.raises(go.errors.InvalidArgumentError, match=text):
        crop(**changes)


def test_crops_of_images_without_pixels() -> None:
    begin, size, box = crop(image_size=np.array([0, 5, 3], np.int32), use_image_if_no_bounding_boxes=True)
    assert (begin.tolist(), size.tolist()) == ([0, 0, 0], [0, 5, -1])
    assert np.isnan(box[0, 0, 0])


def test_attempts_without_end_can_be_cancelled() -> None:
    drawn = go.raw_ops.SampleDistortedBoundingBoxV2(
        image_size=SIZE, bounding_boxes=BOX, min_object_covered=np.float32(2), max_attempts=2**31 - 1, seed=1
    )
    with go.Session() as session, pytest.raises(go.errors.DeadlineExceededError):
        session.run(drawn, timeout=0.3)


IMAGES = np.zeros((2, 3, 4, 3), np.float32)
BOXES = np.zeros((2, 1, 4), np.float32)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"images": IMAGES[0]}, "images of op 'DrawBoundingBoxesV2' must have rank 4"),
        ({"images": IMAGES[..., :2]}, "must have 1, 3 or 4 channels"),
        ({"boxes": BOXES[:1]}, "boxes of op 'DrawBoundingBoxesV2' must have the batch size of images, 2"),
        ({"boxes": BOXES[..., :3]}, "must have 4 columns"),
        ({"colors": np.zeros((1, 2), np.float32)}, "colors of op .* must have a number for each of 3 channels"),
        ({"colors": np.zeros(3, np.float32)}, "colors of op .* must have rank 2"),
    ],
)
def test_drawing(arguments: dict[str, Any], text: str) -> None:
    given = {"images": IMAGES, "boxes": BOXES, "colors": np.ones((1, 3), np.float32)}
    with pytest.raises(go.errors.InvalidArgumentError, match=text):
        go.eager.DrawBoundingBoxesV2(**given | arguments)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 3e38, -3e38])
def test_boxes_that_are_no_numbers_or_far_away(bad: float) -> None:
    """Where TensorFlow converts what no integer is: NaN is not drawn, and what is far away is beyond the image."""
    with np.errstate(all="ignore"):
        frame = np.array([bad, 0, 1, 1], np.float32)
    drawn = go.eager.DrawBoundingBoxes(images=IMAGES[:1], boxes=frame[None, None])
    assert drawn.any() == (bad < 0)
