"""Numeric and bucketized columns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.build import raw_ops
from graphops.compat.v1.feature_columns.base import Cache, CategoricalColumn, DenseColumn, check_key
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


@dataclass(frozen=True)
class NumericColumn(DenseColumn):
    """See :func:`numeric_column`."""

    key: str
    shape: tuple[int, ...]
    default_value: Any
    dtype: Any
    normalizer_fn: Callable[[Any], Any] | None

    @property
    def name(self) -> str:
        return self.key

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        return {self.key: tf.FixedLenFeature(self.shape, self.dtype, self.default_value)}

    @property
    def variable_shape(self) -> Any:
        return tf.TensorShape(self.shape)

    def transformed(self, cache: Cache) -> Any:
        found = cache.get(self.key)
        if isinstance(found, tf.SparseTensor):
            raise InvalidTypeError(f"feature '{self.key}' of a numeric column must be a tensor, got a SparseTensor")
        return tf.cast(found if self.normalizer_fn is None else self.normalizer_fn(found), tf.float32)

    def dense(self, cache: Cache, collections: list[str], trainable: bool) -> Any:
        return cache.get(self)


@dataclass(frozen=True)
class BucketizedColumn(DenseColumn, CategoricalColumn):
    """See :func:`bucketized_column`."""

    source_column: NumericColumn
    boundaries: tuple[float, ...]

    @property
    def name(self) -> str:
        return f"{self.source_column.name}_bucketized"

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        return self.source_column.parse_example_spec

    @property
    def variable_shape(self) -> Any:
        return tf.TensorShape((*self.source_column.shape, len(self.boundaries) + 1))

    @property
    def num_buckets(self) -> int:
        return (len(self.boundaries) + 1) * self.source_column.shape[0]

    def transformed(self, cache: Cache) -> Any:
        return raw_ops.Bucketize(input=cache.get(self.source_column), boundaries=[float(b) for b in self.boundaries])

    def dense(self, cache: Cache, collections: list[str], trainable: bool) -> Any:
        return tf.one_hot(cache.get(self), len(self.boundaries) + 1, on_value=1.0, off_value=0.0)

    def ids(self, cache: Cache) -> tuple[Any, Any]:
        found = cache.get(self)
        rows, places = tf.shape(found)[0], self.source_column.shape[0]
        row = tf.reshape(tf.tile(tf.expand_dims(tf.range(rows), 1), [1, places]), [-1])
        place = tf.tile(tf.range(places), tf.stack([rows]))
        values = tf.reshape(found, [-1]) + (len(self.boundaries) + 1) * place
        indices = tf.cast(tf.stack([row, place], axis=1), tf.int64)
        shape = tf.cast(tf.stack([rows, places]), tf.int64)
        return tf.SparseTensor(indices, tf.cast(values, tf.int64), shape), None


def numeric_column(
    key: str,
    shape: Any = (1,),
    default_value: Any = None,
    dtype: Any = tf.float32,
    normalizer_fn: Callable[[Any], Any] | None = None,
) -> NumericColumn:
    """Numbers as they are.

    Args:
        key: the name of the feature.
        shape: of one example.
        default_value: for examples without it, a number or an array of that shape.
        dtype: of examples that are parsed; columns are float32.
        normalizer_fn: changes the tensor first.

    Raises:
        InvalidArgumentError: a shape that is not positive, a dtype that is no number's, or another default value.
    """
    dims = tuple(int(dim) for dim in (shape if isinstance(shape, (list, tuple, tf.TensorShape)) else [shape]))
    if any(dim < 1 for dim in dims):
        raise InvalidArgumentError(f"shape of numeric column '{key}' must be positive, got {list(dims)}")
    kind = tf.as_dtype(dtype)
    if not (kind.is_integer or kind.is_floating):
        raise InvalidArgumentError(f"dtype of numeric column '{key}' must be a number's, got {kind.name}")
    if normalizer_fn is not None and not callable(normalizer_fn):
        raise InvalidTypeError(f"normalizer_fn of numeric column '{key}' must be a function, got {normalizer_fn!r}")
    return NumericColumn(check_key(key), dims, _default(default_value, dims, kind, key), kind, normalizer_fn)


def _default(value: Any, shape: tuple[int, ...], dtype: Any, key: str) -> Any:
    """A default value for all elements, as nested tuples, which are hashable."""
    if value is None:
        return None
    array = np.asarray(value)
    if dtype.is_integer and array.dtype.kind == "f":
        raise InvalidTypeError(f"default_value of numeric column '{key}' must be of {dtype.name}, got {value!r}")
    if array.ndim and array.shape != shape:
        rule = f"be a number or of shape {list(shape)}"
        raise InvalidArgumentError(f"default_value of numeric column '{key}' must {rule}, got {value!r}")
    return _tuples(np.broadcast_to(array, shape).astype(dtype.numpy_dtype).tolist())


def _tuples(value: Any) -> Any:
    return tuple(_tuples(each) for each in value) if isinstance(value, list) else value


def bucketized_column(source_column: Any, boundaries: Any) -> BucketizedColumn:
    """The bucket that a number is in: ``len(boundaries) + 1`` of them, each boundary being in the upper one.

    Args:
        source_column: a numeric column of rank 1.
        boundaries: growing numbers.

    Raises:
        InvalidArgumentError: another column, or other boundaries.
    """
    if not isinstance(source_column, NumericColumn) or len(source_column.shape) != 1:
        raise InvalidArgumentError(f"source_column must be a numeric column of rank 1, got {source_column!r}")
    ends = tuple(boundaries) if isinstance(boundaries, (list, tuple)) else ()
    if not ends or any(a >= b for a, b in pairwise(ends)):
        raise InvalidArgumentError(f"boundaries of bucketized_column() must be a growing list, got {boundaries!r}")
    return BucketizedColumn(source_column, ends)
