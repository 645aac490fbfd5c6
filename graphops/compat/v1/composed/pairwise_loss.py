"""``tf.losses``: differences between pairs of elements."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.synonyms import needed
from graphops_registry.errors import InvalidArgumentError


def mean_pairwise_squared_error(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: str | None = tf.GraphKeys.LOSSES,
) -> Any:
    """The mean, over pairs of elements of one example, of the squared error of their difference; summed over examples.

    Raises:
        InvalidArgumentError: predictions of another shape.
    """
    truth = tf.to_float(needed("mean_pairwise_squared_error", "labels", labels))
    guess = tf.to_float(needed("mean_pairwise_squared_error", "predictions", predictions))
    if not guess.shape.is_compatible_with(truth.shape):
        text = "predictions of mean_pairwise_squared_error() must have the shape of the labels"
        raise InvalidArgumentError(f"{text}, {truth.shape}, got {guess.shape}")
    with tf.name_scope(scope or "mean_pairwise_squared_error"):
        factors = tf.to_float(weights)
        away = guess - truth
        axes = tf.range(1, tf.rank(away))
        one = tf.where(tf.equal(factors, 0.0), tf.zeros_like(factors), tf.ones_like(factors))
        count = tf.reduce_sum(one + tf.zeros_like(away), axes, keepdims=True)
        others = tf.maximum(count - 1.0, 0.0)
        squares = 2.0 * tf.div_no_nan(tf.reduce_sum(tf.square(away), axes, keepdims=True), others)
        total = tf.reduce_sum(away, axes, keepdims=True)
        mixed = 2.0 * tf.div_no_nan(tf.square(total), tf.maximum(count * (count - 1.0), 0.0))
        found = tf.reduce_sum((squares - mixed) * factors)
        loss = tf.where(tf.reduce_sum(count) > 0.0, found, tf.zeros_like(found), name="value")
        if loss_collection:
            tf.add_to_collection(loss_collection, loss)
        return loss
