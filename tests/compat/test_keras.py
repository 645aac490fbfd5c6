"""Layers of ``tf.keras`` on tensors give what those of TensorFlow give; names of variables are the same."""

import json
from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf
from tests.compat.keras_calls import CALLS, PICTURES, RECORDED, ROWS, computed

WANT = json.loads(RECORDED.read_text(encoding="utf-8"))
layers, backend = tf.keras.layers, tf.keras.backend


@pytest.mark.parametrize("name", CALLS)
def test_calls_give_what_tensorflows_give(name: str) -> None:
    found, want = computed(tf, name), WANT[name]
    assert found["variables"] == want["variables"]
    assert found["trainable"] == want["trainable"]
    assert len(found["values"]) == len(want["values"])
    for got, expected in zip(found["values"], want["values"], strict=True):
        np.testing.assert_allclose(got, expected, atol=3e-4, rtol=1e-4)


@pytest.fixture(autouse=True)
def session() -> Any:
    with tf.Graph().as_default(), tf.Session() as made:
        yield made


def test_a_layer_keeps_its_variables(session: Any) -> None:
    layer = layers.Dense(2)
    first, second = layer(tf.constant(ROWS)), layer(tf.constant(2.0 * ROWS))
    assert [variable.op.name for variable in layer.trainable_weights] == ["dense/kernel", "dense/bias"]
    session.run(tf.global_variables_initializer())
    a, b = session.run([first, second])
    np.testing.assert_allclose(b, 2 * a, rtol=1e-5)


def test_training_depends_on_the_learning_phase(session: Any) -> None:
    x = tf.ones([1000])
    y = layers.Dropout(0.4)(x)
    assert session.run(y).tolist() == [1.0] * 1000
    dropped = session.run(y, {backend.learning_phase(): True})
    assert 300 < (dropped == 0).sum() < 500
    assert dropped.max() == pytest.approx(1 / 0.6)
    normal = layers.BatchNormalization()
    out = normal(tf.constant(ROWS))
    session.run(tf.global_variables_initializer())
    still = session.run([out, *normal.updates], {backend.learning_phase(): True})[0]
    np.testing.assert_allclose(still.mean(axis=0), np.zeros(4), atol=1e-5)
    np.testing.assert_allclose(session.run(normal.moving_mean), 0.01 * ROWS.mean(axis=0), atol=1e-6)
    assert tf.get_collection(tf.GraphKeys.UPDATE_OPS) == []
    with tf.Graph().as_default(), tf.Session() as other:
        backend.set_learning_phase(1)
        assert (other.run(layers.Dropout(0.4)(tf.ones([1000]))) == 0).any()


def test_losses_stay_with_their_layer() -> None:
    layer = layers.Dense(2, kernel_regularizer="l2", activity_regularizer=lambda x: tf.reduce_sum(x))
    layer(tf.constant(ROWS))
    assert len(layer.losses) == 2
    assert tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES) == []


def test_a_layer_of_ones_own(session: Any) -> None:
    class Scale(tf.keras.layers.Layer):
        def build(self, input_shape: Any) -> None:
            self.scale = self.add_weight("scale", [int(input_shape[-1])], initializer=tf.ones_initializer())
            super().build(input_shape)

        def call(self, inputs: Any) -> Any:
            return inputs * self.scale

    y = Scale(input_shape=(4,))(tf.keras.Input([4], name="given"))
    session.run(tf.global_variables_initializer())
    assert session.run(y, {"given:0": ROWS}).tolist() == ROWS.tolist()
    assert [variable.name for variable in tf.trainable_variables()] == ["scale/scale:0"]
    assert y.shape.as_list() == [None, 4]


def test_names_count_in_the_order_in_which_layers_are_made() -> None:
    first, second = layers.Dense(1), layers.Dense(1)
    second(tf.constant(ROWS))
    first(tf.constant(ROWS))
    assert [layer.name for layer in (first, second)] == ["dense", "dense_1"]
    assert [variable.op.name for variable in second.weights] == ["dense_1/kernel", "dense_1/bias"]


def test_the_session_of_the_backend(session: Any) -> None:
    v = backend.variable([1.0, 2.0], name="v")
    assert backend.get_session() is session
    assert backend.eval(v * 2.0).tolist() == [2.0, 4.0]
    backend.set_value(v, [3, 4])
    assert backend.get_value(v).tolist() == [3.0, 4.0]
    assert backend.int_shape(backend.placeholder((None, 3))) == (None, 3)
    assert backend.ndim(backend.placeholder(ndim=2)) == 2
    assert (backend.dtype(v), backend.floatx(), backend.epsilon()) == ("float32", "float32", 1e-7)


def test_initializers_by_name(session: Any) -> None:
    initializers = tf.keras.initializers
    values = session.run([initializers.get(name)([1000]) for name in ("uniform", "normal", "truncated_normal")])
    assert np.abs(values[0]).max() <= 0.05 < np.abs(values[1]).max()
    assert 0.04 < values[1].std() < 0.06
    assert np.abs(values[2]).max() <= 0.1
    assert session.run(initializers.get(initializers.Ones)([2])).tolist() == [1.0, 1.0]
    assert initializers.get(None) is None


def test_categories() -> None:
    assert tf.keras.utils.to_categorical([0, 2]).tolist() == [[1, 0, 0], [0, 0, 1]]
    assert tf.keras.utils.to_categorical([[1], [0]], 2, "int32").tolist() == [[0, 1], [1, 0]]
    np.testing.assert_allclose(tf.keras.utils.normalize(np.array([[3.0, 4.0], [0.0, 0.0]])), [[0.6, 0.8], [0.0, 0.0]])
    with pytest.raises(ValueError, match="from 0 to 1, got 0 to 2"):
        tf.keras.utils.to_categorical([0, 2], 2)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: layers.Dense(2, activation="rellu"), "did you mean 'relu'"),
        (lambda: layers.Dense(2, kernel_initializer="he"), "an initializer must be one of"),
        (lambda: layers.Dense(2, kernel_regularizer=3), "a regularizer must be a name"),
        (lambda: layers.Activation("no"), "an activation must be one of"),
        (lambda: layers.Dense(2, units_of=3), "takes no keyword 'units_of'"),
        (lambda: layers.add([tf.constant(1.0)]), "two tensors or more"),
    ],
)
def test_bad_arguments_are_refused(make: Any, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        make()


def test_what_is_not_here_is_said() -> None:
    with pytest.raises(NotImplementedError, match="no masks"):
        layers.Embedding(2, 2, mask_zero=True)
    with pytest.raises(NotImplementedError, match="sparse_placeholder"):
        tf.keras.Input([2], sparse=True)
    with pytest.raises(AttributeError, match="has no attribute 'Sequential'; call the layers of tf.keras.layers"):
        _ = tf.keras.Sequential
    assert layers.Conv2D(2, 3, data_format=None)(tf.constant(PICTURES)).shape.as_list() == [2, 4, 4, 2]
