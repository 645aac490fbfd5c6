"""TensorArray, in loops and by itself: against NumPy, and its gradients against differences."""

import numpy as np
import pytest

import graphops as go
import graphops.compat.v1 as tf
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, UnimplementedError


@pytest.fixture(autouse=True)
def graph():
    with go.Graph().as_default() as graph:
        yield graph


def run(*fetches, feeds=None):
    with tf.Session() as session:
        return session.run(fetches, feeds)


def test_a_recurrent_network_by_hand() -> None:
    """h[t] = tanh(x[t] + h[t - 1] w); the gradient of sum(h ** 2) by w and x."""
    random = np.random.default_rng(0)
    x_value, w_value = random.normal(size=(4, 2, 3)), random.normal(size=(3, 3)) / 2
    x, w = tf.placeholder(tf.float64, (None, 2, 3)), tf.placeholder(tf.float64, (3, 3))
    turns = tf.shape(x)[0]
    inputs = tf.TensorArray(tf.float64, size=turns).unstack(x)
    outputs = tf.TensorArray(tf.float64, size=turns)

    def body(t, h, outputs):
        h = tf.tanh(inputs.read(t) + tf.matmul(h, w))
        return t + 1, h, outputs.write(t, h)

    _, _, outputs = tf.while_loop(lambda t, *_: t < turns, body, [0, tf.zeros((2, 3), tf.float64), outputs])
    y = outputs.stack()
    assert y.shape.as_list() == [None, 2, 3]

    def by_hand(x_value, w_value):
        h, found = np.zeros((2, 3)), []
        for x_t in x_value:
            h = np.tanh(x_t + h @ w_value)
            found.append(h)
        return np.stack(found)

    feeds = {x: x_value, w: w_value}
    value, dw, dx = run(y, *tf.gradients(tf.square(y), [w, x]), feeds=feeds)
    np.testing.assert_allclose(value, by_hand(x_value, w_value), rtol=1e-12)
    for at, slope in (((1, 2), dw), ((2, 1, 0), dx)):
        values = []
        for step in (1e-6, -1e-6):
            moved = {id(dw): w_value.copy(), id(dx): x_value.copy()}
            moved[id(slope)][at] += step
            values.append(np.square(by_hand(moved[id(dx)], moved[id(dw)])).sum())
        np.testing.assert_allclose(slope[at], (values[0] - values[1]) / 2e-6, rtol=1e-7)


def test_elements() -> None:
    a = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    a = a.write(0, [1.0, 2.0]).write(1, [3.0, 4.0])
    assert a.element_shape.as_list() == [2]
    found = run(a.size(), a.read(1), a.stack(), a.concat(), a.gather([1, 0, 1]), a.identity().stack())
    expected = [2, [3, 4], [[1, 2], [3, 4]], [1, 2, 3, 4], [[3, 4], [1, 2], [3, 4]], [[1, 2], [3, 4]]]
    for got, want in zip(found, expected, strict=True):
        np.testing.assert_array_equal(got, want)
    b = tf.TensorArray(tf.float32, size=3).scatter([2, 0], [[1.0], [2.0]])
    c = tf.TensorArray(tf.float32, size=2, infer_shape=False).split([1.0, 2.0, 3.0], [1, 2])
    expected = [[[2], [0], [1]], [1], [2, 3], [1, 2, 3]]
    for got, want in zip(run(b.stack(), c.read(0), c.read(1), c.concat()), expected, strict=True):
        np.testing.assert_array_equal(got, want)


def test_what_is_refused() -> None:
    a = tf.TensorArray(tf.float32, size=2)
    for call, kind in [
        (lambda: tf.TensorArray(tf.float32), InvalidTypeError),
        (lambda: tf.TensorArray(tf.float32, size=1, handle=a.flow), InvalidTypeError),
        (lambda: tf.TensorArray(tf.float32, size=1, flow=a.flow), InvalidTypeError),
        (lambda: a.write(0, [1.0]).write(1, [1.0, 2.0]), InvalidArgumentError),
        (lambda: a.unstack(1.0), InvalidArgumentError),
        (lambda: a.grad("x"), UnimplementedError),
        (lambda: run(a.read(2)), InvalidArgumentError),
        (lambda: run(a.write(2, [1.0]).flow), InvalidArgumentError),
        (lambda: run(tf.TensorArray(tf.float32, size=-1).flow), InvalidArgumentError),
    ]:
        with pytest.raises(kind):
            call()
