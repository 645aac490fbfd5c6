"""``tf.metrics``: precision and recall of the k most likely classes."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.metrics.means import Metric, filed, metric_variable
from graphops_registry.errors import InvalidArgumentError


def _label(name: str, k: int | None, class_id: int | None = None) -> str:
    found = f"{name}_at_{'k' if k is None else k}"
    return found if class_id is None else f"{found}_class{class_id}"


def _expanded(labels: Any, predictions: Any) -> Any:
    """Labels with a last axis for several ones of an example."""
    if isinstance(labels, (tf.SparseTensor, tf.SparseTensorValue)):
        given = tf.convert_to_tensor_or_sparse_tensor(labels)
        if given.shape.rank is not None and given.shape.rank + 1 == predictions.shape.rank:
            return tf.sparse_reshape(given, tf.concat([given.dense_shape, [1]], 0))
        return given
    dense = tf.to_int64(labels)
    rank, wanted = dense.shape.rank, predictions.shape.rank
    if rank is None or wanted is None or rank not in (wanted, wanted - 1):
        text = "labels must have the rank of the predictions, or one axis less"
        raise InvalidArgumentError(f"{text}, got shapes {dense.shape} and {predictions.shape}")
    return tf.expand_dims(dense, -1) if rank == wanted - 1 else dense


def _of_class(ids: Any, class_id: int) -> Any:
    """Only those ids that are one class, a SparseTensor."""
    if isinstance(ids, tf.SparseTensor):
        return tf.sparse_retain(ids, tf.equal(ids.values, class_id))
    sizes = tf.shape(ids, out_type=tf.int64)
    wanted = tf.fill(tf.concat([sizes[:-1], [1]], 0), tf.constant(class_id, tf.int64))
    found = tf.sets.intersection(wanted, ids)
    return tf.SparseTensor(found.indices, found.values, sizes)


def _counted(kind: str, labels: Any, predictions: Any, class_id: int | None, weights: Any) -> Any:
    """For each example how many of both, or of one alone, float64, by its weight."""
    if class_id is not None:
        labels, predictions = _of_class(labels, class_id), _of_class(predictions, class_id)
    if kind == "true_positive":
        found = tf.sets.intersection(predictions, labels)
    else:
        found = tf.sets.difference(predictions, labels, kind == "false_positive")
    size = tf.to_double(tf.sets.size(found))
    return size if weights is None else size * tf.to_double(weights)


def _gathered(kind: str, labels: Any, predictions: Any, k: int | None, class_id: int | None, weights: Any) -> Metric:
    name = _label(kind, k, class_id)
    count = metric_variable([], tf.float64, name)
    more = tf.reduce_sum(_counted(kind, labels, predictions, class_id, weights))
    return count.read_value(), tf.assign_add(count, more)


def _at_top_k(name: str, other: str, labels: Any, predictions_idx: Any, k: Any, class_id: Any, weights: Any,
              metrics_collections: Any, updates_collections: Any) -> Metric:  # fmt: skip
    """True positives by all that they are a part of, in the scope that is open."""
    chosen = tf.to_int64(predictions_idx)
    truth = _expanded(labels, chosen)
    right = _gathered("true_positive", truth, chosen, k, class_id, weights)
    wrong = _gathered(other, truth, chosen, k, class_id, weights)
    value, update = (one / (one + another) for one, another in zip(right, wrong, strict=True))
    return filed(value, update, metrics_collections, updates_collections)


def recall_at_top_k(
    labels: Any,
    predictions_idx: Any,
    k: int | None = None,
    class_id: int | None = None,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """Which part of the labels (of one class) is among the chosen ones.

    Args:
        labels: of each example one or several, dense or sparse.
        predictions_idx: the classes that were chosen.
    """
    with tf.name_scope(name or _label("recall", k, class_id)):
        return _at_top_k("recall", "false_negative", labels, predictions_idx, k, class_id, weights,
                         metrics_collections, updates_collections)  # fmt: skip


def recall_at_k(
    labels: Any,
    predictions: Any,
    k: int,
    class_id: int | None = None,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """Which part of the labels (of one class) is among the ``k`` classes with the largest predictions."""
    with tf.name_scope(name or _label("recall", k, class_id)):
        chosen = tf.nn.top_k(predictions, k)[1]
        return _at_top_k("recall", "false_negative", labels, chosen, k, class_id, weights,
                         metrics_collections, updates_collections)  # fmt: skip


def precision_at_top_k(
    labels: Any,
    predictions_idx: Any,
    k: int | None = None,
    class_id: int | None = None,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """Which part of the chosen classes (or of those that are one class) is among the labels."""
    with tf.name_scope(name or _label("precision", k, class_id)):
        return _at_top_k("precision", "false_positive", labels, predictions_idx, k, class_id, weights,
                         metrics_collections, updates_collections)  # fmt: skip


def precision_at_k(
    labels: Any,
    predictions: Any,
    k: int,
    class_id: int | None = None,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> Metric:
    """Which part of the ``k`` classes with the largest predictions is among the labels."""
    with tf.name_scope(name or _label("precision", k, class_id)):
        chosen = tf.nn.top_k(predictions, k)[1]
        return _at_top_k("precision", "false_positive", labels, chosen, k, class_id, weights,
                         metrics_collections, updates_collections)  # fmt: skip


sparse_precision_at_k = precision_at_k


__all__ = [
    "precision_at_k",
    "precision_at_top_k",
    "recall_at_k",
    "recall_at_top_k",
    "sparse_precision_at_k",
]

mark_all(globals(), __all__)
