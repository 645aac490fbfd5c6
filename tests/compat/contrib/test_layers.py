"""``tf.contrib.layers`` beside tf_slim, its successor: names of variables, values, moving averages, losses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf
from graphops import errors
from tests.compat.contrib.layer_networks import networks, results
from tests.compat.record_signatures import parameters
from tests.compat.test_names import plain

SIGNATURES: dict[str, list[str] | None] = json.loads(Path(__file__).with_name("slim_signatures.json").read_text())
NEWER = {"get_total_loss"}  # it takes a scope as in tf.losses
WANTED = np.load(Path(__file__).with_name("slim_layers.npz"))


class _Both:
    """The names of ``tf.contrib.layers`` and of ``tf.contrib.framework``, as tf_slim has them in one module."""

    def __getattr__(self, name: str) -> Any:
        place = tf.contrib.layers if name in dir(tf.contrib.layers) else tf.contrib.framework
        return getattr(place, name)


@pytest.mark.parametrize("name", networks())
def test_as_tf_slim(name: str) -> None:
    found = results(tf, _Both(), name)
    for key, value in found.items():
        wanted = WANTED[f"{name}/{key}"]
        if wanted.dtype.kind in "Ui":
            assert value.tolist() == wanted.tolist(), key
        else:
            np.testing.assert_allclose(value, wanted, rtol=1e-4, atol=1e-5, err_msg=key)


def test_signatures_are_tf_slims() -> None:
    wrong = []
    for full, wanted in SIGNATURES.items():
        module, _, name = full.rpartition(".")
        place: Any = tf
        for part in module.split("."):
            place = getattr(place, part)
        found = parameters(getattr(place, name))
        if name not in NEWER and wanted is not None and plain(wanted) != plain(found or []):
            wrong.append(f"{full}: {found}, tf_slim has {wanted}")
    assert not wrong, "\n".join(wrong)


def test_each_name_exists() -> None:
    for module in ("layers", "framework"):
        place = getattr(tf.contrib, module)
        for name in dir(place):
            assert getattr(place, name) is not None


def test_initializers() -> None:
    """Limits and deviations by their formulas: sqrt(6 / (inputs + outputs)), and 1.3 times 2 / inputs for He's."""
    c = tf.contrib.layers
    with tf.Graph().as_default(), tf.Session() as session:
        shape = [3, 3, 8, 16]
        uniform, normal, he, out = session.run(
            [
                c.xavier_initializer(seed=1)(shape),
                c.xavier_initializer_conv2d(uniform=False, seed=2)(shape),
                c.variance_scaling_initializer(seed=3)(shape),
                c.variance_scaling_initializer(1.0, "FAN_OUT", True, 4, tf.float64)([50, 70]),
            ]
        )
    limit = np.sqrt(6.0 / (9 * 24))
    assert np.abs(uniform).max() <= limit
    assert np.abs(uniform).max() > 0.95 * limit
    for found, variance in ((normal, 2.0 / (9 * 24)), (he, 2.0 / (9 * 8))):
        assert np.abs(found).max() <= 2.0 * np.sqrt(1.3 * variance)
        np.testing.assert_allclose(found.var(), variance, rtol=0.1)
    assert out.dtype == np.float64
    np.testing.assert_allclose(out.var(), 1.0 / 70, rtol=0.1)


def test_outputs_by_name() -> None:
    c = tf.contrib.layers
    with tf.Graph().as_default(), tf.variable_scope("net"):
        x = tf.ones([1, 8, 8, 3])
        with tf.contrib.framework.arg_scope([c.conv2d, c.max_pool2d], outputs_collections="ends"):
            y = c.conv2d(x, 4, 3, scope="first")
            z = c.max_pool2d(y, 2, scope="pool")
        found = c.utils.convert_collection_to_dict("ends", clear_collection=True)
        assert dict(found) == {"net/first": y, "net/pool": z}
        assert tf.get_collection("ends") == []
        assert c.get_tensor_aliases(y) == ["net/first"]
        assert c.get_tensor_aliases(x) == [x.op.name]


def test_embeddings() -> None:
    c = tf.contrib.layers
    table = np.arange(8.0, dtype=np.float32).reshape(4, 2)
    ids = [[1, 1, 3], [0, 2, 2]]
    with tf.Graph().as_default(), tf.Session() as session:
        start = tf.constant_initializer(table)
        each = c.embed_sequence(ids, 4, 2, initializer=start, scope="words")
        again = c.embed_sequence(ids, 4, 2, unique=True, scope="words", reuse=True)
        bag = c.bow_encoder(ids, 4, 2, initializer=start)
        session.run(tf.global_variables_initializer())
        assert [v.name for v in tf.model_variables()] == ["words/embeddings:0", "BowEncoder/embeddings:0"]
        np.testing.assert_array_equal(session.run(each), table[np.array(ids)])
        np.testing.assert_array_equal(session.run(again), table[np.array(ids)])
        np.testing.assert_allclose(session.run(bag), table[np.array(ids)].mean(1))


