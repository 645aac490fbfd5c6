"""``tf.feature_column``: from features to tensors."""

from __future__ import annotations

from typing import Any

from graphops.compat.v1.feature_columns.categorical import (
    categorical_column_with_hash_bucket,
    categorical_column_with_identity,
    categorical_column_with_vocabulary_file,
    categorical_column_with_vocabulary_list,
    weighted_categorical_column,
)
from graphops.compat.v1.feature_columns.columns import bucketized_column, numeric_column
from graphops.compat.v1.feature_columns.crossing import crossed_column
from graphops.compat.v1.feature_columns.embeddings import embedding_column, indicator_column, shared_embedding_columns
from graphops.compat.v1.feature_columns.layers import input_layer, linear_model, make_parse_example_spec
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing


def __getattr__(name: str) -> Any:
    raise missing("feature_column", name)


__all__ = [
    "bucketized_column",
    "categorical_column_with_hash_bucket",
    "categorical_column_with_identity",
    "categorical_column_with_vocabulary_file",
    "categorical_column_with_vocabulary_list",
    "crossed_column",
    "embedding_column",
    "indicator_column",
    "input_layer",
    "linear_model",
    "make_parse_example_spec",
    "numeric_column",
    "shared_embedding_columns",
    "weighted_categorical_column",
]

mark_all(globals(), __all__)
