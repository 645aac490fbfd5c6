"""``tf.contrib.lookup``: tables from words to numbers and back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.build import raw_ops
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing
from graphops_registry.errors import InvalidArgumentError, NotFoundError, UnimplementedError


class KeyValueTensorInitializer:
    """Fills a table with pairs of keys and values."""

    def __init__(
        self, keys: Any, values: Any, key_dtype: Any = None, value_dtype: Any = None, name: str | None = None
    ) -> None:
        self._keys = _tensor(keys, key_dtype)
        self._values = _tensor(values, value_dtype)
        self._name = name or "key_value_init"
        if not self._keys.shape.is_compatible_with(self._values.shape):
            text = f"values of KeyValueTensorInitializer must be as many as the keys, {self._keys.shape}"
            raise InvalidArgumentError(f"{text}, got shape {self._values.shape}")

    @property
    def key_dtype(self) -> Any:
        return self._keys.dtype

    @property
    def value_dtype(self) -> Any:
        return self._values.dtype

    def initialize(self, table: Any) -> Any:
        """A node that fills a table, which is in the collection of table initializers."""
        node = raw_ops.InitializeTableV2(
            table_handle=table.resource_handle, keys=self._keys, values=self._values, name=self._name
        )
        tf.add_to_collection(tf.GraphKeys.TABLE_INITIALIZERS, node)
        return node


def _tensor(value: Any, dtype: Any) -> Any:
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], str):
        value = np.array([each.encode() for each in value], object)
    given = tf.convert_to_tensor(value, dtype=dtype)
    # The numbers of words are int64, as in TensorFlow.
    return tf.cast(given, tf.int64) if dtype is None and given.dtype == tf.int32 else given


class HashTable:
    """A table that does not change once it is filled, by ``tf.tables_initializer()``.

    Args:
        initializer: fills it.
        default_value: for keys that are not in it.
        shared_name: tables of one name are one.
    """

    def __init__(
        self, initializer: Any, default_value: Any, shared_name: str | None = None, name: str | None = None
    ) -> None:
        self._key_dtype, self._value_dtype = initializer.key_dtype, initializer.value_dtype
        with tf.name_scope(name or "hash_table") as scope:
            self._handle = raw_ops.HashTableV2(
                key_dtype=self._key_dtype, value_dtype=self._value_dtype, shared_name=shared_name or scope[:-1]
            )
            default = default_value.encode() if isinstance(default_value, str) else default_value
            self._default = tf.convert_to_tensor(default, dtype=self._value_dtype)
            self._init = initializer.initialize(self)
        self._name = str(scope[:-1])

    @property
    def resource_handle(self) -> Any:
        """The tensor that stands for the table."""
        return self._handle

    @property
    def name(self) -> str:
        return self._name

    @property
    def init(self) -> Any:
        """The node that fills it."""
        return self._init

    initializer = init

    @property
    def key_dtype(self) -> Any:
        return self._key_dtype

    @property
    def value_dtype(self) -> Any:
        return self._value_dtype

    @property
    def default_value(self) -> Any:
        return self._default

    def size(self, name: str | None = None) -> Any:
        """How many keys it has."""
        return raw_ops.LookupTableSizeV2(table_handle=self._handle, name=name)

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        """The values of keys: of a tensor, or of a SparseTensor."""
        given = keys.values if isinstance(keys, tf.SparseTensor) else _tensor(keys, self._key_dtype)
        found = raw_ops.LookupTableFindV2(
            table_handle=self._handle, keys=given, default_value=self._default, name=name
        )  # fmt: skip
        found.set_shape(given.shape)
        if isinstance(keys, tf.SparseTensor):
            return tf.SparseTensor(keys.indices, found, keys.dense_shape)
        return found


class IdTableWithHashBuckets:
    """A table whose unknown words have numbers behind those of the table, by their hash.

    Args:
        table: or ``None`` for hashes alone.
        num_oov_buckets: how many such numbers there are.
    """

    def __init__(self, table: Any, num_oov_buckets: int, name: str | None = None) -> None:
        self._table, self._buckets = table, num_oov_buckets
        self.name = name or "id_table"

    @property
    def init(self) -> Any:
        """The node that fills the table."""
        return tf.no_op() if self._table is None else self._table.init

    initializer = init

    def size(self, name: str | None = None) -> Any:
        """How many numbers there are."""
        count = tf.constant(self._buckets, tf.int64)
        return count if self._table is None else self._table.size() + count

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        """The numbers of words: of a tensor, or of a SparseTensor."""
        given = keys.values if isinstance(keys, tf.SparseTensor) else _tensor(keys, tf.string)
        numbers = raw_ops.StringToHashBucketFast(input=given, num_buckets=self._buckets)
        if self._table is not None:
            found = self._table.lookup(given)
            numbers = tf.where(tf.equal(found, self._table.default_value), numbers + self._table.size(), found)
            numbers.set_shape(given.shape)
        if isinstance(keys, tf.SparseTensor):
            return tf.SparseTensor(keys.indices, numbers, keys.dense_shape)
        return numbers


def _lines(vocabulary_file: Any, vocab_size: int | None) -> list[bytes]:
    if not isinstance(vocabulary_file, str) or not vocabulary_file:
        raise InvalidArgumentError(f"vocabulary_file of a table must be a path, got {vocabulary_file!r}")
    path = Path(vocabulary_file)
    if not path.is_file():
        raise NotFoundError(f"vocabulary_file of a table must exist, got '{vocabulary_file}'")
    found = path.read_bytes().splitlines()
    if vocab_size is not None and len(found) < vocab_size:
        raise InvalidArgumentError(f"'{vocabulary_file}' must have {vocab_size} lines or more, got {len(found)}")
    return found[:vocab_size]


def index_table_from_tensor(
    mapping: Any,
    num_oov_buckets: int = 0,
    default_value: int = -1,
    hasher_spec: Any = None,
    dtype: Any = tf.string,
    name: str | None = None,
) -> Any:
    """A table from words to their places.

    Args:
        num_oov_buckets: how many numbers there are for unknown words; else they have ``default_value``.
        hasher_spec: only ``None``.

    Raises:
        InvalidArgumentError: no mapping, or a negative number of buckets.
        UnimplementedError: another hash.
    """
    if mapping is None or num_oov_buckets < 0:
        text = "index_table_from_tensor must get a mapping and num_oov_buckets from 0"
        raise InvalidArgumentError(f"{text}, got {mapping!r} and {num_oov_buckets}")
    if hasher_spec is not None:
        raise UnimplementedError("hasher_spec of a table must be None: there is one hash")
    with tf.name_scope(name or "string_to_index"):
        keys = _tensor(mapping, dtype)
        if keys.dtype.is_integer:
            keys = tf.cast(keys, tf.int64)
        values = tf.range(tf.cast(tf.size(keys), tf.int64), dtype=tf.int64)
        table = HashTable(KeyValueTensorInitializer(keys, values), default_value)
        return IdTableWithHashBuckets(table, num_oov_buckets) if num_oov_buckets else table


def index_table_from_file(
    vocabulary_file: Any = None,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: int = -1,
    hasher_spec: Any = None,
    key_dtype: Any = tf.string,
    name: str | None = None,
) -> Any:
    """A table from the lines of a file to their numbers; the file is read now.

    Raises:
        InvalidArgumentError: no path, or fewer lines than ``vocab_size``.
        NotFoundError: there is no such file.
    """
    lines: Sequence[Any] = _lines(vocabulary_file, vocab_size)
    if tf.as_dtype(key_dtype).is_integer:
        mapping: Any = np.array([int(line) for line in lines], np.int64)
    else:
        mapping = np.array(lines, object)
    return index_table_from_tensor(mapping, num_oov_buckets, default_value, hasher_spec, key_dtype, name)


def index_to_string_table_from_tensor(mapping: Any, default_value: str = "UNK", name: str | None = None) -> Any:
    """A table from places to words.

    Raises:
        InvalidArgumentError: no mapping.
    """
    if mapping is None:
        raise InvalidArgumentError("mapping of index_to_string_table_from_tensor must be given, got None")
    with tf.name_scope(name or "index_to_string"):
        values = _tensor(mapping, tf.string)
        keys = tf.range(tf.cast(tf.size(values), tf.int64), dtype=tf.int64)
        return HashTable(KeyValueTensorInitializer(keys, values), default_value)


def index_to_string_table_from_file(
    vocabulary_file: Any, vocab_size: int | None = None, default_value: str = "UNK", name: str | None = None
) -> Any:
    """A table from numbers to the lines of a file; the file is read now."""
    return index_to_string_table_from_tensor(
        np.array(_lines(vocabulary_file, vocab_size), object), default_value, name
    )  # fmt: skip


def __getattr__(name: str) -> Any:
    raise missing("contrib.lookup", name)


__all__ = [
    "HashTable",
    "IdTableWithHashBuckets",
    "KeyValueTensorInitializer",
    "index_table_from_file",
    "index_table_from_tensor",
    "index_to_string_table_from_file",
    "index_to_string_table_from_tensor",
]

mark_all(globals(), __all__)
