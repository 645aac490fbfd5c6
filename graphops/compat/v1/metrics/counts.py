"""``tf.metrics``: counts of what is true and what is predicted."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.metrics.means import Metric, filed, metric_variable, same_shapes, weights_like


def _count(kind: tuple[bool, bool], truth: Any, guess: Any, weights: Any) -> Metric:
    """How much weight have those whose label and prediction are ``kind``."""
    count = metric_variable([], tf.float32, "count")
    wanted = [each if positive else tf.logical_not(each) for each, positive in zip((truth, guess), kind, strict=True)]
    found = tf.to_float(tf.logical_and(*wanted))
    if weights is not None:
        found = found * weights_like(weights, found)
    return count.read_value(), tf.assign_add(count, tf.reduce_sum(found))


def _counted(
    kind: tuple[bool, bool], labels: Any, predictions: Any, weights: Any, name: str | None, default: str
) -> Metric:
    truth, guess, factors = same_shapes(labels, predictions, weights)
    with tf.variable_scope(name, default, [truth]):
        return _count(kind, tf.cast(truth, tf.bool), tf.cast(guess, tf.bool), factors)


def true_positives(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """How many are true and predicted."""
    found = _counted((True, True), labels, predictions, weights, name, "true_positives")
    return filed(*found, metrics_collections, updates_collections)


def true_negatives(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """How many are neither true nor predicted."""
    found = _counted((False, False), labels, predictions, weights, name, "true_negatives")
    return filed(*found, metrics_collections, updates_collections)


def false_positives(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """How many are predicted but not true."""
    found = _counted((False, True), labels, predictions, weights, name, "false_positives")
    return filed(*found, metrics_collections, updates_collections)


def false_negatives(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """How many are true but not predicted."""
    found = _counted((True, False), labels, predictions, weights, name, "false_negatives")
    return filed(*found, metrics_collections, updates_collections)


def precision(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """Which part of what is predicted is true; 0 if nothing is predicted."""
    with tf.variable_scope(name, "precision"):
        hits = true_positives(labels, predictions, weights)
        others = false_positives(labels, predictions, weights)
        value, update = (_part(*pair) for pair in zip(hits, others, strict=True))
        return filed(value, update, metrics_collections, updates_collections)


def recall(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """Which part of what is true is predicted; 0 if nothing is true."""
    with tf.variable_scope(name, "recall"):
        hits = true_positives(labels, predictions, weights)
        others = false_negatives(labels, predictions, weights)
        value, update = (_part(*pair) for pair in zip(hits, others, strict=True))
        return filed(value, update, metrics_collections, updates_collections)


def _part(hits: Any, others: Any) -> Any:
    return tf.div_no_nan(hits, hits + others)


__all__ = ["false_negatives", "false_positives", "precision", "recall", "true_negatives", "true_positives"]

mark_all(globals(), __all__)
