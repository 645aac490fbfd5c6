"""``tf.metrics``: counts, precision and recall at many thresholds at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.metrics.means import Metric, filed, metric_variable, same_shapes, weights_like
from graphops_registry.errors import InvalidArgumentError

# Count -> whether the label is true, and whether the prediction is above the threshold.
_KINDS = {
    "true_positives": (True, True),
    "false_negatives": (True, False),
    "true_negatives": (False, False),
    "false_positives": (False, True),
}
_SMALL = 1e-7  # keeps from dividing by 0


def _counts(
    labels: Any, predictions: Any, thresholds: Sequence[float], weights: Any, kinds: Sequence[str]
) -> tuple[list[Any], list[Any]]:
    """For each kind the counts at all thresholds, and the ops that add to them."""
    given = tf.convert_to_tensor(predictions)
    checks = [
        tf.assert_greater_equal(given, tf.cast(0.0, given.dtype), message="predictions must be in [0, 1]"),
        tf.assert_less_equal(given, tf.cast(1.0, given.dtype), message="predictions must be in [0, 1]"),
    ]
    with tf.control_dependencies(checks):
        truth, guess, factors = same_shapes(tf.cast(labels, tf.bool), tf.to_float(given), weights)
        guess = tf.identity(guess)
    flat = tf.reshape(truth, [1, -1])
    above = tf.reshape(guess, [1, -1]) > tf.constant(list(thresholds), tf.float32)[:, None]
    each = 1.0 if factors is None else tf.reshape(weights_like(factors, guess), [1, -1])
    values, updates = [], []
    for kind in kinds:
        true, positive = _KINDS[kind]
        found = tf.logical_and(flat if true else tf.logical_not(flat), above if positive else tf.logical_not(above))
        count = metric_variable([len(thresholds)], tf.float32, kind)
        values.append(count.read_value())
        updates.append(tf.assign_add(count, tf.reduce_sum(tf.to_float(found) * each, 1)))
    return values, updates


def true_positives_at_thresholds(
    labels: Any,
    predictions: Any,
    thresholds: Sequence[float],
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """How many are true and above each threshold."""
    with tf.variable_scope(name, "true_positives", [predictions, labels, weights]):
        values, updates = _counts(labels, predictions, thresholds, weights, ["true_positives"])
        return filed(values[0], updates[0], metrics_collections, updates_collections)


def false_negatives_at_thresholds(
    labels: Any,
    predictions: Any,
    thresholds: Sequence[float],
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """How many are true and not above each threshold."""
    with tf.variable_scope(name, "false_negatives", [predictions, labels, weights]):
        values, updates = _counts(labels, predictions, thresholds, weights, ["false_negatives"])
        return filed(values[0], updates[0], metrics_collections, updates_collections)


def true_negatives_at_thresholds(
    labels: Any,
    predictions: Any,
    thresholds: Sequence[float],
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """How many are neither true nor above each threshold."""
    with tf.variable_scope(name, "true_negatives", [predictions, labels, weights]):
        values, updates = _counts(labels, predictions, thresholds, weights, ["true_negatives"])
        return filed(values[0], updates[0], metrics_collections, updates_collections)


def false_positives_at_thresholds(
    labels: Any,
    predictions: Any,
    thresholds: Sequence[float],
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """How many are not true and above each threshold."""
    with tf.variable_scope(name, "false_positives", [predictions, labels, weights]):
        values, updates = _counts(labels, predictions, thresholds, weights, ["false_positives"])
        return filed(values[0], updates[0], metrics_collections, updates_collections)


def precision_at_thresholds(
    labels: Any,
    predictions: Any,
    thresholds: Sequence[float],
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """Which part of those above each threshold is true."""
    with tf.variable_scope(name, "precision_at_thresholds", [predictions, labels, weights]):
        kinds = ["true_positives", "false_positives"]
        value, update = (
            right / (_SMALL + right + wrong)
            for right, wrong in _counts(labels, predictions, thresholds, weights, kinds)
        )
        return filed(value, update, metrics_collections, updates_collections)


def recall_at_thresholds(
    labels: Any,
    predictions: Any,
    thresholds: Sequence[float],
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """Which part of those that are true is above each threshold."""
    with tf.variable_scope(name, "recall_at_thresholds", [predictions, labels, weights]):
        kinds = ["true_positives", "false_negatives"]
        value, update = (
            right / (_SMALL + right + wrong)
            for right, wrong in _counts(labels, predictions, thresholds, weights, kinds)
        )
        return filed(value, update, metrics_collections, updates_collections)


def _levels(wanted: float, function: str, argument: str, count: int, end: float) -> list[float]:
    """Thresholds from just below 0 to ``end``.

    Raises:
        InvalidArgumentError: a wanted part that is not from 0 to 1.
    """
    if not 0 <= wanted <= 1:
        raise InvalidArgumentError(f"{argument} of {function}() must be from 0 to 1, got {wanted}")
    return [-_SMALL, *((number + 1) / (count - 1) for number in range(count - 2)), end]


def sensitivity_at_specificity(
    labels: Any,
    predictions: Any,
    specificity: float,
    weights: Any = None,
    num_thresholds: int = 200,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The part of true ones that is found at the threshold where the specificity is nearest to ``specificity``.

    Raises:
        InvalidArgumentError: one that is not from 0 to 1.
    """
    levels = _levels(specificity, "sensitivity_at_specificity", "specificity", num_thresholds, 1.0 + _SMALL)

    def at(counts: list[Any]) -> Any:
        tp, fn, tn, fp = counts
        place = tf.to_int32(tf.argmin(tf.abs(tn / (tn + fp + _SMALL) - specificity), 0))
        return tp[place] / (tp[place] + fn[place] + _SMALL)

    with tf.variable_scope(name, "sensitivity_at_specificity", [predictions, labels, weights]):
        values, updates = _counts(labels, predictions, levels, weights, list(_KINDS))
        return filed(at(values), at(updates), metrics_collections, updates_collections)


def specificity_at_sensitivity(
    labels: Any,
    predictions: Any,
    sensitivity: float,
    weights: Any = None,
    num_thresholds: int = 200,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The part of false ones that is left out at the threshold where the sensitivity is nearest to ``sensitivity``.

    Raises:
        InvalidArgumentError: one that is not from 0 to 1.
    """
    levels = _levels(sensitivity, "specificity_at_sensitivity", "sensitivity", num_thresholds, 1.0 - _SMALL)

    def at(counts: list[Any]) -> Any:
        tp, fn, tn, fp = counts
        distance = tf.abs(tp / (tp + fn + _SMALL) - sensitivity)
        nearest = tf.cumsum(tf.to_int64(tf.equal(distance, tf.reduce_min(distance))))
        place = tf.to_int32(tf.argmax(nearest, 0))  # the last one of those that are nearest
        return tn[place] / (tn[place] + fp[place] + _SMALL)

    with tf.variable_scope(name, "specificity_at_sensitivity", [predictions, labels, weights]):
        values, updates = _counts(labels, predictions, levels, weights, list(_KINDS))
        return filed(at(values), at(updates), metrics_collections, updates_collections)


__all__ = [
    "false_negatives_at_thresholds",
    "false_positives_at_thresholds",
    "precision_at_thresholds",
    "recall_at_thresholds",
    "sensitivity_at_specificity",
    "specificity_at_sensitivity",
    "true_negatives_at_thresholds",
    "true_positives_at_thresholds",
]

mark_all(globals(), __all__)
