"""``tf.contrib.opt`` against its formulas in NumPy, three steps each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf
from graphops import errors

START = np.array([[1.0, -2.0], [0.5, 3.0], [-1.0, 0.25]], np.float32)
FACTORS = np.array([[1.0, 0.5], [2.0, -1.0], [0.25, 3.0]], np.float32)


def trained(make: Callable[[], Any], steps: int = 3, **arguments: Any) -> np.ndarray[Any, Any]:
    """What steps on the loss sum(factors * w * w / 2) + sum(w) leave."""
    with tf.Graph().as_default(), tf.Session() as session:
        w = tf.get_variable("w", initializer=tf.constant(START))
        step = make().minimize(tf.reduce_sum(FACTORS * w * w / 2) + tf.reduce_sum(w), **arguments)
        session.run(tf.global_variables_initializer())
        for _ in range(steps):
            session.run(step)
        found: np.ndarray[Any, Any] = session.run(w)
        return found


def by(update: Callable[[int, Any, Any, dict[str, Any]], Any], steps: int = 3) -> np.ndarray[Any, Any]:
    """The same by a function of the number of the step, w, its gradient, and what is kept."""
    w, kept = START.astype(np.float64), {"m": 0.0, "v": 0.0}
    for number in range(1, steps + 1):
        w = update(number, w, FACTORS * w + 1.0, kept)
    return w


def adam(t: int, w: Any, g: Any, kept: dict[str, Any], nesterov: bool = False) -> Any:
    kept["m"] = 0.9 * kept["m"] + 0.1 * g
    kept["v"] = 0.999 * kept["v"] + 0.001 * g * g
    rate = 0.1 * np.sqrt(1 - 0.999**t) / (1 - 0.9**t)
    m = 0.9 * kept["m"] + 0.1 * g if nesterov else kept["m"]
    return w - rate * m / (np.sqrt(kept["v"]) + 1e-8)


def test_adamax() -> None:
    def update(t: int, w: Any, g: Any, kept: dict[str, Any]) -> Any:
        kept["m"] = 0.9 * kept["m"] + 0.1 * g
        kept["v"] = np.maximum(0.999 * kept["v"], abs(g))
        return w - 0.1 / (1 - 0.9**t) * kept["m"] / (kept["v"] + 1e-8)

    np.testing.assert_allclose(trained(lambda: tf.contrib.opt.AdaMaxOptimizer(0.1)), by(update), rtol=1e-5)


def test_nadam() -> None:
    wanted = by(lambda *given: adam(*given, nesterov=True))
    np.testing.assert_allclose(trained(lambda: tf.contrib.opt.NadamOptimizer(0.1)), wanted, rtol=1e-4)


def test_lazy_adam_of_a_whole_variable_is_adam() -> None:
    np.testing.assert_allclose(trained(lambda: tf.contrib.opt.LazyAdamOptimizer(0.1)), by(adam), rtol=1e-4)


def test_lazy_adam_leaves_rows_alone() -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        w, ids = tf.get_variable("w", initializer=tf.constant(START)), tf.placeholder(tf.int32, [None])
        rows = tf.nn.embedding_lookup(w, ids)
        optimizer = tf.contrib.opt.LazyAdamOptimizer(0.1)
        step = optimizer.minimize(tf.reduce_sum(rows * rows) / 2)
        session.run(tf.global_variables_initializer())
        for given in ([0, 2, 2], [1], [0]):
            session.run(step, {ids: given})
        found, m = session.run([w, optimizer.get_slot(w, "m")])
    value, kept = START.astype(np.float64), {"m": np.zeros((3, 2)), "v": np.zeros((3, 2))}
    for number, given in enumerate(([0, 2, 2], [1], [0]), 1):
        counts = np.bincount(given, minlength=3)[:, None]
        old, before = value, dict(kept)
        value = adam(number, value, counts * value, kept)
        seen = counts > 0
        value = np.where(seen, value, old)
        kept = {name: np.where(seen, kept[name], before[name]) for name in kept}
    np.testing.assert_allclose(found, value, rtol=1e-4)
    np.testing.assert_allclose(m, kept["m"], rtol=1e-4)


@pytest.mark.parametrize("decay", [False, True])
def test_signs(decay: bool) -> None:
    opt = tf.contrib.opt
    function = opt.get_linear_decay_fn(10) if decay else None
    steps = [1.0, 1.0, 1.0]  # the global step is not counted: the decay stays 1

    def add(t: int, w: Any, g: Any, kept: dict[str, Any]) -> Any:
        kept["m"] = 0.9 * kept["m"] + 0.1 * g
        return w - 0.1 * (2.0 + steps[t - 1] * np.sign(g) * np.sign(kept["m"])) * g

    def power(t: int, w: Any, g: Any, kept: dict[str, Any]) -> Any:
        kept["m"] = 0.9 * kept["m"] + 0.1 * g
        return w - 0.1 * 3.0 ** (steps[t - 1] * np.sign(g) * np.sign(kept["m"])) * g

    found = trained(lambda: opt.AddSignOptimizer(0.1, alpha=2.0, sign_decay_fn=function))
    np.testing.assert_allclose(found, by(add), rtol=1e-5)
    found = trained(lambda: opt.PowerSignOptimizer(0.1, base=3.0, sign_decay_fn=function))
    np.testing.assert_allclose(found, by(power), rtol=1e-5)


def test_decays() -> None:
    opt = tf.contrib.opt
    with tf.Graph().as_default(), tf.Session() as session:
        step = tf.placeholder(tf.int64, [])
        tensors = [
            opt.get_linear_decay_fn(10)(step),
            opt.get_cosine_decay_fn(10)(step),
            opt.get_restart_decay_fn(10, 2)(step),
            opt.get_restart_decay_fn(10, 2, zero_after=1)(step),
        ]
        for at in (0, 3, 7, 20):
            part = min(at / 10, 1.0)
            wanted = [1 - part, 0.5 * (1 + np.cos(np.pi * part)), 0.5 * (1 + np.cos(np.pi * (2 * part % 1.0)))]
            wanted.append(0.0 if 2 * part > 1 else wanted[-1])
            np.testing.assert_allclose(session.run(tensors, {step: at}), wanted, atol=1e-6)


def test_weight_decay() -> None:
    opt = tf.contrib.opt

    def smaller(update: Any) -> Any:
        # The gradient is that of w before it gets smaller.
        return lambda t, w, g, kept: update(t, w * (1 - 0.01), g, kept)

    def momentum(t: int, w: Any, g: Any, kept: dict[str, Any]) -> Any:
        kept["m"] = 0.5 * kept["m"] + g
        return w - 0.1 * kept["m"]

    np.testing.assert_allclose(trained(lambda: opt.AdamWOptimizer(0.01, 0.1)), by(smaller(adam)), rtol=1e-4)
    found = trained(lambda: opt.MomentumWOptimizer(0.01, 0.1, 0.5))
    np.testing.assert_allclose(found, by(smaller(momentum)), rtol=1e-5)
    own = opt.extend_with_decoupled_weight_decay(tf.train.GradientDescentOptimizer)
    found = trained(lambda: own(0.01, learning_rate=0.1))
    np.testing.assert_allclose(found, by(smaller(lambda t, w, g, kept: w - 0.1 * g)), rtol=1e-5)
    found = trained(lambda: own(0.01, learning_rate=0.1), decay_var_list=[])
    np.testing.assert_allclose(found, by(lambda t, w, g, kept: w - 0.1 * g), rtol=1e-5)


def test_averages_of_weights(tmp_path: Path) -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        w = tf.get_variable("w", initializer=tf.constant(START))
        optimizer = tf.contrib.opt.MovingAverageOptimizer(tf.train.GradientDescentOptimizer(0.1), 0.5)
        step = optimizer.minimize(tf.reduce_sum(w))
        saver = optimizer.swapping_saver()
        session.run(tf.global_variables_initializer())
        session.run(step)
        session.run(step)
        path = saver.save(session, str(tmp_path / "model"))
        np.testing.assert_allclose(session.run(w), START - 0.2, rtol=1e-5)
    average = 0.5 * (0.5 * START + 0.5 * (START - 0.1)) + 0.5 * (START - 0.2)
    np.testing.assert_allclose(tf.train.load_variable(path, "w"), average, rtol=1e-5)
    names = dict(tf.train.list_variables(path))
    assert set(names) == {"w", "w/ExponentialMovingAverage"}


def test_tasks_that_rest() -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        a, b = (tf.get_variable(name, initializer=tf.constant(START)) for name in "ab")
        which = tf.placeholder(tf.float32, [])
        loss = tf.reduce_sum(a * which + b * (1.0 - which))
        optimizer = tf.contrib.opt.MultitaskOptimizerWrapper(tf.train.MomentumOptimizer(0.1, 0.5))
        pairs, norm = tf.contrib.opt.clip_gradients_by_global_norm(optimizer.compute_gradients(loss), 100.0)
        step = optimizer.apply_gradients(pairs)
        session.run(tf.global_variables_initializer())
        np.testing.assert_allclose(session.run(norm, {which: 1.0}), np.sqrt(6.0), rtol=1e-6)
        for given in (1.0, 1.0, 0.0, 1.0):
            session.run(step, {which: given})
        # Momentum 1, 1.5, 1.75: it did not move in the third step.
        np.testing.assert_allclose(session.run(a), START - 0.1 * (1.0 + 1.5 + 1.75), rtol=1e-5)
        np.testing.assert_allclose(session.run(b), START - 0.1, rtol=1e-5)


def test_scipy() -> None:
    pytest.importorskip("scipy")
    opt = tf.contrib.opt
    steps: list[Any] = []
    losses: list[Any] = []
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.get_variable("v", initializer=tf.constant([7.0, 7.0]))
        fixed = tf.get_variable("fixed", initializer=tf.constant(3.0), trainable=False)
        loss = tf.reduce_sum(tf.square(v - [1.0, fixed]))
        session.run(tf.global_variables_initializer())
        opt.ScipyOptimizerInterface(loss, options={"maxiter": 100}).minimize(
            session, fetches=[loss], step_callback=steps.append, loss_callback=losses.append
        )
        np.testing.assert_allclose(session.run(v), [1.0, 3.0], atol=1e-4)
        assert losses[0] == 52.0
        assert len(steps) >= 1
        opt.ScipyOptimizerInterface(loss, var_to_bounds={v: ([-5.0, 4.0], 5.0)}).minimize(session)
        np.testing.assert_allclose(session.run(v), [1.0, 4.0], atol=1e-4)
        # The closest place where the sum is 2 and the first is not below 0.5.
        opt.ScipyOptimizerInterface(
            loss, equalities=[tf.reduce_sum(v) - 2.0], inequalities=[v[0] - 0.5], method="SLSQP"
        ).minimize(session)
        np.testing.assert_allclose(session.run(v), [0.5, 1.5], atol=1e-4)
        with pytest.raises(errors.UnimplementedError, match="constraints need method 'SLSQP'"):
            opt.ScipyOptimizerInterface(loss, equalities=[v[0]], method="CG").minimize(session)


def test_each_name_exists() -> None:
    for name in dir(tf.contrib.opt):
        assert getattr(tf.contrib.opt, name) is not None
    with tf.Graph().as_default(), pytest.raises(errors.FailedPreconditionError, match="must come after minimize"):
        tf.contrib.opt.MovingAverageOptimizer(tf.train.GradientDescentOptimizer(1.0)).swapping_saver()
