"""``tf.distributions`` beside TensorFlow's, and its samples by their moments."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf
from graphops import errors
from tests.compat.distribution_kinds import KINDS, results

WANTED = np.load(Path(__file__).with_name("tf_distributions.npz"))
ds = tf.contrib.distributions


@pytest.mark.parametrize("name", KINDS)
def test_as_tensorflow(name: str) -> None:
    found = results(tf, name)
    assert {f"{name}/{key}" for key in found} == {key for key in WANTED.files if key.rpartition("/")[0] == name}
    for key, value in found.items():
        np.testing.assert_allclose(value, WANTED[f"{name}/{key}"], rtol=2e-4, atol=1e-5, err_msg=key)


@pytest.mark.parametrize(
    "name",
    ["Normal", "Laplace", "Uniform", "Exponential", "Gamma", "Beta", "Dirichlet", "Bernoulli by probs", "Multinomial"],
)
def test_samples(name: str) -> None:
    """Mean and variance of many, within five standard errors of the mean, and a tenth."""
    with tf.Graph().as_default(), tf.Session() as session:
        made = KINDS[name](tf.distributions)
        drawn = made.sample([200, 100], seed=1)
        assert drawn.shape.as_list() == [200, 100, *made.batch_shape.as_list(), *made.event_shape.as_list()]
        values, mean, variance = session.run([drawn, made.mean(), made.variance()])
        values = values.reshape(20000, *values.shape[2:]).astype(np.float64)
        assert (abs(values.mean(0) - mean) < 5 * np.sqrt(variance / 20000)).all()
        np.testing.assert_allclose(values.var(0), np.broadcast_to(variance, values.shape[1:]), rtol=0.1)
        one, many = session.run([made.sample(), made.sample(tf.constant([3]))])
        assert one.shape == values.shape[1:]
        assert many.shape == (3, *values.shape[1:])


def test_samples_of_classes() -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        made = tf.distributions.Categorical(probs=[[0.2, 0.3, 0.5], [0.0, 1.0, 0.0]])
        drawn = session.run(made.sample(5000, seed=2))
        assert drawn.shape == (5000, 2)
        assert drawn.dtype == np.int32
        np.testing.assert_allclose(np.bincount(drawn[:, 0]) / 5000, [0.2, 0.3, 0.5], atol=0.04)
        assert set(drawn[:, 1]) == {1}
        assert session.run(made.event_size) == 3


def test_gradients_go_through_samples() -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        mean, scale = tf.constant(1.0), tf.constant(2.0)
        drawn = tf.distributions.Normal(mean, scale).sample(seed=3)
        value, by_mean, by_scale = session.run([drawn, *tf.gradients(drawn, [mean, scale])])
        assert by_mean == 1.0
        np.testing.assert_allclose(by_scale, (value - 1.0) / 2.0, rtol=1e-5)


def test_normal_vectors() -> None:
    loc, scale, x = np.array([1.0, -2.0]), np.array([0.5, 3.0]), np.array([[0.0, 1.0], [2.0, -2.0]])
    with tf.Graph().as_default(), tf.Session() as session:
        made = ds.MultivariateNormalDiag(loc.astype(np.float32), scale.astype(np.float32))
        other = ds.MultivariateNormalDiag(scale_diag=np.ones(2, np.float32))
        wide = ds.MultivariateNormalDiag(loc.astype(np.float32), scale_identity_multiplier=2.0)
        soft = ds.MultivariateNormalDiagWithSoftplusScale(loc.astype(np.float32), [0.0, 1.0])
        found = session.run(
            [made.log_prob(x), made.entropy(), made.kl_divergence(other), made.sample(4000, seed=1), wide.stddev(),
             soft.stddev(), made.mean(), made.variance()]
        )  # fmt: skip
        assert (made.batch_shape.as_list(), made.event_shape.as_list()) == ([], [2])
    each = -0.5 * ((x - loc) / scale) ** 2 - np.log(scale) - 0.5 * np.log(2 * np.pi)
    np.testing.assert_allclose(found[0], each.sum(1), rtol=1e-5)
    np.testing.assert_allclose(found[1], (0.5 * np.log(2 * np.pi * np.e) + np.log(scale)).sum(), rtol=1e-5)
    np.testing.assert_allclose(found[2], 0.5 * (scale**2 + loc**2 - 1 - np.log(scale**2)).sum(), rtol=1e-5)
    np.testing.assert_allclose(found[3].mean(0), loc, atol=0.25)
    np.testing.assert_allclose(found[3].std(0), scale, rtol=0.1)
    np.testing.assert_allclose(found[4], [2.0, 2.0])
    np.testing.assert_allclose(found[5], np.log1p(np.exp([0.0, 1.0])), rtol=1e-5)


def test_names_and_copies() -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        made = tf.distributions.Normal(1.0, 2.0, name="mine")
        again = made.copy(loc=5.0)
        assert session.run([again.mean(), again.stddev()]) == [5.0, 2.0]
        assert made.name == again.name == "mine"
        assert made.is_scalar_event()
        assert made.is_scalar_batch()
        assert made.reparameterization_type is tf.distributions.FULLY_REPARAMETERIZED
        for name in dir(tf.distributions):
            assert getattr(ds, name) is getattr(tf.distributions, name)

        class Odd(tf.distributions.Normal):
            pass

        @tf.distributions.RegisterKL(Odd, tf.distributions.Uniform)
        def kl(a: Any, b: Any, name: str | None = None) -> Any:
            return tf.constant(7.0)

        uniform = tf.distributions.Uniform()
        assert session.run(tf.distributions.kl_divergence(Odd(0.0, 1.0), uniform)) == 7.0
        with pytest.raises(errors.InvalidArgumentError, match="used once for Odd and Uniform"):
            tf.distributions.RegisterKL(Odd, tf.distributions.Uniform)(kl)
        with pytest.raises(errors.UnimplementedError, match="none for Uniform and Odd"):
            uniform.kl_divergence(Odd(0.0, 1.0))


def test_parameters_that_are_checked() -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        scale = tf.placeholder(tf.float32, [])
        variance = tf.distributions.Normal(0.0, scale, validate_args=True).variance()
        assert session.run(variance, {scale: 2.0}) == 4.0
        with pytest.raises(errors.InvalidArgumentError):
            session.run(variance, {scale: -1.0})
        # TensorFlow has NaN here.
        assert session.run(tf.distributions.Exponential(3.0).mode()) == 0.0


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("must get either logits or probs, got both", lambda d: d.Bernoulli([1.0], [0.5])),
        ("must get either logits or probs, got none", lambda d: d.Categorical()),
        ("DirichletMultinomial must be used without sample", lambda d: d.DirichletMultinomial(1.0, [1.0]).sample()),
        ("Categorical must be used without mean", lambda d: d.Categorical([1.0, 2.0]).mean()),
        ("loc of a distribution must be real", lambda d: d.Normal(True, 1.0)),
        ("must get a loc or a scale_diag", lambda d: ds.MultivariateNormalDiag()),
    ],
)
def test_refusals(text: str, call: Callable[[Any], Any]) -> None:
    with tf.Graph().as_default(), pytest.raises(errors.GraphopsError, match=text):
        call(tf.distributions)
