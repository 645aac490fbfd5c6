"""How much distributions differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.distributions.classes import Bernoulli, Categorical
from graphops.compat.v1.distributions.gamma import Beta, Dirichlet, Gamma, log_beta
from graphops.compat.v1.distributions.normal import Normal
from graphops.compat.v1.functions.marked import marking
from graphops_registry.errors import InvalidArgumentError, UnimplementedError

Formula = Callable[[Any, Any], Any]
_FORMULAS: dict[tuple[type, type], Callable[..., Any]] = {}


class RegisterKL:
    """A decorator of functions ``kl(a, b, name=None)`` for two classes of distributions.

    Raises:
        InvalidArgumentError: when used, there is one for these classes.
    """

    def __init__(self, dist_cls_a: type, dist_cls_b: type) -> None:
        self._key = dist_cls_a, dist_cls_b

    def __call__(self, kl_fn: Callable[..., Any]) -> Callable[..., Any]:
        if self._key in _FORMULAS:
            names = " and ".join(each.__name__ for each in self._key)
            raise InvalidArgumentError(f"RegisterKL must be used once for {names}")
        _FORMULAS[self._key] = kl_fn
        return kl_fn


@marking
def kl_divergence(
    distribution_a: Any, distribution_b: Any, allow_nan_stats: bool = True, name: str | None = None
) -> Any:
    """The mean over a of log(a / b), in nats.

    Raises:
        UnimplementedError: there is no formula for these classes.
    """
    for first in type(distribution_a).__mro__:
        for second in type(distribution_b).__mro__:
            if (first, second) in _FORMULAS:
                with tf.name_scope(name or "KullbackLeibler"):
                    return _FORMULAS[first, second](distribution_a, distribution_b)
    names = f"{type(distribution_a).__name__} and {type(distribution_b).__name__}"
    raise UnimplementedError(f"kl_divergence must have a formula, there is none for {names}: use RegisterKL")


@RegisterKL(Normal, Normal)
def _normal(a: Any, b: Any, name: str | None = None) -> Any:
    ratio = tf.square(a.scale / b.scale)
    return tf.square(a.loc - b.loc) / (2.0 * tf.square(b.scale)) + 0.5 * (ratio - 1.0 - tf.log(ratio))


@RegisterKL(Bernoulli, Bernoulli)
def _bernoulli(a: Any, b: Any, name: str | None = None) -> Any:
    at_zero = tf.nn.softplus(b.logits) - tf.nn.softplus(a.logits)
    at_one = tf.nn.softplus(-b.logits) - tf.nn.softplus(-a.logits)
    return tf.sigmoid(a.logits) * at_one + tf.sigmoid(-a.logits) * at_zero


@RegisterKL(Categorical, Categorical)
def _categorical(a: Any, b: Any, name: str | None = None) -> Any:
    logs = tf.nn.log_softmax(a.logits) - tf.nn.log_softmax(b.logits)
    return tf.reduce_sum(tf.nn.softmax(a.logits) * logs, -1)


@RegisterKL(Gamma, Gamma)
def _gamma(a: Any, b: Any, name: str | None = None) -> Any:
    return (
        (a.concentration - b.concentration) * tf.digamma(a.concentration)
        + tf.lgamma(b.concentration)
        - tf.lgamma(a.concentration)
        + b.concentration * (tf.log(a.rate) - tf.log(b.rate))
        + a.concentration * (b.rate / a.rate - 1.0)
    )


@RegisterKL(Beta, Beta)
def _beta(a: Any, b: Any, name: str | None = None) -> Any:
    one, zero = a.concentration1 - b.concentration1, a.concentration0 - b.concentration0
    return (
        log_beta(b.concentration1, b.concentration0)
        - log_beta(a.concentration1, a.concentration0)
        + one * tf.digamma(a.concentration1)
        + zero * tf.digamma(a.concentration0)
        - (one + zero) * tf.digamma(a.total_concentration)
    )


@RegisterKL(Dirichlet, Dirichlet)
def _dirichlet(a: Any, b: Any, name: str | None = None) -> Any:
    def norm(parts: Any) -> Any:
        return tf.reduce_sum(tf.lgamma(parts), -1) - tf.lgamma(tf.reduce_sum(parts, -1))

    logs = tf.digamma(a.concentration) - tf.expand_dims(tf.digamma(a.total_concentration), -1)
    parts = tf.reduce_sum((a.concentration - b.concentration) * logs, -1)
    return parts + norm(b.concentration) - norm(a.concentration)
