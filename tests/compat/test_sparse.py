"""Sparse tensors as one object: fed, fetched, made of arrays; bad ones are refused."""

import numpy as np
import pytest

import graphops.compat.v1 as tf

VALUE = tf.SparseTensorValue(indices=[[0, 1], [1, 0]], values=[1.0, 2.0], dense_shape=[2, 3])


def test_a_placeholder_is_fed_and_fetched_as_one() -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.sparse_placeholder(tf.float32, [None, 3], name="x")
        assert (x.indices.name, x.values.name, x.dense_shape.name) == ("x/indices:0", "x/values:0", "x/shape:0")
        assert x.get_shape().as_list() == [None, 3]
        dense = tf.sparse_tensor_to_dense(x)
        for value in (VALUE, tuple(VALUE), (np.array([[0, 1], [1, 0]]), np.array([1.0, 2.0]), np.array([2, 3]))):
            found = session.run({"dense": dense, "x": x, "all": [x]}, {x: value})
            assert found["dense"].tolist() == [[0, 1, 0], [2, 0, 0]]
            assert type(found["x"]) is tf.SparseTensorValue
            assert found["x"].indices.tolist() == [[0, 1], [1, 0]]
            assert found["all"][0].values.tolist() == [1, 2]
        again = session.run(x, {x: session.run(x, {x: VALUE})})
        assert again.dense_shape.tolist() == [2, 3]


def test_a_feed_of_other_parts_is_refused() -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.sparse_placeholder(tf.float32)
        with pytest.raises(ValueError, match="a feed for 3 tensors must have as many values"):
            session.run(x, {x: VALUE[:2]})
        with pytest.raises(ValueError, match="shape"):
            session.run(x, {x: ([0, 1], [1.0], [2])})


def test_arrays_stand_for_a_sparse_tensor() -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        assert session.run(tf.sparse_reduce_sum(VALUE, 1)).tolist() == [1, 2]
        assert tf.SparseTensor.from_value(VALUE).eval(session=session).values.tolist() == [1, 2]
        x = tf.SparseTensor(*VALUE)
        assert tf.convert_to_tensor_or_sparse_tensor(x) is x
        assert x.get_shape().as_list() == [2, 3]
        assert x.dtype.name == "float32"


BAD = {
    "rank": (lambda: tf.SparseTensor([0, 1], [1.0], [2]), "indices of SparseTensor must have rank 2"),
    "count": (lambda: tf.SparseTensor([[0, 1]], [1.0, 2.0], [2, 2]), "as many values as indices has rows, 1, got 2"),
    "sizes": (lambda: tf.SparseTensor([[0, 1]], [1.0], [2]), "as many sizes as indices has columns, 2, got 1"),
    "dense": (lambda: tf.sparse_reorder([[1.0]]), "sp_input must be a SparseTensor"),
    "two dense": (lambda: tf.sparse_add([1.0], [2.0]), "a or b of sparse_add() must be a SparseTensor"),
    "integers": (lambda: tf.SparseTensor([[0, 1]], [1], [2, 2]) / 2, "must have floats to be divided"),
    "positional": (lambda: tf.sparse_split(tf.SparseTensor(*VALUE), 2, 1), "must be given by keyword"),
    "combiner": (
        lambda: tf.nn.embedding_lookup_sparse([[1.0]], tf.SparseTensor([[0, 0]], [0], [1, 1]), None, combiner="max"),
        "combiner must be one of mean, sqrtn or sum",
    ),
    "kind": (lambda: tf.SparseTensor.from_value([1]), "a SparseTensor or SparseTensorValue is wanted"),
    "rank of perm": (lambda: tf.sparse_transpose(tf.sparse_placeholder(tf.float32)), "must have a known rank"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_calls(name: str) -> None:
    function, sentence = BAD[name]
    with tf.Graph().as_default(), pytest.raises((ValueError, TypeError)) as caught:
        function()
    assert sentence in str(caught.value)
