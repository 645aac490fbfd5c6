"""Gradients that a script gives, against mathematics."""

from typing import Any

import numpy as np
import pytest

import graphops as go
import graphops.compat.v1 as tf


@pytest.fixture(autouse=True)
def session() -> Any:
    with tf.Graph().as_default(), tf.Session() as made:
        yield made


def test_a_function_with_a_gradient_of_its_own(session: Any) -> None:
    @tf.custom_gradient
    def log1pexp(x: Any) -> Any:
        """The one of TensorFlow's page."""
        e = tf.exp(x)
        return tf.log(1 + e), lambda dy: dy * (1 - 1 / (1 + e))

    assert log1pexp.__doc__ == "The one of TensorFlow's page."
    x = tf.placeholder(tf.float64, [2])
    y = log1pexp(x)
    dx = tf.gradients(3.0 * y, x)[0]
    value, slope = session.run([y, dx], {x: [0.0, 100.0]})
    np.testing.assert_allclose(value, [np.log(2), 100.0])
    np.testing.assert_allclose(slope, [1.5, 3.0])


def test_several_arguments_and_results(session: Any) -> None:
    @tf.custom_gradient
    def both(a: Any, b: Any) -> Any:
        def gradient(d_sum: Any, d_product: Any) -> Any:
            return 10.0 * d_sum, 100.0 * d_product + b

        return {"sum": a + b, "product": a * b}, gradient

    a, b = tf.constant(2.0), tf.constant(3.0)
    found = both(a, b)
    assert sorted(found) == ["product", "sum"]
    assert session.run(found) == {"product": 6.0, "sum": 5.0}
    order = list(found)  # as the dict was given: its leaves are in the order of the keys
    assert session.run(tf.gradients(found["product"], [a, b])) in ([10.0, 3.0], [0.0, 103.0])
    assert order


def test_arguments_without_a_gradient(session: Any) -> None:
    clipped = tf.custom_gradient(
        lambda x, low: (tf.maximum(x, low), lambda dy: (tf.clip_by_value(dy, -1.0, 1.0), None))
    )
    x, low = tf.constant([5.0, -5.0]), tf.constant(0.0)
    dx, dlow = tf.gradients(7.0 * clipped(x, low), [x, low])
    assert session.run(dx).tolist() == [1.0, 1.0]
    assert dlow is None


def test_a_gradient_of_a_gradient(session: Any) -> None:
    @tf.custom_gradient
    def cube(x: Any) -> Any:
        return x**3, lambda dy: dy * 3 * x**2

    x = tf.constant(2.0)
    first = tf.gradients(cube(x), x)[0]
    assert session.run([first, tf.gradients(first, x)[0]]) == [12.0, 12.0]


def test_gradients_by_name_of_nodes_in_a_block(session: Any) -> None:
    @tf.RegisterGradient("GuidedRelu")
    def guided(op: Any, grad: Any) -> Any:
        assert op.type == "Relu"
        return tf.where(op.outputs[0] > 0.0, tf.maximum(grad, 0.0), tf.zeros_like(grad))

    x = tf.constant([-1.0, 2.0, 3.0])
    graph = tf.get_default_graph()
    with graph.gradient_override_map({"Relu": "GuidedRelu"}):
        y = tf.nn.relu(x)
        with graph.gradient_override_map({"Relu": "Other"}):
            other = tf.nn.relu(x)
    plain = tf.nn.relu(x)
    weights = tf.constant([1.0, -1.0, 1.0])
    found = session.run([tf.gradients(each * weights, x)[0] for each in (y, plain)])
    assert [each.tolist() for each in found] == [[0.0, 0.0, 1.0], [0.0, -1.0, 1.0]]
    with pytest.raises(tf.errors.NotFoundError, match="the gradient 'Other' of node 'Relu_1' must be registered"):
        tf.gradients(other, x)
    with pytest.raises(tf.errors.AlreadyExistsError, match="'GuidedRelu' again"):
        tf.RegisterGradient("GuidedRelu")(lambda op, grad: grad)
    with pytest.raises(tf.errors.AlreadyExistsError, match="op 'Relu', which has one"):
        tf.RegisterGradient("Relu")(lambda op, grad: grad)
    with pytest.raises(TypeError, match="must be a text"):
        tf.RegisterGradient(3)


def test_a_python_function_gets_a_gradient(session: Any) -> None:
    tf.RegisterGradient("SquareOfPython")(lambda op, grad: grad * 2.0 * op.inputs[0])
    x = tf.constant([1.0, 3.0])
    with tf.get_default_graph().gradient_override_map({"PyFunc": "SquareOfPython"}):
        y = tf.py_func(np.square, [x], tf.float32)
    y.set_shape(x.shape)
    assert session.run(tf.gradients(y, x)[0]).tolist() == [2.0, 6.0]


def test_a_graph_keeps_the_names_of_gradients() -> None:
    tf.RegisterGradient("Tripled")(lambda op, grad: 3.0 * grad)
    x = tf.placeholder(tf.float32, [], name="x")
    with tf.get_default_graph().gradient_override_map({"Identity": "Tripled"}):
        tf.identity(x, name="y")
    with tf.Graph().as_default() as copy, tf.Session() as session:
        go.import_graph_def(tf.Graph.as_graph_def(x.graph), name="")
        found = tf.gradients(copy.get_tensor_by_name("y:0"), copy.get_tensor_by_name("x:0"))[0]
        assert session.run(found, {"x:0": 1.0}) == 3.0


def test_what_is_refused(session: Any) -> None:
    v = tf.get_variable("v", initializer=1.0)
    x = tf.constant(1.0)
    with pytest.raises(NotImplementedError, match="must use no variables but its arguments, got node 'mul'"):
        tf.custom_gradient(lambda x: (x * v, lambda dy: dy))(x)
    with pytest.raises(TypeError, match="must give its results and a function"):
        tf.custom_gradient(lambda x: x)(x)
    with pytest.raises(ValueError, match="must give 1 gradients, one for each argument, got 2"):
        tf.gradients(tf.custom_gradient(lambda x: (x * 2.0, lambda dy: (dy, dy)))(x), x)
    y = tf.custom_gradient(lambda w: (w * 2.0, lambda dy: dy * 5.0))(v)
    session.run(v.initializer)
    assert session.run(tf.gradients(y, v)[0]) == 5.0
