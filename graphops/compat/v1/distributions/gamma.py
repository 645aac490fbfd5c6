"""Distributions made of the gamma function."""

from __future__ import annotations

from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.compat.v1.distributions.distribution import NOT_REPARAMETERIZED, Distribution, another_seed, parameter


def log_beta(a: Any, b: Any) -> Any:
    """The logarithm of the beta function."""
    return tf.lgamma(a) + tf.lgamma(b) - tf.lgamma(a + b)


class Gamma(Distribution):
    """The gamma distribution of a concentration and a rate."""

    def __init__(
        self,
        concentration: Any,
        rate: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Gamma",
    ) -> None:
        given = locals()
        self._concentration = parameter(concentration, "concentration", True, validate_args)
        self._rate = parameter(rate, "rate", True, validate_args, self._concentration.dtype)
        super().__init__(self._rate.dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, given, name=name)

    @property
    def concentration(self) -> Any:
        return self._concentration

    @property
    def rate(self) -> Any:
        return self._rate

    def _like(self) -> Any:
        return self._concentration + self._rate

    def _sample(self, n: Any, seed: int | None) -> Any:
        return tf.random_gamma(tf.reshape(n, [1]), self._concentration, self._rate, self._dtype, seed)

    def _log_prob(self, value: Any) -> Any:
        a, b = self._concentration, self._rate
        return (a - 1.0) * tf.log(value) - b * value + a * tf.log(b) - tf.lgamma(a)

    def _cdf(self, value: Any) -> Any:
        a = self._concentration + tf.zeros_like(self._rate * value)
        return tf.igamma(a, self._rate * value + tf.zeros_like(a))

    def _entropy(self) -> Any:
        a = self._concentration
        return a - tf.log(self._rate) + tf.lgamma(a) + (1.0 - a) * tf.digamma(a)

    def _mean(self) -> Any:
        return self._concentration / self._rate

    def _variance(self) -> Any:
        return self._concentration / tf.square(self._rate)

    def _mode(self) -> Any:
        return tf.where_v2(self._concentration > 1.0, (self._concentration - 1.0) / self._rate, np.nan)


class Beta(Distribution):
    """The beta distribution of two concentrations, at 1 and at 0."""

    def __init__(
        self,
        concentration1: Any = None,
        concentration0: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Beta",
    ) -> None:
        given = locals()
        self._one = parameter(concentration1, "concentration1", True, validate_args)
        self._zero = parameter(concentration0, "concentration0", True, validate_args, self._one.dtype)
        super().__init__(self._one.dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, given, name=name)

    @property
    def concentration1(self) -> Any:
        return self._one

    @property
    def concentration0(self) -> Any:
        return self._zero

    @property
    def total_concentration(self) -> Any:
        return self._one + self._zero

    def _like(self) -> Any:
        return self.total_concentration

    def _sample(self, n: Any, seed: int | None) -> Any:
        like, count = tf.ones_like(self.total_concentration), tf.reshape(n, [1])
        one = tf.random_gamma(count, like * self._one, dtype=self._dtype, seed=seed)
        zero = tf.random_gamma(count, like * self._zero, dtype=self._dtype, seed=another_seed(seed, "beta"))
        return one / (one + zero)

    def _log_prob(self, value: Any) -> Any:
        norm = log_beta(self._one, self._zero)
        return (self._one - 1.0) * tf.log(value) + (self._zero - 1.0) * tf.log1p(-value) - norm

    def _cdf(self, value: Any) -> Any:
        like = tf.zeros_like(value + self._like())
        return tf.betainc(self._one + like, self._zero + like, value + like)

    def _entropy(self) -> Any:
        total = self.total_concentration
        return (
            log_beta(self._one, self._zero)
            - (self._one - 1.0) * tf.digamma(self._one)
            - (self._zero - 1.0) * tf.digamma(self._zero)
            + (total - 2.0) * tf.digamma(total)
        )

    def _mean(self) -> Any:
        return self._one / self.total_concentration

    def _variance(self) -> Any:
        return self._mean() * (1.0 - self._mean()) / (1.0 + self.total_concentration)

    def _mode(self) -> Any:
        there = tf.logical_and(self._one > 1.0, self._zero > 1.0)
        return tf.where_v2(there, (self._one - 1.0) / (self.total_concentration - 2.0), np.nan)


