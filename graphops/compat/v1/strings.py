"""``tf.strings``: functions of strings, some of which the outer module has as ``string_<name>``."""

from __future__ import annotations

from typing import Any

from graphops.compat.v1.functions import tables
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.functions.texts import reduce_join, regex_replace, split
from graphops.compat.v1.functions.texts import string_format as format  # noqa: A004 - TensorFlow's name
from graphops.compat.v1.functions.texts import string_join as join
from graphops.compat.v1.functions.texts import string_to_hash_bucket as to_hash_bucket
from graphops.compat.v1.functions.texts import string_to_number as to_number

as_string = tables.function("as_string")
length = tables.function("string_length")
lower = tables.function("string_lower")
regex_full_match = tables.function("regex_full_match")
strip = tables.function("string_strip")
substr = tables.function("substr")
to_hash_bucket_fast = tables.function("string_to_hash_bucket_fast")
to_hash_bucket_strong = tables.function("string_to_hash_bucket_strong")
unicode_transcode = tables.function("unicode_transcode")
unsorted_segment_join = tables.function("unsorted_segment_join")
upper = tables.function("string_upper")


def __getattr__(name: str) -> Any:
    raise missing("strings", name)


__all__ = [
    "as_string",
    "format",
    "join",
    "length",
    "lower",
    "reduce_join",
    "regex_full_match",
    "regex_replace",
    "split",
    "strip",
    "substr",
    "to_hash_bucket",
    "to_hash_bucket_fast",
    "to_hash_bucket_strong",
    "to_number",
    "unicode_transcode",
    "unsorted_segment_join",
    "upper",
]

mark_all(globals(), __all__)
