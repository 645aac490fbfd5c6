"""``tf.contrib.slim`` and ``tf.contrib.losses``: training and evaluation with checkpoints, losses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf
from graphops import errors


def _model(slim: Any, x: Any, training: bool) -> Any:
    with slim.arg_scope([slim.fully_connected], weights_regularizer=slim.l2_regularizer(1e-3)):
        y = slim.fully_connected(x, 4, normalizer_fn=slim.batch_norm, normalizer_params={"is_training": training})
        return slim.linear(slim.dropout(y, 0.9, is_training=training), 1, scope="last")


def test_train_and_evaluate(tmp_path: Path) -> None:
    slim = tf.contrib.slim
    rng = np.random.default_rng(1)
    x_value = rng.standard_normal((64, 3)).astype(np.float32)
    y_value = x_value.sum(1, keepdims=True)
    calls = []

    def train(steps: int) -> float:
        with tf.Graph().as_default():
            tf.set_random_seed(3)
            slim.losses.mean_squared_error(_model(slim, tf.constant(x_value), True), tf.constant(y_value))
            total = slim.losses.get_total_loss()
            tf.summary.scalar("total", total)
            step = slim.learning.create_train_op(
                total, tf.train.AdamOptimizer(0.05), clip_gradient_norm=4.0, summarize_gradients=True
            )
            loss = slim.learning.train(
                step, str(tmp_path), number_of_steps=steps, log_every_n_steps=20, init_fn=calls.append
            )
            return float(loss)

    first, later = train(2), train(60)
    assert later < first / 4
    assert len(calls) == 1  # the second training went on from the checkpoint of the first
    assert tf.train.latest_checkpoint(str(tmp_path)) == str(tmp_path / "model.ckpt-60")
    assert list(tmp_path.glob("events*"))
    names = dict(tf.contrib.framework.list_variables(str(tmp_path)))
    assert names["fully_connected/BatchNorm/moving_mean"] == [4]
    assert names["last/weights/Adam"] == [4, 1]
    with tf.Graph().as_default():
        error = tf.reduce_mean(tf.square(_model(slim, tf.constant(x_value), False) - y_value))
        count = tf.get_local_variable("count", [], initializer=tf.zeros_initializer())
        more = tf.assign_add(count, 1.0)
        found = slim.evaluation.evaluate_once(
            "", tf.train.latest_checkpoint(str(tmp_path)), str(tmp_path / "eval"), 3, eval_op=more,
            final_op=[error, count],
        )  # fmt: skip
        again = slim.evaluation.evaluation_loop(
            "", str(tmp_path), None, eval_op=more, final_op=error, eval_interval_secs=0, max_number_of_evaluations=1
        )
    assert found[0] == again < first
    assert found[1] == 3.0


def test_a_train_op_runs_updates_and_checks_the_loss() -> None:
    slim = tf.contrib.slim
    with tf.Graph().as_default(), tf.Session() as session:
        w = slim.model_variable("w", [2], initializer=tf.constant_initializer(3.0))
        v = slim.variable("v", [], initializer=tf.constant_initializer(1.0))
        ran = slim.variable("ran", [], initializer=tf.zeros_initializer(), trainable=False)
        tf.add_to_collection(tf.GraphKeys.UPDATE_OPS, tf.assign_add(ran, 1.0))
        loss = tf.reduce_sum(w * w) / v
        train = slim.learning.create_train_op(
            loss, tf.train.GradientDescentOptimizer(0.1), gradient_multipliers={"w": 0.5}, variables_to_train=[w]
        )
        session.run(tf.global_variables_initializer())
        assert session.run(train) == 18.0
        np.testing.assert_allclose(session.run(w), [2.7, 2.7], rtol=1e-6)  # 3 - 0.1 * 0.5 * 6
        assert session.run([ran, slim.get_or_create_global_step()]) == [1.0, 1]
        session.run(tf.assign(v, 0.0))
        with pytest.raises(errors.InvalidArgumentError, match="LossTensor is inf or nan"):
            session.run(train)


def test_analysis(capsys: pytest.CaptureFixture[str]) -> None:
    slim = tf.contrib.slim
    with tf.Graph().as_default() as graph:
        slim.fully_connected(tf.ones([2, 3]), 5)
        assert slim.model_analyzer.analyze_vars(slim.get_model_variables(), print_info=True) == (20, 80)
        assert slim.model_analyzer.analyze_ops(graph) > 20
    assert "fully_connected/weights:0 (float32 3x5) [15, bytes: 60]" in capsys.readouterr().out


GUESS = np.array([[0.2, 0.7, 0.4], [0.9, 0.3, 0.6]], np.float32)
TRUTH = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 1.0]], np.float32)


@pytest.mark.parametrize("weights", [1.0, 2.5, [1.0, 0.0], [[1.0, 0.0, 2.0], [0.5, 0.0, 1.0]]])
def test_losses(weights: Any) -> None:
    """The mean of losses times weights over those whose weight is not 0."""
    w = np.asarray(weights)
    w = np.broadcast_to(w.reshape(w.shape + (1,) * (2 - w.ndim)) if w.ndim else w, (2, 3))
    log = np.log
    wanted = {
        "absolute_difference": abs(GUESS - TRUTH),
        "mean_squared_error": (GUESS - TRUTH) ** 2,
        "log_loss": -TRUTH * log(GUESS + 1e-7) - (1 - TRUTH) * log(1 - GUESS + 1e-7),
        "sigmoid_cross_entropy": log(1 + np.exp(GUESS)) - TRUTH * GUESS,
    }
    losses = tf.contrib.losses
    with tf.Graph().as_default(), tf.Session() as session:
        for name, each in wanted.items():
            found = session.run(getattr(losses, name)(GUESS, TRUTH, weights))
            np.testing.assert_allclose(found, (each * w).sum() / (w != 0).sum(), rtol=1e-5, err_msg=name)
        assert len(losses.get_losses()) == len(wanted)
        np.testing.assert_allclose(
            session.run(losses.get_total_loss()), sum(session.run(losses.get_losses())), rtol=1e-6
        )


@pytest.mark.parametrize("weights", [1.0, [2.0, 0.0]])
def test_losses_of_classes(weights: Any) -> None:
    w = np.broadcast_to(weights, 2)
    onehot = np.eye(3, dtype=np.float32)[[1, 2]]
    log_softmax = GUESS - np.log(np.exp(GUESS).sum(1, keepdims=True))
    smooth = onehot * 0.9 + 0.1 / 3
    losses = tf.contrib.losses
    with tf.Graph().as_default(), tf.Session() as session:
        found = session.run(
            [
                losses.softmax_cross_entropy(GUESS, onehot, weights),
                losses.sparse_softmax_cross_entropy(GUESS, [[1], [2]], weights),
                losses.softmax_cross_entropy(GUESS, onehot, weights, label_smoothing=0.1),
                losses.cosine_distance(GUESS, onehot, 1, weights),
            ]
        )
        hinge = session.run(losses.hinge_loss(GUESS, TRUTH))
    for value, each in zip(
        found, (-(onehot * log_softmax).sum(1), -(onehot * log_softmax).sum(1), -(smooth * log_softmax).sum(1),
                1 - (GUESS * onehot).sum(1)), strict=True,
    ):  # fmt: skip
        np.testing.assert_allclose(value, (each * w).sum() / (w != 0).sum(), rtol=1e-5)
    np.testing.assert_allclose(hinge, np.maximum(0, 1 - (2 * TRUTH - 1) * GUESS), rtol=1e-6)


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("must get a train_op", lambda s: s.learning.train(None, None)),
        ("a positive number_of_steps", lambda s: s.learning.train(tf.constant(1.0), None, number_of_steps=0)),
        ("logdir of slim.learning.train", lambda s: s.learning.train(tf.constant(1.0), None, summary_op=None)),
        ("there is one process", lambda s: s.learning.train(tf.constant(1.0), None, sync_optimizer=1)),
        ("hooks of slim.evaluation", lambda s: s.evaluation.evaluate_once("", None, None, hooks=[1])),
        ("labels of log_loss must have the shape", lambda s: s.losses.log_loss([0.5], [[1.0, 1.0]])),
        ("weights must have a rank up to", lambda s: s.losses.log_loss([0.5], [1.0], [[1.0]])),
    ],
)
def test_refusals(text: str, call: Any) -> None:
    with tf.Graph().as_default(), pytest.raises(errors.GraphopsError, match=text):
        call(tf.contrib.slim)


def test_each_name_exists() -> None:
    for module in ("framework", "losses", "slim", "training"):
        place = getattr(tf.contrib, module)
        for name in dir(place):
            assert getattr(place, name) is not None
        with pytest.raises(
            AttributeError, match=f"'graphops.compat.v1.contrib.{module}' has no attribute 'nothing_so'"
        ):
            _ = place.nothing_so
