"""``tf.metrics``: of many classes, and of many thresholds."""

from __future__ import annotations

from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.metrics.means import Metric, filed, metric_variable, same_shapes, weights_like
from graphops_registry.errors import InvalidArgumentError

_METHODS = ("trapezoidal", "careful_interpolation", "minoring", "majoring")


def mean_iou(
    labels: Any,
    predictions: Any,
    num_classes: int,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The mean over classes of what is both true and predicted, by what is one of them; the op gives the counts."""
    truth, guess, factors = same_shapes(labels, predictions, weights)
    with tf.variable_scope(name, "mean_iou", [truth]):
        counts = metric_variable([num_classes, num_classes], tf.float64, "total_confusion_matrix")
        flat = tf.reshape(tf.cast(truth, tf.int64), [-1]) * num_classes + tf.reshape(tf.cast(guess, tf.int64), [-1])
        each = tf.ones_like(flat, tf.float64)
        if factors is not None:
            each = tf.cast(tf.reshape(weights_like(factors, truth), [-1]), tf.float64)
        new = tf.reshape(tf.unsorted_segment_sum(each, flat, num_classes**2), [num_classes, num_classes])
        update = tf.assign_add(counts, new)
        table = tf.to_float(counts.read_value())
        both = tf.diag_part(table)
        either = tf.reduce_sum(table, 0) + tf.reduce_sum(table, 1) - both
        there = tf.reduce_sum(tf.to_float(either > 0.0))
        value = tf.div_no_nan(tf.reduce_sum(tf.div_no_nan(both, either)), there)
        return filed(value, update, metrics_collections, updates_collections)


def mean_per_class_accuracy(
    labels: Any,
    predictions: Any,
    num_classes: int,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """The mean over classes of how often their labels are predicted."""
    truth, guess, factors = same_shapes(labels, predictions, weights)
    with tf.variable_scope(name, "mean_accuracy", [truth]):
        flat = tf.reshape(tf.cast(truth, tf.int64), [-1])
        right = tf.to_float(tf.equal(flat, tf.reshape(tf.cast(guess, tf.int64), [-1])))
        total = metric_variable([num_classes], tf.float32, "total")
        count = metric_variable([num_classes], tf.float32, "count")
        each = tf.ones_like(right)
        if factors is not None:
            each = tf.reshape(weights_like(factors, truth), [-1])
        many = tf.assign_add(total, tf.unsorted_segment_sum(each, flat, num_classes))
        hits = tf.assign_add(count, tf.unsorted_segment_sum(right * each, flat, num_classes))
        value = tf.reduce_mean(tf.div_no_nan(count.read_value(), total.read_value()))
        update = tf.div_no_nan(hits, many)
        return filed(value, update, metrics_collections, updates_collections)


def auc(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    num_thresholds: int = 200,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    curve: str = "ROC",
    name: str | None = None,
    summation_method: str = "trapezoidal",
    thresholds: Any = None,
) -> Metric:
    """The area under a curve, by sums over thresholds.

    Args:
        num_thresholds: how many, equally far from each other.
        curve: "ROC" (true positives by false positives) or "PR" (precision by recall).
        summation_method: "trapezoidal", "minoring", "majoring" or "careful_interpolation", which is "trapezoidal" for
            "ROC".
        thresholds: which ones, from 0 to 1, in place of ``num_thresholds``.

    Raises:
        InvalidArgumentError: another curve or method, or fewer than two thresholds.
    """
    if curve not in ("ROC", "PR") or summation_method not in _METHODS:
        text = f"curve of auc must be 'ROC' or 'PR', its summation_method one of {_METHODS}"
        raise InvalidArgumentError(f"{text}, got {curve!r} and {summation_method!r}")
    if thresholds is None and num_thresholds < 2:
        raise InvalidArgumentError(f"num_thresholds of auc must be 2 or more, got {num_thresholds}")
    inner = np.sort(thresholds) if thresholds is not None else np.arange(1, num_thresholds - 1) / (num_thresholds - 1)
    levels = np.concatenate([[-1e-7], inner, [1.0 + 1e-7]]).astype(np.float32)
    truth, guess, factors = same_shapes(labels, predictions, weights)
    with tf.variable_scope(name, "auc", [truth]):
        flat = tf.reshape(tf.cast(truth, tf.bool), [1, -1])
        above = tf.reshape(tf.to_float(guess), [1, -1]) > levels[:, None]
        each = tf.ones_like(tf.to_float(flat)) if factors is None else tf.reshape(weights_like(factors, guess), [1, -1])
        values, updates = [], []
        for kind, (true, positive) in {
            "true_positives": (True, True),
            "false_negatives": (True, False),
            "true_negatives": (False, False),
            "false_positives": (False, True),
        }.items():
            count = metric_variable([len(levels)], tf.float32, kind)
            counted = tf.logical_and(
                flat if true else tf.logical_not(flat), above if positive else tf.logical_not(above)
            )
            values.append(count.read_value())
            updates.append(tf.assign_add(count, tf.reduce_sum(tf.to_float(counted) * each, 1)))
        value = _area(values, curve, summation_method)
        update = _area(updates, curve, summation_method)
        return filed(value, update, metrics_collections, updates_collections)


def _area(counts: list[Any], curve: str, method: str) -> Any:
    tp, fn, tn, fp = counts
    small = 1e-6
    found = (tp + small) / (tp + fn + small)
    if curve == "ROC":
        x, y = fp / (fp + tn + small), found
    else:
        x, y = found, (tp + small) / (tp + fp + small)
    widths, left, right = x[:-1] - x[1:], y[:-1], y[1:]
    if curve == "PR" and method == "careful_interpolation":
        return _area_of_precision(tp, fp, fn)
    if method in ("minoring", "majoring"):
        return tf.reduce_sum(widths * (tf.minimum if method == "minoring" else tf.maximum)(left, right))
    return tf.reduce_sum(widths * (left + right) / 2.0)


def _area_of_precision(tp: Any, fp: Any, fn: Any) -> Any:
    """Between two thresholds true and false positives are interpolated, rather than the precision."""
    positives = tp + fp
    more_tp, more = tp[:-1] - tp[1:], positives[:-1] - positives[1:]
    slope = tf.div_no_nan(more_tp, tf.maximum(more, 0.0))
    start = tp[1:] - slope * positives[1:]
    both = tf.logical_and(positives[:-1] > 0.0, positives[1:] > 0.0)
    ratio = tf.where(both, tf.div_no_nan(positives[:-1], tf.maximum(positives[1:], 0.0)), tf.ones_like(slope))
    parts = slope * (more_tp + start * tf.log(ratio))
    return tf.reduce_sum(tf.div_no_nan(parts, tf.maximum(tp[1:] + fn[1:], 0.0)))


__all__ = ["auc", "mean_iou", "mean_per_class_accuracy"]

mark_all(globals(), __all__)
