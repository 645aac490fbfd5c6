"""``tf.metrics``: means over runs."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all
from graphops_registry.errors import InvalidArgumentError

Metric = tuple[Any, Any]


def metric_variable(shape: Any, dtype: Any, name: str) -> Any:
    """A local variable that starts at 0."""
    keys = [tf.GraphKeys.LOCAL_VARIABLES, tf.GraphKeys.METRIC_VARIABLES]
    return tf.Variable(tf.zeros(shape, dtype), trainable=False, collections=keys, name=name)


def filed(value: Any, update: Any, metrics_collections: Any, updates_collections: Any) -> Metric:
    """A value and its update, which are put into collections."""
    for collections, each in ((metrics_collections, value), (updates_collections, update)):
        if collections:
            tf.add_to_collections(collections, each)
    return value, update


def weights_like(weights: Any, values: Any) -> Any:
    """Weights for each of the values.

    Raises:
        InvalidArgumentError: weights of another rank than 0 or that of the values.
    """
    given = tf.to_float(weights)
    if values.shape.rank is not None and given.shape.rank not in (0, values.shape.rank, None):
        text = f"weights of a metric must be a number or have the rank of the values, {values.shape}"
        raise InvalidArgumentError(f"{text}, got shape {given.shape}")
    return given + tf.zeros_like(values, tf.float32)


def same_shapes(labels: Any, predictions: Any, weights: Any = None) -> tuple[Any, Any, Any]:
    """All three, without a last axis of size 1 that the others do not have."""
    truth, guess = tf.convert_to_tensor(labels), tf.convert_to_tensor(predictions)
    if truth.shape.rank is not None and guess.shape.rank is not None:
        if truth.shape.rank == guess.shape.rank + 1:
            truth = tf.squeeze(truth, [-1])
        elif guess.shape.rank == truth.shape.rank + 1:
            guess = tf.squeeze(guess, [-1])
    factors = None if weights is None else tf.convert_to_tensor(weights)
    if factors is not None and factors.shape.rank and guess.shape.rank == factors.shape.rank - 1:
        factors = tf.squeeze(factors, [-1])
    return truth, guess, factors


def _mean(values: Any, weights: Any, metrics_collections: Any, updates_collections: Any) -> Metric:
    """The weighted mean, in the scope that is open."""
    given = tf.to_float(values)
    total, count = metric_variable([], tf.float32, "total"), metric_variable([], tf.float32, "count")
    if weights is None:
        more = tf.to_float(tf.size(given))
    else:
        factors = weights_like(weights, given)
        given, more = given * factors, tf.reduce_sum(factors)
    add = tf.assign_add(total, tf.reduce_sum(given))
    with tf.control_dependencies([given]):
        number = tf.assign_add(count, more)
    value = tf.div_no_nan(total.read_value(), count.read_value())
    update = tf.div_no_nan(add, tf.maximum(number, 0.0))
    return filed(value, update, metrics_collections, updates_collections)


def mean(
    values: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The weighted mean."""
    with tf.variable_scope(name, "mean", [values]):
        return _mean(values, weights, metrics_collections, updates_collections)


def accuracy(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """How often predictions are the labels."""
    truth, guess, factors = same_shapes(labels, predictions, weights)
    if truth.dtype != guess.dtype:
        guess = tf.cast(guess, truth.dtype)
    with tf.variable_scope(name, "accuracy", [truth]):
        return _mean(tf.to_float(tf.equal(guess, truth)), factors, metrics_collections, updates_collections)


def mean_absolute_error(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The mean of ``abs(predictions - labels)``."""
    truth, guess, factors = same_shapes(labels, predictions, weights)
    with tf.variable_scope(name, "mean_absolute_error", [truth]):
        errors = tf.abs(tf.to_float(guess) - tf.to_float(truth))
        return _mean(errors, factors, metrics_collections, updates_collections)


def mean_relative_error(
    labels: Any,
    predictions: Any,
    normalizer: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The mean of ``abs(predictions - labels) / normalizer``, 0 where that is 0."""
    truth, guess, factors = same_shapes(labels, predictions, weights)
    with tf.variable_scope(name, "mean_relative_error", [truth]):
        by = tf.to_float(normalizer)
        errors = tf.div_no_nan(tf.abs(tf.to_float(truth) - tf.to_float(guess)), by)
        return _mean(errors, factors, metrics_collections, updates_collections)


def mean_squared_error(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The mean of ``(predictions - labels) ** 2``."""
    truth, guess, factors = same_shapes(labels, predictions, weights)
    with tf.variable_scope(name, "mean_squared_error", [truth]):
        errors = tf.squared_difference(tf.to_float(truth), tf.to_float(guess))
        return _mean(errors, factors, metrics_collections, updates_collections)


def root_mean_squared_error(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The root of :func:`mean_squared_error`."""
    value, update = mean_squared_error(labels, predictions, weights, None, None, name or "root_mean_squared_error")
    return filed(tf.sqrt(value), tf.sqrt(update), metrics_collections, updates_collections)


def percentage_below(
    values: Any,
    threshold: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """Which part of the values is below a threshold."""
    below = tf.to_float(tf.less(tf.convert_to_tensor(values), threshold))
    with tf.variable_scope(name, "percentage_below_threshold", [below]):
        return _mean(below, weights, metrics_collections, updates_collections)


def mean_cosine_distance(
    labels: Any,
    predictions: Any,
    dim: int,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """1 minus the mean of the products of labels and predictions, both unit vectors along ``dim``."""
    truth, guess, factors = same_shapes(labels, predictions, weights)
    products = tf.reduce_sum(tf.multiply(guess, truth), [dim], keepdims=True)
    value, update = mean(products, factors, None, None, name or "mean_cosine_distance")
    return filed(1.0 - value, 1.0 - update, metrics_collections, updates_collections)


def mean_tensor(
    values: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The weighted mean of each element.

    Raises:
        InvalidArgumentError: values whose shape is not known.
    """
    with tf.variable_scope(name, "mean", [values]):
        given = tf.to_float(values)
        if not given.shape.is_fully_defined():
            raise InvalidArgumentError(f"values of mean_tensor() must have a known shape, got {given.shape}")
        total = metric_variable(given.shape, tf.float32, "total_tensor")
        count = metric_variable(given.shape, tf.float32, "count_tensor")
        more = tf.ones_like(given) if weights is None else weights_like(weights, given)
        add = tf.assign_add(total, given * more)
        number = tf.assign_add(count, more)
        value = tf.div_no_nan(total.read_value(), tf.maximum(count.read_value(), 0.0))
        update = tf.div_no_nan(add, tf.maximum(number, 0.0))
        return filed(value, update, metrics_collections, updates_collections)


__all__ = [
    "accuracy",
    "mean",
    "mean_absolute_error",
    "mean_cosine_distance",
    "mean_relative_error",
    "mean_squared_error",
    "mean_tensor",
    "percentage_below",
    "root_mean_squared_error",
]

mark_all(globals(), __all__)
