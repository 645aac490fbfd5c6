"""``tf.decode_csv`` and ``tf.decode_raw``: texts and bytes as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.synonyms import needed, one_of
from graphops.graph.graph import Tensor


def decode_csv(
    records: Any,
    record_defaults: Sequence[Any],
    field_delim: str = ",",
    use_quote_delim: bool = True,
    name: str | None = None,
    na_value: str = "",
    select_cols: Sequence[int] | None = None,
) -> list[Tensor]:
    """The columns of lines of comma-separated values, a tensor for each.

    Args:
        records: lines.
        record_defaults: for each column a value for empty fields, of the column's dtype; one without elements: a field
            must not be empty.
        field_delim: what is between two fields.
        use_quote_delim: whether quotes around a field have a meaning.
        na_value: another text for an empty field.
        select_cols: the columns that are wanted, in rising order; by default all.
    """
    found = raw_ops.DecodeCSV(
        records=as_tensor(records, "string"),
        record_defaults=[as_tensor(each) for each in record_defaults],
        field_delim=field_delim,
        use_quote_delim=use_quote_delim,
        na_value=na_value,
        select_cols=list(select_cols or []),
        name=name,
    )
    return list(found)


def decode_raw(
    input_bytes: Any = None,
    out_type: Any = None,
    little_endian: bool = True,
    name: str | None = None,
    bytes: Any = None,
) -> Tensor:
    """The bytes of strings as numbers, along a new last axis.

    Args:
        input_bytes: strings; ``bytes`` is its old name.
        out_type: the dtype of the numbers.
        little_endian: the order of the bytes of a number.
    """
    given = needed("decode_raw", "input_bytes", one_of("decode_raw", "input_bytes", input_bytes, "bytes", bytes))
    kind = needed("decode_raw", "out_type", out_type)
    found: Tensor = raw_ops.DecodeRaw(
        bytes=as_tensor(given, "string"), out_type=kind, little_endian=little_endian, name=name
    )
    return found


__all__ = ["decode_csv", "decode_raw"]
