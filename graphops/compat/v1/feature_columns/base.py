"""What columns are, and the cache through which they read features."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import graphops.compat.v1 as tf
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


class FeatureColumn(ABC):
    """A column: what a model reads of its features. Columns of the same arguments are equal."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Of the column, and of the scope of its variables."""

    @property
    @abstractmethod
    def parse_example_spec(self) -> dict[str, Any]:
        """What ``tf.parse_example`` reads for it."""

    @property
    def scope_name(self) -> str:
        """Of the scope of its variables."""
        return self.name

    @abstractmethod
    def transformed(self, cache: Cache) -> Any:
        """What the cache keeps for the column."""


class DenseColumn(FeatureColumn):
    """A column that gives a dense tensor."""

    @property
    @abstractmethod
    def variable_shape(self) -> Any:
        """The TensorShape of one example."""

    @abstractmethod
    def dense(self, cache: Cache, collections: list[str], trainable: bool) -> Any:
        """The tensor of a batch; variables that it needs are made in the current scope."""


class CategoricalColumn(FeatureColumn):
    """A column that gives numbers of buckets."""

    @property
    @abstractmethod
    def num_buckets(self) -> int:
        """How many there are."""

    @abstractmethod
    def ids(self, cache: Cache) -> tuple[Any, Any]:
        """The SparseTensor of numbers, and that of their weights, or ``None``."""


class Cache:
    """Features of a batch, raw and as columns have transformed them.

    Args:
        features: tensors or arrays by name.
    """

    def __init__(self, features: Mapping[str, Any]) -> None:
        self._features = features
        self._found: dict[Any, Any] = {}

    def get(self, key: str | FeatureColumn) -> Any:
        """A raw feature, with an axis for the batch and one for values at least; or what a column makes of it.

        Raises:
            InvalidArgumentError: there is no such feature, or it is a scalar.
        """
        if key not in self._found:
            self._found[key] = self._raw(key) if isinstance(key, str) else key.transformed(self)
        return self._found[key]

    def _raw(self, key: str) -> Any:
        if key not in self._features:
            raise InvalidArgumentError(f"features must have '{key}', which a column reads, got {list(self._features)}")
        found = tf.convert_to_tensor_or_sparse_tensor(self._features[key])
        rank = found.dense_shape.shape[0].value if isinstance(found, tf.SparseTensor) else found.shape.ndims
        if rank == 0:
            raise InvalidArgumentError(f"feature '{key}' must have an axis for the batch, got a scalar")
        if rank != 1:
            return found
        if isinstance(found, tf.SparseTensor):
            size = found.dense_shape[0]
            return tf.sparse_reshape(found, tf.stack([size, tf.constant(1, tf.int64)]))
        return tf.expand_dims(found, -1)


def check_key(key: Any) -> str:
    """``key``, which must be a name.

    Raises:
        InvalidTypeError: something else.
    """
    if not isinstance(key, str):
        raise InvalidTypeError(f"key of a feature column must be a text, got {key!r}")
    return key


def sparse(tensor: Any, ignored: Any = None) -> Any:
    """A tensor as a SparseTensor without the values that stand for none: "", -1, or 0 of floats."""
    given = tf.convert_to_tensor_or_sparse_tensor(tensor)
    if isinstance(given, tf.SparseTensor):
        return given
    if ignored is None:
        ignored = "" if given.dtype == tf.string else -1 if given.dtype.is_integer else 0
    indices = tf.where(tf.not_equal(given, tf.constant(ignored, given.dtype)))
    return tf.SparseTensor(indices, tf.gather_nd(given, indices), tf.shape(given, out_type=tf.int64))
