"""``tf.lookup``: tables from keys to values."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.contrib import lookup as _words
from graphops.compat.v1.contrib.lookup import HashTable, IdTableWithHashBuckets
from graphops.compat.v1.functions.missing import missing
from graphops_registry.errors import InvalidArgumentError


class KeyValueTensorInitializer(_words.KeyValueTensorInitializer):
    """Fills a table with pairs of keys and values, whose dtypes are those of tensors of them."""

    def __init__(
        self, keys: Any, values: Any, key_dtype: Any = None, value_dtype: Any = None, name: str | None = None
    ) -> None:
        first, second = (
            tf.convert_to_tensor(each, dtype=kind) for each, kind in ((keys, key_dtype), (values, value_dtype))
        )
        super().__init__(first, second, first.dtype, second.dtype, name)


class StaticHashTable(HashTable):
    """A table that does not change once it is filled, by ``tf.tables_initializer()``.

    Args:
        initializer: fills it.
        default_value: for keys that are not in it.
    """

    def __init__(
        self,
        initializer: Any,
        default_value: Any,
        name: str | None = None,
        experimental_is_anonymous: bool = False,
    ) -> None:
        super().__init__(initializer, default_value, name=name)

    def __getitem__(self, keys: Any) -> Any:
        return self.lookup(keys)


class StaticVocabularyTable(IdTableWithHashBuckets):
    """A table from words to numbers; unknown words have numbers behind those of the table, by their hash.

    Args:
        initializer: gives words and their numbers, int64; ``None`` for hashes alone.
        num_oov_buckets: how many numbers there are for unknown words.
        lookup_key_dtype: of the words: only that of the initializer, or ``None``.

    Raises:
        InvalidArgumentError: no bucket, or another dtype.
    """

    def __init__(
        self,
        initializer: Any,
        num_oov_buckets: int,
        lookup_key_dtype: Any = None,
        name: str | None = None,
        experimental_is_anonymous: bool = False,
    ) -> None:
        if num_oov_buckets <= 0:
            raise InvalidArgumentError(
                f"num_oov_buckets of StaticVocabularyTable must be positive, got {num_oov_buckets}"
            )
        table = None
        if initializer is not None:
            kind = tf.as_dtype(initializer.key_dtype if lookup_key_dtype is None else lookup_key_dtype)
            if kind != initializer.key_dtype or initializer.value_dtype != tf.int64:
                text = "the initializer of StaticVocabularyTable must give int64 for keys of lookup_key_dtype"
                raise InvalidArgumentError(f"{text}, got {initializer.value_dtype} for {initializer.key_dtype}")
            table = HashTable(initializer, -1, name=name)
        super().__init__(table, num_oov_buckets, name)

    def __getitem__(self, keys: Any) -> Any:
        return self.lookup(keys)


def __getattr__(name: str) -> Any:
    raise missing("lookup", name)


__all__ = ["KeyValueTensorInitializer", "StaticHashTable", "StaticVocabularyTable"]
