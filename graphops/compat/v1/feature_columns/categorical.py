"""Columns whose values are words or numbers of buckets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.compat.v1.contrib import lookup
from graphops.compat.v1.feature_columns.base import Cache, CategoricalColumn, check_key, sparse
from graphops_registry.errors import InvalidArgumentError


class _OfFeature(CategoricalColumn):
    """A column of one feature."""

    key: str
    dtype: Any

    @property
    def name(self) -> str:
        return self.key

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        return {self.key: tf.VarLenFeature(self.dtype)}

    def ids(self, cache: Cache) -> tuple[Any, Any]:
        return cache.get(self), None

    def transformed(self, cache: Cache) -> Any:
        given = sparse(cache.get(self.key))
        if self.dtype.is_integer != given.dtype.is_integer or not (given.dtype.is_integer or given.dtype == tf.string):
            rule = f"be of {'integers' if self.dtype.is_integer else 'texts'}"
            raise InvalidArgumentError(f"feature '{self.key}' must {rule}, got {given.dtype.name}")
        return tf.SparseTensor(given.indices, self._numbers(given.values), given.dense_shape)

    def _numbers(self, values: Any) -> Any:
        raise NotImplementedError


@dataclass(frozen=True)
class HashedColumn(_OfFeature):
    """See :func:`categorical_column_with_hash_bucket`."""

    key: str
    hash_bucket_size: int
    dtype: Any

    @property
    def num_buckets(self) -> int:
        return self.hash_bucket_size

    def _numbers(self, values: Any) -> Any:
        texts = values if values.dtype == tf.string else tf.as_string(values)
        return tf.string_to_hash_bucket_fast(texts, self.hash_bucket_size)


@dataclass(frozen=True)
class VocabularyListColumn(_OfFeature):
    """See :func:`categorical_column_with_vocabulary_list`."""

    key: str
    vocabulary_list: tuple[Any, ...]
    dtype: Any
    default_value: int
    num_oov_buckets: int

    @property
    def num_buckets(self) -> int:
        return len(self.vocabulary_list) + self.num_oov_buckets

    def _numbers(self, values: Any) -> Any:
        words = list(self.vocabulary_list)
        if self.dtype.is_integer:
            values, words = tf.cast(values, tf.int64), np.array(words, np.int64)  # type: ignore[assignment]
        kind = tf.int64 if self.dtype.is_integer else tf.string
        table = lookup.index_table_from_tensor(words, self.num_oov_buckets, self.default_value, dtype=kind)
        return table.lookup(values)


@dataclass(frozen=True)
class VocabularyFileColumn(_OfFeature):
    """See :func:`categorical_column_with_vocabulary_file`."""

    key: str
    vocabulary_file: str
    vocabulary_size: int
    num_oov_buckets: int
    dtype: Any
    default_value: int

    @property
    def num_buckets(self) -> int:
        return self.vocabulary_size + self.num_oov_buckets

    def _numbers(self, values: Any) -> Any:
        kind = tf.int64 if self.dtype.is_integer else tf.string
        table = lookup.index_table_from_file(
            self.vocabulary_file, self.num_oov_buckets, self.vocabulary_size, self.default_value, key_dtype=kind
        )
        return table.lookup(tf.cast(values, tf.int64) if self.dtype.is_integer else values)


@dataclass(frozen=True)
class IdentityColumn(_OfFeature):
    """See :func:`categorical_column_with_identity`."""

    key: str
    number_buckets: int
    default_value: int | None
    dtype: Any = tf.int64

    @property
    def num_buckets(self) -> int:
        return self.number_buckets

    def _numbers(self, values: Any) -> Any:
        numbers, most = tf.cast(values, tf.int64), tf.constant(self.number_buckets, tf.int64)
        zero = tf.constant(0, tf.int64)
        if self.default_value is None:
            checks = [
                tf.assert_less(numbers, most, message=f"values of '{self.key}' must be below its num_buckets"),
                tf.assert_greater_equal(numbers, zero, message=f"values of '{self.key}' must not be negative"),
            ]
            with tf.control_dependencies(checks):
                return tf.identity(numbers)
        outside = tf.logical_or(numbers < zero, numbers >= most)
        return tf.where(outside, tf.fill(tf.shape(numbers), tf.constant(self.default_value, tf.int64)), numbers)


@dataclass(frozen=True)
class WeightedColumn(CategoricalColumn):
    """See :func:`weighted_categorical_column`."""

    categorical_column: CategoricalColumn
    weight_feature_key: str
    dtype: Any

    @property
    def name(self) -> str:
        return f"{self.categorical_column.name}_weighted_by_{self.weight_feature_key}"

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        weights = {self.weight_feature_key: tf.VarLenFeature(self.dtype)}
        return {**self.categorical_column.parse_example_spec, **weights}

    @property
    def num_buckets(self) -> int:
        return self.categorical_column.num_buckets

    def transformed(self, cache: Cache) -> Any:
        weights = cache.get(self.weight_feature_key)
        if weights.dtype != self.dtype:
            rule = f"be of {self.dtype.name}"
            raise InvalidArgumentError(f"feature '{self.weight_feature_key}' must {rule}, got {weights.dtype.name}")
        found = sparse(weights, 0)
        values = found.values if found.dtype.is_floating else tf.cast(found.values, tf.float32)
        return self.categorical_column.ids(cache)[0], tf.SparseTensor(found.indices, values, found.dense_shape)

    def ids(self, cache: Cache) -> tuple[Any, Any]:
        found: tuple[Any, Any] = cache.get(self)
        return found


def categorical_column_with_hash_bucket(key: str, hash_bucket_size: int, dtype: Any = tf.string) -> HashedColumn:
    """Words or integers by their hash.

    Raises:
        InvalidArgumentError: no buckets, or another dtype.
    """
    if hash_bucket_size is None or hash_bucket_size < 1:
        raise InvalidArgumentError(f"hash_bucket_size of column '{key}' must be at least 1, got {hash_bucket_size}")
    return HashedColumn(check_key(key), int(hash_bucket_size), _kind(dtype, key))


def categorical_column_with_vocabulary_list(
    key: str, vocabulary_list: Any, dtype: Any = None, default_value: int = -1, num_oov_buckets: int = 0
) -> VocabularyListColumn:
    """Words or integers by their place in a list.

    Args:
        dtype: string or an integer's; default that of the list.
        default_value: the number of what is not in the list; -1 leaves it out.
        num_oov_buckets: how many buckets are for what is not in the list, by its hash.

    Raises:
        InvalidArgumentError: an empty list, words that are in it twice, another dtype, or a default value and buckets.
    """
    words = [] if vocabulary_list is None else list(vocabulary_list)
    if not words or len(set(words)) != len(words):
        raise InvalidArgumentError(f"vocabulary_list of column '{key}' must have words, each once, got {words!r}")
    own = _kind(np.asarray(words).dtype, key)
    _check_unknown(key, default_value, num_oov_buckets)
    kind = own if dtype is None else _kind(dtype, key)
    if kind.is_integer != own.is_integer:
        raise InvalidArgumentError(f"dtype of column '{key}' must fit its vocabulary_list, got {kind.name}")
    return VocabularyListColumn(check_key(key), tuple(words), kind, default_value, num_oov_buckets)


def categorical_column_with_vocabulary_file(
    key: str,
    vocabulary_file: str,
    vocabulary_size: int | None = None,
    num_oov_buckets: int = 0,
    default_value: int | None = None,
    dtype: Any = tf.string,
) -> VocabularyFileColumn:
    """Words or integers by the number of their line in a file; the other arguments as for a vocabulary list.

    Args:
        vocabulary_size: how many lines are read; default all.

    Raises:
        InvalidArgumentError: no file, a size below 1, another dtype, or a default value and buckets.
        NotFoundError: there is no such file.
    """
    if not vocabulary_file:
        raise InvalidArgumentError(f"vocabulary_file of column '{key}' must be a path, got {vocabulary_file!r}")
    if vocabulary_size is None:
        with tf.gfile.GFile(vocabulary_file, "rb") as file:
            vocabulary_size = sum(1 for _ in file)
    if vocabulary_size < 1:
        raise InvalidArgumentError(f"vocabulary_size of column '{key}' must be at least 1, got {vocabulary_size}")
    _check_unknown(key, default_value, num_oov_buckets)
    default = -1 if default_value is None else default_value
    kind = _kind(dtype, key)
    return VocabularyFileColumn(check_key(key), vocabulary_file, vocabulary_size, num_oov_buckets, kind, default)


def categorical_column_with_identity(key: str, num_buckets: int, default_value: int | None = None) -> IdentityColumn:
    """Integers from 0, below ``num_buckets``.

    Args:
        default_value: for what is not; without it, that is an error of the run.

    Raises:
        InvalidArgumentError: no buckets, or a default value that is none.
    """
    if num_buckets < 1:
        raise InvalidArgumentError(f"num_buckets of column '{key}' must be at least 1, got {num_buckets}")
    if default_value is not None and not 0 <= default_value < num_buckets:
        rule = f"be from 0 to {num_buckets - 1}"
        raise InvalidArgumentError(f"default_value of column '{key}' must {rule}, got {default_value}")
    return IdentityColumn(check_key(key), int(num_buckets), default_value)


def weighted_categorical_column(
    categorical_column: Any, weight_feature_key: str, dtype: Any = tf.float32
) -> WeightedColumn:
    """A column whose values have weights, which another feature has, at the same places.

    Raises:
        InvalidArgumentError: weights of a dtype that is no number's, or no categorical column.
    """
    kind = tf.as_dtype(dtype)
    if not (kind.is_integer or kind.is_floating):
        raise InvalidArgumentError(f"dtype of weighted_categorical_column() must be a number's, got {kind.name}")
    if not isinstance(categorical_column, CategoricalColumn):
        rule = "be a categorical column"
        raise InvalidArgumentError(f"column of weighted_categorical_column() must {rule}, got {categorical_column!r}")
    return WeightedColumn(categorical_column, check_key(weight_feature_key), kind)


def _kind(dtype: Any, key: str) -> Any:
    if np.dtype(getattr(dtype, "numpy_dtype", dtype)).kind == "U":
        return tf.string
    kind = tf.as_dtype(dtype)
    if kind != tf.string and not kind.is_integer:
        raise InvalidArgumentError(f"dtype of column '{key}' must be string or an integer's, got {kind.name}")
    return kind


def _check_unknown(key: str, default_value: int | None, num_oov_buckets: int) -> None:
    if num_oov_buckets < 0:
        raise InvalidArgumentError(f"num_oov_buckets of column '{key}' must not be negative, got {num_oov_buckets}")
    if num_oov_buckets and default_value not in (None, -1):
        raise InvalidArgumentError(f"default_value of column '{key}' must not be given with num_oov_buckets")
