"""``tf.contrib.losses``: losses whose predictions come first, and whose weights may be one for each example."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.losses import (
    add_loss,
    get_losses,
    get_regularization_losses,
    get_total_loss,
)
from graphops_registry.errors import InvalidArgumentError


def compute_weighted_loss(losses: Any, weights: Any = 1.0, scope: str | None = None) -> Any:
    """The mean of losses times weights over those whose weight is not 0, added to the collection of losses.

    Args:
        weights: a number, or a tensor of the first sizes of ``losses``, or of those or 1.

    Raises:
        InvalidArgumentError: weights of a higher rank.
    """
    values = tf.to_float(losses)
    given = tf.to_float(tf.convert_to_tensor(weights))
    own, other = given.shape.rank, values.shape.rank
    if own is None or other is None or own > other:
        raise InvalidArgumentError(f"weights must have a rank up to that of shape {values.shape}, got {given.shape}")
    if 0 < own < other:
        given = tf.reshape(given, tf.concat([tf.shape(given), [1] * (other - own)], 0))
        given.set_shape([*tf.convert_to_tensor(weights).shape.as_list(), *[1] * (other - own)])
    return tf.losses.compute_weighted_loss(values, given, scope)


def _compared(predictions: Any, labels: Any, name: str) -> tuple[Any, Any]:
    if predictions is None or labels is None:
        raise InvalidArgumentError(f"predictions and labels of {name} must be given, got None")
    guess, truth = tf.to_float(predictions), tf.to_float(labels)
    if not guess.shape.is_compatible_with(truth.shape):
        raise InvalidArgumentError(f"labels of {name} must have the shape {guess.shape}, got {truth.shape}")
    return guess, truth


def absolute_difference(predictions: Any, labels: Any = None, weights: Any = 1.0, scope: str | None = None) -> Any:
    """``abs(predictions - labels)``."""
    with tf.name_scope(scope or "absolute_difference") as names:
        guess, truth = _compared(predictions, labels, "absolute_difference")
        return compute_weighted_loss(tf.abs(guess - truth), weights, names)


def mean_squared_error(predictions: Any, labels: Any = None, weights: Any = 1.0, scope: str | None = None) -> Any:
    """``(predictions - labels) ** 2``."""
    with tf.name_scope(scope or "mean_squared_error") as names:
        guess, truth = _compared(predictions, labels, "mean_squared_error")
        return compute_weighted_loss(tf.squared_difference(guess, truth), weights, names)


def log_loss(
    predictions: Any, labels: Any = None, weights: Any = 1.0, epsilon: float = 1e-7, scope: str | None = None
) -> Any:
    """``-labels * log(predictions + epsilon) - (1 - labels) * log(1 - predictions + epsilon)``."""
    with tf.name_scope(scope or "log_loss") as names:
        guess, truth = _compared(predictions, labels, "log_loss")
        losses = -(truth * tf.log(guess + epsilon)) - (1.0 - truth) * tf.log(1.0 - guess + epsilon)
        return compute_weighted_loss(losses, weights, names)


def hinge_loss(logits: Any, labels: Any = None, scope: str | None = None) -> Any:
    """``max(0, 1 - (2 * labels - 1) * logits)`` for labels 0 and 1, for each element."""
    with tf.name_scope(scope or "hinge_loss"):
        guess, truth = _compared(logits, labels, "hinge_loss")
        return tf.nn.relu(1.0 - (2.0 * truth - 1.0) * guess)


def cosine_distance(
    predictions: Any,
    labels: Any = None,
    axis: int | None = None,
    weights: Any = 1.0,
    scope: str | None = None,
    dim: int | None = None,
) -> Any:
    """1 minus the dot product of unit vectors along ``axis``."""
    along = dim if axis is None else axis
    if along is None:
        raise InvalidArgumentError("axis of cosine_distance must be given, got None")
    with tf.name_scope(scope or "cosine_distance_loss") as names:
        guess, truth = _compared(predictions, labels, "cosine_distance")
        return compute_weighted_loss(1.0 - tf.reduce_sum(guess * truth, [along]), weights, names)


def sigmoid_cross_entropy(
    logits: Any,
    multi_class_labels: Any,
    weights: Any = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
) -> Any:
    """Cross entropy with independent probabilities; smoothing draws the labels towards 1/2."""
    with tf.name_scope(scope or "sigmoid_cross_entropy_loss") as names:
        scores = tf.convert_to_tensor(logits)
        truth = tf.cast(multi_class_labels, scores.dtype)
        if label_smoothing > 0:
            truth = truth * (1.0 - label_smoothing) + 0.5 * label_smoothing
        losses = tf.nn.sigmoid_cross_entropy_with_logits(labels=truth, logits=scores, name="xentropy")
        return compute_weighted_loss(losses, weights, names)


def softmax_cross_entropy(
    logits: Any, onehot_labels: Any, weights: Any = 1.0, label_smoothing: float = 0, scope: str | None = None
) -> Any:
    """Cross entropy with distributions; smoothing draws the labels towards equal ones."""
    with tf.name_scope(scope or "softmax_cross_entropy_loss") as names:
        scores = tf.convert_to_tensor(logits)
        truth = tf.cast(onehot_labels, scores.dtype)
        if label_smoothing > 0:
            classes = tf.cast(tf.shape(truth)[1], scores.dtype)
            truth = truth * (1.0 - label_smoothing) + label_smoothing / classes
        losses = tf.nn.softmax_cross_entropy_with_logits(labels=truth, logits=scores, name="xentropy")
        return compute_weighted_loss(losses, weights, names)


def sparse_softmax_cross_entropy(logits: Any, labels: Any, weights: Any = 1.0, scope: str | None = None) -> Any:
    """Cross entropy with classes; labels may have any shape of as many elements as there are examples."""
    with tf.name_scope(scope or "sparse_softmax_cross_entropy_loss") as names:
        scores = tf.convert_to_tensor(logits)
        truth = tf.reshape(tf.convert_to_tensor(labels), [-1])
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=truth, logits=scores, name="xentropy")
        given = tf.convert_to_tensor(weights)
        return compute_weighted_loss(losses, given if given.shape.rank == 0 else tf.reshape(given, [-1]), names)


def __getattr__(name: str) -> Any:
    raise missing("contrib.losses", name)


__all__ = [
    "absolute_difference",
    "add_loss",
    "compute_weighted_loss",
    "cosine_distance",
    "get_losses",
    "get_regularization_losses",
    "get_total_loss",
    "hinge_loss",
    "log_loss",
    "mean_squared_error",
    "sigmoid_cross_entropy",
    "softmax_cross_entropy",
    "sparse_softmax_cross_entropy",
]

mark_all(globals(), __all__)
