"""What ``tf.distributions`` gives, for graphops and for TensorFlow: :func:`results` runs with either."""

from __future__ import annotations

from typing import Any

import numpy as np

KINDS: dict[str, Any] = {
    "Normal": lambda d: d.Normal([0.5, -1.0], [[1.0], [2.0]]),
    "Laplace": lambda d: d.Laplace([0.5, -1.0], [1.0, 3.0]),
    "StudentT": lambda d: d.StudentT([3.0, 5.0], [0.5, -1.0], 2.0),
    "StudentT without a variance": lambda d: d.StudentT([0.5, 1.5], 0.0, 2.0),
    "Uniform": lambda d: d.Uniform([0.0, -1.0], [3.0, 0.5]),
    "Exponential": lambda d: d.Exponential([0.5, 3.0]),
    "Gamma": lambda d: d.Gamma([0.5, 3.0], [2.0, 0.25]),
    "Beta": lambda d: d.Beta([0.5, 3.0], [2.0, 1.5]),
    "Dirichlet": lambda d: d.Dirichlet([[0.5, 1.0, 2.0], [3.0, 0.25, 1.5]]),
    "DirichletMultinomial": lambda d: d.DirichletMultinomial(4.0, [[0.5, 1.0, 2.0], [3.0, 0.25, 1.5]]),
    "Bernoulli by logits": lambda d: d.Bernoulli(logits=[-1.0, 2.0]),
    "Bernoulli by probs": lambda d: d.Bernoulli(probs=[0.25, 0.9], dtype="float32"),
    "Categorical by logits": lambda d: d.Categorical([[-1.0, 2.0, 0.5], [0.0, 0.0, 1.0]]),
    "Categorical by probs": lambda d: d.Categorical(probs=[0.2, 0.3, 0.5]),
    "Multinomial": lambda d: d.Multinomial([4.0, 3.0], probs=[[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]]),
}
OTHERS: dict[str, Any] = {
    "Normal": lambda d: d.Normal([1.0, 2.0], 3.0),
    "Gamma": lambda d: d.Gamma([1.5, 2.0], [1.0, 0.5]),
    "Beta": lambda d: d.Beta([1.5, 1.0], [1.0, 2.5]),
    "Dirichlet": lambda d: d.Dirichlet([1.5, 1.0, 0.5]),
    "Bernoulli by logits": lambda d: d.Bernoulli(probs=[0.5, 0.25]),
    "Categorical by logits": lambda d: d.Categorical([1.0, 0.0, -1.0]),
}
VALUES: dict[str, Any] = {
    "Beta": np.array([0.25, 0.5], np.float32),
    "Dirichlet": np.array([0.25, 0.5, 0.25], np.float32),
    "DirichletMultinomial": np.array([[1.0, 2.0, 1.0], [0.0, 4.0, 0.0]], np.float32),
    "Bernoulli by logits": np.array([[1, 0], [0, 1]], np.int32),
    "Bernoulli by probs": np.array([1, 0], np.int32),
    "Categorical by logits": np.array([[2, 0], [1, 1]], np.int32),
    "Categorical by probs": np.array([[2, 0], [1, 1]], np.int32),
    "Multinomial": np.array([[1.0, 2.0, 1.0], [0.0, 3.0, 0.0]], np.float32),
}
REALS = np.array([[0.25, 0.4], [2.0, 1.5]], np.float32)
WITH_CDF = ("Normal", "Laplace", "Uniform", "Exponential", "Gamma", "Beta")
MOMENTS = {
    "mean": (*WITH_CDF, "StudentT", "Dirichlet", "DirichletMultinomial", "Bernoulli", "Multinomial"),
    "variance": (*WITH_CDF, "StudentT", "Dirichlet", "DirichletMultinomial", "Bernoulli", "Multinomial"),
    "stddev": ("Normal", "Laplace", "Uniform", "Bernoulli"),
    "mode": ("Normal", "Laplace", "StudentT", "Gamma", "Beta", "Bernoulli", "Categorical"),
    "entropy": (*WITH_CDF, "StudentT", "Dirichlet", "Bernoulli", "Categorical"),
    "covariance": ("Multinomial",),
}


def results(tf: Any, name: str) -> dict[str, np.ndarray[Any, Any]]:
    """All that a distribution gives."""
    with tf.Graph().as_default(), tf.Session() as session:
        made = KINDS[name](tf.distributions)
        value = VALUES.get(name, REALS)
        tensors: dict[str, Any] = {"log_prob": made.log_prob(value), "prob": made.prob(value)}
        kind = name.split()[0]
        for moment, kinds in MOMENTS.items():
            if kind in kinds:
                tensors[moment] = getattr(made, moment)()
        if kind in WITH_CDF:
            tensors["cdf"] = made.cdf(value)
            tensors["survival_function"] = made.survival_function(value)
        if kind == "Normal":
            tensors["quantile"] = made.quantile(np.array([0.25, 0.9], np.float32))
        if kind not in ("DirichletMultinomial", "Multinomial"):
            tensors["sample"] = made.sample(3, seed=7)
        if name in OTHERS:
            other = OTHERS[name](tf.distributions)
            tensors["kl_divergence"] = tf.distributions.kl_divergence(made, other)
            tensors["cross_entropy"] = made.cross_entropy(other)
        found = session.run({**tensors, "batch": made.batch_shape_tensor(), "event": made.event_shape_tensor()})
        found["shapes"] = np.array([*made.batch_shape.as_list(), -1, *made.event_shape.as_list()])
    return {key: np.asarray(value) for key, value in found.items()}
