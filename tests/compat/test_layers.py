"""``tf.layers`` beside TensorFlow's: names of variables, shapes, values, moving averages, losses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import graphops.compat.v1 as tf
from graphops import errors
from tests.compat.layer_calls import networks, results

WANTED = np.load(Path(__file__).with_name("tf_layers.npz"))


@pytest.mark.parametrize("name", networks())
def test_as_tensorflow(name: str) -> None:
    found = results(tf, name)
    for key, value in found.items():
        wanted = WANTED[f"{name}/{key}"]
        if wanted.dtype.kind in "Ui":
            assert value.tolist() == wanted.tolist(), key
        else:
            np.testing.assert_allclose(value, wanted, rtol=1e-4, atol=1e-5, err_msg=key)


def test_dropout() -> None:
    """Half of the elements are 0, the others are doubled, in training alone."""
    with tf.Graph().as_default(), tf.Session() as session:
        training = tf.placeholder(tf.bool, [])
        y = tf.layers.dropout(tf.ones([1000]), training=training, seed=1)
        assert session.run(y, {training: False}).tolist() == [1.0] * 1000
        kept = session.run(y, {training: True})
        assert set(kept.tolist()) == {0.0, 2.0}
        assert 0.4 < (kept > 0).mean() < 0.6


def test_a_layer_of_ones_own() -> None:
    class Scaled(tf.layers.Layer):
        def build(self, input_shape):
            self.factor = self.add_variable("factor", [int(input_shape[-1])], initializer=tf.ones_initializer())

        def call(self, inputs, twice=False):
            return inputs * self.factor * (2.0 if twice else 1.0)

    with tf.Graph().as_default(), tf.Session() as session:
        layer = Scaled()
        one, two = layer(tf.fill([2, 3], 5.0)), layer(tf.fill([2, 3], 5.0), twice=True)
        session.run(tf.global_variables_initializer())
        assert session.run([one, two])[1].tolist() == [[10.0] * 3] * 2
        assert [each.name for each in layer.trainable_variables] == ["scaled/factor:0"]


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("data_format of conv2d must be", lambda x: tf.layers.conv2d(x, 2, 3, data_format="NHWC")),
        ("padding of conv2d must be", lambda x: tf.layers.conv2d(x, 2, 3, padding="full")),
        ("kernel_size of conv2d must be an integer or 2", lambda x: tf.layers.conv2d(x, 2, [1, 2, 3])),
        ("input of dense must have a known size", lambda x: tf.layers.dense(tf.placeholder(tf.float32), 2)),
        ("without renorm", lambda x: tf.layers.batch_normalization(x, renorm=True)),
        ("takes no keyword 'unit'", lambda x: tf.layers.Dense(2, unit=3)),
    ],
)
def test_refusals(text: str, call: object) -> None:
    with tf.Graph().as_default(), pytest.raises(errors.GraphopsError, match=text):
        call(tf.ones([1, 4, 4, 2]))  # type: ignore[operator]


def test_names_of_objects_and_losses_of_what_is_reused() -> None:
    """TensorFlow 2.21: two objects called "a" have the variables a/kernel and a_1/kernel."""
    with tf.Graph().as_default():
        for _ in range(2):
            tf.layers.Dense(2, name="a", use_bias=False)(tf.ones([1, 3]))
        assert [v.name for v in tf.global_variables()] == ["a/kernel:0", "a_1/kernel:0"]
        for reuse in (None, True):
            tf.layers.dense(tf.ones([1, 3]), 2, name="b", kernel_regularizer=tf.nn.l2_loss, reuse=reuse)
        assert len(tf.losses.get_regularization_losses()) == 1


def test_variables_that_call_makes() -> None:
    class Scaled(tf.nn.rnn_cell.RNNCell):
        state_size = output_size = 3

        def call(self, inputs, state):
            return inputs * tf.get_variable("factor", [], initializer=tf.ones_initializer()), state

    with tf.Graph().as_default():
        cell, x = Scaled(), tf.ones([2, 3])
        for _ in range(2):
            cell(x, x)
        assert [v.name for v in tf.global_variables()] == ["scaled/factor:0"]
