"""``tf.estimator.BaselineClassifier`` and ``BaselineRegressor``: models that know labels alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import graphops.compat.v1 as tf
from graphops.compat.v1.estimator.estimators import Estimator
from graphops.compat.v1.estimator.heads import ClassHead, Head, RegressionHead, minimizing, optimizer_of
from graphops.compat.v1.estimator.settings import EstimatorSpec
from graphops.compat.v1.losses import Reduction

_LEARNING_RATE: Final = 0.3


class _Baseline(Estimator):
    def __init__(self, head: Head, model_dir: Any, optimizer: Any, config: Any) -> None:
        def model_fn(features: Any, labels: Any, mode: str, config: Any) -> EstimatorSpec:
            first = next(iter(features.values())) if isinstance(features, Mapping) else features
            size = first.dense_shape[0] if isinstance(first, tf.SparseTensor) else tf.shape(first)[0]
            with tf.variable_scope("baseline"):
                zeros = tf.zeros_initializer()
                bias = tf.get_variable("bias", [head.logits_dimension], tf.float32, zeros)
                logits = tf.ones(tf.stack([tf.cast(size, tf.int32), head.logits_dimension])) * bias
            logits.set_shape([None, head.logits_dimension])
            return head.spec(features, mode, labels, logits, minimizing(optimizer_of(optimizer, _LEARNING_RATE)))

        super().__init__(model_fn, model_dir, config)


class BaselineClassifier(_Baseline):
    """Classes by how often they are in the labels. Arguments as for LinearClassifier."""

    def __init__(
        self,
        model_dir: str | None = None,
        n_classes: int = 2,
        weight_column: Any = None,
        label_vocabulary: Any = None,
        optimizer: Any = "Ftrl",
        config: Any = None,
        loss_reduction: str = Reduction.SUM,
    ) -> None:
        head = ClassHead(n_classes, weight_column, label_vocabulary, loss_reduction)
        super().__init__(head, model_dir, optimizer, config)


class BaselineRegressor(_Baseline):
    """Numbers by the mean of the labels. Arguments as for LinearRegressor."""

    def __init__(
        self,
        model_dir: str | None = None,
        label_dimension: int = 1,
        weight_column: Any = None,
        optimizer: Any = "Ftrl",
        config: Any = None,
        loss_reduction: str = Reduction.SUM,
    ) -> None:
        super().__init__(RegressionHead(label_dimension, weight_column, loss_reduction), model_dir, optimizer, config)
