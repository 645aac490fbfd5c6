"""NumPy values become tensors where TensorFlow 1 takes them, unless it changes their values; elsewhere rules stay."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
import graphops.compat.v1 as tf
from graphops import GraphopsError
from graphops_registry.errors import InvalidTypeError
from tests.compat.conversions import DTYPES, PLACES, VALUES, answer

RECORDED = json.loads(Path(__file__).with_name("tf_conversions.json").read_text(encoding="utf-8"))


def keeps(value: Any, converted: np.ndarray, dtype: str) -> bool:
    """Whether ``converted``, TensorFlow's answer, still is ``value``; real and complex numbers may be rounded."""
    given = np.asarray(value)
    if dtype in ("float16", "float32", "float64"):
        return not np.iscomplexobj(given) or bool((given.imag == 0).all())
    return dtype == "complex64" or np.array_equal(converted, given.reshape(-1))


@pytest.mark.parametrize("place", [*PLACES, "feed"])
def test_numpy_values_become_what_tensorflow_makes_of_them(place: str) -> None:
    wrong = []
    for name, answers in RECORDED[place].items():
        for dtype, recorded in zip(DTYPES, answers, strict=True):
            got = answer(tf, place, VALUES[name], dtype)
            kind = complex if dtype == "complex64" else {"True": True, "False": False}.get if dtype == "bool" else float
            want = None if recorded is None else np.array([kind(item) for item in recorded]).astype(dtype)
            if want is None or not keeps(VALUES[name], want, dtype):
                right = isinstance(got, GraphopsError)
            else:
                right = not isinstance(got, Exception) and got.dtype == want.dtype
                right = right and np.array_equal(got.reshape(-1), want, equal_nan=True)
            if not right:
                wrong.append(f"{name} as {dtype}: {got!r}, TensorFlow has {recorded}")
    assert not wrong, "\n".join(wrong)


def test_optimizers_and_random_values_take_numpy_scalars() -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.Variable(np.array([1.0, 2.0]), dtype=tf.float32)
        step = tf.train.GradientDescentOptimizer(np.float64(0.25)).minimize(tf.reduce_sum(v * v))
        drawn = tf.truncated_normal([100], stddev=np.sqrt(0.04)), tf.random_uniform([100], -np.sqrt(0.25))
        session.run(tf.global_variables_initializer())
        session.run(step)
        assert session.run(v).tolist() == [0.5, 1.0]
        normal, uniform = session.run(drawn)
        assert normal.dtype == uniform.dtype == np.float32
        assert 0.2 < np.abs(normal).max() <= 0.4
        assert -0.5 <= uniform.min() < 0


def test_a_rate_of_numpy_keeps_its_precision() -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.Variable(np.array([1.0]))  # float64
        step = tf.train.GradientDescentOptimizer(np.float64(0.1)).minimize(tf.reduce_sum(v))
        session.run(tf.global_variables_initializer())
        session.run(step)
        assert session.run(v).tolist() == [1 - 0.1]  # 0.1 of float32 differs from that of float64


def test_bodies_of_functions_follow_the_graph_around_them() -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [])
        y = tf.cond(x > np.float64(1), lambda: x * np.float64(2), lambda: x)
        assert session.run(y, {x: 3.0}) == 6.0


def test_other_graphs_keep_the_rules_of_graphops() -> None:
    _ = tf.constant(1.0)  # the default graph follows TensorFlow 1; the next one does not
    with go.Graph().as_default(), go.Session() as session:
        x, n = go.placeholder(go.float32, [2]), go.placeholder(go.int32, [2])
        for call in (lambda: x * np.ones(2), lambda: go.constant(np.ones(2), go.float32)):
            with pytest.raises(InvalidTypeError, match="must have dtype float32, got an array of float64"):
                call()
        with pytest.raises(InvalidTypeError, match="a fraction is never cut"):
            session.run(n, {n: np.ones(2)})


@pytest.mark.parametrize(
    "call",
    [
        lambda: tf.placeholder(tf.float32),
        lambda: tf.Variable(1.0),
        lambda: tf.get_variable("v", [1]),
        lambda: tf.get_default_graph(),
        lambda: tf.nn.relu(1.0),
        lambda: tf.random.normal([1]),
        lambda: tf.random_normal([1]),
        lambda: tf.linalg.eye(2),
        lambda: tf.losses.get_losses(),
        lambda: tf.math.add(1, 2),
        lambda: tf.math.top_k([1.0]),
        lambda: tf.summary.merge_all(),
    ],
)
def test_any_function_marks_the_graph(call: Any) -> None:
    with go.Graph().as_default() as graph:
        assert not graph.tensorflow_1
        call()
        assert graph.tensorflow_1


def test_variables_of_get_variable_are_instances() -> None:
    with tf.Graph().as_default():
        assert isinstance(tf.get_variable("v", [1]), tf.Variable)
        assert isinstance(tf.Variable(1.0), tf.Variable)
        assert not isinstance(tf.constant(1.0), tf.Variable)
