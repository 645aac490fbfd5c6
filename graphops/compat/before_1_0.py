"""Names, and orders of arguments, that TensorFlow had before version 1.0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import graphops.compat.v1 as tf


def _concat(concat_dim: Any, values: Any, name: str = "concat") -> Any:
    return tf.concat(values, concat_dim, name)


def _split(split_dim: Any, num_split: Any, value: Any, name: str = "split") -> Any:
    return tf.split(value, num_split, split_dim, name=name)


def _softmax_cross_entropy(logits: Any, labels: Any, dim: int = -1, name: str | None = None) -> Any:
    return tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits, dim=dim, name=name)


def _sparse_softmax_cross_entropy(logits: Any, labels: Any, name: str | None = None) -> Any:
    return tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits, name=name)


def _sigmoid_cross_entropy(logits: Any, targets: Any, name: str | None = None) -> Any:
    return tf.nn.sigmoid_cross_entropy_with_logits(labels=targets, logits=logits, name=name)


def _weighted_cross_entropy(logits: Any, targets: Any, pos_weight: Any, name: str | None = None) -> Any:
    return tf.nn.weighted_cross_entropy_with_logits(targets, logits, pos_weight, name=name)


def _histogram(tag: str, values: Any, collections: Any = None, name: str | None = None) -> Any:
    return tf.summary.histogram(tag, values, collections)


def _scalar(tags: str, values: Any, collections: Any = None, name: str | None = None) -> Any:
    return tf.summary.scalar(tags, values, collections)


NAMES: Final[Mapping[str, Any]] = {
    "batch_matmul": tf.matmul,
    "complex_abs": tf.abs,
    "concat": _concat,
    "histogram_summary": _histogram,
    "inv": tf.reciprocal,
    "listdiff": tf.setdiff1d,
    "merge_all_summaries": tf.summary.merge_all,
    "merge_summary": tf.summary.merge,
    "mul": tf.multiply,
    "neg": tf.negative,
    "nn.rnn": tf.nn.static_rnn,
    "nn.sigmoid_cross_entropy_with_logits": _sigmoid_cross_entropy,
    "nn.softmax_cross_entropy_with_logits": _softmax_cross_entropy,
    "nn.sparse_softmax_cross_entropy_with_logits": _sparse_softmax_cross_entropy,
    "nn.weighted_cross_entropy_with_logits": _weighted_cross_entropy,
    "pack": tf.stack,
    "scalar_summary": _scalar,
    "select": tf.where,
    "split": _split,
    "sub": tf.subtract,
    "train.SummaryWriter": tf.summary.FileWriter,
    "unpack": tf.unstack,
}
"""Names after ``tf.``, with what they are."""
