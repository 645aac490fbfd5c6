"""``tf.metrics`` beside TensorFlow's over three batches, and ``tf.contrib.metrics``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import graphops.compat.v1 as tf
from graphops import errors
from tests.compat.metric_calls import CALLS, CLASSES, FLOATS, results

WANTED = np.load(Path(__file__).with_name("tf_metrics.npz"))


@pytest.mark.parametrize("name", CALLS)
def test_as_tensorflow(name: str) -> None:
    for key, value in results(tf, name).items():
        wanted = WANTED[f"{name}/{key}"]
        if key == "names":
            assert value.tolist() == wanted.tolist()
        else:
            np.testing.assert_allclose(value, wanted, rtol=1e-4, atol=1e-6, err_msg=key)


def test_predictions_first() -> None:
    c = tf.contrib.metrics
    guess, truth = CLASSES[0], CLASSES[1]
    with tf.Graph().as_default(), tf.Session() as session:
        values, updates = c.aggregate_metric_map(
            {
                "right": c.streaming_accuracy(guess, truth),
                "squares": c.streaming_mean_squared_error(FLOATS[0], FLOATS[1]),
                "recall": c.streaming_recall(guess > 0, truth > 0),
                "mean": c.streaming_mean(FLOATS[0]),
            }
        )
        assert c.aggregate_metrics((1, 2), (3, 4)) == ([1, 3], [2, 4])
        session.run(tf.local_variables_initializer())
        session.run(updates)
        found = session.run(values)
        once = session.run([c.accuracy(guess, truth), c.accuracy(guess, truth, (truth > 1).astype(np.float32))])
    right = (guess == truth).mean()
    np.testing.assert_allclose(found["right"], right, rtol=1e-6)
    np.testing.assert_allclose(found["squares"], ((FLOATS[0] - FLOATS[1]) ** 2).mean(), rtol=1e-5)
    np.testing.assert_allclose(found["recall"], ((guess > 0) & (truth > 0)).sum() / (truth > 0).sum(), rtol=1e-6)
    np.testing.assert_allclose(found["mean"], FLOATS[0].mean(), rtol=1e-6)
    np.testing.assert_allclose(once, [right, (guess == truth)[truth > 1].mean()], rtol=1e-6)


def test_collections_and_refusals() -> None:
    with tf.Graph().as_default():
        value, update = tf.metrics.accuracy([1], [1], metrics_collections="values", updates_collections=["updates"])
        assert tf.get_collection("values") == [value]
        assert tf.get_collection("updates") == [update]
        with pytest.raises(errors.InvalidArgumentError, match="weights of a metric must be"):
            tf.metrics.mean([[1.0]], [1.0])
        with pytest.raises(errors.InvalidArgumentError, match="curve of auc must be"):
            tf.metrics.auc([True], [0.5], curve="roc")
        with pytest.raises(errors.InvalidArgumentError, match="num_thresholds of auc"):
            tf.metrics.auc([True], [0.5], num_thresholds=1)
        with pytest.raises(errors.InvalidArgumentError, match="labels of accuracy must have the dtype"):
            tf.contrib.metrics.accuracy([1], [1.0])
    for module in (tf.metrics, tf.contrib.metrics):
        for name in dir(module):
            assert getattr(module, name) is not None
        with pytest.raises(AttributeError, match="has no attribute 'nothing_like_it'"):
            _ = module.nothing_like_it
