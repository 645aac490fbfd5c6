"""Operators on lists of tensors, on strings, and NumPy arrays of variables, as scripts of TensorFlow 1 use them."""

from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf


@pytest.fixture(autouse=True)
def graph() -> Any:
    with tf.Graph().as_default() as made:
        yield made


def run(tensor: Any) -> Any:
    with tf.Session() as session:
        return np.asarray(session.run(tensor)).tolist()


def test_lists_of_tensors_are_operands() -> None:
    t, one, two = tf.constant([5.0, 6.0]), tf.constant(1.0), tf.constant(2.0)
    assert run(t + [one, two]) == [6.0, 8.0]  # noqa: RUF005 - a sum
    assert run([one, two] + t) == [6.0, 8.0]  # noqa: RUF005 - too
    assert run(t * [one, 3.0]) == [5.0, 18.0]
    assert run(t / [one, two]) == [5.0, 3.0]
    assert run(tf.constant([4, 9]) / [tf.constant(2), 3]) == [2.0, 3.0]
    assert run(t > [tf.constant(5.5), two]) == [False, True]
    assert run(tf.constant([[1.0, 2.0]]) @ [[one], [two]]) == [[5.0]]


def test_strings_are_joined() -> None:
    a, b = tf.constant(["a", "b"]), tf.constant("c")
    assert run(a + b) == [b"ac", b"bc"]
    assert run("x" + a) == [b"xa", b"xb"]
    assert run(a + "x") == [b"ax", b"bx"]
    assert run(tf.add(a, b)) == [b"ac", b"bc"]
    assert run(tf.add("x", y=b)) == b"xc"
    assert (a + b).op.name.startswith("add")


def test_arrays_of_variables_hold_the_variables() -> None:
    v, w = tf.get_variable("v", [2]), tf.Variable(1.0)
    array = np.array([v, w])
    assert array.shape == (2,)
    assert array[0] is v
    assert array[1] is w
    with pytest.raises(TypeError, match="is no array"):
        np.asarray(v, np.float32)
    with pytest.raises(TypeError, match="is no array"):
        np.array([tf.constant(1.0)])
