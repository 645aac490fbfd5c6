"""``tf.py_func``: what goes in, what comes out, and what is wrong."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf


@pytest.fixture(autouse=True)
def graph() -> Iterator[None]:
    with tf.Graph().as_default():
        yield


def run(fetches: Any, feed: Any = None) -> Any:
    with tf.Session() as session:
        return session.run(fetches, feed)


def test_arrays_go_in_and_come_out() -> None:
    x = tf.placeholder(tf.float32, [None])
    found = tf.py_func(lambda v: (v * 2, np.int64(len(v))), [x], [tf.float32, tf.int64])
    doubled, length = run(found, {x: [1.0, 2.0, 3.0]})
    assert (doubled.tolist(), length) == ([2.0, 4.0, 6.0], 3)


def test_scalars_and_text_are_pythons() -> None:
    seen = []

    def function(number: Any, text: Any) -> Any:
        seen.append((type(number), type(text)))
        return text + b"!" * number

    assert run(tf.py_func(function, [np.int32(2), "ab"], tf.string)) == b"ab!!"
    assert seen == [(np.int32, bytes)]


def test_text_keeps_zero_bytes() -> None:
    found = tf.py_func(lambda: b"a\0", [], tf.string)
    assert run(found) == b"a\0"


def test_one_dtype_gives_a_tensor_and_a_list_a_list() -> None:
    assert isinstance(tf.py_func(lambda: np.float32(1), [], tf.float32), tf.Tensor)
    assert len(tf.py_func(lambda: np.float32(1), [], [tf.float32])) == 1


def test_the_function_may_write_to_what_it_gets() -> None:
    x = tf.constant([1.0, 2.0])

    def function(v: Any) -> Any:
        v += 1
        return v

    found, before = run([tf.py_func(function, [x], tf.float32), x])
    assert (found.tolist(), before.tolist()) == ([2.0, 3.0], [1.0, 2.0])


def test_without_results_it_is_run_for_its_effect() -> None:
    seen = []
    node = tf.py_func(lambda v: seen.append(int(v)), [5], [])
    run(node)
    assert seen == [5]


@pytest.mark.parametrize("stateful", [True, False])
def test_in_a_branch_and_after_garbage_collection(stateful: bool) -> None:
    def choose() -> Any:
        return tf.py_func(lambda v: v + 1, [np.int64(1)], tf.int64, stateful=stateful)

    p = tf.placeholder(tf.bool, [])
    found = tf.cond(p, choose, lambda: tf.constant(0, tf.int64))
    gc.collect()
    assert [run(found, {p: value}) for value in (True, False)] == [2, 0]


@pytest.mark.parametrize(
    ("function", "kind", "text"),
    [
        (lambda: 1.5, tf.errors.InvalidArgumentError, "dtype float32"),
        (lambda: (1, 2), tf.errors.InvalidArgumentError, "returns 1 values"),
        (lambda: 1 / 0, tf.errors.UnknownError, "ZeroDivisionError: division by zero"),
        (lambda: int("x"), tf.errors.InvalidArgumentError, "ValueError: invalid literal"),
        (lambda: object(), tf.errors.InvalidArgumentError, "numbers or text"),
        (lambda: next(iter(())), tf.errors.OutOfRangeError, "StopIteration"),
    ],
)
def test_errors_are_tensorflows(function: Any, kind: Any, text: str) -> None:
    with pytest.raises(kind, match=text):
        run(tf.py_func(function, [], tf.float32))


def test_another_process_does_not_find_the_function() -> None:
    name = "pyfunc_of_another_process"
    node = tf.raw_ops.PyFunc(input=[1], token=name, Tout=[tf.int32])
    with pytest.raises(tf.errors.NotFoundError, match="must name a Python object of this process"):
        run(node)
