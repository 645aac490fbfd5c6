"""Malformed calls of normalisations."""

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError
from tests.hostile.test_array import dynamic, static

X = np.ones((2, 3, 4, 5), np.float32)
C = np.ones(5, np.float32)
NORM = {"x": X, "scale": C, "offset": C, "mean": C, "variance": C}
EMPTY = np.zeros(0, np.float32)
GRAD = {"y_backprop": X, "x": X, "scale": C, "reserve_space_1": C, "reserve_space_2": C}
V3 = {"reserve_space_3": EMPTY}

CALLS = [
    ("FusedBatchNorm", {**NORM, "x": X[0]}, "x of op .* must have rank 4, as data_format is NHWC, got rank 3"),
    ("FusedBatchNorm", {**NORM, "scale": C[:4]}, "scale of op .* the 5 channels of x, got 4"),
    ("FusedBatchNorm", {**NORM, "data_format": "NCHW"}, "scale of op .* the 3 channels of x, got 5"),
    ("FusedBatchNorm", {**NORM, "offset": X}, "offset of op .* rank 1"),
    ("FusedBatchNorm", {**NORM, "mean": np.float32(1)}, "mean of op .* rank 1"),
    ("FusedBatchNormV2", {**NORM, "mean": EMPTY, "is_training": False}, "mean of op .* the 5 channels of x, got 0"),
    ("FusedBatchNormV2", {**NORM, "variance": EMPTY, "exponential_avg_factor": 0.5}, "variance of op .* got 0"),
    ("FusedBatchNormV2", {**NORM, "data_format": "NDHWC"}, "data_format"),
    ("FusedBatchNormV3", {**NORM, "data_format": "NDHWC"}, "must have rank 5, as data_format is NDHWC"),
    ("FusedBatchNormV3", {**NORM, "x": X.astype(np.float64)}, "float16, bfloat16, float32"),
    ("FusedBatchNormGrad", {**GRAD, "y_backprop": X[:1]}, "y_backprop of op .* the shape of x"),
    ("FusedBatchNormGrad", {**GRAD, "scale": C[:2]}, "scale of op .* the 5 channels of x, got 2"),
    ("FusedBatchNormGradV2", {**GRAD, "reserve_space_1": EMPTY}, "reserve_space_1 of op .* got 0"),
    ("FusedBatchNormGradV3", {**GRAD, **V3, "reserve_space_2": X}, "reserve_space_2 of op .* rank 1"),
    ("FusedBatchNormGradV3", {**GRAD, **V3, "data_format": "NCDHW"}, "rank 5"),
    ("LRN", {"input": X[0]}, "input of op 'LRN' must have rank 4"),
    ("LRN", {"input": X, "depth_radius": -1}, "attr 'depth_radius' of op 'LRN' must be between 0 and"),
    ("LRN", {"input": X, "depth_radius": 2**31}, "attr 'depth_radius'"),
    ("LRNGrad", {"input_grads": X, "input_image": X, "output_image": X[..., :1]}, "the shape of input_grads"),
    ("LRNGrad", {"input_grads": X, "input_image": X[0], "output_image": X}, "input_image of op .* rank 4"),
]
WAYS = {"static": static, "dynamic": dynamic, "eager": lambda op, arguments: getattr(go.eager, op)(**arguments)}


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_malformed(call, way):
    op, arguments, text = call
    with pytest.raises(InvalidArgumentError, match=text):
        way(op, arguments)


def test_averages_that_are_not_looked_at():
    """In training without a memory they may have any length."""
    found = go.eager.FusedBatchNormV3(**{**NORM, "mean": EMPTY, "variance": np.ones(7, np.float32)})
    assert found.batch_mean.shape == (5,)


def test_what_is_no_number_stays_in_its_channel():
    x = X.copy()
    x[0, 0, 0, 1] = np.nan
    y = go.eager.FusedBatchNormV3(**{**NORM, "x": x}).y
    assert np.isnan(y[..., 1]).all()
    assert np.isfinite(np.delete(y, 1, axis=3)).all()