class Dirichlet(Distribution):
    """The distribution of probabilities of classes, of concentrations along the last axis."""

    def __init__(
        self,
        concentration: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Dirichlet",
    ) -> None:
        given = locals()
        self._concentration = parameter(concentration, "concentration", True, validate_args)
        super().__init__(
            self._concentration.dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, given, name=name
        )

    @property
    def concentration(self) -> Any:
        return self._concentration

    @property
    def total_concentration(self) -> Any:
        return tf.reduce_sum(self._concentration, -1)

    def _like(self) -> Any:
        return self.total_concentration

    def _event(self) -> list[Any]:
        return list(self._concentration.shape.as_list()[-1:])

    def _norm(self) -> Any:
        return tf.reduce_sum(tf.lgamma(self._concentration), -1) - tf.lgamma(self.total_concentration)

    def _sample(self, n: Any, seed: int | None) -> Any:
        drawn = tf.random_gamma(tf.reshape(n, [1]), self._concentration, dtype=self._dtype, seed=seed)
        return drawn / tf.reduce_sum(drawn, -1, keepdims=True)

    def _log_prob(self, value: Any) -> Any:
        return tf.reduce_sum((self._concentration - 1.0) * tf.log(value), -1) - self._norm()

    def _entropy(self) -> Any:
        total, size = self.total_concentration, float(self._event()[0])
        parts = tf.reduce_sum((self._concentration - 1.0) * tf.digamma(self._concentration), -1)
        return self._norm() + (total - size) * tf.digamma(total) - parts

    def _mean(self) -> Any:
        return self._concentration / tf.expand_dims(self.total_concentration, -1)

    def _variance(self) -> Any:
        mean = self._mean()
        return mean * (1.0 - mean) / (1.0 + tf.expand_dims(self.total_concentration, -1))


class DirichletMultinomial(Distribution):
    """How often each class comes in ``total_count`` draws whose probabilities are of a Dirichlet distribution."""

    def __init__(
        self,
        total_count: Any,
        concentration: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "DirichletMultinomial",
    ) -> None:
        given = locals()
        self._concentration = parameter(concentration, "concentration", True, validate_args)
        self._count = parameter(total_count, "total_count", dtype=self._concentration.dtype)
        super().__init__(
            self._concentration.dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, given, name=name
        )

    @property
    def total_count(self) -> Any:
        return self._count

    @property
    def concentration(self) -> Any:
        return self._concentration

    @property
    def total_concentration(self) -> Any:
        return tf.reduce_sum(self._concentration, -1)

    def _like(self) -> Any:
        return self.total_concentration + self._count

    def _event(self) -> list[Any]:
        return list(self._concentration.shape.as_list()[-1:])

    def _log_prob(self, value: Any) -> Any:
        def norm(parts: Any) -> Any:
            return tf.reduce_sum(tf.lgamma(parts), -1) - tf.lgamma(tf.reduce_sum(parts, -1))

        ways = tf.lgamma(self._count + 1.0) - tf.reduce_sum(tf.lgamma(value + 1.0), -1)
        return norm(self._concentration + value) - norm(self._concentration) + ways

    def _mean(self) -> Any:
        share = self._concentration / tf.expand_dims(self.total_concentration, -1)
        return tf.expand_dims(self._count, -1) * share

    def _variance(self) -> Any:
        total = self.total_concentration
        spread = (self._count + total) / (1.0 + total)
        share = self._concentration / tf.expand_dims(total, -1)
        return tf.expand_dims(self._count * spread, -1) * share * (1.0 - share)
