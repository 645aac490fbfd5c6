"""Images seen from elsewhere: bad arguments are refused, and positions that are no numbers are beyond the images."""

from typing import Any

import numpy as np
import pytest

import graphops as go

IMAGES = np.arange(24, dtype=np.float32).reshape(2, 3, 4, 1)
SAME = np.array([[1, 0, 0, 0, 1, 0, 0, 0]], np.float32)


def seen(**changes: Any) -> Any:
    given = {"images": IMAGES, "transforms": SAME, "output_shape": [3, 4], "fill_value": 0.0}
    return go.eager.ImageProjectiveTransformV3(**given | {"interpolation": "NEAREST"} | changes)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"images": IMAGES[0]}, "images of op .* must have rank 4"),
        ({"transforms": SAME[0]}, "transforms of op .* must have rank 2"),
        ({"transforms": SAME[:, :6]}, "transforms of op .* must have 8 columns"),
        ({"transforms": np.repeat(SAME, 3, axis=0)}, "must have a row for each of 2 images, or one row"),
        ({"transforms": SAME[:0]}, "must have a row for each of 2 images, or one row"),
        ({"output_shape": [3]}, "output_shape"),
        ({"output_shape": [3, 0]}, "output_shape of op .* must have sizes > 0"),
        ({"output_shape": [-3, 4]}, "output_shape"),
        ({"interpolation": "CUBIC"}, "attr 'interpolation' of op .* must be 'NEAREST', 'BILINEAR', got 'CUBIC'"),
        ({"fill_mode": "EDGE"}, "attr 'fill_mode' of op .* must be 'REFLECT'"),
        ({"images": IMAGES.astype(np.uint8), "fill_value": 256.0}, "fill_value of op .* must fit into uint8"),
        ({"images": IMAGES.astype(np.int32), "fill_value": np.float32(np.nan)}, "fill_value of op .* must fit into"),
    ],
)
def test_projective_transforms(changes: dict[str, Any], text: str) -> None:
    with pytest.raises(go.errors.InvalidArgumentError, match=text):
        seen(**changes)


@pytest.mark.parametrize("fill_mode", ["CONSTANT", "NEAREST", "REFLECT", "WRAP"])
@pytest.mark.parametrize("interpolation", ["NEAREST", "BILINEAR"])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 3e38, -3e38, 1e10])
def test_positions_that_are_no_numbers_or_far_away(bad: float, interpolation: str, fill_mode: str) -> None:
    attrs = {"interpolation": interpolation, "fill_mode": fill_mode, "fill_value": -1.0}
    for place in range(8):
        transforms = SAME.copy()
        transforms[0, place] = bad
        found = seen(transforms=transforms, **attrs)
        assert found.shape == IMAGES.shape
        assert ((found >= -1) & (found < 24)).all()


def test_infinite_positions() -> None:
    found = seen(transforms=[[1, 0, 0, 0, 1, 0, -1, 0]], fill_value=9.0)
    assert (found[:, :, 1] == 9).all()


SIDE = {"size": [2, 2], "scale": [1.0, 1.0], "translation": [0.0, 0.0]}


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"images": IMAGES[:, :0]}, "images of op .* must have rows, columns and channels"),
        ({"size": [0, 2]}, "size of op .* must have sizes > 0"),
        ({"size": [2]}, "size"),
        ({"scale": [1.0, 0.0]}, "scale of op .* must have positive values"),
        ({"scale": np.array([np.nan, 1], np.float32)}, "scale of op .* must have positive values"),
        ({"scale": [1.0]}, "scale of op .* must have 2 values"),
        ({"translation": np.array([np.inf, 1], np.float32)}, "translation of op .* must be finite"),
        ({"kernel_type": "sinc"}, "attr 'kernel_type' of op .* must be one of lanczos1, .*, got 'sinc'"),
    ],
)
def test_scales(changes: dict[str, Any], text: str) -> None:
    with pytest.raises(go.errors.InvalidArgumentError, match=text):
        go.eager.ScaleAndTranslate(**{"images": IMAGES} | SIDE | changes)


@pytest.mark.parametrize("scale", [1e-38, 1e-45, 3e38])
@pytest.mark.parametrize("move", [0.0, 3e38, -3e38])
def test_scales_beyond_measure(scale: float, move: float) -> None:
    sides = {"scale": np.array([scale, 1], np.float32), "translation": np.array([move, 0], np.float32)}
    found = go.eager.ScaleAndTranslate(images=IMAGES, size=[3, 4], **sides)
    back = go.eager.ScaleAndTranslateGrad(grads=IMAGES, original_image=IMAGES, **sides)
    assert np.isfinite(found).all()
    assert np.isfinite(back).all()


def test_gradients_of_other_sizes() -> None:
    with pytest.raises(go.errors.InvalidArgumentError, match="must have the batch and the channels of original_image"):
        go.eager.ScaleAndTranslateGrad(
            grads=IMAGES[:1], original_image=IMAGES, scale=[1.0, 1.0], translation=[0.0, 0.0]
        )
