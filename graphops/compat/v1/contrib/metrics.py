"""``tf.contrib.metrics``: those of ``tf.metrics`` with predictions first, and of single runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing
from graphops_registry.errors import InvalidArgumentError


def accuracy(predictions: Any, labels: Any, weights: Any = None, name: str | None = None) -> Any:
    """How often predictions are the labels, in this run.

    Raises:
        InvalidArgumentError: labels of another dtype.
    """
    guess, truth = tf.convert_to_tensor(predictions), tf.convert_to_tensor(labels)
    if guess.dtype != truth.dtype:
        raise InvalidArgumentError(f"labels of accuracy must have the dtype {guess.dtype.name}, got {truth.dtype.name}")
    with tf.name_scope(name or "accuracy"):
        right = tf.to_float(tf.equal(guess, truth))
        if weights is None:
            return tf.reduce_mean(right)
        factors = tf.to_float(weights)
        return tf.div_no_nan(tf.reduce_sum(right * factors), tf.reduce_sum(factors + tf.zeros_like(right)))


def _predictions_first(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def streaming(predictions: Any, labels: Any, *args: Any, **kwargs: Any) -> Any:
        return function(labels, predictions, *args, **kwargs)

    streaming.__name__ = streaming.__qualname__ = f"streaming_{function.__name__}"
    return streaming


def aggregate_metrics(*value_update_tuples: tuple[Any, Any]) -> tuple[list[Any], list[Any]]:
    """The values of metrics, and their updates.

    Raises:
        InvalidArgumentError: no metrics.
    """
    if not value_update_tuples:
        raise InvalidArgumentError("aggregate_metrics must get a metric or more, got none")
    return [value for value, _ in value_update_tuples], [update for _, update in value_update_tuples]


def aggregate_metric_map(names_to_tuples: dict[str, tuple[Any, Any]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The values of metrics by name, and their updates."""
    return (
        {name: value for name, (value, _) in names_to_tuples.items()},
        {name: update for name, (_, update) in names_to_tuples.items()},
    )


_SWAPPED = frozenset(
    [
        "accuracy",
        "auc",
        "false_negatives",
        "false_positives",
        "mean_absolute_error",
        "mean_iou",
        "mean_relative_error",
        "mean_squared_error",
        "precision",
        "recall",
        "root_mean_squared_error",
        "true_negatives",
        "true_positives",
    ]
)
_SAME = {"streaming_mean": "mean", "streaming_percentage_less": "percentage_below"}


def __getattr__(name: str) -> Any:
    inner = name.removeprefix("streaming_")
    if name in _SAME:
        found = getattr(tf.metrics, _SAME[name])
    elif name != inner and inner in _SWAPPED:
        found = _predictions_first(getattr(tf.metrics, inner))
    else:
        raise missing("contrib.metrics", name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*__all__, *_SAME, *(f"streaming_{name}" for name in _SWAPPED)])


__all__ = ["accuracy", "aggregate_metric_map", "aggregate_metrics"]

mark_all(globals(), ["accuracy"])
