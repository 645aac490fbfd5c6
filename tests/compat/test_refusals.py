"""Bad calls of compat.v1: the right class of error, and a sentence that says what to give."""

from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf
from graphops import GraphopsError

X = np.ones((2, 3), np.float32)

# What is called, and a part of what the error says.
CALLS: dict[str, tuple[Any, str]] = {
    "two axes": (lambda: tf.reduce_sum(X, 1, reduction_indices=0), "axis of reduce_sum() must be given once"),
    "two keepdims": (lambda: tf.reduce_max(X, 1, True, keep_dims=True), "keepdims of reduce_max() must be given once"),
    "no axis": (lambda: tf.expand_dims(X), "axis of expand_dims() must be given"),
    "bad axis": (lambda: tf.reduce_sum(X, 5), "of op 'Sum' must"),
    "shapes": (lambda: tf.add(X, np.ones((4,), np.float32)), "of op 'AddV2' must"),
    "dtypes": (lambda: tf.add(tf.constant(1), tf.constant(1.0)), "of op 'AddV2' must"),
    "ragged": (lambda: tf.constant([[1], [2, 3]]), "must be a number, a text or a rectangular list"),
    "none": (lambda: tf.convert_to_tensor(None), "must be a tensor or a value, got None"),
    "wrong dtype": (lambda: tf.convert_to_tensor(tf.constant(1), tf.float32), "must have dtype float"),
    "too many": (lambda: tf.constant([1, 2, 3], shape=[2]), "must have 1 to 2 elements"),
    "verify": (lambda: tf.constant([1], shape=[2], verify_shape=True), "must have shape (2,)"),
    "split": (lambda: tf.split(X, 2, axis=1), "of op 'Split' must"),
    "unstack": (lambda: tf.unstack(tf.placeholder(tf.float32)), "num of unstack() must be given"),
    "unstack axis": (lambda: tf.unstack(X, axis=3), "axis of unstack() must be an axis"),
    "pad": (lambda: tf.pad(X, [[0, 0], [0, 0]], "WRAP"), "mode of pad() must be"),
    "where": (lambda: tf.where([True], [1.0]), "x and y of where() must both be given"),
    "mask": (lambda: tf.boolean_mask(X, [True]), "mask of boolean_mask() must have shape"),
    "matmul": (lambda: tf.matmul(X, X), "of op 'MatMul' must"),
    "adjoint": (lambda: tf.matmul(X, X, transpose_b=True, adjoint_b=True), "must be transposed or adjoint"),
    "tensordot": (lambda: tf.tensordot(X, X, 3), "axes of tensordot() must be 0 to 2"),
    "tensordot pairs": (lambda: tf.tensordot(X, X, [[0, 1], [0]]), "must be as many for a as for b"),
    "norm": (lambda: tf.norm(X, "nuclear"), "ord of norm() must be one of"),
    "meshgrid": (lambda: tf.meshgrid([1], indexing="yx"), "indexing of meshgrid() must be"),
    "ctc blank": (
        lambda: tf.nn.ctc_loss_v2(tf.SparseTensor([[0, 0]], [0], [1, 1]), X[None], None, [1]),
        "blank_index of ctc_loss_v2() must be given for sparse labels",
    ),
    "ctc blank range": (
        lambda: tf.nn.ctc_loss_v2([[1]], X[None], [1], [1, 1], blank_index=3),
        "blank_index of ctc_loss_v2() must be in [-3, 3), got 3",
    ),
    "ctc classes": (
        lambda: tf.nn.ctc_loss_v2([[1]], tf.placeholder(tf.float32), [1], [1]),
        "logits of ctc_loss_v2() must have a known number of classes",
    ),
    "ctc dense": (lambda: tf.nn.ctc_loss([[1]], X[None], [1, 1]), "labels must be a SparseTensor"),
    "ragged strings": (
        lambda: tf.string_split(["a"], result_type="RaggedTensor"),
        "result_type of string_split() must be 'SparseTensor', got 'RaggedTensor'",
    ),
    "no strings": (lambda: tf.strings.split(), "input of split() must be given"),
    "join axes": (
        lambda: tf.reduce_join(tf.placeholder(tf.string)),
        "axis of reduce_join() must be given for inputs of unknown rank",
    ),
    "no features": (lambda: tf.parse_example([b""], {}), "features of parse_example() must hold a feature or more"),
    "feature kind": (
        lambda: tf.parse_example([b""], {"a": tf.int64}),
        "feature 'a' of parse_example() must be one of FixedLenFeature, VarLenFeature, SparseFeature",
    ),
    "feature sequence": (
        lambda: tf.parse_example([b""], {"a": tf.FixedLenSequenceFeature([], tf.int64)}),
        "allow_missing of feature 'a' of parse_example() must be True",
    ),
    "feature dtypes": (
        lambda: tf.parse_example(
            [b""], {"a": tf.VarLenFeature(tf.int64), "b": tf.SparseFeature("i", "a", tf.float32, 3)}
        ),
        "feature 'a' of parse_example() must have one dtype",
    ),
    "feature shape": (
        lambda: tf.parse_example([b""], {"a": tf.FixedLenFeature(None, tf.int64)}),
        "shape of FixedLenFeature must have a known rank",
    ),
    "sequence features": (lambda: tf.io.parse_single_sequence_example(b""), "context_features or sequence_features"),
    "add_n": (lambda: tf.add_n([]), "inputs of add_n() must hold a tensor or more"),
    "global norm": (lambda: tf.global_norm(tf.constant(1.0)), "t_list of global_norm() must be a list"),
    "seed": (lambda: tf.random_normal([2], seed="a"), "seed of a random op must be an integer"),
    "graph seed": (lambda: tf.set_random_seed(1.5), "seed of set_random_seed() must be an integer"),
    "uniform integers": (lambda: tf.random_uniform([2], dtype=tf.int32), "maxval of random_uniform() must be given"),
    "normal integers": (lambda: tf.random_normal([2], dtype=tf.int32), "dtype of random_normal() must be real"),
    "shape": (lambda: tf.zeros([None, 2]), "a shape must be a list of sizes"),
    "softmax axis": (lambda: tf.nn.softmax(X, axis=2), "axis of softmax() must be an axis"),
    "labels": (
        lambda: tf.nn.softmax_cross_entropy_with_logits(logits=X),
        "labels of softmax_cross_entropy_with_logits()",
    ),
    "label rank": (
        lambda: tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[[1]], logits=X), "must have one axis less",
    ),
    "sigmoid shapes": (
        lambda: tf.nn.sigmoid_cross_entropy_with_logits(labels=[1.0], logits=X),
        "must have the shape of",
    ),
    "rate": (lambda: tf.nn.dropout(X, rate=1.0), "rate of dropout() must be in [0, 1)"),
    "no rate": (lambda: tf.nn.dropout(X), "rate of dropout() must be given"),
    "two rates": (lambda: tf.nn.dropout(X, 0.5, rate=0.5), "rate of dropout() must be given once"),
    "integer dropout": (lambda: tf.nn.dropout([1, 2], 0.5), "x of dropout() must be real"),
    "filters": (
        lambda: tf.nn.conv2d(np.ones((1, 3, 3, 1), np.float32), strides=1, padding="SAME"),
        "filter of conv2d()",
    ),
    "padding": (
        lambda: tf.nn.max_pool(np.ones((1, 3, 3, 1), np.float32), 2, 2, "FULL"),
        "attr 'padding' of op 'MaxPool'",
    ),
    "parts": (lambda: tf.nn.embedding_lookup([X, X], [0]), "params of embedding_lookup() must be one tensor"),
    "reduction": (lambda: tf.losses.mean_squared_error(X, X, reduction="mean"), "reduction must be one of"),
    "weights": (lambda: tf.losses.mean_squared_error(X, X, [1.0, 2.0]), "weights must be a number or have the sizes"),
    "loss shapes": (lambda: tf.losses.log_loss(X, X[:1]), "labels of log_loss() must have the shape"),
    "no losses": (lambda: tf.losses.get_total_loss(), "must find a loss or more"),
    "group": (lambda: tf.group(tf.no_op(), nme="x"), "group() takes no keyword but name"),
    "tuple": (lambda: tf.tuple([None]), "tensors of tuple() must hold a tensor"),
    "cond": (lambda: tf.cond(tf.constant(True), lambda: 1), "false_fn of cond() must be given"),
    "container": (lambda: tf.container("c"), "container_name of container() must be ''"),
    "device": (lambda: tf.device(lambda op: ""), "device_name_or_function of device() must be a name"),
    "name scope": (lambda: tf.name_scope(3), "name of name_scope must be a string"),
    "assert": (lambda: tf.Assert(False, ["why"]), "condition of Assert() must hold"),
    "assert_less": (lambda: tf.assert_less([1, 5], [2, 3], message="no"), "no: x of assert_less() must be less than y"),
    "assert_rank": (lambda: tf.assert_rank(X, 1), "x of assert_rank() must have rank 1"),
    "assert_integer": (lambda: tf.assert_integer(X), "must have an integer dtype"),
    "assert_type": (lambda: tf.assert_type(X, tf.int32), "must have dtype int32"),
    "assert_positive": (lambda: tf.assert_positive([1, 0]), "x of assert_positive() must be less than y"),
    "variable": (lambda: tf.Variable(), "initial_value of Variable must be given"),
    "constraint": (lambda: tf.Variable(1.0, constraint=3), "constraint of Variable must be a function"),
    "collections": (lambda: tf.Variable(1.0, collections="local"), "collections of Variable must be a list"),
    "no shape": (lambda: tf.Variable(tf.placeholder(tf.float32)), "initial_value of Variable must have a known shape"),
    "assign": (lambda: tf.assign(tf.constant(1.0), 2.0), "ref of assign() must be a variable"),
    "get_variable shape": (lambda: tf.get_variable("v"), "shape of variable 'v' must be fully defined"),
    "get_variable name": (lambda: tf.get_variable(3), "name of get_variable() must be a name"),
    "shape and value": (
        lambda: tf.get_variable("v", [1], initializer=tf.constant(1.0)),
        "must be None if its initializer",
    ),
    "partitioner": (lambda: tf.get_variable("v", [1], partitioner=len), "partitioner must be None"),
    "reuse": (lambda: tf.variable_scope("a", reuse="yes"), "reuse of variable_scope must be"),
    "scope": (lambda: tf.variable_scope(None), "name_or_scope of variable_scope must be given"),
    "initializer": (lambda: tf.variance_scaling_initializer(mode="fan"), "mode of variance_scaling must be"),
    "scale": (lambda: tf.variance_scaling_initializer(-1.0), "scale of variance_scaling must be positive"),
    "orthogonal": (lambda: tf.orthogonal_initializer()([3]), "must have rank 2 or more"),
    "initializer dtype": (
        lambda: tf.truncated_normal_initializer(dtype=tf.int32),
        "dtype of an initializer must be real",
    ),
    "adagrad": (lambda: tf.train.AdagradOptimizer(0.1, 0.0), "initial_accumulator_value of Adagrad must be a positive"),
    "ftrl": (lambda: tf.train.FtrlOptimizer(0.1, learning_rate_power=1.0), "learning_rate_power of Ftrl must be"),
    "no variables": (lambda: tf.train.AdamOptimizer().minimize(tf.constant(1.0)), "var_list must hold a variable"),
    "rates": (
        lambda: tf.train.piecewise_constant(1, [1, 2], [1.0, 2.0]),
        "values of piecewise_constant() must be one more",
    ),
    "no step": (
        lambda: tf.train.exponential_decay(0.1, None, 1, 0.9),
        "global_step of exponential_decay() must be given",
    ),
    "average": (
        lambda: tf.train.ExponentialMovingAverage(0.9, zero_debias=True),
        "zero_debias of ExponentialMovingAverage",
    ),
    "average of": (lambda: tf.train.ExponentialMovingAverage(0.9).apply([3]), "must hold real variables or tensors"),
    "saver": (lambda: tf.train.Saver([tf.constant(1.0)]), "var_list of Saver must hold variables"),
    "summary": (lambda: tf.summary.scalar("", 1.0), "name of a summary must be a name"),
    "summary rank": (lambda: tf.summary.scalar("a", [1.0]), "of op 'ScalarSummary' must"),
    "print": (lambda: tf.print(1, foo=2), "print() takes no keyword 'foo'"),
    "einsum": (lambda: tf.einsum("ij->j", X, nme=1), "einsum() takes no keyword but name"),
    "searchsorted": (lambda: tf.searchsorted([1.0], [1.0], side="up"), "side of searchsorted() must be"),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_bad_calls(name: str) -> None:
    function, sentence = CALLS[name]
    with tf.Graph().as_default(), pytest.raises(GraphopsError) as caught:
        function()
    assert isinstance(caught.value, (ValueError, TypeError))
    assert sentence in str(caught.value)


def test_variables_are_reused_as_the_scope_says() -> None:
    with tf.Graph().as_default():
        with tf.variable_scope("a"):
            tf.get_variable("v", [2])
        with tf.variable_scope("a"), pytest.raises(ValueError, match="must be new without reuse, got existing 'a/v'"):
            tf.get_variable("v", [2])
        with tf.variable_scope("a", reuse=True):
            with pytest.raises(ValueError, match="must exist with reuse, got 'a/w'"):
                tf.get_variable("w", [2])
            with pytest.raises(ValueError, match=r"shape of variable 'a/v' must be \(2,\)"):
                tf.get_variable("v", [3])
            with pytest.raises(ValueError, match="dtype of variable 'a/v' must be float"):
                tf.get_variable("v", [2], tf.int32)
        assert tf.get_variable_scope().name == ""  # errors left nothing open


def test_assertions_stop_a_run() -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None])
        with tf.control_dependencies([tf.assert_non_negative(x, message="x counts")]):
            y = tf.sqrt(x)
        assert session.run(y, {x: [4.0]}).tolist() == [2.0]
        with pytest.raises(tf.errors.InvalidArgumentError, match="x counts"):
            session.run(y, {x: [-1.0]})
