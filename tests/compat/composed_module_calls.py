"""Calls of ``tf.random`` with seeds, of templates, tables and messages, as those of ``calls.py``."""

from typing import Any

import numpy as np

from tests.compat.calls import call, rows
from tests.compat.composed_nn_calls import CALLS


@call
def numbers_of_seeds(tf: Any) -> Any:
    random, seed = tf.random, [3, 7]
    logits = tf.constant(rows(2, 4))
    tf.set_random_seed(5)
    return [
        random.stateless_uniform([2, 3], seed), random.stateless_uniform([4], seed, -1.0, 2.0, tf.float64),
        random.stateless_uniform([5], seed, 0, 10, tf.int32), random.stateless_uniform([3], seed, None, None, tf.int64),
        random.stateless_normal([2, 3], seed), random.stateless_normal([3], tf.constant(seed), 1.0, [0.5, 1.0, 2.0]),
        random.stateless_truncated_normal([8], seed, stddev=2.0), random.stateless_normal([2], seed, dtype=tf.float64),
        random.stateless_multinomial(logits, 6, seed), random.stateless_categorical(logits, 3, seed, dtype=tf.int32),
        random.split(seed), random.split(tf.constant(seed, tf.int64), 3), random.fold_in(seed, 9),
        random.categorical(logits, 5, seed=4), random.categorical(logits, 2, tf.int32, 1),
        random.all_candidate_sampler([[0, 1]], 2, 4, True),
    ]  # fmt: skip


@call
def templates(tf: Any) -> Any:
    def scaled(x: Any, offset: float = 0.0) -> Any:
        return x * tf.get_variable("w", [], initializer=tf.constant_initializer(3.0)) + offset

    first = tf.make_template("part", scaled)
    second = tf.make_template("part", scaled, offset=1.0)
    third = tf.make_template("part", scaled, create_scope_now_=True, unique_name_="own")
    found = [first(1.0), first(2.0), second(1.0), third(4.0), third(5.0, offset=2.0)]
    names = [variable.op.name for each in (first, second, third) for variable in each.trainable_variables]
    names += [first.variable_scope.name, first.name]
    return [found, tf.constant(names), tf.constant(len(tf.global_variables()))]


@call
def tables_messages_and_structures(tf: Any) -> Any:
    nest, message = tf.nest, tf.make_tensor_proto
    protos = [
        message([1.0, 2.0]), message(3, tf.int64), message([[1, 2], [3, 4]], shape=[4]), message(["a", b"bc"]),
        message(7, shape=[2, 2], allow_broadcast=True), message([1.5, 2.5], tf.float16),
    ]  # fmt: skip
    structure = {"b": (1, [2, 3]), "a": 4}
    doubled = nest.map_structure(lambda one, other: 10 * one + other, structure, structure)
    return [
        [tf.constant(tf.make_ndarray(each)) for each in protos], tf.constant(nest.flatten(structure)),
        tf.constant([str(each.dtype) for each in protos]), tf.constant(nest.flatten(doubled)),
        tf.constant([nest.is_nested(structure), nest.is_nested("ab"), nest.is_nested(3)]),
        nest.pack_sequence_as(structure, [tf.constant(number) for number in range(4)]),
        tf.debugging.assert_all_finite(tf.constant([1.0]), "finite"), tf.manip.roll(tf.constant([1, 2, 3]), 1, 0),
        tf.dtypes.cast([1.5], tf.dtypes.int32), tf.quantization.fake_quant_with_min_max_args([0.3]),
        tf.constant([tf.VariableAggregation.MEAN.value, tf.VariableSynchronization.ON_READ.value]),
    ]  # fmt: skip


@call
def tables_from_words(tf: Any) -> Any:
    lookup = tf.lookup
    words = lookup.KeyValueTensorInitializer(["a", "b"], [5, 6])
    counted = lookup.KeyValueTensorInitializer(["x", "y"], tf.constant([0, 1], tf.int64))
    table = lookup.StaticHashTable(words, -1)
    vocabulary = lookup.StaticVocabularyTable(counted, 3)
    with tf.control_dependencies([tf.tables_initializer()]):
        keys = tf.constant(["a", "z", "b"])
        return [
            table.lookup(keys), table[keys], [table.size(), vocabulary.size()],
            vocabulary.lookup(tf.concat([keys, ["y", "x"]], 0)), table.default_value,
        ]  # fmt: skip


@call
def gradients_that_pass(tf: Any) -> Any:
    x = tf.constant([1.4, 2.6])
    passed = tf.grad_pass_through(tf.round)(x) * [3.0, 4.0]
    again = tf.recompute_grad(lambda y: tf.square(y))(x)
    with tf.control_dependencies([tf.no_op()]), tf.init_scope():
        lifted = tf.constant(1.0)
    return [passed, tf.gradients(passed, x), again, tf.gradients(again, x), tf.constant(len(lifted.op.control_inputs))]


def frozen(tf: Any) -> Any:
    """A graph with variables that becomes one without."""
    x = tf.placeholder(tf.float32, [None, 2], "x")
    first = tf.Variable(rows(2, 3), name="first", use_resource=True)
    second = tf.get_variable("second", [4, 3], initializer=tf.constant_initializer(0.5), use_resource=True)
    y = tf.identity(tf.matmul(x, first) + tf.nn.embedding_lookup(second, [1, 3]), name="y")
    tf.check_numerics(tf.stop_gradient(y), "y", name="unused")
    return y


@call
def frozen_graphs(tf: Any) -> Any:
    util = tf.graph_util
    with tf.Graph().as_default() as graph, tf.Session() as session:
        frozen(tf)
        session.run(tf.global_variables_initializer())
        constant = util.convert_variables_to_constants(session, graph.as_graph_def(), ["y"])
        some = util.convert_variables_to_constants(session, graph.as_graph_def(), ["y"], ["first"])
        part = util.extract_sub_graph(graph.as_graph_def(), ["first/Read/ReadVariableOp"])
        whole = util.remove_training_nodes(graph.as_graph_def(), ["y"])
    variables = [sorted(n.name for n in each.node if n.op == "VarHandleOp") for each in (constant, some, part)]
    kinds = {n.op for n in whole.node} & {"CheckNumerics", "StopGradient", "Identity"}
    (found,) = tf.import_graph_def(constant, {"x": tf.constant(np.float32([[1, 2], [3, 4]]))}, ["y:0"], name="back")
    return [
        found, tf.constant(str(variables)), tf.constant(sorted(kinds)), tf.constant(sorted(n.name for n in part.node)),
        tf.constant([util.must_run_on_cpu(found.op), util.must_run_on_cpu(tf.constant("a").op)]),
        tf.constant(util.tensor_shape_from_node_def_name(tf.get_default_graph(), "back/y").as_list()),
    ]  # fmt: skip


__all__ = ["CALLS"]
