"""``tf.estimator.LinearClassifier`` and ``LinearRegressor``."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

import graphops.compat.v1 as tf
from graphops.compat.v1.estimator.estimators import Estimator
from graphops.compat.v1.estimator.heads import ClassHead, Head, RegressionHead, minimizing, optimizer_of
from graphops.compat.v1.estimator.settings import EstimatorSpec
from graphops.compat.v1.feature_columns.layers import checked, linear_model
from graphops.compat.v1.losses import Reduction
from graphops_registry.errors import InvalidTypeError

_LEARNING_RATE: Final = 0.2


def linear_rate(columns: Any, most: float) -> float:
    """The learning rate of linear models: the more columns, the smaller."""
    return float(min(most, 1.0 / math.sqrt(len(checked(columns)))))


def features_by_name(features: Any) -> Mapping[str, Any]:
    """``features``, which must be a dict.

    Raises:
        InvalidTypeError: something else.
    """
    if not isinstance(features, Mapping):
        raise InvalidTypeError(f"features of this model must be tensors by name, got {features!r}")
    return features


class _Linear(Estimator):
    def __init__(
        self, head: Head, columns: Any, model_dir: Any, optimizer: Any, config: Any, warm_start_from: Any, combiner: str
    ) -> None:
        def model_fn(features: Any, labels: Any, mode: str, config: Any) -> EstimatorSpec:
            given = features_by_name(features)
            with tf.variable_scope("linear"):
                logits = linear_model(given, columns, head.logits_dimension, combiner)
            chosen = optimizer_of(optimizer, linear_rate(columns, _LEARNING_RATE))
            return head.spec(features, mode, labels, logits, minimizing(chosen))

        super().__init__(model_fn, model_dir, config, warm_start_from=warm_start_from)


class LinearClassifier(_Linear):
    """Classes by a weighted sum of columns, trained by FTRL.

    Args:
        feature_columns: what it reads.
        n_classes: how many classes; 2 by the sigmoid of one sum.
        weight_column: the name of the feature with the examples' weights.
        label_vocabulary: the names of the classes, if labels are texts.
        optimizer: an Optimizer, a function that makes one, or a name.
        partitioner: accepted; variables are in one part.
        warm_start_from: a checkpoint, its folder, or WarmStartSettings.
        loss_reduction: what becomes of the losses of a batch.
        sparse_combiner: how the values of a categorical column are combined.
    """

    def __init__(
        self,
        feature_columns: Any,
        model_dir: str | None = None,
        n_classes: int = 2,
        weight_column: Any = None,
        label_vocabulary: Any = None,
        optimizer: Any = "Ftrl",
        config: Any = None,
        partitioner: Any = None,
        warm_start_from: Any = None,
        loss_reduction: str = Reduction.SUM,
        sparse_combiner: str = "sum",
    ) -> None:
        head = ClassHead(n_classes, weight_column, label_vocabulary, loss_reduction)
        super().__init__(head, feature_columns, model_dir, optimizer, config, warm_start_from, sparse_combiner)


class LinearRegressor(_Linear):
    """Numbers by weighted sums of columns; ``label_dimension`` of them. Other arguments as for LinearClassifier."""

    def __init__(
        self,
        feature_columns: Any,
        model_dir: str | None = None,
        label_dimension: int = 1,
        weight_column: Any = None,
        optimizer: Any = "Ftrl",
        config: Any = None,
        partitioner: Any = None,
        warm_start_from: Any = None,
        loss_reduction: str = Reduction.SUM,
        sparse_combiner: str = "sum",
    ) -> None:
        head = RegressionHead(label_dimension, weight_column, loss_reduction)
        super().__init__(head, feature_columns, model_dir, optimizer, config, warm_start_from, sparse_combiner)
