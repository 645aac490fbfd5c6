"""Gradient descent on tables that are looked up: only the entries that were read change.

What plans make of it is tested in ``tests/plan/test_passes_row_steps.py``.
"""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go
from graphops.compat import v1 as tf

raw = go.raw_ops
TABLE = np.arange(12, dtype=np.float32).reshape(6, 2)
RATE = np.float32(0.5)


def _stepped(lookup, ids: np.ndarray, others: np.ndarray) -> tuple[np.ndarray, set[str]]:  # type: ignore[no-untyped-def]
    """The table after two steps, and the ops that the graph changes it by."""
    with tf.Graph().as_default() as graph:
        table = tf.get_variable("table", initializer=TABLE)
        first, second = tf.placeholder(tf.int32, [None]), tf.placeholder(tf.int64, [None])
        step = tf.train.GradientDescentOptimizer(RATE).minimize(lookup(table, first, second))
        changes = {node.type for node in graph.nodes if "Scatter" in node.type or "Apply" in node.type}
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            before = session.run(table)
            for _ in range(2):
                session.run(step, {first: ids, second: others})
            np.testing.assert_array_equal(before, TABLE)  # what was fetched stays as it was
            return session.run(table), changes


def _squares(x):  # type: ignore[no-untyped-def]
    return tf.reduce_sum(tf.square(x)) / 2


def test_entries_that_repeat_add_up() -> None:
    found, changes = _stepped(
        lambda t, i, j: _squares(tf.nn.embedding_lookup(t, i)), np.array([4, 1, 4]), np.array([0])
    )
    expected = TABLE.copy()
    expected[1] *= 0.25  # x -= x / 2, twice
    expected[4] = 0  # x -= 2 x / 2
    np.testing.assert_allclose(found, expected)
    assert changes == {"ResourceApplyGradientDescent"}


def test_several_look_ups_of_one_table_add_up() -> None:
    def loss(table, first, second):  # type: ignore[no-untyped-def]
        return _squares(tf.gather(table, first)) + _squares(tf.nn.embedding_lookup(table, second))

    found, changes = _stepped(loss, np.array([0, 1]), np.array([5, 1]))
    expected = TABLE.copy()
    expected[[0, 5]] *= 0.25
    expected[1] = 0
    np.testing.assert_allclose(found, expected)
    assert changes == {"ResourceApplyGradientDescent"}


@pytest.mark.parametrize("where", ["columns", "all of it", "doubled"])
def test_other_gradients_are_those_of_the_whole_table(where: str) -> None:
    def loss(table, first, second):  # type: ignore[no-untyped-def]
        if where == "columns":
            return _squares(tf.gather(table, [1], axis=1))
        if where == "all of it":
            return _squares(tf.gather(table, first)) + _squares(table)
        return _squares(tf.gather(2.0 * table, first))

    found, changes = _stepped(loss, np.array([3]), np.array([0]))
    expected = TABLE.astype(np.float64)
    for _ in range(2):
        gradient = np.zeros_like(expected)
        if where == "columns":
            gradient[:, 1] = expected[:, 1]
        elif where == "all of it":
            gradient += expected
            gradient[3] += expected[3]
        else:
            gradient[3] = 4 * expected[3]
        expected -= 0.5 * gradient
    np.testing.assert_allclose(found, expected)
    assert changes == {"ResourceApplyGradientDescent"}


def test_rows_that_segments_drop_are_dropped() -> None:
    with tf.Graph().as_default():
        table = tf.get_variable("table", initializer=TABLE)
        rows = raw.UnsortedSegmentSum(data=np.ones((2, 2), np.float32), segment_ids=[-1, 2], num_segments=6)
        step = tf.train.GradientDescentOptimizer(RATE).apply_gradients([(rows, table)])
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            session.run(step)
            expected = TABLE.copy()
            expected[2] -= 0.5
            np.testing.assert_array_equal(session.run(table), expected)
