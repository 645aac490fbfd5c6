"""Keys and values of a look-up table from the lines of a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.number_text import fraction, integer
from graphops_registry.attr import text_bytes
from graphops_registry.dtypes import DType, int64, string
from graphops_registry.errors import OutOfRangeError, must, shorten
from graphops_registry.kernel_def import Array

_LINE_NUMBER: Final = -1
_WHOLE_LINE: Final = -2
_FRACTIONS: Final = ("float32", "float64")


def columns(
    op: str, content: bytes, attrs: Mapping[str, Any], key_dtype: DType, value_dtype: DType
) -> tuple[Array, Array]:
    """Keys and values, both vectors.

    Raises:
        InvalidArgumentError: an empty line, too few lines or columns, a field that is no number.
        OutOfRangeError: no line.
    """
    wanted = attrs["vocab_size"]
    for attr, dtype in (("key_index", key_dtype), ("value_index", value_dtype)):
        if attrs[attr] == _LINE_NUMBER and dtype is not int64:
            raise must(
                f"attr '{attr}'", op, f"not be -1 for a table with {dtype.name}, as a line's number is int64", -1
            )
        if attrs[attr] != _LINE_NUMBER and not (dtype is string or dtype.is_integer or dtype.name in _FRACTIONS):
            raise must(f"attr '{attr}'", op, "be -1 or belong to strings or real numbers", dtype.name)
    lines = content.replace(b"\r", b"").split(b"\n", wanted if wanted >= 0 else -1)
    if not lines[-1] or 0 <= wanted < len(lines):
        lines.pop()  # what follows the last line that counts
    if not lines:
        raise OutOfRangeError(f"the file for op '{op}' must have a line that is read, got none").concerns(op=op)
    if len(lines) < wanted:
        raise must("attr 'vocab_size'", op, f"be at most the number of lines, {len(lines)}", wanted)
    if b"" in lines:
        raise must("filename", op, "name a file without empty lines", f"an empty line {lines.index(b'')}")
    fields = None
    most = max(attrs["key_index"], attrs["value_index"])
    if most >= 0:
        delimiter = text_bytes(attrs["delimiter"])
        fields = [line.split(delimiter) for line in lines]
        short = next((number for number, each in enumerate(fields) if len(each) <= most), None)
        if short is not None:
            rule = f"name a file with {most + 1} columns"
            raise must("filename", op, rule, f"{len(fields[short])} in line {short}: {shorten(repr(lines[short]))}")
    keys, values = (
        _column(op, attr, attrs, dtype, lines, fields)
        for attr, dtype in (("key_index", key_dtype), ("value_index", value_dtype))
    )
    return keys, values


def _column(
    op: str, attr: str, attrs: Mapping[str, Any], dtype: DType, lines: list[bytes], fields: list[list[bytes]] | None
) -> Array:
    index = attrs[attr]
    if index == _LINE_NUMBER:
        # TensorFlow's numbers wrap around as well.
        return np.arange(len(lines), dtype=np.int64) + np.int64(attrs["offset"])
    texts = lines if index == _WHOLE_LINE or fields is None else [each[index] for each in fields]
    if dtype is string:
        found = np.empty(len(texts), object)
        found[:] = texts
        return found
    own = dtype.numpy_dtype
    read = integer if dtype.is_integer else fraction
    numbers = [read(text, own) for text in texts]
    if None in numbers:
        line = numbers.index(None)
        raise must(
            "filename", op, f"name a file with fields of {dtype.name}", f"{shorten(repr(texts[line]))} in line {line}"
        )
    with np.errstate(all="ignore"):
        return np.array(numbers, np.float64).astype(own) if not dtype.is_integer else np.array(numbers, own)
