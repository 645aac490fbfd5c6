"""Means of entries that share a number, and the logarithm of the beta function."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.build.as_tensor import as_tensor


def _counts(data: Any, segment_ids: Any, num_segments: Any) -> Any:
    """How many entries share each number, at least 1, with axes of 1 for those of ``data`` that are not summed."""
    count = tf.convert_to_tensor(num_segments)
    found = tf.unsorted_segment_sum(tf.ones(tf.shape(segment_ids), data.dtype), segment_ids, count)
    others = tf.ones([tf.rank(data) - tf.rank(segment_ids)], count.dtype)
    shaped = tf.reshape(found, tf.concat([tf.reshape(count, [1]), others], 0))
    return tf.maximum(shaped, as_tensor(1, data.dtype.base))


def unsorted_segment_mean(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """The mean of the entries that share a number, 0 if there are none."""
    with tf.name_scope(name or "UnsortedSegmentMean"):
        given, numbers = as_tensor(data), as_tensor(segment_ids)
        return tf.unsorted_segment_sum(given, numbers, num_segments) / _counts(given, numbers, num_segments)


def unsorted_segment_sqrt_n(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """The sum of the entries that share a number, by the square root of how many they are."""
    with tf.name_scope(name or "UnsortedSegmentSqrtN"):
        given, numbers = as_tensor(data), as_tensor(segment_ids)
        return tf.unsorted_segment_sum(given, numbers, num_segments) / tf.sqrt(_counts(given, numbers, num_segments))


def lbeta(x: Any, name: str | None = None) -> Any:
    """The logarithm of the multivariate beta function, along the last axis."""
    with tf.name_scope(name or "lbeta"):
        given = as_tensor(x, name="x")
        return tf.reduce_sum(tf.lgamma(given), [-1]) - tf.lgamma(tf.reduce_sum(given, [-1]))
