"""Indicator and embedding columns: categorical columns as dense tensors."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.feature_columns.base import Cache, CategoricalColumn, DenseColumn
from graphops.compat.v1.feature_columns.categorical import WeightedColumn
from graphops_registry.errors import InvalidArgumentError


@dataclass(frozen=True)
class IndicatorColumn(DenseColumn):
    """See :func:`indicator_column`."""

    categorical_column: CategoricalColumn

    @property
    def name(self) -> str:
        return f"{self.categorical_column.name}_indicator"

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        return self.categorical_column.parse_example_spec

    @property
    def variable_shape(self) -> Any:
        return tf.TensorShape([1, self.categorical_column.num_buckets])

    def transformed(self, cache: Cache) -> Any:
        ids, weights = self.categorical_column.ids(cache)
        depth = self.categorical_column.num_buckets
        if weights is None:
            return tf.reduce_sum(tf.one_hot(tf.sparse_tensor_to_dense(ids, default_value=-1), depth), axis=-2)
        known = ids.values >= 0
        rows = tf.boolean_mask(ids.indices[:, 0], known)
        places = tf.stack([rows, tf.cast(tf.boolean_mask(ids.values, known), tf.int64)], axis=1)
        shape = tf.stack([ids.dense_shape[0], tf.constant(depth, tf.int64)])
        return tf.scatter_nd(places, tf.boolean_mask(weights.values, known), shape)

    def dense(self, cache: Cache, collections: list[str], trainable: bool) -> Any:
        return cache.get(self)


@dataclass(frozen=True)
class EmbeddingColumn(DenseColumn):
    """See :func:`embedding_column`."""

    categorical_column: CategoricalColumn
    dimension: int
    combiner: str
    initializer: Callable[..., Any]
    ckpt_to_load_from: str | None
    tensor_name_in_ckpt: str | None
    max_norm: float | None
    trainable: bool
    use_safe_embedding_lookup: bool

    @property
    def name(self) -> str:
        return f"{self.categorical_column.name}_embedding"

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        return self.categorical_column.parse_example_spec

    @property
    def variable_shape(self) -> Any:
        return tf.TensorShape([self.dimension])

    def transformed(self, cache: Cache) -> Any:
        return self.categorical_column.ids(cache)

    def _weights(self, collections: list[str], trainable: bool) -> Any:
        return tf.get_variable(
            "embedding_weights",
            [self.categorical_column.num_buckets, self.dimension],
            tf.float32,
            self.initializer,
            trainable=self.trainable and trainable,
            collections=collections,
        )

    def dense(self, cache: Cache, collections: list[str], trainable: bool) -> Any:
        ids, weights = cache.get(self)
        table = self._weights(collections, trainable)
        if self.ckpt_to_load_from is not None:
            tf.train.init_from_checkpoint(self.ckpt_to_load_from, {self.tensor_name_in_ckpt: table})
        return tf.nn.safe_embedding_lookup_sparse(
            table, ids, weights, combiner=self.combiner, max_norm=self.max_norm, name=f"{self.name}_weights"
        )


@dataclass(frozen=True)
class SharedEmbeddingColumn(EmbeddingColumn):
    """See :func:`shared_embedding_columns`."""

    shared_embedding_collection_name: str

    @property
    def name(self) -> str:
        return f"{self.categorical_column.name}_shared_embedding"

    @property
    def scope_name(self) -> str:
        return self.shared_embedding_collection_name

    def _weights(self, collections: list[str], trainable: bool) -> Any:
        key = self.shared_embedding_collection_name
        found = tf.get_collection(key)
        if not found:
            found = [super()._weights(collections, trainable)]
            tf.add_to_collection(key, found[0])
        shape = [self.categorical_column.num_buckets, self.dimension]
        if len(found) > 1 or found[0].shape.as_list() != shape:
            raise InvalidArgumentError(f"the collection '{key}' must have one variable of shape {shape}, got {found}")
        return found[0]


def indicator_column(categorical_column: Any) -> IndicatorColumn:
    """How often each value is in an example, or the sum of its weights.

    Raises:
        InvalidArgumentError: no categorical column.
    """
    return IndicatorColumn(_categorical(categorical_column, "indicator_column"))


def embedding_column(
    categorical_column: Any,
    dimension: int,
    combiner: str = "mean",
    initializer: Any = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
    use_safe_embedding_lookup: bool = True,
) -> EmbeddingColumn:
    """A vector for each value, combined for the values of an example.

    Args:
        dimension: of the vectors.
        combiner: "mean", "sqrtn" or "sum".
        initializer: of the variable ``embedding_weights``; default truncated_normal of ``1 / sqrt(dimension)``.
        ckpt_to_load_from, tensor_name_in_ckpt: a checkpoint, and the name of the value in it to begin with.
        max_norm: to which vectors are clipped.
        use_safe_embedding_lookup: accepted; examples without values give zeros.

    Raises:
        InvalidArgumentError: no categorical column, a dimension below 1, or one of the two about the checkpoint.
    """
    made = _initializer(dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt)
    column = _categorical(categorical_column, "embedding_column")
    return EmbeddingColumn(
        column, int(dimension), combiner, made, ckpt_to_load_from, tensor_name_in_ckpt, max_norm, trainable,
        use_safe_embedding_lookup,
    )  # fmt: skip


def shared_embedding_columns(
    categorical_columns: Sequence[Any],
    dimension: int,
    combiner: str = "mean",
    initializer: Any = None,
    shared_embedding_collection_name: str | None = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
    use_safe_embedding_lookup: bool = True,
) -> list[SharedEmbeddingColumn]:
    """Embedding columns of one variable, for columns of the same kind and as many buckets.

    Args:
        shared_embedding_collection_name: of the collection that has the variable.

    Raises:
        InvalidArgumentError: columns of several kinds, and as for :func:`embedding_column`.
    """
    made = _initializer(dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt)
    columns = [_categorical(each, "shared_embedding_columns") for each in categorical_columns]
    inner = [each.categorical_column if isinstance(each, WeightedColumn) else each for each in columns]
    if len({(type(each), each.num_buckets) for each in inner}) != 1:
        raise InvalidArgumentError("columns of shared_embedding_columns() must be of one kind, with as many buckets")
    key = shared_embedding_collection_name
    if not key:
        key = "_".join([*sorted(each.name for each in columns), "shared_embedding"])
    return [
        SharedEmbeddingColumn(
            each, int(dimension), combiner, made, ckpt_to_load_from, tensor_name_in_ckpt, max_norm, trainable,
            use_safe_embedding_lookup, key,
        )
        for each in columns
    ]  # fmt: skip


def _categorical(column: Any, function: str) -> CategoricalColumn:
    if not isinstance(column, CategoricalColumn):
        raise InvalidArgumentError(f"column of {function}() must be a categorical column, got {column!r}")
    return column


def _initializer(dimension: Any, initializer: Any, checkpoint: Any, name: Any) -> Callable[..., Any]:
    if dimension is None or dimension < 1:
        raise InvalidArgumentError(f"dimension of an embedding column must be at least 1, got {dimension}")
    if (checkpoint is None) != (name is None):
        raise InvalidArgumentError("ckpt_to_load_from and tensor_name_in_ckpt must be given together, got one of them")
    if initializer is not None and not callable(initializer):
        raise InvalidArgumentError(f"initializer of an embedding column must be a function, got {initializer!r}")
    found: Callable[..., Any] = initializer or tf.truncated_normal_initializer(stddev=1 / math.sqrt(dimension))
    return found
