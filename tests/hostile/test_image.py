"""Malformed calls of image ops."""

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError, NotFoundError, OutOfRangeError
from tests.hostile.test_array import dynamic, ints, static

X = np.ones((2, 3, 4, 3), np.float32)
ONE = np.float32(1)
SIZE = {"size": ints(5, 6)}
BOXES = np.full((2, 4), 0.5, np.float32)
CROP = {"boxes": BOXES, "box_ind": ints(0, 1)}
GRADS = np.ones((2, 2, 2, 3), np.float32)
NMS = {"boxes": BOXES, "scores": BOXES[:, 0], "max_output_size": np.int32(2)}
LIMITS = {"iou_threshold": np.float32(0.5), "score_threshold": np.float32(0)}
ALL = {
    "boxes": BOXES[None, :, None],
    "scores": np.ones((1, 2, 2), np.float32),
    "max_output_size_per_class": np.int32(2),
    "max_total_size": np.int32(2),
    **LIMITS,
}
SHARES = {**NMS, "overlaps": np.eye(2, dtype=np.float32), "overlap_threshold": ONE, "score_threshold": ONE}
del SHARES["boxes"]
PATCH = {"images": X, "ksizes": [1, 2, 2, 1], "strides": [1, 1, 1, 1], "rates": [1, 1, 1, 1], "padding": "VALID"}
RESIZES = ("ResizeBilinear", "ResizeBicubic", "ResizeNearestNeighbor", "ResizeArea")
BOTH = {"align_corners": True, "half_pixel_centers": True}


def resizing():
    for op in RESIZES:
        yield op, {"images": X[0], **SIZE}, "images of op .* must have rank 4"
        yield op, {"images": X[:, :0], **SIZE}, "images of op .* at least one row, column and channel"
        yield op, {"images": X[..., :0], **SIZE}, "at least one row, column and channel"
        yield op, {"images": X, "size": ints(5, 0)}, "size of op .* must have sizes > 0"
        yield op, {"images": X, "size": ints(5, -1)}, "size of op .* must have sizes >= 0"
        yield op, {"images": X, "size": ints(5, 6, 7)}, "size of op .* must have 2 values"
        yield op, {"images": X, "size": np.int32(5)}, "size of op .* must have rank 1"
        if op != "ResizeArea":
            yield op, {"images": X, **SIZE, **BOTH}, "attr 'half_pixel_centers' of op .* must be false if align_corners"
    for op in ("ResizeBilinearGrad", "ResizeBicubicGrad"):
        yield op, {"grads": X, "original_image": X[..., :1]}, "the channels of grads, 3"
        yield op, {"grads": X, "original_image": X[:1]}, "the batch size of grads, 2"
        yield op, {"grads": X[:, :0], "original_image": X}, "grads of op .* at least one row"
        yield op, {"grads": X, "original_image": X, **BOTH}, "half_pixel_centers"
    yield "ResizeNearestNeighborGrad", {"grads": X, "size": ints(0, 2)}, "sizes > 0"


