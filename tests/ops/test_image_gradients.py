"""Gradients of image ops that take float64 but answer in float32, or the other way round: differences in float32."""

from __future__ import annotations

import numpy as np
import pytest

from graphops.testing import gradcheck
from tests.golden.case import reals
from tests.ops import golden_calls

RESIZES = ("ResizeBilinear", "ResizeBilinearGrad", "ResizeBicubic", "ResizeBicubicGrad")
CROPS = ("CropAndResize", "CropAndResizeGradImage")


@pytest.mark.parametrize("op", RESIZES)
def test_resizing(op: str) -> None:
    compared = 0
    for case in golden_calls.cases_of(op)[::3]:
        if {array.dtype.name for array in golden_calls.arrays(case)} <= {"float32", "int32"}:
            with np.errstate(all="ignore"):
                compared += gradcheck(op, case.inputs, case.attrs, order=2)
    assert compared


@pytest.mark.parametrize("op", ["ScaleAndTranslate", "ScaleAndTranslateGrad"])
def test_scaling(op: str) -> None:
    """By the images alone, as in TensorFlow."""
    compared = 0
    for case in golden_calls.cases_of(op)[::4]:
        if {array.dtype.name for array in golden_calls.arrays(case)} <= {"float32", "int32"}:
            compared += gradcheck(op, case.inputs, case.attrs, order=2, constants=["scale", "translation"])
    assert compared


@pytest.mark.parametrize("op", CROPS)
@pytest.mark.parametrize("method", ["bilinear", "nearest"])
def test_crops_by_pixels(op: str, method: str) -> None:
    compared = 0
    for case in golden_calls.cases_of(op):
        dtypes = {array.dtype.name for array in golden_calls.arrays(case)} | {case.attrs.get("T", "float32")}
        if dtypes <= {"float32", "int32"}:
            attrs = {**case.attrs, "method": method}
            compared += gradcheck(op, case.inputs, attrs, order=2, constants=["boxes"])
    assert compared


@pytest.mark.parametrize("crop", [(1, 1), (3, 1), (1, 2), (4, 3)])
def test_crops_by_boxes(crop: tuple[int, int]) -> None:
    """Boxes within one square between four pixels, where nothing has a kink. They can be differentiated once."""
    boxes = np.array([[0.1, 0.2, 0.8, 0.9], [0.9, 0.7, 0.2, 0.15], [0.4, 0.3, 0.6, 0.9]], np.float32)
    given = {"boxes": boxes, "box_ind": np.array([0, 1, 1], np.int32)}
    image, sizes = reals((2, 2, 2, 3), "float32", 1), np.array(crop, np.int32)
    assert gradcheck("CropAndResize", {"image": image, **given, "crop_size": sizes})
    grads, shape = reals((3, *crop, 3), "float32", 2), np.array([2, 2, 2, 3], np.int32)
    assert gradcheck("CropAndResizeGradImage", {"grads": grads, **given, "image_size": shape}, {"T": "float32"})
