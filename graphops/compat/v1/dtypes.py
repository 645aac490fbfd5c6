"""``tf.dtypes``: dtypes, and functions from one to another, which the outer module has, too."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.missing import missing

_NAMES = """
as_dtype as_string bfloat16 bool cast complex complex128 complex64 double DType float16 float32 float64 half int16
int32 int64 int8 qint16 qint32 qint8 quint16 quint8 resource saturate_cast string uint16 uint32 uint64 uint8 variant
"""
_SAME = frozenset(_NAMES.split())


def __getattr__(name: str) -> Any:
    if name in _SAME:
        return getattr(tf, name)
    raise missing("dtypes", name)


def __dir__() -> list[str]:
    return sorted(_SAME)