CALLS = [
    *resizing(),
    ("CropAndResize", {"image": X, **CROP, "crop_size": ints(2, 0)}, "crop_size of op .* sizes > 0"),
    ("CropAndResize", {"image": X[:, :0], **CROP, "crop_size": ints(2, 2)}, "at least one row and one column"),
    ("CropAndResize", {"image": X, **CROP, "boxes": BOXES[:, :3], "crop_size": ints(2, 2)}, "boxes of op .* 4 columns"),
    ("CropAndResize", {"image": X, **CROP, "box_ind": ints(0), "crop_size": ints(2, 2)}, "for each of the 2 boxes, got 1"),
    ("CropAndResize", {"image": X, **CROP, "boxes": BOXES * np.nan, "crop_size": ints(2, 2)}, "must be finite, got 8"),
    ("CropAndResizeGradImage", {"grads": GRADS, **CROP, "image_size": ints(2, 3, 4, 1), "T": "float32"}, "the depth of"),
    ("CropAndResizeGradImage", {"grads": GRADS, **CROP, "image_size": ints(2, 3, 3), "T": "float32"}, "have 4 values"),
    ("CropAndResizeGradImage", {"grads": GRADS, **CROP, "image_size": ints(2, 0, 3, 3), "T": "float32"}, "one row"),
    ("CropAndResizeGradImage", {"grads": GRADS[:1], **CROP, "image_size": ints(2, 3, 3, 3), "T": "float32"}, "a crop for"),
    ("CropAndResizeGradBoxes", {"grads": GRADS[..., :1], "image": X, **CROP}, "image of op .* the depth of grads, 1"),
    ("CropAndResizeGradBoxes", {"grads": GRADS, "image": X, **CROP, "boxes": BOXES * np.inf}, "boxes of op .* be finite"),
    ("NonMaxSuppression", {**NMS, "iou_threshold": 1.5}, r"attr 'iou_threshold' of op .* must be in \[0, 1\], got 1.5"),
    ("NonMaxSuppression", {**NMS, "max_output_size": np.int32(-1)}, "max_output_size of op .* must be 0 or more"),
    ("NonMaxSuppression", {**NMS, "scores": BOXES[:1, 0]}, "scores of op .* for each of the 2 boxes, got 1"),
    ("NonMaxSuppressionV2", {**NMS, "iou_threshold": np.float32("nan")}, r"iou_threshold of op .* \[0, 1\], got nan"),
    ("NonMaxSuppressionV3", {**NMS, **LIMITS, "max_output_size": ints(2)}, "max_output_size of op .* be a scalar"),
    ("NonMaxSuppressionV3", {**NMS, **LIMITS, "score_threshold": BOXES[0]}, "score_threshold of op .* be a scalar"),
    ("NonMaxSuppressionV4", {**NMS, **LIMITS, "boxes": BOXES[0]}, "boxes of op .* have rank 2"),
    ("NonMaxSuppressionV5", {**NMS, **LIMITS, "soft_nms_sigma": np.float32(-1)}, "soft_nms_sigma of op .* be 0 or more"),
    ("CombinedNonMaxSuppression", {**ALL, "boxes": BOXES}, "boxes of op .* have rank 4"),
    ("CombinedNonMaxSuppression", {**ALL, "scores": GRADS[:1, :1, :, 0]}, "scores of op .* each of the 2 boxes"),
    ("CombinedNonMaxSuppression", {**ALL, "boxes": BOXES[None, :, None].repeat(3, 2)}, "have 1 or 2 boxes along axis 2"),
    ("CombinedNonMaxSuppression", {**ALL, "max_total_size": np.int32(0)}, "max_total_size of op .* be 1 or more, got 0"),
    ("CombinedNonMaxSuppression", {**ALL, "max_output_size_per_class": ints(1)}, "per_class of op .* be a scalar"),
    ("CombinedNonMaxSuppression", {**ALL, "iou_threshold": np.float32(1.5)}, r"iou_threshold of op .* \[0, 1\], got 1.5"),
    ("NonMaxSuppressionWithOverlaps", {**SHARES, "overlaps": BOXES}, "overlaps of op .* must be square"),
    ("NonMaxSuppressionWithOverlaps", {**SHARES, "scores": BOXES[0]}, "for each of the 2 boxes, got 4"),
    ("NonMaxSuppressionWithOverlaps", {**SHARES, "max_output_size": np.int32(-1)}, "be 0 or more, got -1"),
    ("RGBToHSV", {"images": ONE}, "rank 1 or more"),
    ("HSVToRGB", {"images": X[..., :2]}, "images of op .* must have 3 channels at the end, got 2"),
    ("AdjustContrastv2", {"images": X[0, 0], "contrast_factor": ONE}, "rank 3 or more"),
    ("AdjustContrastv2", {"images": X, "contrast_factor": BOXES[0]}, "contrast_factor of op .* be a scalar"),
    ("AdjustHue", {"images": X[..., :1], "delta": ONE}, "must have 3 channels"),
    ("AdjustHue", {"images": X, "delta": BOXES[0]}, "delta of op .* be a scalar"),
    ("AdjustSaturation", {"images": X[0, 0], "scale": ONE}, "rank 3 or more"),
    ("ExtractImagePatches", {**PATCH, "images": X[0]}, "images of op .* must have rank 4"),
    ("ExtractImagePatches", {**PATCH, "ksizes": [1, 2, 2]}, "at least 4 values"),
    ("ExtractImagePatches", {**PATCH, "ksizes": [1, 2, 2, 1, 1]}, "attr 'ksizes' of op .* have 4 values"),
    ("ExtractImagePatches", {**PATCH, "ksizes": [2, 2, 2, 1]}, "attr 'ksizes' of op .* be 1 in the batch and channel"),
    ("ExtractImagePatches", {**PATCH, "ksizes": [1, 0, 2, 1]}, "attr 'ksizes' of op .* be between 1 and"),
    ("ExtractImagePatches", {**PATCH, "ksizes": [1, 2**31, 2, 1]}, "attr 'ksizes' of op .* be between 1 and"),
    ("ExtractImagePatches", {**PATCH, "ksizes": [1, 9, 2, 1]}, "attr 'ksizes' of op .* no further than the padded input"),
    ("ExtractImagePatches", {**PATCH, "strides": [1, 0, 1, 1]}, "attr 'strides'"),
    ("ExtractImagePatches", {**PATCH, "rates": [1, 1, 1, 2]}, "attr 'rates'"),
    ("ExtractImagePatches", {**PATCH, "ksizes": [1, 2**31 - 1, 2**31 - 1, 1], "padding": "SAME"}, "2\\*\\*63 - 1"),
]  # fmt: skip
WAYS = {"static": static, "dynamic": dynamic, "eager": lambda op, arguments: getattr(go.eager, op)(**arguments)}


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_malformed(call, way):
    op, arguments, text = call
    with pytest.raises(InvalidArgumentError, match=text):
        way(op, arguments)


