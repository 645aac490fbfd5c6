"""How often values occur."""

from __future__ import annotations

from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.graph.operators import Operators


def _like(value: Any, dtype: Any) -> Any:
    return tf.cast(value, dtype) if isinstance(value, Operators) else as_tensor(value, dtype)


def bincount(arr: Any, weights: Any = None, minlength: Any = None, maxlength: Any = None, dtype: Any = tf.int32) -> Any:
    """How often each number from 0 occurs, or the sum of its weights.

    Args:
        minlength, maxlength: limits of how many numbers are counted; default: up to the largest.
        dtype: of the counts; weights keep their own.
    """
    with tf.name_scope("bincount"):
        numbers = as_tensor(arr, name="arr")
        if not numbers.dtype.is_integer:
            numbers = tf.cast(numbers, tf.int32)
        kind = numbers.dtype.base
        size = tf.cast(tf.size(numbers) > 0, kind) * (tf.reduce_max(numbers) + as_tensor(1, kind))
        if minlength is not None:
            size = tf.maximum(_like(minlength, kind), size)
        if maxlength is not None:
            size = tf.minimum(_like(maxlength, kind), size)
        flat = tf.reshape(numbers, [-1])
        factors = tf.constant([], dtype) if weights is None else tf.reshape(weights, [-1])
        return raw_ops.DenseBincount(input=flat, size=size, weights=factors)


def confusion_matrix(
    labels: Any,
    predictions: Any,
    num_classes: Any = None,
    dtype: Any = tf.int32,
    name: str | None = None,
    weights: Any = None,
) -> Any:
    """How often a label (row) was predicted as a class (column)."""
    with tf.name_scope(name or "confusion_matrix"):
        truth, guess = _squeezed(as_tensor(labels, name="labels"), as_tensor(predictions, name="predictions"))
        truth, guess = tf.cast(truth, tf.int64), tf.cast(guess, tf.int64)
        checks = [
            tf.assert_non_negative(truth, message="`labels` contains negative values"),
            tf.assert_non_negative(guess, message="`predictions` contains negative values"),
        ]
        count: Any
        if num_classes is None:
            count = tf.maximum(tf.reduce_max(guess), tf.reduce_max(truth)) + 1
        else:
            count = tf.cast(num_classes, tf.int64)
            checks.append(tf.assert_less(truth, count, message="`labels` out of bound"))
            checks.append(tf.assert_less(guess, count, message="`predictions` out of bound"))
        with tf.control_dependencies(checks):
            places = tf.stack([truth, guess], axis=1)
        found = tf.ones_like(guess, dtype) if weights is None else tf.cast(weights, dtype)
        return tf.scatter_nd(places, found, tf.stack([count, count]))


def _squeezed(labels: Any, predictions: Any) -> tuple[Any, Any]:
    """Both, without a last axis of 1 that only one of them has."""
    ranks = labels.shape.rank, predictions.shape.rank
    if None not in ranks:
        if ranks[1] == ranks[0] + 1 and predictions.shape.as_list()[-1] in (1, None):
            predictions = tf.squeeze(predictions, [-1])
        elif ranks[0] == ranks[1] + 1 and labels.shape.as_list()[-1] in (1, None):
            labels = tf.squeeze(labels, [-1])
    return labels, predictions


def histogram_fixed_width(
    values: Any, value_range: Any, nbins: Any = 100, dtype: Any = tf.int32, name: str | None = None
) -> Any:
    """How many values are in each of ``nbins`` bins of one width; those outside count in the first and the last."""
    given = as_tensor(values, name="values")
    return raw_ops.HistogramFixedWidth(
        values=given, value_range=as_tensor(value_range, given.dtype.base), nbins=nbins, dtype=dtype, name=name
    )


def histogram_fixed_width_bins(
    values: Any, value_range: Any, nbins: Any = 100, dtype: Any = tf.int32, name: str | None = None
) -> Any:
    """The number of the bin that each value is in, int32."""
    with tf.name_scope(name or "histogram_fixed_width_bins"):
        given = as_tensor(values, name="values")
        limits = as_tensor(value_range, given.dtype.base, "value_range")
        check = tf.Assert(tf.greater(nbins, 0), [f"nbins {nbins} must > 0"])
        with tf.control_dependencies([check]):
            count = tf.cast(tf.identity(as_tensor(nbins, np.int32)), given.dtype)
        scaled = tf.truediv(given - limits[0], limits[1] - limits[0], name="scaled_values")
        places = tf.floor(tf.cast(count, scaled.dtype) * scaled, name="indices")
        last = tf.cast(count, scaled.dtype) - as_tensor(1, scaled.dtype.base)
        return tf.cast(tf.clip_by_value(places, as_tensor(0, scaled.dtype.base), last), tf.int32)
