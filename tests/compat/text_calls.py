"""Calls with strings, run under TensorFlow and under graphops as those of ``calls.py``."""

from typing import Any

from tests.compat.calls import call
from tests.compat.example_calls import CALLS


def parts(sparse: Any) -> list[Any]:
    return [sparse.indices, sparse.values, sparse.dense_shape]


@call
def strings(tf: Any) -> Any:
    words = tf.constant(["Hello World ", "a,b,,c", ""])
    table = tf.constant([["a", "b"], ["c", "d"]])
    cut = [
        tf.string_split(words), tf.string_split(words, ","), tf.string_split(words, delimiter=",", skip_empty=False),
        tf.string_split(words, ""), tf.strings.split(words), tf.strings.split(words, ",", 1),
    ]  # fmt: skip
    return [
        [parts(each) for each in cut], tf.string_join([words, "x"], "-"), tf.strings.join(["a", "b"]),
        tf.string_strip(words), tf.strings.length(words), tf.strings.length(["\u00e9"], unit="UTF8_CHAR"),
        tf.strings.lower(words), tf.strings.upper(words), tf.substr(words, 0, 0), tf.strings.substr(table, 0, 1),
        tf.reduce_join(table), tf.reduce_join(table, 0, separator="+"), tf.reduce_join(table, axis=[0, 1]),
        tf.strings.reduce_join(table, -1, keepdims=True), tf.reduce_join(table, reduction_indices=1, keep_dims=True),
        tf.string_to_hash_bucket(words, 100), tf.string_to_hash_bucket_fast(words, 100),
        tf.strings.to_hash_bucket_strong(words, 100, [1, 2]), tf.string_to_number(["1.5", "2"]),
        tf.strings.to_number(["3"], tf.int64), tf.regex_replace(words, "[lb]+", "<\\0>"),
        tf.regex_replace(words, "l", "L", replace_global=False), tf.strings.regex_full_match(words, "a.*"),
        tf.strings.format("{} and {}", [tf.constant([1, 2]), tf.constant("x")]), tf.strings.format("<{}>", words),
        tf.strings.unicode_transcode(["\u00e9"], "UTF-8", "UTF-16-BE"),
        tf.strings.unsorted_segment_join(words, [1, 0, 1], 2, separator="|"),
    ]  # fmt: skip


__all__ = ["CALLS"]


@call
def decoded(tf: Any) -> Any:
    lines, raw = tf.constant(["1,2.5,a", ',,"b,c"', "7,NA,"]), tf.constant(["abcd", "efgh"])
    return [
        tf.decode_csv(lines, [[5], [1.5], ["none"]], na_value="NA"),
        tf.io.decode_csv(["1;x;'y'"], [[""], ["z"]], field_delim=";", use_quote_delim=False, select_cols=[0, 2]),
        tf.decode_raw(raw, tf.uint8), tf.decode_raw(bytes=raw, out_type=tf.int16, little_endian=False),
        tf.io.decode_raw("ab", tf.int8),
    ]  # fmt: skip
