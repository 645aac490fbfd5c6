"""Distributions of classes and of their counts."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.distributions.distribution import (
    NOT_REPARAMETERIZED,
    Distribution,
    logits_and_probs,
    parameter,
)
from graphops.compat.v1.distributions.normal import shape_of


class Bernoulli(Distribution):
    """1 with a probability, else 0.

    Args:
        logits: log(p / (1 - p)); or
        probs: p.
    """

    def __init__(
        self,
        logits: Any = None,
        probs: Any = None,
        dtype: Any = tf.int32,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Bernoulli",
    ) -> None:
        given = locals()
        self._logits, self._probs = logits_and_probs(logits, probs, name, False)
        super().__init__(dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, given, name=name)

    @property
    def logits(self) -> Any:
        return self._logits

    @property
    def probs(self) -> Any:
        return self._probs

    def _like(self) -> Any:
        return self._logits

    def _sample(self, n: Any, seed: int | None) -> Any:
        drawn = tf.random_uniform(shape_of(n, self._probs), dtype=self._probs.dtype, seed=seed)
        drawn.set_shape(tf.TensorShape([None]).concatenate(self._probs.shape))
        return tf.cast(drawn < self._probs, self._dtype)

    def _value(self, value: Any) -> Any:
        return tf.cast(value, self._logits.dtype)

    def _log_prob(self, value: Any) -> Any:
        logits, labels = self._logits + tf.zeros_like(value), value + tf.zeros_like(self._logits)
        return -tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)

    def _entropy(self) -> Any:
        return -self._logits * (tf.sigmoid(self._logits) - 1.0) + tf.nn.softplus(-self._logits)

    def _mean(self) -> Any:
        return tf.identity(self._probs)

    def _variance(self) -> Any:
        return self._probs * (1.0 - self._probs)

    def _mode(self) -> Any:
        return tf.cast(self._probs > 0.5, self._dtype)


class Categorical(Distribution):
    """A class, by probabilities along the last axis.

    Args:
        logits: logarithms of probabilities, to which any number is added; or
        probs: the probabilities.
    """

    def __init__(
        self,
        logits: Any = None,
        probs: Any = None,
        dtype: Any = tf.int32,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Categorical",
    ) -> None:
        given = locals()
        self._logits, self._probs = logits_and_probs(logits, probs, name, True)
        super().__init__(dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, given, name=name)

    @property
    def logits(self) -> Any:
        return self._logits

    @property
    def probs(self) -> Any:
        return self._probs

    @property
    def event_size(self) -> Any:
        """How many classes there are."""
        size = self._logits.shape.as_list()[-1]
        return tf.shape(self._logits)[-1] if size is None else tf.constant(int(size))

    def _like(self) -> Any:
        return self._logits[..., 0]

    def _sample(self, n: Any, seed: int | None) -> Any:
        rows = tf.reshape(self._logits, [-1, tf.shape(self._logits)[-1]])
        drawn = tf.multinomial(rows, n, seed=seed, output_dtype=tf.int32)
        shape = tf.concat([tf.reshape(tf.cast(n, tf.int32), [1]), tf.shape(self._logits)[:-1]], 0)
        result = tf.reshape(tf.transpose(drawn), shape)
        result.set_shape(tf.TensorShape([None]).concatenate(self._logits.shape[:-1]))
        return tf.cast(result, self._dtype)

    def _value(self, value: Any) -> Any:
        return tf.convert_to_tensor(value)

    def _log_prob(self, value: Any) -> Any:
        labels = tf.cast(value, tf.int32)
        # Both are broadcast: values for each distribution, distributions for each value.
        labels = labels + tf.zeros_like(self._like(), tf.int32)
        logits = self._logits + tf.zeros(tf.concat([tf.shape(labels), [1]], 0), self._logits.dtype)
        return -tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)

    def _entropy(self) -> Any:
        return -tf.reduce_sum(tf.nn.log_softmax(self._logits) * tf.nn.softmax(self._logits), -1)

    def _mode(self) -> Any:
        return tf.cast(tf.argmax(self._logits, -1), self._dtype)


class Multinomial(Distribution):
    """How often each class comes in ``total_count`` draws."""

    def __init__(
        self,
        total_count: Any,
        logits: Any = None,
        probs: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Multinomial",
    ) -> None:
        given = locals()
        self._logits, self._probs = logits_and_probs(logits, probs, name, True)
        self._count = parameter(total_count, "total_count", dtype=self._logits.dtype)
        super().__init__(self._logits.dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, given, name=name)

    @property
    def total_count(self) -> Any:
        return self._count

    @property
    def logits(self) -> Any:
        return self._logits

    @property
    def probs(self) -> Any:
        return self._probs

    def _like(self) -> Any:
        return self._logits[..., 0] + self._count

    def _event(self) -> list[Any]:
        return list(self._logits.shape.as_list()[-1:])

    def _counts(self) -> Any:
        return tf.expand_dims(self._count, -1)

    def _sample(self, n: Any, seed: int | None) -> Any:
        classes = int(self._logits.shape[-1])
        draws = tf.cast(tf.reduce_max(self._count), tf.int32)
        logits = self._logits + tf.zeros_like(tf.expand_dims(self._like(), -1))
        rows = tf.reshape(logits, [-1, classes])
        drawn = tf.one_hot(tf.multinomial(rows, n * draws, seed=seed), classes, dtype=self._dtype)
        batch = tf.shape(rows)[0]
        drawn = tf.reshape(drawn, tf.stack([batch, n, draws, classes]))
        # Those beyond the count of a distribution do not count.
        counts = tf.reshape(tf.cast(self._count + tf.zeros_like(self._like()), tf.int32), [-1])
        counted = tf.cast(tf.sequence_mask(counts, draws), self._dtype)
        found = tf.reduce_sum(drawn * tf.reshape(counted, tf.stack([batch, 1, draws, 1])), 2)
        result = tf.reshape(tf.transpose(found, [1, 0, 2]), tf.concat([[n], tf.shape(logits)], 0))
        result.set_shape(tf.TensorShape([None]).concatenate(logits.shape))
        return result

    def _log_prob(self, value: Any) -> Any:
        ways = tf.lgamma(self._count + 1.0) - tf.reduce_sum(tf.lgamma(value + 1.0), -1)
        return tf.reduce_sum(value * tf.nn.log_softmax(self._logits), -1) + ways

    def _mean(self) -> Any:
        return self._probs * self._counts()

    def _variance(self) -> Any:
        mean = self._mean()
        return mean - mean * self._probs

    def _covariance(self) -> Any:
        mean = self._mean()
        size = int(self._probs.shape[-1])
        return tf.expand_dims(mean, -1) * tf.eye(size) - tf.expand_dims(mean, -1) * tf.expand_dims(self._probs, -2)
