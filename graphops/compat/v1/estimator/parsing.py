"""What ``tf.parse_example`` reads for an Estimator: its columns, the label and the weight."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.feature_columns.columns import NumericColumn, numeric_column
from graphops.compat.v1.feature_columns.layers import make_parse_example_spec
from graphops_registry.errors import InvalidArgumentError


def classifier_parse_example_spec(
    feature_columns: Any,
    label_key: str,
    label_dtype: Any = tf.int64,
    label_default: Any = None,
    weight_column: Any = None,
) -> dict[str, Any]:
    """The features of a classifier, and its label.

    Raises:
        InvalidArgumentError: a label or weight that is a feature, too.
    """
    label = tf.FixedLenFeature((1,), label_dtype, None if label_default is None else [label_default])
    return _with(make_parse_example_spec(feature_columns), label_key, label, weight_column)


def regressor_parse_example_spec(
    feature_columns: Any,
    label_key: str,
    label_dtype: Any = tf.float32,
    label_default: Any = None,
    label_dimension: int = 1,
    weight_column: Any = None,
) -> dict[str, Any]:
    """The features of a regressor, and its label.

    Raises:
        InvalidArgumentError: a label or weight that is a feature, too.
    """
    default = [label_default] * label_dimension if isinstance(label_default, (int, float)) else label_default
    label = tf.FixedLenFeature((label_dimension,), label_dtype, default)
    return _with(make_parse_example_spec(feature_columns), label_key, label, weight_column)


def _with(spec: dict[str, Any], key: str, label: Any, weight_column: Any) -> dict[str, Any]:
    added = {key: label}
    if weight_column is not None:
        column = weight_column if isinstance(weight_column, NumericColumn) else numeric_column(weight_column)
        added.update(column.parse_example_spec)
    for name in added:
        if name in spec:
            raise InvalidArgumentError(f"a label or weight must be no feature, too, got '{name}'")
    return {**spec, **added}
