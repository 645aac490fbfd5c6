"""Functions over slices: nodes for each slice and a loop give the same, gradients included."""

from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf
from graphops.compat.v1.functions import slices
from tests.compat.calls import rows


@pytest.fixture(autouse=True)
def graph() -> Any:
    with tf.Graph().as_default() as made:
        yield made


X = rows(5, 2)
SUMS = np.cumsum(X, 0)

# What is computed from x, and what it is.
CASES: dict[str, tuple[Any, Any]] = {
    "map_fn": (lambda x: tf.map_fn(lambda v: v * v, x), X * X),
    "map_fn_dtype": (lambda x: tf.map_fn(lambda v: tf.cast(v > 0, tf.int64), x, dtype=tf.int64), (X > 0).astype(int)),
    "scan": (lambda x: tf.scan(lambda a, v: a + v, x), SUMS),
    "scan_reverse": (lambda x: tf.scan(lambda a, v: a + v, x, reverse=True), np.cumsum(X[::-1], 0)[::-1]),
    "scan_initial": (lambda x: tf.scan(lambda a, v: a + v, x, tf.constant([1.0, 2.0])), SUMS + np.array([1.0, 2.0])),
    "foldl": (lambda x: tf.foldl(lambda a, v: a - v, x), 2 * X[0] - SUMS[-1]),
    "foldr": (lambda x: tf.foldr(lambda a, v: a - v, x), 2 * X[-1] - SUMS[-1]),
    "foldl_initial": (lambda x: tf.foldl(lambda a, v: a + tf.reduce_sum(v), x, tf.constant(1.0)), 1 + X.sum()),
}
SLOPES = {
    "map_fn": 2 * X,
    "scan": np.repeat([[5.0], [4.0], [3.0], [2.0], [1.0]], 2, 1),
    "foldl": np.array([[1.0] * 2] + [[-1.0] * 2] * 4),
    "foldl_initial": np.ones((5, 2)),
}


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("unrolled", [64, 0])
@pytest.mark.parametrize("name", CASES)
def test_values(name: str, unrolled: int, known: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "UNROLLED", unrolled)
    x = tf.constant(X) if known else tf.placeholder_with_default(X, [None, 2])
    make, want = CASES[name]
    y = make(x)
    wanted = [y] if name not in SLOPES else [y, tf.gradients(y, x)[0]]
    with tf.Session() as session:
        got = session.run(wanted)
    np.testing.assert_allclose(got[0], want, 1e-5)
    if name in SLOPES:
        np.testing.assert_allclose(got[1], SLOPES[name], 1e-5)


def test_training_through_a_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for unrolled in (64, 0):
        monkeypatch.setattr(slices, "UNROLLED", unrolled)
        with tf.Graph().as_default(), tf.Session() as session:
            tf.set_random_seed(1)
            cell = tf.nn.rnn_cell.BasicLSTMCell(3)
            outputs, _ = tf.nn.dynamic_rnn(cell, tf.constant(rows(4, 5, 2)), [5, 1, 0, 3], dtype=tf.float32)
            loss = tf.reduce_mean(tf.square(outputs - 0.5))
            step = tf.train.AdamOptimizer(0.1).minimize(loss)
            session.run(tf.global_variables_initializer())
            losses = []
            for _ in range(10):
                losses.append(session.run(loss))
                session.run(step)
            found.append(losses)
    assert found[0][-1] < 0.7 * found[0][0]
    np.testing.assert_allclose(found[1], found[0], 1e-4)


def test_structures_go_through() -> None:
    elems = {"a": tf.constant([1, 2, 3]), "b": (tf.constant([1.0, 2.0, 3.0]),)}
    both = tf.map_fn(lambda e: {"a": e["a"] + 1, "b": (e["b"][0] * 2.0,)}, elems)
    with tf.Session() as session:
        got = session.run(both)
    assert got["a"].tolist() == [2, 3, 4]
    assert got["b"][0].tolist() == [2.0, 4.0, 6.0]


def test_a_branch_that_assigns_runs_only_if_it_is_chosen() -> None:
    v = tf.Variable(1.0)
    flag = tf.placeholder(tf.bool, [])
    chosen = tf.cond(flag, lambda: tf.assign_add(v, 10.0), lambda: tf.identity(v))
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        assert session.run(chosen, {flag: False}) == 1.0
        assert session.run(v) == 1.0
        assert session.run(chosen, {flag: True}) == 11.0
        assert session.run(v) == 11.0


def test_random_ops_of_a_branch_count_with_the_others() -> None:
    tf.set_random_seed(3)
    first = tf.random_uniform([])
    inside = tf.cond(tf.placeholder_with_default(True, []), lambda: tf.random_uniform([]), lambda: tf.constant(0.0))
    after = tf.random_uniform([])
    seeds = [tensor.graph.get_tensor_by_name(tensor.name).name for tensor in (first, after)]
    with tf.Session() as session:
        values = session.run([first, inside, after])
    assert len(set(map(float, values))) == 3
    assert len(set(seeds)) == 2


def test_refusals() -> None:
    with pytest.raises(TypeError, match=r"fn of map_fn\(\) must be a function"):
        tf.map_fn(3, tf.constant([1.0]))
    with pytest.raises(ValueError, match="elems must be tensors of rank 1 or more"):
        tf.scan(lambda a, v: a, tf.constant(1.0))
    with pytest.raises(ValueError, match="elems must have the same first size"):
        tf.map_fn(lambda e: e, (tf.zeros([2]), tf.zeros([3])))
    with pytest.raises(ValueError, match="must have a slice or more"):
        tf.foldl(lambda a, v: a, tf.zeros([0, 2]))
    with pytest.raises(TypeError, match="fn must give 1 tensors"):
        tf.scan(lambda a, v: (a, v), tf.constant([1.0, 2.0]))
    with pytest.raises(TypeError, match="func of py_func\\(\\) must be a function"):
        tf.py_func(None, [1.0], tf.float32)
