"""Calls with sparse tensors and sets, run under TensorFlow and under graphops as those of ``calls.py``."""

from typing import Any

from tests.compat.calls import CALLS, call, rows


def parts(sparse: Any) -> list[Any]:
    return [sparse.indices, sparse.values, sparse.dense_shape]


def first(tf: Any, dtype: str = "float32") -> Any:
    return tf.SparseTensor([[0, 0], [0, 2], [2, 1]], tf.constant([1, 2, 3], dtype), [3, 4])


def second(tf: Any) -> Any:
    return tf.SparseTensor([[0, 2], [1, 1]], tf.constant([10.0, -20.0]), [3, 4])


@call
def sparse_structure(tf: Any) -> Any:
    x, y = first(tf), second(tf)
    mixed = tf.SparseTensor([[2, 1], [0, 0]], [b"b", b"a"], [3, 2])
    filled, empty = tf.sparse_fill_empty_rows(x, 9.0)
    changed = [
        tf.sparse_reorder(mixed), tf.sparse_reshape(x, [2, -1]), tf.sparse_transpose(x), tf.sparse.transpose(x, [0, 1]),
        tf.sparse_concat(0, [x, y]), tf.sparse_concat(-1, [x, y]), tf.sparse_slice(x, [0, 1], [3, 9]),
        tf.sparse_concat(1, [x, tf.sparse_reshape(y, [2, 6])], expand_nonconcat_dim=True),
        *tf.sparse_split(sp_input=x, num_split=3, axis=1), tf.sparse_retain(x, [True, False, True]),
        tf.sparse_reset_shape(x), tf.sparse_reset_shape(x, [4, 5]), filled, tf.sparse.expand_dims(x),
        tf.sparse.expand_dims(x, 1), tf.sparse.expand_dims(x, -3), tf.sparse.eye(2, 3),
        tf.sparse.from_dense(rows(2, 3)), tf.sparse.from_dense([[b"", b"a"]]),
    ]  # fmt: skip
    numbers = first(tf, "int64")
    return [
        [parts(each) for each in changed], empty, tf.sparse_tensor_to_dense(x), tf.sparse.to_dense(mixed, b"-", False),
        tf.sparse_to_dense([1, 3], [5], 7, -1), tf.sparse_to_indicator(numbers, 5),
        parts(tf.sparse_merge(numbers, x, 6)),
    ]  # fmt: skip


@call
def sparse_math(tf: Any) -> Any:
    x, y = first(tf), second(tf)
    dense = tf.constant(rows(4, 2))
    made = [
        tf.sparse_add(x, y), tf.sparse_add(x, x, threshold=3), tf.sparse_maximum(x, y), tf.sparse_minimum(x, y),
        tf.sparse_softmax(x), tf.sparse_reduce_sum_sparse(x, 1), tf.sparse_reduce_max_sparse(x, 0, keepdims=True),
        x * tf.constant([[2.0], [3.0], [4.0]]), x / tf.constant(2.0),
    ]  # fmt: skip
    return [
        [parts(each) for each in made], tf.sparse_tensor_dense_matmul(x, dense),
        tf.sparse.sparse_dense_matmul(x, rows(3, 2), adjoint_a=True),
        tf.sparse.sparse_dense_matmul(x, rows(2, 4), adjoint_b=True), tf.sparse_add(x, tf.ones([3, 4])),
        tf.sparse_reduce_sum(x), tf.sparse_reduce_sum(x, reduction_axes=[-1], keep_dims=True),
        tf.sparse_reduce_max(x, 0), tf.sparse_matmul(rows(2, 3), rows(3, 2)),
        tf.sparse_segment_mean(dense, [0, 2, 3], [0, 0, 1]),
        tf.sparse_segment_sum(dense, [0, 2], [0, 2], num_segments=4), tf.sparse_segment_sqrt_n(dense, [0, 2], [0, 0]),
    ]  # fmt: skip


@call
def sparse_gradients(tf: Any) -> Any:
    values, dense = tf.constant([1.0, 2.0, 3.0]), tf.constant(rows(4, 2))
    x = tf.SparseTensor([[0, 0], [0, 2], [2, 1]], values, [3, 4])
    product = tf.reduce_sum(tf.square(tf.sparse_tensor_dense_matmul(x, dense)))
    softened = tf.reduce_sum(tf.square(tf.sparse_softmax(x).values))
    total = tf.reduce_sum(tf.square(tf.sparse_reduce_sum(x, 1)))
    moved = tf.reduce_sum(tf.square(tf.sparse_tensor_to_dense(tf.sparse_transpose(x))))
    added = tf.reduce_sum(tf.square(tf.sparse_add(x, second(tf)).values))
    scaled = tf.reduce_sum(tf.square((x * dense[:1, :1]).values))
    return [
        tf.gradients(product, [values, dense]), tf.gradients(softened, values), tf.gradients(total, values),
        tf.gradients(moved, values), tf.gradients(added, values), tf.gradients(scaled, [values, dense]),
    ]  # fmt: skip


@call
def sparse_embeddings(tf: Any) -> Any:
    table = tf.constant(rows(5, 2))
    ids = tf.SparseTensor([[0, 0], [0, 1], [1, 0], [2, 1]], tf.constant([4, 1, 1, 0], tf.int64), [3, 2])
    some = tf.SparseTensor([[0, 0], [0, 1], [2, 1]], tf.constant([4, -1, 0], tf.int64), [4, 2])
    weights = tf.SparseTensor([[0, 0], [0, 1], [1, 0], [2, 1]], [1.0, 0.5, 2.0, 3.0], [3, 2])
    few = tf.SparseTensor([[0, 0], [0, 1], [2, 1]], [1.0, 0.5, -3.0], [4, 2])
    found = []
    for combiner in ("sum", "mean", "sqrtn"):
        found += [
            tf.nn.embedding_lookup_sparse(table, ids, None, combiner=combiner),
            tf.nn.embedding_lookup_sparse(table, ids, weights, combiner=combiner),
            tf.nn.embedding_lookup_sparse(table, ids, weights, combiner=combiner, max_norm=1.0),
            tf.nn.safe_embedding_lookup_sparse(table, some, combiner=combiner),
            tf.nn.safe_embedding_lookup_sparse(table, some, few, combiner=combiner),
            tf.nn.safe_embedding_lookup_sparse(table, some, few, combiner=combiner, default_id=3),
        ]
    return found


@call
def sets_of_values(tf: Any) -> Any:
    a, b = tf.constant([[3, 1, 1], [2, 5, 6]]), tf.constant([[1, 9], [2, 2]])
    sparse = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [1, 9, 2], [2, 2])
    found = []
    for x, y in ((a, b), (a, sparse), (sparse, a), (sparse, sparse)):
        found += [tf.sets.union(x, y), tf.sets.intersection(x, y), tf.sets.difference(x, y)]
    found.append(tf.sets.set_difference(a, b, False))
    return [[parts(each) for each in found], tf.sets.size(sparse)]


__all__ = ["CALLS"]
