"""Distributions of real numbers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.compat.v1.distributions.distribution import (
    FULLY_REPARAMETERIZED,
    NOT_REPARAMETERIZED,
    Distribution,
    another_seed,
    parameter,
)


def shape_of(n: Any, like: Any) -> Any:
    """[n, *shape of like]."""
    return tf.concat([tf.reshape(tf.cast(n, tf.int32), [1]), tf.shape(like)], 0)


def uniform(n: Any, like: Any, seed: int | None) -> Any:
    """Uniform numbers from 0 to 1, without 0."""
    tiny = float(np.finfo(like.dtype.as_numpy_dtype).tiny)
    result = tf.random_uniform(shape_of(n, like), tiny, 1.0, like.dtype, seed=seed)
    result.set_shape(tf.TensorShape([None]).concatenate(like.shape))
    return result


class _LocationScale(Distribution):
    """A distribution of ``loc + scale * x``."""

    def __init__(
        self, loc: Any, scale: Any, validate_args: bool, allow_nan_stats: bool, name: str, given: Any, kind: Any
    ) -> None:
        self._loc = parameter(loc, "loc")
        self._scale = parameter(scale, "scale", True, validate_args, None if loc is None else self._loc.dtype)
        super().__init__(self._loc.dtype, kind, validate_args, allow_nan_stats, given, name=name)

    @property
    def loc(self) -> Any:
        return self._loc

    @property
    def scale(self) -> Any:
        return self._scale

    def _like(self) -> Any:
        return self._loc + self._scale

    def _standard(self, value: Any) -> Any:
        return (value - self._loc) / self._scale

    def _all(self, value: Any) -> Any:
        """A value for each distribution."""
        return value + tf.zeros_like(self._like())

    def _mean(self) -> Any:
        return self._all(self._loc)

    def _mode(self) -> Any:
        return self._mean()


class Normal(_LocationScale):
    """The normal distribution of a mean and a standard deviation."""

    def __init__(
        self,
        loc: Any,
        scale: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Normal",
    ) -> None:
        super().__init__(loc, scale, validate_args, allow_nan_stats, name, locals(), FULLY_REPARAMETERIZED)

    def _sample(self, n: Any, seed: int | None) -> Any:
        like = self._like()
        drawn = tf.random_normal(shape_of(n, like), dtype=self._dtype, seed=seed)
        drawn.set_shape(tf.TensorShape([None]).concatenate(like.shape))
        return drawn * self._scale + self._loc

    def _log_prob(self, value: Any) -> Any:
        return -0.5 * tf.square(self._standard(value)) - 0.5 * math.log(2.0 * math.pi) - tf.log(self._scale)

    def _cdf(self, value: Any) -> Any:
        return 0.5 * tf.erfc(-self._standard(value) * math.sqrt(0.5))

    def _quantile(self, value: Any) -> Any:
        return self._loc + self._scale * tf.raw_ops.Ndtri(x=value)

    def _entropy(self) -> Any:
        return self._all(0.5 * math.log(2.0 * math.pi * math.e) + tf.log(self._scale))

    def _variance(self) -> Any:
        return self._all(tf.square(self._scale))

    def stddev(self, name: str = "stddev") -> Any:
        return self._all(self._scale)


class Laplace(_LocationScale):
    """The Laplace distribution: the density falls exponentially on both sides of ``loc``."""

    def __init__(
        self,
        loc: Any,
        scale: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Laplace",
    ) -> None:
        super().__init__(loc, scale, validate_args, allow_nan_stats, name, locals(), FULLY_REPARAMETERIZED)

    def _sample(self, n: Any, seed: int | None) -> Any:
        like = self._like()
        least = float(np.nextafter(like.dtype.as_numpy_dtype(-1.0), like.dtype.as_numpy_dtype(0.0)))
        drawn = tf.random_uniform(shape_of(n, like), least, 1.0, like.dtype, seed=seed)
        drawn.set_shape(tf.TensorShape([None]).concatenate(like.shape))
        return self._loc - self._scale * tf.sign(drawn) * tf.log1p(-tf.abs(drawn))

    def _log_prob(self, value: Any) -> Any:
        return -math.log(2.0) - tf.log(self._scale) - tf.abs(self._standard(value))

    def _cdf(self, value: Any) -> Any:
        z = self._standard(value)
        return 0.5 + 0.5 * tf.sign(z) * (1.0 - tf.exp(-tf.abs(z)))

    def _entropy(self) -> Any:
        return self._all(1.0 + math.log(2.0) + tf.log(self._scale))

    def _variance(self) -> Any:
        return self._all(2.0 * tf.square(self._scale))


class StudentT(_LocationScale):
    """Student's t-distribution of ``df`` degrees of freedom."""

    def __init__(
        self,
        df: Any,
        loc: Any,
        scale: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "StudentT",
    ) -> None:
        given = locals()
        super().__init__(loc, scale, validate_args, allow_nan_stats, name, given, NOT_REPARAMETERIZED)
        self._df = parameter(df, "df", True, validate_args, self._dtype)

    @property
    def df(self) -> Any:
        return self._df

    def _like(self) -> Any:
        return self._loc + self._scale + self._df

    def _log_prob(self, value: Any) -> Any:
        half = 0.5 * self._df
        kernel = -0.5 * (self._df + 1.0) * tf.log1p(tf.square(self._standard(value)) / self._df)
        norm = tf.log(tf.abs(self._scale)) + 0.5 * tf.log(self._df) + 0.5 * math.log(math.pi)
        return kernel - norm - tf.lgamma(half) + tf.lgamma(half + 0.5)

    def _entropy(self) -> Any:
        half, more = 0.5 * self._df, 0.5 * (self._df + 1.0)
        beta = tf.lgamma(half) + math.lgamma(0.5) - tf.lgamma(half + 0.5)
        part = tf.log(tf.abs(self._scale)) + 0.5 * tf.log(self._df) + beta
        return self._all(part + more * (tf.digamma(more) - tf.digamma(half)))

    def _mean(self) -> Any:
        return tf.where_v2(self._all(self._df) > 1.0, self._all(self._loc), np.nan)

    def _mode(self) -> Any:
        return self._all(self._loc)

    def _variance(self) -> Any:
        df = self._all(self._df)
        finite = tf.where_v2(df > 2.0, tf.square(self._scale) * df / (df - 2.0), np.inf)
        return tf.where_v2(df > 1.0, finite, np.nan)

    def _sample(self, n: Any, seed: int | None) -> Any:
        like = self._like()
        drawn = tf.random_normal(shape_of(n, like), dtype=self._dtype, seed=seed)
        drawn.set_shape(tf.TensorShape([None]).concatenate(like.shape))
        df = self._all(self._df)
        spread = tf.random_gamma(tf.reshape(n, [1]), 0.5 * df, 0.5, self._dtype, another_seed(seed, "student_t"))
        return drawn * tf.rsqrt(spread / df) * self._scale + self._loc


