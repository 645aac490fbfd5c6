"""``tf.nn``: sequences of labels without repetitions."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.build.as_tensor import as_tensor


def collapse_repeated(labels: Any, seq_length: Any, name: str | None = None) -> tuple[Any, Any]:
    """Each row of labels without those that repeat the one before, and the new lengths; 0 follows.

    Args:
        labels: (batch, time).
        seq_length: how many labels of each row count.
    """
    with tf.name_scope(name or "collapse_repeated_labels"):
        given, lengths = as_tensor(labels, name="labels"), as_tensor(seq_length, name="seq_length")
        first = tf.ones_like(given[:, :1], tf.bool)
        kept = tf.concat([first, tf.not_equal(given[:, 1:], given[:, :-1])], 1)
        kept = tf.logical_and(kept, tf.sequence_mask(lengths, tf.shape(given)[1]))
        counts = tf.reduce_sum(tf.cast(kept, tf.int32), 1)
        filled = tf.where(tf.sequence_mask(counts, tf.reduce_max(counts)))
        shape = tf.stack([tf.shape(given)[0], tf.reduce_max(counts)])
        found = tf.scatter_nd(filled, tf.boolean_mask(given, kept), tf.cast(shape, tf.int64))
        return found, tf.cast(counts, lengths.dtype)


def ctc_unique_labels(labels: Any, name: str | None = None) -> tuple[Any, Any]:
    """For each row its different labels, int64 with zeros behind, and for each label which of them it is."""
    with tf.name_scope(name or "ctc_unique_labels"):
        given = as_tensor(labels, name="labels")

        def of_row(row: Any) -> list[Any]:
            values, places = tf.unique(row)
            padded = tf.pad(values, [[0, tf.size(places) - tf.size(values)]])
            return [tf.cast(padded, tf.int64), places]

        found, places = tf.map_fn(of_row, given, dtype=[tf.int64, tf.int32])
        return found, places
