"""``tf.python_io``: files of records that Python writes and reads."""

from __future__ import annotations

from typing import Any

from graphops.compat.v1.files.records import (
    TFRecordCompressionType,
    TFRecordOptions,
    TFRecordWriter,
    tf_record_iterator,
)
from graphops.compat.v1.functions.missing import missing


def __getattr__(name: str) -> Any:
    raise missing("python_io", name)


__all__ = ["TFRecordCompressionType", "TFRecordOptions", "TFRecordWriter", "tf_record_iterator"]
