"""Windows of images: what is refused, and noise that is what it should be."""

from typing import Any

import numpy as np
import pytest

import graphops as go

IMAGES = np.random.default_rng(0).normal(3, 2, (2, 30, 40, 2)).astype(np.float32)
OPS = ["ExtractGlimpse", "ExtractGlimpseV2"]


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"input": IMAGES[0]}, "input of op .* must have rank 4"),
        ({"input": IMAGES[:, :0]}, "input of op .* must have rows and columns"),
        ({"offsets": np.zeros((3, 2), np.float32)}, "offsets of op .* must have a row for each of 2 images"),
        ({"offsets": np.zeros((2, 3), np.float32)}, "offsets of op .* must have 2 columns"),
        ({"offsets": np.array([[0, np.nan], [0, 0]], np.float32)}, "offsets of op .* must be finite, got nan"),
        ({"offsets": np.array([[0, 0], [-np.inf, 0]], np.float32)}, "offsets of op .* must be finite, got -inf"),
        ({"size": [0, 2]}, "size of op .* must have sizes > 0"),
        ({"size": [2, -1]}, "size"),
        ({"noise": "pink"}, "attr 'noise' of op .* must be 'uniform', 'gaussian', 'zero' or ''"),
        ({"noise": "zero"}, "attr 'noise' of op .* must be 'uniform' or '' if attr 'uniform_noise' is true"),
    ],
)
def test_bad_arguments(op: str, changes: dict[str, Any], text: str) -> None:
    given = {"input": IMAGES, "size": [3, 4], "offsets": np.zeros((2, 2), np.float32)}
    with pytest.raises(go.errors.InvalidArgumentError, match=text):
        getattr(go.eager, op)(**given | changes)


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("far", [3e38, -3e38, 1e12])
def test_windows_far_away(op: str, far: float) -> None:
    noise = {"uniform_noise": False, "noise": "zero", "normalized": False}
    found = getattr(go.eager, op)(input=IMAGES, size=[3, 4], offsets=np.full((2, 2), far, np.float32), **noise)
    assert not found.any()


@pytest.mark.parametrize("op", OPS)
def test_noise(op: str) -> None:
    away = {"input": IMAGES, "size": [200, 300], "offsets": np.full((2, 2), 99, np.float32)}
    call = getattr(go.eager, op)
    uniform, again = call(**away), call(**away)
    assert (uniform != again).mean() > 0.99
    for image, window in zip(IMAGES, uniform, strict=True):
        low, high = image.min(), image.max()
        assert window.min() >= low
        assert window.max() <= high
        assert abs(window.mean() - (low + high) / 2) < 0.1
    gaussian = call(**away, uniform_noise=False, noise="gaussian")
    np.testing.assert_allclose(gaussian.mean(axis=(1, 2)), IMAGES.mean(axis=(1, 2)), atol=0.1)
    np.testing.assert_allclose(gaussian.std(axis=(1, 2)), IMAGES.std(axis=(1, 2)), atol=0.1)
    assert (gaussian.max(axis=(1, 2)) <= IMAGES.max(axis=(1, 2))).all()
    blank = call(**away, noise="")
    assert abs(blank.mean() - uniform.mean()) < 0.2
