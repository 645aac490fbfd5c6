"""Malformed calls of activations, biases, softmax and pools."""

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError, UnimplementedError
from tests.hostile.test_array import dynamic, ints, static

X = np.zeros((2, 4, 5, 3), np.float32)
POOL = {"ksize": [1, 2, 2, 1], "strides": [1, 1, 1, 1], "padding": "VALID"}


SMALL = np.zeros((2, 3, 4, 3), np.float32)  # the output of that pool
BEST = np.zeros(SMALL.shape, np.int64)
CHANNELS = {"ksize": [1, 1, 1, 3], "strides": [1, 1, 1, 3]}


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
    ("MaxPoolGradGrad", {"orig_input": X, "orig_output": SMALL, "grad": SMALL, **POOL}, "the shape of orig_input"),
    ("MaxPool", pool(strides=[1, 2**31, 1, 1]), "between 1 and"),
    ("MaxPool", pool(ksize=[1, 1, 1, 0]), "be 1 in the batch and channel dimensions"),
    ("MaxPool", pool(ksize=[1, 1, 1, 2], strides=[1, 1, 1, 2]), "a multiple of 2 channels, as attr 'ksize' says, got 3"),
    ("MaxPool", pool(ksize=[1, 1, 1, 2**31], strides=[1, 1, 1, 2**31]), "at most 2147483647"),
    ("MaxPool", pool(strides=[1, 1, 1, 2]), "be 1 in the batch and channel dimensions"),
    ("AvgPool", {"value": X, **POOL, "ksize": [1, -2, 2, 1]}, "between 1 and"),
    ("MaxPool3D", {"input": X, **POOL, "ksize": [1] * 5, "strides": [1] * 5}, "must have rank 5"),
    ("MaxPoolWithArgmax", pool(input=X[0]), "must have rank 4"),
    ("MaxPoolWithArgmax", pool(ksize=[3, 2, 2, 1]), "be 1 in the batch"),
    ("MaxPoolGradWithArgmax", {"input": X, "grad": X, "argmax": BEST, **POOL}, "grad .* the shape of the pool's output"),
    ("MaxPoolGradWithArgmax", {"input": X, "grad": SMALL, "argmax": BEST[:1], **POOL}, "argmax .* the pool's output"),
    ("MaxPoolGradWithArgmax", {"input": X, "grad": SMALL, "argmax": BEST + 60, **POOL}, r"argmax of op .* \[0, 60\)"),
    ("MaxPoolGradWithArgmax", {"input": X, "grad": SMALL, "argmax": BEST - 1, **POOL}, "from -1 to -1"),
    ("MaxPoolGradWithArgmax", {"input": X, "grad": SMALL, "argmax": BEST + 120, "include_batch_in_index": True, **POOL},
     r"\[0, 120\)"),
    ("TopKV2", {"input": X, "k": np.int32(4)}, "be at most 3, the size of the last axis"),
    ("TopKV2", {"input": X, "k": np.int32(-1)}, "be 0 or more, got -1"),
    ("TopKV2", {"input": X, "k": np.int64(2**62)}, "be at most 3"),
    ("TopKV2", {"input": X, "k": ints(1)}, "k of op 'TopKV2' must be a scalar"),
    ("TopKV2", {"input": np.float32(1), "k": np.int32(1)}, "rank 1 or more"),
    ("TopKV2", {"input": np.zeros(2**15, np.int8), "k": np.int32(1), "index_type": "int16"}, "at most 32767 elements"),
    ("InTopKV2", {"predictions": X[0, 0], "targets": ints(1), "k": np.int32(1)}, "each of the 5 rows of predictions"),
    ("InTopKV2", {"predictions": X, "targets": ints(1), "k": np.int32(1)}, "predictions .* rank 2"),
    ("InTopKV2", {"predictions": X[0, 0], "targets": ints(*range(5)), "k": ints(1)}, "k of op .* must be a scalar"),
    ("InTopK", {"predictions": X[0, 0], "targets": X[0, 0, 0].astype(np.int32), "k": 1}, "each of the 5 rows"),
]  # fmt: skip

# Windows over channels that TensorFlow has no kernel for either.
UNIMPLEMENTED = [
    ("AvgPool", {"value": X, **POOL, **CHANNELS}, "be 1 in the batch and channel dimensions"),
    ("MaxPoolWithArgmax", pool(**CHANNELS), "be 1 in the batch and channel dimensions"),
    ("MaxPoolGrad", {"orig_input": X, "orig_output": X, "grad": X, **POOL, **CHANNELS}, "be 1 in the batch"),
    ("MaxPool", pool(**CHANNELS | {"strides": [1, 1, 1, 1]}), "be 3 for the channels"),
    ("MaxPool", pool(**CHANNELS | {"ksize": [1, 2, 1, 3]}), "where channels are pooled"),
    ("MaxPool", pool(**CHANNELS | {"strides": [1, 2, 1, 3]}), "where channels are pooled"),
    ("MaxPool", pool(**CHANNELS, padding="EXPLICIT", explicit_paddings=[0, 0, 1, 0, 0, 0, 0, 0]), "attr 'explicit_paddin"),
]  # fmt: skip


WAYS = {"static": static, "dynamic": dynamic, "eager": lambda op, arguments: getattr(go.eager, op)(**arguments)}


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_malformed(call, way):
    op, arguments, text = call
    with pytest.raises(InvalidArgumentError, match=text):
        way(op, arguments)


@pytest.mark.parametrize("call", UNIMPLEMENTED, ids=lambda call: call[0])
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_unimplemented(call, way):
    op, arguments, text = call
    with pytest.raises(UnimplementedError, match=text):
        way(op, arguments)


def test_a_huge_window_costs_nothing():
    y = go.eager.MaxPool(input=X, ksize=[1, 2**31 - 1, 1, 1], strides=[1, 1, 1, 1], padding="SAME")
    assert y.shape == X.shape


def test_nothing_is_as_large_as_its_sizes():
    """Beside an axis of size 0 the others may be of any size."""
    huge = np.zeros((0, 2**28, 2**28, 3), np.float32)
    assert go.eager.MaxPoolWithArgmax(input=huge, **POOL).argmax.shape == (0, 2**28 - 1, 2**28 - 1, 3)
    assert go.eager.TopKV2(input=np.zeros((2**40, 0), np.float32), k=np.int32(0)).values.shape == (2**40, 0)
    empty = go.eager.InTopKV2(predictions=np.zeros((3, 0), np.float32), targets=np.zeros(3, np.int32), k=np.int32(1))
    assert empty.tolist() == [False] * 3


def test_a_logit_for_every_class():
    """One logit in a row is used for every class, so that the gradient with respect to the labels is the entropy's."""
    with go.Graph().as_default() as graph:
        features = go.placeholder(go.float64)  # of any shape until it is fed
        labels = go.constant(np.full((1, 4), 0.25))
        loss, _ = go.raw_ops.SoftmaxCrossEntropyWithLogits(features=features, labels=labels)
        by_features, by_labels = go.gradients(loss, [features, labels])
    with go.Session(graph) as session:
        found = session.run([loss, by_features, by_labels], {features: np.array([[1.0], [2.0]])})
    np.testing.assert_allclose(found[0], np.full(2, np.log(4)))
    np.testing.assert_allclose(found[1], np.zeros((2, 1)), atol=1e-15)
    np.testing.assert_allclose(found[2], np.full((1, 4), 2 * np.log(4)))
