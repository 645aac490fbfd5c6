"""Heads: from logits and labels to losses, predictions and metrics, as TensorFlow 1.15's models have them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.contrib import lookup
from graphops.compat.v1.estimator.export import ClassificationOutput, PredictOutput, RegressionOutput
from graphops.compat.v1.estimator.settings import EstimatorSpec, ModeKeys
from graphops.compat.v1.feature_columns.base import Cache
from graphops.compat.v1.feature_columns.columns import NumericColumn, numeric_column
from graphops_registry.errors import InvalidArgumentError

TrainOp = Callable[[Any], Any]


class Head:
    """What a model does with its logits.

    Args:
        dimension: how many logits an example has.
        weight_column: the name of the feature with the examples' weights, or a numeric column.
        loss_reduction: what becomes of the losses of a batch: one of ``tf.losses.Reduction``.

    Raises:
        InvalidArgumentError: another reduction.
    """

    def __init__(self, dimension: int, weight_column: Any, loss_reduction: str) -> None:
        if loss_reduction not in tf.losses.Reduction.all() or loss_reduction == tf.losses.Reduction.NONE:
            raise InvalidArgumentError(
                f"loss_reduction must be of tf.losses.Reduction and not NONE, got {loss_reduction!r}"
            )
        self.logits_dimension = dimension
        self._weight_column = weight_column
        self._reduction = loss_reduction

    def spec(self, features: Any, mode: str, labels: Any, logits: Any, train_op: TrainOp) -> EstimatorSpec:
        """What a ``model_fn`` gives; ``train_op`` makes the node that trains, of the loss."""
        logits = tf.cast(logits, tf.float32)
        predictions = self._predictions(logits)
        if mode == ModeKeys.PREDICT:
            return EstimatorSpec(mode, predictions, export_outputs=self._outputs(predictions))
        if labels is None:
            raise InvalidArgumentError("labels must be given to train and to evaluate, got None")
        weights = self._weights(features)
        numbers = self._labels(labels, logits)
        losses = self._losses(numbers, logits)
        loss = tf.losses.compute_weighted_loss(losses, weights, reduction=self._reduction)
        if mode == ModeKeys.EVAL:
            metrics = self._metrics(numbers, predictions, losses, weights)
            return EstimatorSpec(mode, predictions, loss, eval_metric_ops=metrics)
        with tf.name_scope(""):
            tf.summary.scalar("loss", loss)
            if self._reduction == tf.losses.Reduction.SUM:
                mean = tf.losses.Reduction.MEAN
                tf.summary.scalar("average_loss", tf.losses.compute_weighted_loss(
                    losses, weights, reduction=mean, loss_collection=None))  # fmt: skip
        return EstimatorSpec(mode, predictions, loss, train_op(loss))

    def _weights(self, features: Any) -> Any:
        column = self._weight_column
        if column is None:
            return 1.0
        found = column if isinstance(column, NumericColumn) else numeric_column(column)
        return Cache(features).get(found)

    def _predictions(self, logits: Any) -> dict[str, Any]:
        raise NotImplementedError

    def _outputs(self, predictions: Mapping[str, Any]) -> dict[str, Any]:
        raise NotImplementedError

    def _labels(self, labels: Any, logits: Any) -> Any:
        raise NotImplementedError

    def _losses(self, labels: Any, logits: Any) -> Any:
        raise NotImplementedError

    def _metrics(self, labels: Any, predictions: Any, losses: Any, weights: Any) -> dict[str, Any]:
        raise NotImplementedError


def _shaped(labels: Any, size: int) -> Any:
    """Labels of shape [batch, size].

    Raises:
        InvalidArgumentError: another shape.
    """
    found = tf.convert_to_tensor(labels)
    if found.shape.ndims == 1:
        found = tf.expand_dims(found, -1)
    if found.shape.ndims is not None and (found.shape.ndims != 2 or found.shape[1].value not in (None, size)):
        raise InvalidArgumentError(f"labels must be of shape [batch, {size}], got {found.shape}")
    return found


def _mean(values: Any, weights: Any) -> Any:
    return tf.metrics.mean(values, weights)


class ClassHead(Head):
    """Classes, of which one is right: two by the sigmoid of one logit, more by the softmax.

    Args:
        n_classes: how many.
        label_vocabulary: their names, if labels are texts.

    Raises:
        InvalidArgumentError: fewer than two classes, or another number of names.
    """

    def __init__(self, n_classes: int, weight_column: Any, label_vocabulary: Any, loss_reduction: str) -> None:
        if n_classes < 2:
            raise InvalidArgumentError(f"n_classes must be at least 2, got {n_classes}")
        if label_vocabulary is not None and len(label_vocabulary) != n_classes:
            rule = f"have {n_classes} names, one for each class"
            raise InvalidArgumentError(f"label_vocabulary must {rule}, got {list(label_vocabulary)}")
        super().__init__(1 if n_classes == 2 else n_classes, weight_column, loss_reduction)
        self._classes = n_classes
        self._vocabulary = None if label_vocabulary is None else list(label_vocabulary)

    def _predictions(self, logits: Any) -> dict[str, Any]:
        found = {"logits": logits}
        several = logits
        if self._classes == 2:
            found["logistic"] = tf.sigmoid(logits, name="logistic")
            several = tf.concat([tf.zeros_like(logits), logits], axis=-1, name="two_class_logits")
        found["probabilities"] = tf.nn.softmax(several, name="probabilities")
        ids = tf.expand_dims(tf.argmax(several, axis=-1), -1)
        all_ids = tf.tile(tf.range(self._classes)[tf.newaxis, :], tf.stack([tf.shape(logits)[0], 1]))
        found |= {"class_ids": ids, "classes": self._names(ids)}
        return found | {"all_class_ids": all_ids, "all_classes": self._names(tf.cast(all_ids, tf.int64))}

    def _names(self, ids: Any) -> Any:
        if self._vocabulary is None:
            return tf.as_string(ids, name="str_classes")
        return lookup.index_to_string_table_from_tensor(self._vocabulary).lookup(ids)

    def _outputs(self, predictions: Mapping[str, Any]) -> dict[str, Any]:
        scores = ClassificationOutput(predictions["probabilities"], predictions["all_classes"])
        found = {"serving_default": scores, "classification": scores, "predict": PredictOutput(predictions)}
        if self._classes == 2:
            found["regression"] = RegressionOutput(predictions["logistic"])
        return found

    def _labels(self, labels: Any, logits: Any) -> Any:
        found = _shaped(labels, 1)
        if self._vocabulary is not None:
            if found.dtype != tf.string:
                raise InvalidArgumentError(f"labels must be texts with a label_vocabulary, got {found.dtype.name}")
            found = lookup.index_table_from_tensor(self._vocabulary).lookup(found)
        elif found.dtype == tf.string:
            raise InvalidArgumentError("labels that are texts must have a label_vocabulary, got None")
        if not (found.dtype.is_integer or self._classes == 2):
            raise InvalidArgumentError(f"labels must be integers, got {found.dtype.name}")
        most = tf.constant(self._classes - 1, found.dtype)
        checks = [
            tf.assert_less_equal(found, most, message=f"Labels must be below n_classes, {self._classes}"),
            tf.assert_greater_equal(found, tf.zeros([], found.dtype), message="Labels must not be negative"),
        ]
        with tf.control_dependencies(checks):
            return tf.identity(found)

    def _losses(self, labels: Any, logits: Any) -> Any:
        if self._classes == 2:
            return tf.nn.sigmoid_cross_entropy_with_logits(labels=tf.cast(labels, tf.float32), logits=logits)
        flat = tf.squeeze(labels, axis=1)
        return tf.expand_dims(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=flat, logits=logits), axis=1)

    def _metrics(self, labels: Any, predictions: Any, losses: Any, weights: Any) -> dict[str, Any]:
        ids = predictions["class_ids"]
        found = {"average_loss": _mean(losses, weights)}
        found["accuracy"] = tf.metrics.accuracy(tf.cast(labels, tf.int64), ids, weights)
        if self._classes > 2:
            return found
        exact, logistic = tf.cast(labels, tf.float32), predictions["logistic"]
        mean = found["label/mean"] = _mean(exact, weights)
        found["precision"] = tf.metrics.precision(exact, ids, weights)
        found["recall"] = tf.metrics.recall(exact, ids, weights)
        found["prediction/mean"] = _mean(logistic, weights)
        value, update = _mean(exact, weights)
        found["accuracy_baseline"] = tf.maximum(value, 1.0 - value), tf.maximum(update, 1.0 - update)
        for name, curve in (("auc", "ROC"), ("auc_precision_recall", "PR")):
            found[name] = tf.metrics.auc(
                exact, logistic, weights, curve=curve, summation_method="careful_interpolation"
            )  # fmt: skip
        return {**found, "label/mean": mean}


class RegressionHead(Head):
    """Numbers, by their squared distance."""

    def _predictions(self, logits: Any) -> dict[str, Any]:
        return {"predictions": logits}

    def _outputs(self, predictions: Mapping[str, Any]) -> dict[str, Any]:
        numbers = RegressionOutput(predictions["predictions"])
        return {"serving_default": numbers, "regression": numbers, "predict": PredictOutput(predictions)}

    def _labels(self, labels: Any, logits: Any) -> Any:
        return tf.cast(_shaped(labels, self.logits_dimension), tf.float32)

    def _losses(self, labels: Any, logits: Any) -> Any:
        return tf.squared_difference(labels, logits)

    def _metrics(self, labels: Any, predictions: Any, losses: Any, weights: Any) -> dict[str, Any]:
        return {
            "average_loss": _mean(losses, weights),
            "prediction/mean": _mean(predictions["predictions"], weights),
            "label/mean": _mean(labels, weights),
        }


def optimizer_of(given: Any, learning_rate: float) -> Any:
    """An optimizer: one that is given, made by a function, or named: "Adagrad", "Adam", "Ftrl", "RMSProp" or "SGD".

    Raises:
        InvalidArgumentError: another name.
    """
    if isinstance(given, str):
        kinds = {
            "Adagrad": tf.train.AdagradOptimizer,
            "Adam": tf.train.AdamOptimizer,
            "Ftrl": tf.train.FtrlOptimizer,
            "RMSProp": tf.train.RMSPropOptimizer,
            "SGD": tf.train.GradientDescentOptimizer,
        }
        if given not in kinds:
            raise InvalidArgumentError(f"optimizer must be an Optimizer or one of {', '.join(kinds)}, got '{given}'")
        return kinds[given](learning_rate=learning_rate)
    found = given() if callable(given) and not isinstance(given, tf.train.Optimizer) else given
    if not isinstance(found, tf.train.Optimizer):
        raise InvalidArgumentError(f"optimizer must be an Optimizer, a function for one, or a name, got {given!r}")
    return found


def minimizing(optimizer: Any, variables: Sequence[Any] | None = None) -> TrainOp:
    """A function that makes the node that trains, after what models update in each step."""

    def train_op(loss: Any) -> Any:
        with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
            return optimizer.minimize(loss, global_step=tf.train.get_global_step(), var_list=variables)

    return train_op
