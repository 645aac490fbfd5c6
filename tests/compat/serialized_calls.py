"""Calls with messages, crosses, counts, functions of matrices and stateless random numbers."""

from typing import Any

import numpy as np

from tests.compat.calls import call, rows
from tests.compat.composed_module_calls import CALLS

__all__ = ["CALLS"]


def parts(sparse: Any) -> list[Any]:
    return [sparse.indices, sparse.values, sparse.dense_shape]


def words(tf: Any) -> Any:
    return tf.SparseTensor([[0, 0], [1, 0], [1, 1]], ["a", "b", "c"], [2, 2])


@call
def messages(tf: Any) -> Any:
    x = tf.SparseTensor([[0, 1], [2, 0]], [1.5, 2.5], [3, 4])
    many = tf.serialize_many_sparse(x)
    return [
        tf.io.parse_tensor(tf.io.serialize_tensor([[1, 2]]), tf.int32), tf.serialize_sparse(words(tf)),
        parts(tf.deserialize_many_sparse(many[::2], tf.float32, rank=2)),
        parts(tf.io.deserialize_many_sparse(tf.io.serialize_many_sparse(words(tf)), tf.string)),
        tf.io.serialize_sparse(x),
    ]  # fmt: skip


@call
def crosses_and_counts(tf: Any) -> Any:
    numbers = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [3, 3, 1], [2, 2])
    columns, weights = [words(tf), tf.constant([[7], [8]])], tf.constant([[1.5, 2.0], [3.0, 4.0]])
    heavy = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [0.5, 1.5, 2.0], [2, 2])
    made = [
        tf.sparse.cross(columns), tf.sparse.cross(columns, separator="-"), tf.sparse.cross_hashed(columns),
        tf.sparse.cross_hashed([words(tf), words(tf)], 100), tf.sparse.cross_hashed(columns, 7, 12345),
        tf.sparse.bincount(numbers), tf.sparse.bincount(numbers, axis=-1), tf.sparse.bincount([[1, 1], [0, 3]]),
        tf.sparse.bincount([[1, 1], [0, 3]], weights, -1), tf.sparse.bincount(numbers, axis=-1, binary_output=True),
        tf.sparse.bincount([[1, 1], [0, 3]], axis=-1, minlength=9, maxlength=3),
        tf.sparse.bincount(numbers, heavy, axis=-1),
    ]  # fmt: skip
    return [[parts(each) for each in made], tf.math.bincount([1, 1, 4], minlength=6)]


@call
def functions_of_matrices(tf: Any) -> Any:
    x = tf.constant(rows(2, 3, 3) / 4 + 2 * np.eye(3, dtype=np.float32))
    return [
        tf.linalg.sqrtm(x), tf.matrix_square_root(x), tf.linalg.expm(x), tf.linalg.logm(tf.cast(x, tf.complex64)),
        tf.gradients(tf.linalg.expm(x), x), tf.gradients(tf.linalg.sqrtm(x), x),
    ]  # fmt: skip


@call
def stateless_numbers(tf: Any) -> Any:
    seed, r = [1, 2], tf.random
    return [
        r.stateless_uniform([3], seed), r.stateless_uniform([2, 2], seed, -1.0, 3.0, tf.float64),
        r.stateless_uniform([4], seed, 5, 50, tf.int32), r.stateless_uniform([2], seed, None, None, tf.uint32),
        r.stateless_normal([3], seed, 10.0, 2.0), r.stateless_truncated_normal([3], seed),
        r.stateless_gamma([3, 2], seed, [0.5, 4.0], 2.0), r.stateless_poisson([3, 2], seed, [0.5, 40.0]),
        r.stateless_binomial([3], seed, 20.0, 0.25), r.stateless_multinomial([[0.0, 1.0, 2.0]], 5, seed),
        r.stateless_categorical([[0.0, 1.0, 2.0]], 5, seed, tf.int32),
    ]  # fmt: skip
