"""``tf.contrib.layers``: losses of weights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from numbers import Integral, Real
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all
from graphops_registry.errors import InvalidArgumentError

Regularizer = Callable[[Any], Any]


def l1_regularizer(scale: float, scope: str | None = None) -> Regularizer:
    """``scale`` times the sum of the absolute values; no loss where it is 0."""
    return _regularizer(scale, scope, "l1_regularizer", lambda weights: tf.reduce_sum(tf.abs(weights)))


def l2_regularizer(scale: float, scope: str | None = None) -> Regularizer:
    """``scale`` times half the sum of the squares; no loss where it is 0."""
    return _regularizer(scale, scope, "l2_regularizer", tf.nn.l2_loss)


def _regularizer(scale: Any, scope: str | None, name: str, norm: Callable[[Any], Any]) -> Regularizer:
    if isinstance(scale, Integral):
        raise InvalidArgumentError(f"scale of {name} must be a float, got the integer {scale!r}")
    if isinstance(scale, Real):
        if float(scale) < 0.0:
            raise InvalidArgumentError(f"scale of {name} must not be negative, got {scale!r}")
        if float(scale) == 0.0:
            return lambda _: None

    def regularizer(weights: Any) -> Any:
        with tf.name_scope(scope or name) as names:
            factor = tf.convert_to_tensor(scale, dtype=weights.dtype.base_dtype, name="scale")
            return tf.multiply(factor, norm(weights), name=names)

    return regularizer


def l1_l2_regularizer(scale_l1: float = 1.0, scale_l2: float = 1.0, scope: str | None = None) -> Regularizer:
    """The sum of :func:`l1_regularizer` and :func:`l2_regularizer`."""
    given = [(scale_l1, l1_regularizer), (scale_l2, l2_regularizer)]
    for scale, _ in given:
        if isinstance(scale, Integral):
            raise InvalidArgumentError(f"the scales of l1_l2_regularizer must be floats, got the integer {scale!r}")
    name = scope or "l1_l2_regularizer"
    parts = [function(scale) for scale, function in given if scale != 0.0]
    return sum_regularizer(parts, name) or (lambda _: None)


def sum_regularizer(regularizer_list: Sequence[Regularizer | None], scope: str | None = None) -> Regularizer | None:
    """The sum of several; ``None`` if there is none. Those that are ``None`` do not count."""
    given = [each for each in regularizer_list if each is not None]
    if not given:
        return None

    def regularizer(weights: Any) -> Any:
        with tf.name_scope(scope or "sum_regularizer") as names:
            losses = [loss for loss in (each(weights) for each in given) if loss is not None]
            return tf.add_n(losses, name=names) if losses else None

    return regularizer


def apply_regularization(regularizer: Regularizer, weights_list: Sequence[Any] | None = None) -> Any:
    """The sum of the losses of weights, which is added to the collection of regularization losses.

    Args:
        weights_list: default the collection WEIGHTS.

    Raises:
        InvalidArgumentError: there are no weights, or a loss is no number.
    """
    weights = tf.get_collection(tf.GraphKeys.WEIGHTS) if weights_list is None else list(weights_list)
    if not weights:
        raise InvalidArgumentError("weights_list of apply_regularization must hold weights, got none")
    with tf.name_scope("get_regularization_penalty") as names:
        losses = [tf.constant(0.0) if loss is None else loss for loss in map(regularizer, weights)]
        for each, loss in zip(weights, losses, strict=True):
            if loss.shape.rank != 0:
                text = f"a regularizer must give a number, got shape {loss.shape} for {each.name}"
                raise InvalidArgumentError(text)
        result = tf.add_n(losses, name=names)
    tf.add_to_collection(tf.GraphKeys.REGULARIZATION_LOSSES, result)
    return result


__all__ = ["apply_regularization", "l1_l2_regularizer", "l1_regularizer", "l2_regularizer", "sum_regularizer"]

mark_all(globals(), __all__)
