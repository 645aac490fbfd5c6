"""What a use of a variable sees of changes in the same run: those that were added to the graph before it.

The numbers are TensorFlow's with resource variables, see docs/decisions/0037-reads-beside-changes.md.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf


@pytest.fixture(autouse=True)
def graph() -> Any:
    with tf.Graph().as_default() as made:
        yield made


def step(p: Any) -> Any:
    return tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(p * p))


def clip(p: Any) -> Any:
    return p.assign(tf.clip_by_value(p, -1.0, 1.0))


@pytest.mark.parametrize(
    ("first", "second", "values"),
    [
        (step, clip, [1, 0.8, 0.64, 0.512]),
        (step, lambda p: tf.assign(p, tf.clip_by_value(p, -1.0, 1.0)), [1, 0.8, 0.64, 0.512]),
        (clip, step, [0.8, 0.64, 0.512, 0.4096]),
        (step, lambda p: p.assign(p * 0.5), [2, 0.8, 0.32, 0.128]),
        (step, lambda p: p.assign_sub(p * 0.5), [2, 0.8, 0.32, 0.128]),
        (step, step, [3.2, 2.048, 1.31072, 0.8388608]),
    ],
)
def test_two_changes(first: Callable[[Any], Any], second: Callable[[Any], Any], values: list[float]) -> None:
    p = tf.Variable([5.0, -5.0])
    changes = [first(p), second(p)]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for value in values:
            session.run(changes)
            np.testing.assert_allclose(session.run(p), [value, -value], rtol=1e-6)


def test_losses_made_before_the_optimizers_read_once() -> None:
    p = tf.Variable([5.0, -5.0])
    losses = [tf.reduce_sum(p * p) for _ in range(2)]
    steps = [tf.train.GradientDescentOptimizer(0.1).minimize(loss) for loss in losses]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(steps)
        np.testing.assert_allclose(session.run(p), [3, -3], rtol=1e-6)


def test_the_gradient_of_all_reads() -> None:
    p = tf.Variable(3.0)
    before = p * p
    double = p.assign(2 * p)
    (slope,) = tf.gradients(before + 10 * p, [p])
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        assert session.run(slope) == 16
        assert session.run([before + 10 * p, double]) == [69, 6]


def test_reads_are_shared_until_the_next_change(graph: Any) -> None:
    p = tf.Variable(3.0)

    def reads() -> int:
        return sum(node.type == "ReadVariableOp" for node in graph.get_operations())

    p * p
    p + 1
    assert reads() == 1
    tf.assign_add(p, 1.0, name="a")
    count = reads()
    p * p
    p + 1
    assert reads() == count + 1


def test_fetches_and_feeds_are_the_first_read(graph: Any) -> None:
    p = tf.Variable(3.0)
    change = tf.assign_add(p, 1.0)
    twice = tf.multiply(tf.identity(p), 2)
    graph.finalize()
    with tf.Session() as session:
        session.run(p.initializer)
        assert session.run([p, change, twice]) == [3, 4, 8]
        assert session.run(p) == 4
        assert session.run(p, {p: 7}) == 7
