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


def test_a_fetched_variable_has_its_new_value() -> None:
    """As TensorFlow's reference variables: 60 of 60 runs for each optimizer and assign."""
    p, count = tf.Variable([5.0, -5.0]), tf.Variable(0, trainable=False)
    loss = tf.reduce_sum(p * p)
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=count)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for turn, value in enumerate([4, 3.2, 2.56]):
            before, found, _, steps = session.run([loss, p, train, count])
            np.testing.assert_allclose(found, [value, -value], rtol=1e-6)
            np.testing.assert_allclose(before, 2 * (value / 0.8) ** 2, rtol=1e-6)
            assert steps == turn + 1
        call = session.make_callable([train, count])
        assert [call()[1], call()[1]] == [4, 5]
        assert count.eval() == session.run(count) == 5


def test_a_change_that_is_built_later_is_seen_too(graph: Any) -> None:
    p = tf.Variable(3.0)
    with tf.Session() as session:
        session.run(p.initializer)
        assert session.run(p) == 3
        changes = [tf.assign_add(p, 1.0).op]
        assert session.run([p, *changes]) == [4, None]
        nodes = len(graph.get_operations())
        assert session.run([p, *changes]) == [5, None]
        assert len(graph.get_operations()) == nodes
        changes.append(tf.cond(tf.equal(p, 6.0), lambda: tf.assign_sub(p, 10.0), lambda: tf.identity(p)))
        assert session.run([p, *changes])[0] == -4


def test_fetches_and_feeds_of_a_finalized_graph(graph: Any) -> None:
    p = tf.Variable(3.0)
    change = tf.assign_add(p, 1.0)
    twice = tf.multiply(tf.identity(p), 2)
    graph.finalize()
    with tf.Session() as session:
        session.run(p.initializer)
        assert session.run([p, change, twice]) == [4, 4, 8]
        assert session.run(p) == 4
        assert session.run(p, {p: 7}) == 7
        assert session.make_callable(p, [p])(8) == 8
