"""Slices of partitioned variables in a bundle: where a part lies in the whole, and the key it is stored under."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from graphops.checkpoint.wire import as_bytes, fields, signed
from graphops_registry.errors import DataLossError

Extent: TypeAlias = tuple[int, int | None]  # start and length along an axis; (0, None) is all of it

_FULL: Final = -1  # how a length of ``None`` is written in a key
_ESCAPES: Final = {b"\x00": b"\x00\xff", b"\xff": b"\xff\x00"}
# What marks the length of a signed number in its first two bytes, by that length.
_HEADERS: Final = (
    b"", b"\x80\x00", b"\xc0\x00", b"\xe0\x00", b"\xf0\x00", b"\xf8\x00", b"\xfc\x00", b"\xfe\x00", b"\xff\x00",
    b"\xff\x80", b"\xff\xc0",
)  # fmt: skip


def parse_slice(message: bytes) -> tuple[Extent, ...]:
    """A ``TensorSliceProto``: one extent for each axis.

    Raises:
        DataLossError: no such message.
    """
    extents: list[Extent] = []
    for number, value in fields(message):
        if number == 1:
            start: int = 0
            length: int | None = None
            for part, found in fields(as_bytes(value)):
                if part == 1:
                    start = signed(found)
                elif part == 2:
                    length = signed(found)
            extents.append((start, length))
    return tuple(extents)


def resolve(extents: Sequence[Extent], shape: Sequence[int]) -> tuple[slice, ...]:
    """The part of an array of ``shape`` that ``extents`` select.

    Raises:
        DataLossError: another rank, or a part outside of the whole.
    """
    if len(extents) != len(shape):
        raise DataLossError(f"a slice must have {len(shape)} axes, got {len(extents)}")
    parts = []
    for (start, length), size in zip(extents, shape, strict=True):
        stop = size if length is None else start + length
        if not 0 <= start <= stop <= size or (length is None and start):
            raise DataLossError(f"a slice must lie within an axis of {size}, got {length} from {start}")
        parts.append(slice(start, stop))
    return tuple(parts)


def slice_key(name: bytes, extents: Sequence[Extent]) -> bytes:
    """The key of a part of the tensor ``name``, in the order-preserving code of TensorFlow's bundles."""
    escaped = b"".join(_ESCAPES.get(name[i : i + 1], name[i : i + 1]) for i in range(len(name)))
    key = _unsigned(0) + escaped + b"\x00\x01" + _unsigned(len(extents))
    for start, length in extents:
        key += _signed(start) + _signed(_FULL if length is None else length)
    return key


def _unsigned(value: int) -> bytes:
    width = (value.bit_length() + 7) // 8
    return bytes([width]) + value.to_bytes(width, "big")


def _signed(value: int) -> bytes:
    """Seven bits for each byte; the first bits tell how many bytes there are and the sign."""
    bits = (~value if value < 0 else value).bit_length() + 1
    width = max(1, -(-bits // 7))
    if width > 10:
        raise DataLossError(f"an extent of a slice must fit into 64 bits, got {value}")
    body = bytearray(value.to_bytes(width, "big", signed=True))
    for index, header in enumerate(_HEADERS[width][: len(body)]):
        body[index] ^= header
    return bytes(body)
