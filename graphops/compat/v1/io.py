"""``tf.io``: what becomes tensors of messages and texts in the graph, and files that Python reads and writes."""

from __future__ import annotations

from typing import Any

from graphops.compat.v1.files import io_gfile as gfile
from graphops.compat.v1.files.records import (
    TFRecordCompressionType,
    TFRecordOptions,
    TFRecordWriter,
    tf_record_iterator,
)
from graphops.compat.v1.functions import tables
from graphops.compat.v1.functions.decoding import decode_csv, decode_raw
from graphops.compat.v1.functions.examples import (
    FixedLenFeature,
    FixedLenSequenceFeature,
    SparseFeature,
    VarLenFeature,
    parse_example,
    parse_sequence_example,
    parse_single_example,
    parse_single_sequence_example,
)
from graphops.compat.v1.functions.framework import write_graph
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.functions.serialized import deserialize_many_sparse, serialize_many_sparse, serialize_sparse
from graphops.compat.v1.queues.own_files import matching_files, read_file, write_file

decode_base64 = tables.function("decode_base64")
decode_json_example = tables.function("decode_json_example")
decode_compressed = tables.function("decode_compressed")
encode_base64 = tables.function("encode_base64")
parse_tensor = tables.function("parse_tensor")
serialize_tensor = tables.function("serialize_tensor")


def __getattr__(name: str) -> Any:
    raise missing("io", name)


__all__ = [
    "FixedLenFeature",
    "FixedLenSequenceFeature",
    "SparseFeature",
    "TFRecordCompressionType",
    "TFRecordOptions",
    "TFRecordWriter",
    "VarLenFeature",
    "decode_base64",
    "decode_compressed",
    "decode_csv",
    "decode_json_example",
    "decode_raw",
    "deserialize_many_sparse",
    "encode_base64",
    "gfile",
    "matching_files",
    "parse_example",
    "parse_sequence_example",
    "parse_single_example",
    "parse_single_sequence_example",
    "parse_tensor",
    "read_file",
    "serialize_many_sparse",
    "serialize_sparse",
    "serialize_tensor",
    "tf_record_iterator",
    "write_file",
    "write_graph",
]

mark_all(globals(), __all__)