@pytest.mark.parametrize("index", [2, -1])
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_boxes_in_images_that_do_not_exist(index, way):
    given = {**CROP, "box_ind": ints(0, index)}
    calls = [
        ("CropAndResize", {"image": X, **given, "crop_size": ints(2, 2)}),
        ("CropAndResizeGradImage", {"grads": GRADS, **given, "image_size": ints(2, 3, 4, 3), "T": "float32"}),
        ("CropAndResizeGradBoxes", {"grads": GRADS, "image": X, **given}),
    ]
    for op, arguments in calls:
        with pytest.raises(OutOfRangeError, match=rf"box_ind of op '{op}' must be in \[0, 2\)"):
            way(op, arguments)


def test_nothing_is_as_large_as_its_sizes():
    """Beside an axis of size 0 the others may be of any size."""
    huge = ints(2**29, 2**29)
    for op in RESIZES:
        assert getattr(go.eager, op)(images=X[:0], size=huge).shape == (0, 2**29, 2**29, 3)
    none = {"boxes": BOXES[:0], "box_ind": ints(), "crop_size": huge}
    assert go.eager.CropAndResize(image=X, **none).shape == (0, 2**29, 2**29, 3)
    window = {**PATCH, "ksizes": [1, 2**20, 2**20, 1], "padding": "SAME"}
    assert go.eager.ExtractImagePatches(**{**window, "images": X[:0]}).shape == (0, 3, 4, 3 * 2**40)


def test_no_gradient_is_an_error_and_not_a_zero():
    with go.Graph().as_default():
        x = go.placeholder(go.float32, (1, 2, 2, 3))
        for y in (go.raw_ops.ResizeArea(images=x, size=ints(1, 1)), go.raw_ops.AdjustHue(images=x, delta=ONE)):
            with pytest.raises(NotFoundError, match="gradient"):
                go.gradients(y, x)