class Uniform(Distribution):
    """Equal density from ``low`` to ``high``."""

    def __init__(
        self,
        low: Any = 0.0,
        high: Any = 1.0,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Uniform",
    ) -> None:
        given = locals()
        self._low = parameter(low, "low")
        self._high = parameter(high, "high", dtype=self._low.dtype)
        if validate_args:
            with tf.control_dependencies([tf.assert_less(self._low, self._high)]):
                self._high = tf.identity(self._high)
        super().__init__(self._low.dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, given, name=name)

    @property
    def low(self) -> Any:
        return self._low

    @property
    def high(self) -> Any:
        return self._high

    def range(self, name: str = "range") -> Any:
        """``high - low``."""
        return self._high - self._low

    def _like(self) -> Any:
        return self._low + self._high

    def _sample(self, n: Any, seed: int | None) -> Any:
        like = self._like()
        drawn = tf.random_uniform(shape_of(n, like), dtype=self._dtype, seed=seed)
        drawn.set_shape(tf.TensorShape([None]).concatenate(like.shape))
        return self._low + self.range() * drawn

    def _log_prob(self, value: Any) -> Any:
        return tf.log(self.prob(value))

    def prob(self, value: Any, name: str = "prob") -> Any:
        given = self._value(value) + tf.zeros_like(self._like())
        inside = tf.logical_and(given >= self._low, given < self._high)
        density = 1.0 / self.range() + tf.zeros_like(given)
        result = tf.where_v2(inside, density, tf.zeros_like(given))
        return tf.where_v2(tf.is_nan(given), given, result)

    def _cdf(self, value: Any) -> Any:
        return tf.clip_by_value((value - self._low) / self.range(), 0.0, 1.0)

    def _entropy(self) -> Any:
        return tf.log(self.range())

    def _mean(self) -> Any:
        return (self._low + self._high) / 2.0

    def _variance(self) -> Any:
        return tf.square(self.range()) / 12.0


class Exponential(Distribution):
    """The time until what happens ``rate`` times in a unit of time."""

    def __init__(
        self, rate: Any, validate_args: bool = False, allow_nan_stats: bool = True, name: str = "Exponential"
    ) -> None:
        given = locals()
        self._rate = parameter(rate, "rate", True, validate_args)
        super().__init__(self._rate.dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, given, name=name)

    @property
    def rate(self) -> Any:
        return self._rate

    def _like(self) -> Any:
        return self._rate

    def _sample(self, n: Any, seed: int | None) -> Any:
        return -tf.log(uniform(n, self._rate, seed)) / self._rate

    def _log_prob(self, value: Any) -> Any:
        inside = tf.log(self._rate) - self._rate * value
        return tf.where_v2(value < 0.0, tf.constant(-np.inf, self._dtype), inside)

    def _cdf(self, value: Any) -> Any:
        return tf.where_v2(value < 0.0, tf.zeros_like(value), 1.0 - tf.exp(-self._rate * value))

    def _entropy(self) -> Any:
        return 1.0 - tf.log(self._rate)

    def _mean(self) -> Any:
        return 1.0 / self._rate

    def _variance(self) -> Any:
        return 1.0 / tf.square(self._rate)

    def _mode(self) -> Any:
        return tf.zeros_like(self._rate)
