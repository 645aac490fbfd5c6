"""Convolutions of padded and resized images: each image by itself; calls that are wrong are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.errors import InvalidArgumentError
from tests.golden.case import integers
from tests.golden.cases.nn_conv_mirrored import paddings

X, F = integers((3, 5, 4, 2), "float64", 1), integers((2, 3, 2, 2), "float64", 2)
CALL: dict[str, Any] = {
    "input": X, "filter": F, "paddings": paddings((1, 2), (2, 0)), "mode": "REFLECT", "strides": [1, 1, 1, 1],
    "padding": "VALID",
}  # fmt: skip


@pytest.mark.parametrize("mode", ["REFLECT", "SYMMETRIC"])
@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_each_image_is_convolved_as_by_the_ops_one_after_the_other(mode: str, padding: str) -> None:
    arguments = CALL | {"mode": mode, "padding": padding}
    around = go.eager.MirrorPad(input=X, paddings=CALL["paddings"], mode=mode)
    want = go.eager.Conv2D(input=around, filter=F, strides=[1, 1, 1, 1], padding=padding)
    np.testing.assert_array_equal(go.eager.FusedPadConv2D(**arguments), want)
    found = go.eager.FusedResizeAndPadConv2D(**arguments, size=[5, 4])
    np.testing.assert_allclose(found, want, atol=1e-12)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"paddings": paddings((5, 0), (0, 0))}, "be at most 4 for axis 1, whose size is 5"),
        ({"paddings": paddings((6, 0), (0, 0)), "mode": "SYMMETRIC"}, "be at most 5 for axis 1"),
        ({"paddings": paddings((-1, 0), (0, 0))}, "not be negative"),
        ({"paddings": np.ones((4, 2), np.int32)}, "be 0 for batch and channels"),
        ({"paddings": np.zeros((2, 2), np.int32)}, "have a row for each of the 4 axes"),
        ({"input": X[0]}, "have rank 4"),
        ({"filter": F[:, :, :1]}, "channels"),
        ({"strides": [1, 1, 1]}, "have 4 values"),
        ({"strides": [2, 1, 1, 1]}, "strides"),
        ({"strides": [1, 0, 1, 1]}, "be between 1 and"),
        ({"filter": np.zeros((9, 9, 2, 1))}, "filter"),
    ],
)
def test_calls_are_refused(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidArgumentError, match=sentence):
        go.eager.FusedPadConv2D(**CALL | changed)
    with pytest.raises(InvalidArgumentError, match=sentence):
        go.eager.FusedResizeAndPadConv2D(**CALL | changed, size=[5, 4])


@pytest.mark.parametrize("empty", [{"input": X[:0]}, {"filter": F[..., :0]}])
def test_nothing_gives_nothing(empty: dict[str, Any]) -> None:
    assert go.eager.FusedPadConv2D(**CALL | empty).size == 0
    assert go.eager.FusedResizeAndPadConv2D(**CALL | empty, size=[5, 4]).size == 0
