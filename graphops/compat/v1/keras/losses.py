"""``tf.keras.losses``: the loss of each example."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.keras import backend


def mean_squared_error(y_true: Any, y_pred: Any) -> Any:
    return tf.reduce_mean(tf.squared_difference(*_pair(y_true, y_pred)), axis=-1)


def mean_absolute_error(y_true: Any, y_pred: Any) -> Any:
    true, pred = _pair(y_true, y_pred)
    return tf.reduce_mean(tf.abs(pred - true), axis=-1)


def categorical_crossentropy(y_true: Any, y_pred: Any, from_logits: bool = False, label_smoothing: float = 0) -> Any:
    """Of probabilities (or logits) and one-hot labels."""
    true, pred = _pair(y_true, y_pred)
    if label_smoothing:
        true = true * (1.0 - label_smoothing) + label_smoothing / tf.cast(tf.shape(true)[-1], true.dtype)
    return backend.categorical_crossentropy(true, pred, from_logits)


def sparse_categorical_crossentropy(y_true: Any, y_pred: Any, from_logits: bool = False, axis: int = -1) -> Any:
    """Of probabilities (or logits) and numbers of classes."""
    return backend.sparse_categorical_crossentropy(y_true, y_pred, from_logits, axis)


def binary_crossentropy(y_true: Any, y_pred: Any, from_logits: bool = False, label_smoothing: float = 0) -> Any:
    """Of probabilities (or logits) and labels from 0 to 1."""
    true, pred = _pair(y_true, y_pred)
    if label_smoothing:
        true = true * (1.0 - label_smoothing) + 0.5 * label_smoothing
    return tf.reduce_mean(backend.binary_crossentropy(true, pred, from_logits), axis=-1)


def _pair(y_true: Any, y_pred: Any) -> tuple[Any, Any]:
    pred = tf.convert_to_tensor(y_pred)
    return tf.cast(y_true, pred.dtype), pred


MSE = mse = mean_squared_error
MAE = mae = mean_absolute_error


def __getattr__(name: str) -> Any:
    raise missing("keras.losses", name)


__all__ = [
    "MAE", "MSE", "binary_crossentropy", "categorical_crossentropy", "mae", "mean_absolute_error", "mean_squared_error",
    "mse", "sparse_categorical_crossentropy",
]  # fmt: skip

mark_all(globals(), __all__)
