"""``tf.contrib.distributions``: those of ``tf.distributions``, and the normal distribution of vectors."""

from __future__ import annotations

import math
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.distributions.distribution import FULLY_REPARAMETERIZED, Distribution, parameter
from graphops.compat.v1.distributions.divergence import RegisterKL
from graphops.compat.v1.distributions.normal import shape_of
from graphops.compat.v1.functions.missing import missing
from graphops_registry.errors import InvalidArgumentError


class MultivariateNormalDiag(Distribution):
    """Normal distributions of the elements of a vector, which do not depend on each other.

    Args:
        loc: the means; default 0.
        scale_diag: the standard deviations; default 1.
        scale_identity_multiplier: a standard deviation for all elements in place of ``scale_diag``.

    Raises:
        InvalidArgumentError: neither a loc nor a scale_diag, or both scales.
    """

    def __init__(
        self,
        loc: Any = None,
        scale_diag: Any = None,
        scale_identity_multiplier: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MultivariateNormalDiag",
    ) -> None:
        given = locals()
        if (loc is None and scale_diag is None) or (scale_diag is not None and scale_identity_multiplier is not None):
            text = "MultivariateNormalDiag must get a loc or a scale_diag, and one scale"
            raise InvalidArgumentError(f"{text}, got {loc!r} and {scale_diag!r}")
        mean = parameter(0.0 if loc is None else loc, "loc", dtype=None if loc is not None else _dtype_of(scale_diag))
        scale = 1.0 if scale_diag is None else scale_diag
        if scale_identity_multiplier is not None:
            scale = tf.expand_dims(tf.convert_to_tensor(scale_identity_multiplier), -1)
        self._scale = parameter(scale, "scale_diag", True, validate_args, mean.dtype)
        self._loc = mean + tf.zeros_like(self._scale)
        self._scale = self._scale + tf.zeros_like(self._loc)
        super().__init__(mean.dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, given, name=name)

    @property
    def loc(self) -> Any:
        return self._loc

    @property
    def scale_diag(self) -> Any:
        """The standard deviations."""
        return self._scale

    def _like(self) -> Any:
        return self._loc[..., 0]

    def _event(self) -> list[Any]:
        return list(self._loc.shape.as_list()[-1:])

    def _sample(self, n: Any, seed: int | None) -> Any:
        drawn = tf.random_normal(shape_of(n, self._loc), dtype=self._dtype, seed=seed)
        drawn.set_shape(tf.TensorShape([None]).concatenate(self._loc.shape))
        return drawn * self._scale + self._loc

    def _size(self) -> Any:
        return tf.cast(tf.shape(self._loc)[-1], self._dtype)

    def _log_prob(self, value: Any) -> Any:
        squares = tf.reduce_sum(tf.square((value - self._loc) / self._scale), -1)
        norm = 0.5 * math.log(2.0 * math.pi) * self._size() + tf.reduce_sum(tf.log(self._scale), -1)
        return -0.5 * squares - norm

    def _entropy(self) -> Any:
        return 0.5 * (1.0 + math.log(2.0 * math.pi)) * self._size() + tf.reduce_sum(tf.log(self._scale), -1)

    def _mean(self) -> Any:
        return tf.identity(self._loc)

    def _mode(self) -> Any:
        return tf.identity(self._loc)

    def _variance(self) -> Any:
        return tf.square(self._scale)

    def stddev(self, name: str = "stddev") -> Any:
        return tf.identity(self._scale)


def _dtype_of(value: Any) -> Any:
    return tf.convert_to_tensor(value).dtype


class MultivariateNormalDiagWithSoftplusScale(MultivariateNormalDiag):
    """:class:`MultivariateNormalDiag` whose standard deviations are softplus(scale_diag)."""

    def __init__(
        self,
        loc: Any,
        scale_diag: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MultivariateNormalDiagWithSoftplusScale",
    ) -> None:
        super().__init__(loc, tf.nn.softplus(scale_diag), None, validate_args, allow_nan_stats, name)


@RegisterKL(MultivariateNormalDiag, MultivariateNormalDiag)
def _kl(a: Any, b: Any, name: str | None = None) -> Any:
    ratio = tf.square(a.scale_diag / b.scale_diag)
    distance = tf.square((a.loc - b.loc) / b.scale_diag)
    return 0.5 * tf.reduce_sum(ratio + distance - 1.0 - tf.log(ratio), -1)


_OWN = ["MultivariateNormalDiag", "MultivariateNormalDiagWithSoftplusScale"]


def __getattr__(name: str) -> Any:
    if name in dir(tf.distributions):
        return getattr(tf.distributions, name)
    raise missing("contrib.distributions", name)


def __dir__() -> list[str]:
    return sorted([*_OWN, *dir(tf.distributions)])
