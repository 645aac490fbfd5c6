"""Crossed columns: a bucket for each combination of values of several features, by a hash as TensorFlow's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import graphops.compat.v1 as tf
from graphops.build import raw_ops
from graphops.compat.v1.feature_columns.base import Cache, CategoricalColumn
from graphops.compat.v1.feature_columns.categorical import HashedColumn
from graphops_registry.errors import InvalidArgumentError

_DEFAULT_KEY: Final = 0xDECAFCAFFE
_FACTOR: Final = 0xC6A4A7935BD1E995 - (1 << 64)  # as int64, whose products have the bits of uint64's


@dataclass(frozen=True)
class CrossedColumn(CategoricalColumn):
    """See :func:`crossed_column`."""

    keys: tuple[Any, ...]
    hash_bucket_size: int
    hash_key: int | None

    @property
    def name(self) -> str:
        return "_X_".join(sorted(key if isinstance(key, str) else key.name for key in self.leaves()))

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key in self.keys:
            found.update({key: tf.VarLenFeature(tf.string)} if isinstance(key, str) else key.parse_example_spec)
        return found

    @property
    def num_buckets(self) -> int:
        return self.hash_bucket_size

    def leaves(self) -> list[Any]:
        """The keys, those of crossed columns in their place."""
        found: list[Any] = []
        for key in self.keys:
            found += key.leaves() if isinstance(key, CrossedColumn) else [key]
        return found

    def transformed(self, cache: Cache) -> Any:
        inputs = []
        for key in self.leaves():
            if isinstance(key, str):
                inputs.append(cache.get(key))
                continue
            ids, weights = key.ids(cache)
            if weights is not None:
                raise InvalidArgumentError(f"a column of crossed_column() must have no weights, got '{key.name}'")
            inputs.append(ids)
        return crossed(inputs, self.hash_bucket_size, self.hash_key)

    def ids(self, cache: Cache) -> tuple[Any, Any]:
        return cache.get(self), None


def crossed_column(keys: Any, hash_bucket_size: int, hash_key: int | None = None) -> CrossedColumn:
    """A bucket for each combination of values.

    Args:
        keys: names of features, or categorical columns that are not hashed.
        hash_key: begins the hash.

    Raises:
        InvalidArgumentError: no buckets, fewer than two keys, or another column.
    """
    if not hash_bucket_size or not 1 <= hash_bucket_size < 1 << 62:
        rule = "be at least 1 and below 2**62"
        raise InvalidArgumentError(f"hash_bucket_size of crossed_column() must {rule}, got {hash_bucket_size}")
    if not keys or len(keys) < 2:
        raise InvalidArgumentError(f"keys of crossed_column() must be two or more, got {keys!r}")
    for key in keys:
        if not isinstance(key, (str, CategoricalColumn)) or isinstance(key, HashedColumn):
            rule = "be names or categorical columns that are not hashed"
            raise InvalidArgumentError(f"keys of crossed_column() must {rule}, got {key!r}")
    return CrossedColumn(tuple(keys), int(hash_bucket_size), hash_key)


def crossed(inputs: Sequence[Any], num_buckets: int, hash_key: int | None = None) -> Any:
    """All combinations of the values of each row, as numbers of buckets.

    Args:
        inputs: SparseTensors and tensors of rank 2, of texts or integers. The sparse ones come first in the hash.
        num_buckets: how many there are.
    """
    ordered = [each for each in inputs if isinstance(each, tf.SparseTensor)]
    ordered += [_all_of(each) for each in inputs if not isinstance(each, tf.SparseTensor)]
    size = ordered[0].dense_shape[0]
    first = ordered[0]
    rows = first.indices[:, 0]
    begin = _DEFAULT_KEY if hash_key is None else int(hash_key)
    begin -= (1 << 64) if begin >= 1 << 63 else 0
    hashes = _joined(tf.fill(tf.shape(rows), tf.constant(begin, tf.int64)), _fingerprints(first.values))
    for other in ordered[1:]:
        counts = _counts(other.indices[:, 0], size)
        each = tf.cast(tf.gather(counts, rows), tf.int32)  # how many partners a value has
        left = tf.repeat(tf.range(tf.size(each)), each)
        offset = tf.range(tf.size(left)) - tf.gather(tf.cumsum(each, exclusive=True), left)
        rows = tf.gather(rows, left)
        right = tf.gather(tf.cast(tf.cumsum(counts, exclusive=True), tf.int32), rows) + offset
        hashes = _joined(tf.gather(hashes, left), tf.gather(_fingerprints(other.values), right))
    counts = _counts(rows, size)
    place = tf.range(tf.size(rows, out_type=tf.int64), dtype=tf.int64) - tf.gather(
        tf.cumsum(counts, exclusive=True), rows
    )
    most = tf.reduce_max(tf.concat([counts, tf.zeros([1], tf.int64)], 0))
    values = _remainder(hashes, num_buckets)
    return tf.SparseTensor(tf.stack([rows, place], axis=1), values, tf.stack([size, most]))


def _all_of(tensor: Any) -> Any:
    """A tensor of rank 2 as a SparseTensor with all of its values."""
    given = tf.convert_to_tensor(tensor)
    shape = tf.shape(given, out_type=tf.int64)
    row, place = tf.meshgrid(tf.range(shape[0], dtype=tf.int64), tf.range(shape[1], dtype=tf.int64), indexing="ij")
    indices = tf.stack([tf.reshape(row, [-1]), tf.reshape(place, [-1])], axis=1)
    return tf.SparseTensor(indices, tf.reshape(given, [-1]), shape)


def _counts(rows: Any, size: Any) -> Any:
    return tf.unsorted_segment_sum(tf.ones_like(rows), rows, tf.cast(size, tf.int32))


def _fingerprints(values: Any) -> Any:
    """Integers as they are, and the 64 bits of the fingerprint of texts, of which an op gives remainders alone."""
    if values.dtype != tf.string:
        return tf.cast(values, tf.int64)
    low = raw_ops.StringToHashBucketFast(input=values, num_buckets=1 << 62)
    of_five = raw_ops.StringToHashBucketFast(input=values, num_buckets=5)
    # It is high * 2**62 + low, and 2**62 is 4 modulo 5, whose inverse is 4: that gives high, from 0 to 3.
    high = tf.floormod((of_five - tf.floormod(low, 5)) * 4, 5)
    signed = tf.where(high > 1, high - 4, high)  # times 2**62, as int64
    return signed * (1 << 62) + low


def _joined(first: Any, second: Any) -> Any:
    """TensorFlow's hash of two fingerprints."""
    found = _xor(first, tf.fill(tf.shape(first), tf.constant(_FACTOR, tf.int64)))
    found = _xor(found, _mixed(second * _FACTOR) * _FACTOR) * _FACTOR
    return _mixed(_mixed(found) * _FACTOR)


def _mixed(value: Any) -> Any:
    return _xor(value, _shifted(value, 47))


def _xor(a: Any, b: Any) -> Any:
    return raw_ops.BitwiseXor(x=a, y=b)


def _shifted(value: Any, bits: int) -> Any:
    """Shifted to the right, zeros coming in."""
    unsigned = tf.bitcast(value, tf.uint64)
    moved = raw_ops.RightShift(x=unsigned, y=tf.fill(tf.shape(unsigned), tf.constant(bits, tf.uint64)))
    return tf.bitcast(moved, tf.int64)


def _remainder(value: Any, divisor: int) -> Any:
    """Of a value that stands for an unsigned one."""
    half, last = _shifted(value, 1), raw_ops.BitwiseAnd(x=value, y=tf.ones_like(value))
    return tf.floormod(tf.floormod(half, divisor) * 2 + last, divisor)
