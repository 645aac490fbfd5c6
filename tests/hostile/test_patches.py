"""Malformed calls of patches of volumes."""

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError
from tests.hostile.test_array import dynamic, static

VOLUME = np.zeros((1, 4, 4, 4, 1), np.float32)
GOOD = {"ksizes": [1, 2, 2, 2, 1], "strides": [1, 1, 1, 1, 1], "padding": "VALID"}
CALLS = [
    ({"ksizes": [2, 2, 2, 2, 1]}, "attr 'ksizes' .* must be 1 in the batch and channel dimensions"),
    ({"ksizes": [1, 0, 2, 2, 1]}, "attr 'ksizes' .* must be between 1 and"),
    ({"ksizes": [1, 2, 2, 2, 1, 1]}, "attr 'ksizes' .* must have 5 values, got 6"),
    ({"ksizes": [1, 5, 2, 2, 1]}, "attr 'ksizes' .* must reach no further than the padded input, 4"),
    ({"strides": [1, 0, 1, 1, 1]}, "attr 'strides' .* must be between 1 and"),
    ({"strides": [1, 1, 1, 1, 2]}, "attr 'strides' .* must be 1 in the batch and channel dimensions"),
    ({"padding": "FULL"}, "padding"),
    ({"ksizes": [1, 2**31 - 1, 2**31 - 1, 2, 1], "padding": "SAME"}, "at most 2\\*\\*63 - 1 elements"),
    ({"input": VOLUME[0]}, "input of op 'ExtractVolumePatches' must have rank 5"),
]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: str(call[0])[:30])
@pytest.mark.parametrize("way", [static, dynamic, lambda op, a: getattr(go.eager, op)(**a)],
                         ids=["static", "dynamic", "eager"])  # fmt: skip
def test_malformed(call, way):
    wrong, text = call
    with pytest.raises(InvalidArgumentError, match=text):
        way("ExtractVolumePatches", {"input": VOLUME, **GOOD, **wrong})
