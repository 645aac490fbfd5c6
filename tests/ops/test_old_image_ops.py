"""Ops of images that TensorFlow runs in old graphs only give what it gives there."""

import json

import numpy as np
import pytest

import graphops as go
from tests.golden.load import GOLDEN
from tests.ops.old_image_calls import calls

RECORDED = json.loads((GOLDEN / "old_image_ops.json").read_text())


@pytest.mark.parametrize("number", range(len(calls())))
def test_recorded_calls(number: int) -> None:
    op, inputs, attrs = calls()[number]
    with go.Graph().as_default(), go.Session() as session:
        found = session.run(getattr(go.raw_ops, op)(**inputs, **attrs))
    want = np.array(RECORDED[number], found.dtype)
    assert found.shape == want.shape
    np.testing.assert_allclose(found, want, 1e-5, 1e-5)


def test_crops_that_are_too_large() -> None:
    image = np.zeros((2, 3, 1), np.float32)
    with pytest.raises(go.errors.InvalidArgumentError, match="size of op 'RandomCrop' must be at most the rows"):
        go.raw_ops.RandomCrop(image=image, size=np.array([3, 3]))
