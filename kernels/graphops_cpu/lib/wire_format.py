"""Protocol buffers on the wire: fields read one by one, with every length checked, and fields written.

Reading goes no deeper than the caller asks for, so no message is too deep, and copies nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

import numpy as np

VARINT: Final = 0
FIXED64: Final = 1
SIZED: Final = 2
FIXED32: Final = 5
_WIDTHS: Final = {FIXED64: 8, FIXED32: 4}
_LONGEST_VARINT: Final = 10  # bytes

Content: TypeAlias = "memoryview[int]"
Numbers: TypeAlias = np.ndarray[Any, Any]


class DamagedMessage(ValueError):
    """Bytes that are no message."""


def fields(message: Content) -> Iterator[tuple[int, int, int, Content]]:
    """The fields of a message: number, kind, the value of a varint (else 0), and the content of the others.

    Raises:
        DamagedMessage: a field is cut off, has a number that no field has, or begins a group, which no message of
            ours has.
    """
    at, end = 0, len(message)
    while at < end:
        key, at = _varint(message, at)
        number, kind = key >> 3, key & 7
        value = 0
        size = _WIDTHS.get(kind, 0)
        if kind == VARINT:
            value, at = _varint(message, at)
        elif kind == SIZED:
            size, at = _varint(message, at)
        elif not size:
            raise DamagedMessage(f"a field of kind {kind}")
        if not 0 < number < 2**29:
            raise DamagedMessage(f"a field of number {number}")
        if size > end - at:
            raise DamagedMessage("one that is cut off")
        yield number, kind, value, message[at : at + size]
        at += size


def _varint(message: Content, at: int) -> tuple[int, int]:
    value = 0
    for place in range(min(_LONGEST_VARINT, len(message) - at)):
        byte = message[at + place]
        value |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            return value & (2**64 - 1), at + place + 1
    raise DamagedMessage("a number that is cut off or too long")


def content(kind: int, part: Content, what: str) -> Content:
    """``part``, which belongs to a field that must have a length.

    Raises:
        DamagedMessage: a field of another kind.
    """
    if kind != SIZED:
        raise DamagedMessage(f"{what} as a number")
    return part


def packed_varints(part: Content) -> Numbers:
    """The varints that lie one behind the other, as uint64.

    Raises:
        DamagedMessage: one is cut off or too long.
    """
    array = np.frombuffer(part, dtype=np.uint8)
    ends = np.flatnonzero(array < 0x80)
    if array.size and (not ends.size or ends[-1] != array.size - 1):
        raise DamagedMessage("a number that is cut off or too long")
    starts = np.concatenate([[0], ends[:-1] + 1]).astype(np.int64)[: ends.size]
    lengths = ends - starts + 1
    found = np.zeros(ends.size, dtype=np.uint64)
    longest = int(lengths.max()) if lengths.size else 0
    if longest > _LONGEST_VARINT:
        raise DamagedMessage("a number that is cut off or too long")
    for place in range(longest):
        here = lengths > place
        found[here] |= (array[starts[here] + place] & np.uint8(0x7F)).astype(np.uint64) << np.uint64(7 * place)
    return found


def packed_fixed(part: Content, dtype: str) -> Numbers:
    """The numbers of ``dtype``, of little-endian bytes, that lie one behind the other.

    Raises:
        DamagedMessage: the last one is cut off.
    """
    own = np.dtype(dtype)
    if len(part) % own.itemsize:
        raise DamagedMessage("a list of numbers that is cut off")
    return np.frombuffer(part, dtype=own)


def varint(value: int) -> bytes:
    """A number from 0 to 2**64 - 1 as a varint."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def sized_field(number: int, part: bytes) -> bytes:
    """A field with a content of its own: bytes, a text, a message or a packed list."""
    return varint(number << 3 | SIZED) + varint(len(part)) + part


def varint_field(number: int, value: int) -> bytes:
    """A field with a number; as int64, so that a negative one takes ten bytes."""
    return varint(number << 3 | VARINT) + varint(value & (2**64 - 1))