def test_one_training_step_in_one_call() -> None:
    """w = 2, loss = w**2: the gradient 4 is halved, then clipped to 1; the step is 0.5 of that."""
    c = tf.contrib.layers
    with tf.Graph().as_default(), tf.Session() as session:
        w = tf.get_variable("w", [], initializer=tf.constant_initializer(2.0))
        ran = tf.get_variable("ran", [], initializer=tf.zeros_initializer(), trainable=False)
        tf.add_to_collection(tf.GraphKeys.UPDATE_OPS, tf.assign_add(ran, 1.0))
        step = tf.train.get_or_create_global_step()
        train = c.optimize_loss(
            w * w, step, 1.0, "SGD", gradient_multipliers={"w:0": 0.5}, clip_gradients=1.0,
            learning_rate_decay_fn=lambda rate, _: 0.5 * rate, summaries=c.OPTIMIZER_SUMMARIES,
        )  # fmt: skip
        merged = tf.summary.merge_all()
        session.run(tf.global_variables_initializer())
        assert session.run(train) == 4.0
        assert session.run([w, step, ran]) == [1.5, 1, 1.0]
        read = tf.Summary.FromString(session.run(merged))
        assert "OptimizeLoss/learning_rate:0" in [v.name for v in tf.global_variables()]
        tags = {value.tag for value in read.value}
        assert tags >= {"OptimizeLoss/loss", "OptimizeLoss/gradients/w_0"}


def test_clipping_by_what_was() -> None:
    """The first norm is far above the average, which starts at 0: it becomes exp(the new average of the logarithm)."""
    c = tf.contrib.layers
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.get_variable("v", [1])
        (clipped, _), = c.adaptive_clipping_fn(std_factor=0.0, decay=0.5)([(tf.constant([100.0]), v)])  # fmt: skip
        session.run(tf.global_variables_initializer())
        np.testing.assert_allclose(session.run(clipped), [10.0], rtol=1e-5)


def test_a_scope_knows_its_functions() -> None:
    f = tf.contrib.framework

    @f.add_arg_scope
    def scaled(value: float, factor: float = 1.0, shift: float = 0.0) -> float:
        return value * factor + shift

    assert f.has_arg_scope(scaled)
    assert not f.has_arg_scope(len)
    assert f.arg_scoped_arguments(scaled) == ("factor", "shift")
    with f.arg_scope([scaled], factor=2.0) as kept, f.arg_scope([scaled], shift=1.0):
        assert scaled(5.0) == 11.0
        assert scaled(5.0, 3.0) == 16.0
        assert scaled(5.0, shift=0.0) == 10.0
        assert f.current_arg_scope()[f.arg_scope_func_key(scaled)] == {"factor": 2.0, "shift": 1.0}
        with f.arg_scope(kept):
            assert scaled(5.0) == 10.0
    assert scaled(5.0) == 5.0


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("num_outputs of fully_connected must be an integer", lambda c, x: c.fully_connected(x, "3")),
        ("input of dense must have a known size", lambda c, x: c.fully_connected(tf.placeholder(tf.float32), 3)),
        ("inputs of a convolution must have rank 4", lambda c, x: c.conv2d(x[0], 2, 3)),
        ("data_format of convolution must be 'NHWC' or 'NCHW'", lambda c, x: c.conv2d(x, 2, 3, data_format="NCDHW")),
        ("data_format of batch_norm must be", lambda c, x: c.batch_norm(x, data_format="NWC")),
        ("without renorm", lambda c, x: c.batch_norm(x, renorm=True)),
        ("groups of group_norm must be a divisor of 2", lambda c, x: c.group_norm(x, 3)),
        ("different axes of shape", lambda c, x: c.group_norm(x, 1, -1, (-1, -2))),
        ("axes of shape", lambda c, x: c.layer_norm(x, begin_norm_axis=4)),
        ("dim of unit_norm must be an axis", lambda c, x: c.unit_norm(x, 4)),
        ("num_units of maxout must be a divisor", lambda c, x: c.maxout(x, 3)),
        ("scale of l2_regularizer must be a float", lambda c, x: c.l2_regularizer(1)),
        ("scale of l1_regularizer must not be negative", lambda c, x: c.l1_regularizer(-1.0)),
        ("weights_list of apply_regularization must hold", lambda c, x: c.apply_regularization(c.l2_regularizer(1.0))),
        ("mode of variance_scaling_initializer must be", lambda c, x: c.variance_scaling_initializer(mode="fan_in")),
        ("vocab_size and embed_dim", lambda c, x: c.embed_sequence([[1]])),
        ("optimizer of optimize_loss must be", lambda c, x: c.optimize_loss(x[0, 0, 0, 0], None, 0.1, "Sgd")),
        ("learning_rate of optimize_loss must be", lambda c, x: c.optimize_loss(x[0, 0, 0, 0], None, 1, "SGD")),
        ("must be made by add_arg_scope", lambda c, x: tf.contrib.framework.arg_scope([len], x=1).__enter__()),
    ],
)
def test_refusals(text: str, call: Any) -> None:
    with tf.Graph().as_default(), pytest.raises(errors.GraphopsError, match=text):
        call(tf.contrib.layers, tf.ones([1, 4, 4, 2]))


def test_what_is_missing_says_so() -> None:
    with pytest.raises(AttributeError, match=r"'graphops.compat.v1.contrib.layers' .*did you mean 'conv2d'"):
        _ = tf.contrib.layers.conv2dd
    with pytest.raises(AttributeError, match=r"module 'graphops.compat.v1.contrib' has no attribute 'estimators'"):
        _ = tf.contrib.estimators
