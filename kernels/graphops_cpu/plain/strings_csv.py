"""Plain kernel of comma-separated values."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.lib.number_text import fraction, integer
from graphops_cpu.lib.text import on_host, strings
from graphops_registry.attr import text_bytes
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel

_QUOTE = b'"'


@register_kernel("DecodeCSV", "CPU", host_outputs=["output"])
class DecodeCSV(PlainKernel):
    def compute(self, records: Array, *defaults: Array) -> tuple[Array, ...]:
        columns: list[list[Any]] = [[] for _ in defaults]
        stand_in = [on_host(default).reshape(-1) for default in defaults]
        dtypes = [default.dtype for default in stand_in]
        absent = (b"", text_bytes(self.attrs["na_value"]))
        for number, record in enumerate(records.reshape(-1)):
            fields = self._selected(record, number)
            if len(fields) != len(columns):
                self._fail(f"have {len(columns)} fields in record {number}", len(fields))
            for place, (field, dtype) in enumerate(zip(fields, dtypes, strict=True)):
                if field in absent:
                    if not stand_in[place].size:
                        self._fail(f"have field {place} in record {number}, which has no default", repr(field))
                    columns[place].append(stand_in[place][0])
                else:
                    columns[place].append(self._value(field, dtype, place, number))
        with np.errstate(all="ignore"):
            return tuple(
                strings(column, records.shape)
                if dtype.kind == "O"
                else np.array(column, dtype=np.float64 if dtype.kind == "f" else dtype)
                .astype(dtype)
                .reshape(records.shape)
                for column, dtype in zip(columns, dtypes, strict=True)
            )

    def _fail(self, rule: str, got: object) -> None:
        raise must("records", "DecodeCSV", rule, got)

    def _value(self, field: bytes, dtype: np.dtype[Any], place: int, number: int) -> Any:
        if dtype.kind == "O":
            return field
        value = integer(field, dtype) if dtype.kind == "i" else fraction(field, dtype)
        if value is None:
            self._fail(f"have a number of dtype {dtype} as field {place} of record {number}", repr(field))
        return value

    def _selected(self, record: bytes, number: int) -> list[bytes]:
        """The selected fields; the record is not read beyond the last of them."""
        wanted = self.attrs["select_cols"]
        last = wanted[-1] if wanted else None
        fields = self._fields(record, number, last)
        return fields if not wanted else [fields[place] for place in wanted if place < len(fields)]

    def _fields(self, record: bytes, number: int, last: int | None) -> list[bytes]:
        """The fields of a record up to number ``last``."""
        delimiter = text_bytes(self.attrs["field_delim"])
        quotes = self.attrs["use_quote_delim"]
        fields: list[bytes] = []
        at = 0
        while at < len(record):
            if record[at : at + 1] in (b"\n", b"\r"):
                at += 1
                continue
            if quotes and record[at : at + 1] == _QUOTE:
                field, at = self._quoted(record, at + 1, delimiter, number)
            else:
                end = record.find(delimiter, at)
                end = len(record) if end < 0 else end
                field, at = record[at:end], end + 1
                if b"\n" in field or b"\r" in field or (quotes and _QUOTE in field):
                    self._fail(
                        f"have no quotes or ends of lines in field {len(fields)} of record {number}", repr(field)
                    )
            fields.append(field)
            if last is not None and len(fields) > last:
                return fields
        if record.endswith(delimiter):
            fields.append(b"")
        return fields

    def _quoted(self, record: bytes, at: int, delimiter: bytes, number: int) -> tuple[bytes, int]:
        """The field behind a quote, and where the next one begins."""
        parts: list[bytes] = []
        while True:
            end = record.find(_QUOTE, at)
            if end < 0:
                self._fail(f"close each quote, in record {number} as well", repr(record))
            parts.append(record[at:end])
            behind = record[end + 1 : end + 2]
            if behind in (b"", delimiter):
                return b"".join(parts), end + 2
            if behind != _QUOTE:
                rule = f"have another quote, a delimiter or the end behind each quote in record {number}"
                self._fail(rule, repr(record))
            parts.append(_QUOTE)
            at = end + 2
