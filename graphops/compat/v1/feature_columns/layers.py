"""One tensor, or a linear model, of several columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.feature_columns.base import Cache, CategoricalColumn, DenseColumn, FeatureColumn
from graphops_registry.errors import InvalidArgumentError


def input_layer(
    features: Mapping[str, Any],
    feature_columns: Any,
    weight_collections: Iterable[str] | None = None,
    trainable: bool = True,
    cols_to_vars: dict[Any, Any] | None = None,
    cols_to_output_tensors: dict[Any, Any] | None = None,
) -> Any:
    """The dense columns beside each other, in the order of their names: a tensor of rank 2.

    Args:
        features: tensors by name.
        feature_columns: dense columns.
        weight_collections: where variables go, beside those of global and of model variables.
        cols_to_vars, cols_to_output_tensors: dicts that get the variables, and the tensor, of each column.

    Raises:
        InvalidArgumentError: other columns, none, or two of one name.
    """
    columns = checked(feature_columns)
    outputs = []
    cache = Cache(features)
    with tf.variable_scope(None, default_name="input_layer"):
        for column in sorted(columns, key=lambda each: each.name):
            if not isinstance(column, DenseColumn):
                rule = "be dense: embedding_column() and indicator_column() make them of categorical ones"
                raise InvalidArgumentError(f"columns of input_layer() must {rule}, got {column!r}")
            before = set(map(id, tf.global_variables()))
            with tf.variable_scope(None, default_name=column.scope_name):
                tensor = column.dense(cache, _collections(weight_collections), trainable)
                size = column.variable_shape.num_elements()
                outputs.append(tf.reshape(tensor, tf.stack([tf.shape(tensor)[0], size])))
                outputs[-1].set_shape([tensor.shape[0], size])
            if cols_to_vars is not None:
                cols_to_vars[column] = [each for each in tf.global_variables() if id(each) not in before]
            if cols_to_output_tensors is not None:
                cols_to_output_tensors[column] = outputs[-1]
        return tf.concat(outputs, 1)


def linear_model(
    features: Mapping[str, Any],
    feature_columns: Any,
    units: int = 1,
    sparse_combiner: str = "sum",
    weight_collections: Iterable[str] | None = None,
    trainable: bool = True,
    cols_to_vars: dict[Any, Any] | None = None,
) -> Any:
    """The weighted sum of columns, and a bias: variables ``<column>/weights`` and ``bias_weights``, zero at first.

    Args:
        units: how many sums.
        sparse_combiner: how the values of a categorical column are combined: "mean", "sqrtn" or "sum".
        cols_to_vars: a dict that gets the variables of each column, and of "bias".

    Raises:
        InvalidArgumentError: no columns, or two of one name.
    """
    columns = checked(feature_columns)
    collections = _collections(weight_collections)
    cache = Cache(features)
    sums = []
    with tf.variable_scope(None, "linear_model"):
        for column in sorted(columns, key=lambda each: each.name):
            with tf.variable_scope(None, default_name=column.scope_name):
                found, variables = _weighted(column, cache, units, sparse_combiner, collections, trainable)
            sums.append(found)
            if cols_to_vars is not None:
                cols_to_vars[column] = variables
        zeros = tf.zeros_initializer()
        bias = tf.get_variable(
            "bias_weights", [units], tf.float32, zeros, trainable=trainable, collections=collections
        )  # fmt: skip
        if cols_to_vars is not None:
            cols_to_vars["bias"] = [bias]
        return tf.nn.bias_add(tf.add_n(sums, name="weighted_sum_no_bias"), bias, name="weighted_sum")


def _weighted(
    column: FeatureColumn, cache: Cache, units: int, combiner: str, collections: list[str], trainable: bool
) -> tuple[Any, list[Any]]:
    """The weighted sum of a column, and its variables."""
    before = set(map(id, tf.global_variables()))

    def weights(rows: int) -> Any:
        zeros = tf.zeros_initializer()
        return tf.get_variable(
            "weights", [rows, units], tf.float32, zeros, trainable=trainable, collections=collections
        )  # fmt: skip

    if isinstance(column, CategoricalColumn):
        ids, by = (_flat(each) for each in column.ids(cache))
        found = tf.nn.safe_embedding_lookup_sparse(weights(column.num_buckets), ids, by, combiner=combiner)
    elif isinstance(column, DenseColumn):
        size = column.variable_shape.num_elements()
        factors = weights(size)
        tensor = column.dense(cache, collections, trainable)
        found = tf.matmul(tf.reshape(tensor, tf.stack([tf.shape(tensor)[0], size])), factors)
    else:
        raise InvalidArgumentError(f"columns of linear_model() must be dense or categorical, got {column!r}")
    return found, [each for each in tf.global_variables() if id(each) not in before]


def _flat(sparse: Any) -> Any:
    """A SparseTensor of rank 2, of all values of each example."""
    if sparse is None or sparse.dense_shape.shape[0].value == 2:
        return sparse
    return tf.sparse_reshape(sparse, tf.stack([sparse.dense_shape[0], tf.constant(-1, tf.int64)]))


def make_parse_example_spec(feature_columns: Any) -> dict[str, Any]:
    """What ``tf.parse_example`` reads for columns.

    Raises:
        InvalidArgumentError: something that is no column, or columns that read a feature in several ways.
    """
    found: dict[str, Any] = {}
    for column in feature_columns:
        if not isinstance(column, FeatureColumn):
            raise InvalidArgumentError(f"columns of make_parse_example_spec() must be feature columns, got {column!r}")
        for key, spec in column.parse_example_spec.items():
            if found.setdefault(key, spec) != spec:
                raise InvalidArgumentError(f"columns must read feature '{key}' in one way, got {found[key]} and {spec}")
    return found


def checked(feature_columns: Any) -> list[FeatureColumn]:
    """Columns as a list.

    Raises:
        InvalidArgumentError: none, something else, or two of one name.
    """
    if isinstance(feature_columns, FeatureColumn):
        return [feature_columns]
    if isinstance(feature_columns, Mapping):
        raise InvalidArgumentError("feature_columns must be a list, got a dict")
    columns = list(feature_columns or ())
    for column in columns:
        if not isinstance(column, FeatureColumn):
            raise InvalidArgumentError(f"feature_columns must hold feature columns, got {column!r}")
    names = [column.name for column in columns]
    twice = [name for name in names if names.count(name) > 1]
    if not columns or twice:
        raise InvalidArgumentError(f"feature_columns must have columns, each name once, got {twice[:1] or 'none'}")
    return columns


def _collections(given: Iterable[str] | None) -> list[str]:
    found = list(given or ())
    return found + [k for k in (tf.GraphKeys.GLOBAL_VARIABLES, tf.GraphKeys.MODEL_VARIABLES) if k not in found]
