"""``tf.estimator.DNNClassifier`` and its like: layers above columns, alone or beside a linear model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import graphops.compat.v1 as tf
from graphops.compat.v1.estimator.estimators import Estimator
from graphops.compat.v1.estimator.heads import ClassHead, Head, RegressionHead, minimizing, optimizer_of
from graphops.compat.v1.estimator.linear import features_by_name, linear_rate
from graphops.compat.v1.estimator.settings import EstimatorSpec, ModeKeys
from graphops.compat.v1.feature_columns.layers import input_layer, linear_model
from graphops.compat.v1.losses import Reduction
from graphops.compat.v1.nn import relu
from graphops_registry.errors import InvalidArgumentError

_LEARNING_RATE: Final = 0.05
_LINEAR_LEARNING_RATE: Final = 0.005  # beside layers

Activation = Callable[[Any], Any]


def _logits(
    features: Any,
    mode: str,
    columns: Any,
    units: Sequence[int],
    head: Head,
    activation: Activation,
    dropout: float | None,
    batch_norm: bool,
) -> Any:
    """The layers, in the scope "dnn"."""
    is_training = mode == ModeKeys.TRAIN
    glorot = tf.glorot_uniform_initializer()
    with tf.variable_scope("dnn"):
        with tf.variable_scope("input_from_feature_columns"):
            net = input_layer(features, columns)
        for number, size in enumerate(units):
            name = f"hiddenlayer_{number}"
            net = tf.layers.dense(net, size, activation, kernel_initializer=glorot, name=name)
            if dropout is not None and is_training:
                net = tf.layers.dropout(net, dropout, training=True)
            if batch_norm:
                with tf.variable_scope(name):
                    net = tf.layers.batch_normalization(
                        net, momentum=0.999, training=is_training, name=f"batchnorm_{number}"
                    )  # fmt: skip
            tf.summary.scalar(f"{name}/fraction_of_zero_values", tf.nn.zero_fraction(net))
            tf.summary.histogram(f"{name}/activation", net)
        return tf.layers.dense(net, head.logits_dimension, None, kernel_initializer=glorot, name="logits")


class _DNN(Estimator):
    def __init__(
        self, head: Head, units: Any, columns: Any, model_dir: Any, optimizer: Any, activation: Activation,
        dropout: float | None, config: Any, warm_start_from: Any, batch_norm: bool,
    ) -> None:  # fmt: skip
        def model_fn(features: Any, labels: Any, mode: str, config: Any) -> EstimatorSpec:
            given = features_by_name(features)
            logits = _logits(given, mode, columns, units, head, activation, dropout, batch_norm)
            return head.spec(features, mode, labels, logits, minimizing(optimizer_of(optimizer, _LEARNING_RATE)))

        super().__init__(model_fn, model_dir, config, warm_start_from=warm_start_from)


class DNNClassifier(_DNN):
    """Classes by layers above columns, trained by Adagrad.

    Args:
        hidden_units: how many units each layer has.
        feature_columns: dense columns.
        n_classes, weight_column, label_vocabulary, loss_reduction, warm_start_from: as for LinearClassifier.
        optimizer: an Optimizer, a function that makes one, or a name.
        activation_fn: of the layers.
        dropout: which part of a layer is dropped in training.
        input_layer_partitioner: accepted; variables are in one part.
        batch_norm: whether layers are normalised.
    """

    def __init__(
        self,
        hidden_units: Sequence[int],
        feature_columns: Any,
        model_dir: str | None = None,
        n_classes: int = 2,
        weight_column: Any = None,
        label_vocabulary: Any = None,
        optimizer: Any = "Adagrad",
        activation_fn: Activation = relu,
        dropout: float | None = None,
        input_layer_partitioner: Any = None,
        config: Any = None,
        warm_start_from: Any = None,
        loss_reduction: str = Reduction.SUM,
        batch_norm: bool = False,
    ) -> None:
        head = ClassHead(n_classes, weight_column, label_vocabulary, loss_reduction)
        super().__init__(
            head, hidden_units, feature_columns, model_dir, optimizer, activation_fn, dropout, config,
            warm_start_from, batch_norm,
        )  # fmt: skip


class DNNRegressor(_DNN):
    """Numbers by layers above columns; ``label_dimension`` of them. Other arguments as for DNNClassifier."""

    def __init__(
        self,
        hidden_units: Sequence[int],
        feature_columns: Any,
        model_dir: str | None = None,
        label_dimension: int = 1,
        weight_column: Any = None,
        optimizer: Any = "Adagrad",
        activation_fn: Activation = relu,
        dropout: float | None = None,
        input_layer_partitioner: Any = None,
        config: Any = None,
        warm_start_from: Any = None,
        loss_reduction: str = Reduction.SUM,
        batch_norm: bool = False,
    ) -> None:
        head = RegressionHead(label_dimension, weight_column, loss_reduction)
        super().__init__(
            head, hidden_units, feature_columns, model_dir, optimizer, activation_fn, dropout, config,
            warm_start_from, batch_norm,
        )  # fmt: skip


class _Combined(Estimator):
    def __init__(
        self, head: Head, model_dir: Any, linear_columns: Any, linear_optimizer: Any, dnn_columns: Any,
        dnn_optimizer: Any, units: Any, activation: Activation, dropout: float | None, config: Any,
        warm_start_from: Any, batch_norm: bool, combiner: str,
    ) -> None:  # fmt: skip
        linear, deep = list(linear_columns or ()), list(dnn_columns or ())
        if not linear and not deep:
            raise InvalidArgumentError("linear_feature_columns or dnn_feature_columns must be given, got neither")
        if deep and not units:
            raise InvalidArgumentError("dnn_hidden_units must be given with dnn_feature_columns, got none")

        def model_fn(features: Any, labels: Any, mode: str, config: Any) -> EstimatorSpec:
            given = features_by_name(features)
            sums = []
            if deep:
                sums.append(_logits(given, mode, deep, units, head, activation, dropout, batch_norm))
            if linear:
                with tf.variable_scope("linear"):
                    sums.append(linear_model(given, linear, head.logits_dimension, combiner))

            def train_op(loss: Any) -> Any:
                chosen = {"dnn": (deep, dnn_optimizer, _LEARNING_RATE)}
                chosen["linear"] = (
                    linear,
                    linear_optimizer,
                    linear_rate(linear, _LINEAR_LEARNING_RATE) if linear else 0.0,
                )
                nodes = [
                    optimizer_of(optimizer, rate).minimize(
                        loss, var_list=tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, scope)
                    )
                    for scope, (columns, optimizer, rate) in chosen.items()
                    if columns
                ]
                with tf.control_dependencies([*nodes, *tf.get_collection(tf.GraphKeys.UPDATE_OPS)]):
                    return tf.assign_add(tf.train.get_global_step(), 1).op

            return head.spec(features, mode, labels, tf.add_n(sums), train_op)

        super().__init__(model_fn, model_dir, config, warm_start_from=warm_start_from)


class DNNLinearCombinedClassifier(_Combined):
    """Classes by the sum of a linear model and of layers, each with columns and an optimizer of its own.

    Other arguments as for LinearClassifier and DNNClassifier.
    """

    def __init__(
        self,
        model_dir: str | None = None,
        linear_feature_columns: Any = None,
        linear_optimizer: Any = "Ftrl",
        dnn_feature_columns: Any = None,
        dnn_optimizer: Any = "Adagrad",
        dnn_hidden_units: Sequence[int] | None = None,
        dnn_activation_fn: Activation = relu,
        dnn_dropout: float | None = None,
        n_classes: int = 2,
        weight_column: Any = None,
        label_vocabulary: Any = None,
        input_layer_partitioner: Any = None,
        config: Any = None,
        warm_start_from: Any = None,
        loss_reduction: str = Reduction.SUM,
        batch_norm: bool = False,
        linear_sparse_combiner: str = "sum",
    ) -> None:
        head = ClassHead(n_classes, weight_column, label_vocabulary, loss_reduction)
        super().__init__(
            head, model_dir, linear_feature_columns, linear_optimizer, dnn_feature_columns, dnn_optimizer,
            dnn_hidden_units, dnn_activation_fn, dnn_dropout, config, warm_start_from, batch_norm,
            linear_sparse_combiner,
        )  # fmt: skip


class DNNLinearCombinedRegressor(_Combined):
    """Numbers by the sum of a linear model and of layers. Arguments as for DNNLinearCombinedClassifier."""

    def __init__(
        self,
        model_dir: str | None = None,
        linear_feature_columns: Any = None,
        linear_optimizer: Any = "Ftrl",
        dnn_feature_columns: Any = None,
        dnn_optimizer: Any = "Adagrad",
        dnn_hidden_units: Sequence[int] | None = None,
        dnn_activation_fn: Activation = relu,
        dnn_dropout: float | None = None,
        label_dimension: int = 1,
        weight_column: Any = None,
        input_layer_partitioner: Any = None,
        config: Any = None,
        warm_start_from: Any = None,
        loss_reduction: str = Reduction.SUM,
        batch_norm: bool = False,
        linear_sparse_combiner: str = "sum",
    ) -> None:
        head = RegressionHead(label_dimension, weight_column, loss_reduction)
        super().__init__(
            head, model_dir, linear_feature_columns, linear_optimizer, dnn_feature_columns, dnn_optimizer,
            dnn_hidden_units, dnn_activation_fn, dnn_dropout, config, warm_start_from, batch_norm,
            linear_sparse_combiner,
        )  # fmt: skip
