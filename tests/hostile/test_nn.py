"""Malformed calls of activations, biases, softmax and pools."""

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError
from tests.hostile.test_array import dynamic, ints, static

X = np.zeros((2, 4, 5, 3), np.float32)
POOL = {"ksize": [1, 2, 2, 1], "strides": [1, 1, 1, 1], "padding": "VALID"}


def pool(**changes):
    return {"input": X, **POOL, **changes}


CALLS = [
    ("BiasAdd", {"value": X, "bias": np.zeros(4, np.float32)}, "the 3 channels of value"),
    ("BiasAdd", {"value": X, "bias": X}, "must have rank 1"),
    ("BiasAdd", {"value": X[0, 0, 0], "bias": X[0, 0, 0]}, "rank 2 or more"),
    ("BiasAdd", {"value": X, "bias": np.zeros(3, np.float32), "data_format": "NCHW"}, "the 4 channels of value"),
    ("BiasAddGrad", {"out_backprop": X[0, 0, 0]}, "rank 2 or more"),
    ("ReluGrad", {"gradients": X, "features": X[0]}, "have the shape of gradients"),
    ("Softmax", {"logits": np.float32(1)}, "rank 1 or more"),
    ("SoftmaxCrossEntropyWithLogits", {"features": X[0, 0], "labels": X[0, 0, :2]}, "a shape that broadcasts"),
    ("SoftmaxCrossEntropyWithLogits", {"features": X, "labels": X}, "must have rank 2"),
    ("SparseSoftmaxCrossEntropyWithLogits", {"features": X[0, 0], "labels": ints(0, 1)}, "for each of the 5 rows"),
    ("SparseSoftmaxCrossEntropyWithLogits", {"features": X[0, 0, :2], "labels": ints(0, 3)}, r"labels of op .* \[0, 3\)"),
    ("SparseSoftmaxCrossEntropyWithLogits", {"features": X[0, 0, :2], "labels": ints(0, -1)}, r"\[0, 3\)"),
    ("MaxPool", pool(ksize=[1, 2, 2]), "at least 4 values"),
    ("MaxPool", pool(ksize=[1, 2, 2, 1, 1]), "must have 4 values"),
    ("MaxPool", pool(ksize=[1, 0, 2, 1]), "between 1 and"),
    ("MaxPool", pool(ksize=[1, 2**31, 2, 1]), "between 1 and"),
    ("MaxPool", pool(ksize=[2, 2, 2, 1]), "be 1 in the batch and channel dimensions"),
    ("MaxPool", pool(ksize=[1, 9, 2, 1]), "reach no further than the padded input"),
    ("MaxPool", pool(strides=[1, 0, 1, 1]), "between 1 and"),
    ("MaxPool", pool(strides=[1, -1, 1, 1]), "between 1 and"),
    ("MaxPool", pool(strides=[2, 1, 1, 1]), "be 1 in the batch"),
    ("MaxPool", pool(padding="FULL"), "'SAME', 'VALID', 'EXPLICIT'"),
    ("MaxPool", pool(padding="EXPLICIT"), "must have 8 values"),
    ("MaxPool", pool(input=X[0]), "must have rank 4"),
    ("MaxPool", pool(data_format="NCHW_VECT_C"), "data_format"),
    ("MaxPoolV2", {"input": X, "ksize": ints(1, 2, 2), "strides": ints(1, 1, 1, 1), "padding": "SAME"}, "4 values"),
    ("AvgPoolGrad", {"orig_input_shape": ints(2, 4, 5), "grad": X, **POOL}, "have 4 values"),
    ("AvgPoolGrad", {"orig_input_shape": ints(2, 4, 5, 3), "grad": X, **POOL}, "the shape of the pool's output"),
    ("AvgPoolGrad", {"orig_input_shape": ints(2, -4, 5, 3), "grad": X, **POOL}, "sizes >= 0"),
    ("MaxPoolGrad", {"orig_input": X, "orig_output": X, "grad": X, **POOL}, "the shape of the pool's output"),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
@pytest.mark.parametrize("way", [static, dynamic, lambda op, a: getattr(go.eager, op)(**a)], ids=["static", "dynamic",
                                                                                                  "eager"])  # fmt: skip
def test_malformed(call, way):
    op, arguments, text = call
    with pytest.raises(InvalidArgumentError, match=text):
        way(op, arguments)


def test_a_huge_window_costs_nothing():
    y = go.eager.MaxPool(input=X, ksize=[1, 2**31 - 1, 1, 1], strides=[1, 1, 1, 1], padding="SAME")
    assert y.shape == X.shape
