"""``tf.contrib.lookup``: words to numbers and back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf
from graphops import errors

lookup = tf.contrib.lookup
WORDS = ["emerson", "lake", "palmer"]


def test_words_as_numbers_and_back(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(WORDS) + "\n")
    with tf.Graph().as_default(), tf.Session() as session:
        given = tf.constant([["lake", "and"], ["palmer", "emerson"]])
        tables = lookup.index_table_from_tensor(WORDS, default_value=7), lookup.index_table_from_file(str(path))
        back = lookup.index_to_string_table_from_tensor(WORDS, default_value="nobody")
        again = lookup.index_to_string_table_from_file(str(path), vocab_size=2)
        tensors = [table.lookup(given) for table in tables]
        numbers = tf.constant([2, 0, 5], tf.int64)
        session.run(tf.tables_initializer())
        found = session.run([*tensors, back.lookup(numbers), again.lookup(numbers), tables[0].size()])
    assert found[0].tolist() == [[1, 7], [2, 0]]
    assert found[0].dtype == np.int64
    assert found[1].tolist() == [[1, -1], [2, 0]]
    assert found[2].tolist() == [b"palmer", b"emerson", b"nobody"]
    assert found[3].tolist() == [b"UNK", b"emerson", b"UNK"]
    assert found[4] == 3


def test_unknown_words_in_buckets() -> None:
    """They come behind the words, by their hash."""
    with tf.Graph().as_default(), tf.Session() as session:
        table = lookup.index_table_from_tensor(WORDS, num_oov_buckets=2)
        given = tf.constant(["lake", "and", "other", "palmer"])
        found = table.lookup(given)
        hashes = tf.raw_ops.StringToHashBucketFast(input=given, num_buckets=2)
        alone = lookup.IdTableWithHashBuckets(None, 2).lookup(given)
        session.run(tf.tables_initializer())
        found, hashes, alone, size = session.run([found, hashes, alone, table.size()])
    assert found.tolist() == [1, 3 + hashes[1], 3 + hashes[2], 2]
    assert alone.tolist() == hashes.tolist()
    assert size == 5


def test_tables_of_pairs_and_sparse_keys() -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        pairs = lookup.KeyValueTensorInitializer([3, 5], [0.5, 1.5], tf.int64, tf.float32)
        table = lookup.HashTable(pairs, -1.0)
        sparse = tf.SparseTensor([[0, 1], [1, 0]], tf.constant([5, 4], tf.int64), [2, 2])
        found = table.lookup(sparse)
        session.run(table.init)
        values = session.run([table.lookup(tf.constant([3, 9], tf.int64)), found.values, found.indices])
    assert values[0].tolist() == [0.5, -1.0]
    assert values[1].tolist() == [1.5, -1.0]
    assert values[2].tolist() == [[0, 1], [1, 0]]
    assert (table.key_dtype, table.value_dtype) == (tf.int64, tf.float32)


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("must get a mapping", lambda: lookup.index_table_from_tensor(None)),
        ("hasher_spec of a table", lambda: lookup.index_table_from_tensor(WORDS, hasher_spec=1)),
        ("must be a path", lambda: lookup.index_table_from_file()),
        ("must exist, got 'nowhere'", lambda: lookup.index_table_from_file("nowhere")),
        ("must be as many as the keys", lambda: lookup.KeyValueTensorInitializer(WORDS, [1, 2])),
    ],
)
def test_refusals(text: str, call: Any) -> None:
    with tf.Graph().as_default(), pytest.raises(errors.GraphopsError, match=text):
        call()
    with pytest.raises(AttributeError, match=r"contrib.lookup' .*did you mean 'HashTable'"):
        _ = lookup.HashTabl
