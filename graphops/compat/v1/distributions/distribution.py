"""The base of distributions: shapes, and what follows from a sample, a density and moments."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark
from graphops_registry.errors import InvalidArgumentError, UnimplementedError


class ReparameterizationType:
    """Whether samples have gradients with respect to the parameters."""

    def __init__(self, rep_type: str) -> None:
        self._rep_type = rep_type

    def __repr__(self) -> str:
        return f"<Reparameterization Type: {self._rep_type}>"


FULLY_REPARAMETERIZED = ReparameterizationType("FULLY_REPARAMETERIZED")
NOT_REPARAMETERIZED = ReparameterizationType("NOT_REPARAMETERIZED")


class Distribution:
    """Distributions of one kind, a batch of them.

    A subclass has ``_sample(n, seed)`` [n, *batch, *event], ``_log_prob(value)``, and what it knows of ``_mean``,
    ``_variance``, ``_mode``, ``_entropy``, ``_cdf`` and ``_quantile``.

    Args:
        dtype: of the values.
        reparameterization_type: whether samples have gradients.
        validate_args: whether parameters are checked in each run.
        allow_nan_stats: accepted; moments that do not exist are NaN or infinite.
        parameters: as they were given.
    """

    def __init__(
        self,
        dtype: Any,
        reparameterization_type: ReparameterizationType,
        validate_args: bool,
        allow_nan_stats: bool,
        parameters: Any = None,
        graph_parents: Any = None,
        name: str | None = None,
    ) -> None:
        mark()
        self._dtype, self._reparameterization_type = tf.as_dtype(dtype), reparameterization_type
        self._validate_args, self._allow_nan_stats = validate_args, allow_nan_stats
        self._parameters = {
            key: value
            for key, value in dict(parameters or {}).items()
            if key != "self" and not key.startswith("_")
        }  # fmt: skip
        self._name = name or type(self).__name__

    @property
    def name(self) -> str:
        return self._name

    @property
    def dtype(self) -> Any:
        """Of the values."""
        return self._dtype

    @property
    def parameters(self) -> dict[str, Any]:
        """What it was made of."""
        return dict(self._parameters)

    @property
    def reparameterization_type(self) -> ReparameterizationType:
        return self._reparameterization_type

    @property
    def allow_nan_stats(self) -> bool:
        return self._allow_nan_stats

    @property
    def validate_args(self) -> bool:
        return self._validate_args

    def copy(self, **override_parameters_kwargs: Any) -> Any:
        """One like it, with other parameters."""
        return type(self)(**{**self.parameters, **override_parameters_kwargs})

    # -- shapes ---------------------------------------------------------------------------------------------------

    def _like(self) -> Any:
        """A tensor of the shape of the batch."""
        raise NotImplementedError

    def _event(self) -> list[Any]:
        """The shape of one value, a list of sizes."""
        return []

    @property
    def batch_shape(self) -> Any:
        """How many distributions there are."""
        return self._like().shape

    @property
    def event_shape(self) -> Any:
        """The shape of a value."""
        return tf.TensorShape(self._event())

    def batch_shape_tensor(self, name: str = "batch_shape_tensor") -> Any:
        return tf.shape(self._like())

    def event_shape_tensor(self, name: str = "event_shape_tensor") -> Any:
        return tf.constant(np.array(self._event(), np.int32))

    def is_scalar_event(self, name: str = "is_scalar_event") -> bool:
        """Whether values are numbers."""
        return not self._event()

    def is_scalar_batch(self, name: str = "is_scalar_batch") -> bool:
        """Whether it is one distribution."""
        rank: int | None = self.batch_shape.rank
        return rank == 0

    # -- values ---------------------------------------------------------------------------------------------------

    def sample(self, sample_shape: Any = (), seed: int | None = None, name: str = "sample") -> Any:
        """Random values [*sample_shape, *batch, *event]."""
        with tf.name_scope(f"{self._name}/{name}"):
            wanted = _sizes(sample_shape)
            drawn = self._sample(tf.reduce_prod(wanted), seed)
            result = tf.reshape(drawn, tf.concat([wanted, tf.shape(drawn)[1:]], 0))
            known = tf.get_static_value(wanted)
            if known is not None:
                result.set_shape(tf.TensorShape([int(size) for size in known]).concatenate(drawn.shape[1:]))
            return result

    def log_prob(self, value: Any, name: str = "log_prob") -> Any:
        """The logarithm of the density, or of the probability, of values."""
        with tf.name_scope(f"{self._name}/{name}"):
            return self._log_prob(self._value(value))

    def prob(self, value: Any, name: str = "prob") -> Any:
        """The density, or the probability, of values."""
        return tf.exp(self.log_prob(value))

    def cdf(self, value: Any, name: str = "cdf") -> Any:
        """The probability of values that are not larger."""
        return self._cdf(self._value(value))

    def log_cdf(self, value: Any, name: str = "log_cdf") -> Any:
        """The logarithm of :meth:`cdf`."""
        return self._log_cdf(self._value(value))

    def survival_function(self, value: Any, name: str = "survival_function") -> Any:
        """The probability of larger values."""
        return 1.0 - self.cdf(value)

    def log_survival_function(self, value: Any, name: str = "log_survival_function") -> Any:
        """The logarithm of :meth:`survival_function`."""
        return tf.log(self.survival_function(value))

    def quantile(self, value: Any, name: str = "quantile") -> Any:
        """The value below which that much of the probability is."""
        return self._quantile(self._value(value))

    def entropy(self, name: str = "entropy") -> Any:
        """How uncertain it is, in nats."""
        return self._entropy()

    def mean(self, name: str = "mean") -> Any:
        return self._mean()

    def variance(self, name: str = "variance") -> Any:
        return self._variance()

    def stddev(self, name: str = "stddev") -> Any:
        """The root of the variance."""
        return tf.sqrt(self._variance())

    def mode(self, name: str = "mode") -> Any:
        """The most likely value."""
        return self._mode()

    def covariance(self, name: str = "covariance") -> Any:
        """The covariances of the elements of a value."""
        return self._covariance()

    def kl_divergence(self, other: Any, name: str = "kl_divergence") -> Any:
        """How much it differs from another one, in nats."""
        from graphops.compat.v1.distributions.divergence import kl_divergence

        return kl_divergence(self, other)

    def cross_entropy(self, other: Any, name: str = "cross_entropy") -> Any:
        """The entropy and the divergence."""
        return self.entropy() + self.kl_divergence(other)

    def _value(self, value: Any) -> Any:
        return tf.cast(value, self._dtype)

    def _log_cdf(self, value: Any) -> Any:
        return tf.log(self._cdf(value))

    def __getattr__(self, name: str) -> Any:
        if name in _OPTIONAL:
            text = f"{type(self).__name__} must be used without {name[1:]}(), which it does not have"
            raise UnimplementedError(text)
        raise AttributeError(f"'{type(self).__name__}' has no attribute '{name}'", name=name)

    def __repr__(self) -> str:
        return f"<graphops.distributions.{type(self).__name__} '{self._name}' batch_shape={self.batch_shape}>"


_OPTIONAL = frozenset(
    ["_sample", "_log_prob", "_cdf", "_quantile", "_entropy", "_mean", "_variance", "_mode", "_covariance"]
)


def _sizes(shape: Any) -> Any:
    """A shape, or one size, as an int32 vector."""
    if isinstance(shape, tf.Tensor):
        return tf.reshape(tf.cast(shape, tf.int32), [-1])
    sizes = list(shape) if isinstance(shape, (list, tuple)) else [shape]
    if any(isinstance(size, tf.Tensor) for size in sizes):
        return tf.stack([tf.cast(size, tf.int32) for size in sizes])
    return tf.constant(np.array([int(size) for size in sizes], np.int32))


def another_seed(seed: int | None, salt: str) -> int | None:
    """A seed for a second random node, made of the given one as TensorFlow makes it."""
    if seed is None:
        return None
    return int(hashlib.md5(f"{seed}{salt}".encode(), usedforsecurity=False).hexdigest()[:8], 16) & 0x7FFFFFFF


def parameter(value: Any, name: str, positive: bool = False, validated: bool = False, dtype: Any = None) -> Any:
    """A parameter as a tensor of a real dtype.

    Args:
        positive, validated: whether it must be more than 0, and whether that is checked in each run.
    """
    given = tf.convert_to_tensor(value, dtype=dtype, name=name)
    if given.dtype.is_integer:
        given = tf.cast(given, tf.float32)
    if not given.dtype.is_floating:
        raise InvalidArgumentError(f"{name} of a distribution must be real, got {given.dtype.name}")
    if positive and validated:
        with tf.control_dependencies([tf.assert_positive(given)]):
            given = tf.identity(given)
    return given


def logits_and_probs(logits: Any, probs: Any, name: str, many: bool, dtype: Any = None) -> tuple[Any, Any]:
    """Both of which one is given: of two classes, or of many along the last axis.

    Raises:
        InvalidArgumentError: both are given, or none.
    """
    if (logits is None) == (probs is None):
        raise InvalidArgumentError(f"{name} must get either logits or probs, got {'none' if probs is None else 'both'}")
    if logits is not None:
        given = parameter(logits, "logits", dtype=dtype)
        return given, tf.nn.softmax(given) if many else tf.sigmoid(given)
    given = parameter(probs, "probs", dtype=dtype)
    return (tf.log(given) if many else tf.log(given) - tf.log1p(-given)), given
