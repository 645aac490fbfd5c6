"""Decompression of Snappy blocks, as older tables use them; the output is never larger than the input allows."""

from __future__ import annotations

from typing import Final

from graphops.checkpoint.wire import read_varint
from graphops_registry.errors import DataLossError

_MOST_FROM_ONE_BYTE: Final = 32  # a copy of 64 bytes takes two bytes or more


def decompress(data: bytes) -> bytes:
    """The content of a Snappy block.

    Raises:
        DataLossError: not Snappy, cut short, or a length that so few bytes cannot decompress to.
    """
    length, at = read_varint(data, 0)
    if length > len(data) * _MOST_FROM_ONE_BYTE:
        raise DataLossError(f"a compressed block must hold at most {_MOST_FROM_ONE_BYTE} bytes for each of its "
                            f"{len(data)}, got {length}")  # fmt: skip
    out = bytearray()
    while at < len(data):
        tag = data[at]
        at += 1
        kind = tag & 3
        if kind == 0:  # literal
            size = tag >> 2
            if size >= 60:
                extra = size - 59
                size = int.from_bytes(_take(data, at, extra), "little")
                at += extra
            size += 1
            out += _take(data, at, size)
            at += size
        else:
            if kind == 1:
                size = 4 + (tag >> 2 & 7)
                offset = (tag >> 5) << 8 | _take(data, at, 1)[0]
                at += 1
            else:
                width = 2 if kind == 2 else 4
                size = 1 + (tag >> 2)
                offset = int.from_bytes(_take(data, at, width), "little")
                at += width
            _copy(out, offset, size)
        if len(out) > length:
            break
    if len(out) != length:
        raise DataLossError(f"a compressed block must hold the {length} bytes that it promises, got {len(out)}")
    return bytes(out)


def _take(data: bytes, at: int, count: int) -> bytes:
    part = data[at : at + count]
    if len(part) != count:
        raise DataLossError(f"a compressed block must hold {count} bytes at {at}, but has {len(data)} in all")
    return part


def _copy(out: bytearray, offset: int, size: int) -> None:
    """Append ``size`` bytes from ``offset`` before the end; they may be bytes that this copy itself appends."""
    if not 0 < offset <= len(out):
        raise DataLossError(f"a copy in a compressed block must start within the {len(out)} bytes before it, "
                            f"got offset {offset}")  # fmt: skip
    start = len(out) - offset
    if offset >= size:
        out += out[start : start + size]
    else:
        pattern = bytes(out[start:])
        out += (pattern * (size // offset + 1))[:size]
