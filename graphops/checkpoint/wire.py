"""Reading and writing protocol-buffer fields one by one, which is enough for bundles and event files.

Parsing is not recursive: to read a nested message, parse the bytes of its field. So the caller limits the depth, and no
more memory is needed than the bytes have.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final, TypeAlias

from graphops_registry.errors import DataLossError

Value: TypeAlias = int | bytes  # varint and fixed fields are integers, others bytes

_VARINT: Final = 0
_FIXED64: Final = 1
_BYTES: Final = 2
_FIXED32: Final = 5


def read_varint(data: bytes | memoryview, at: int) -> tuple[int, int]:
    """An unsigned integer of up to 64 bits at ``at``, and where it ends.

    Raises:
        DataLossError: cut short, or longer than 64 bits.
    """
    value = shift = 0
    while at < len(data):
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            if value >> 64:
                break
            return value, at
        shift += 7
        if shift > 63:
            break
    raise DataLossError(f"an integer must end within 10 bytes and 64 bits, got none that does before byte {at}")


def fields(message: bytes) -> Iterator[tuple[int, Value]]:
    """The fields of a message as (number, value), in their order.

    Raises:
        DataLossError: no such message.
    """
    at = 0
    while at < len(message):
        key, at = read_varint(message, at)
        number, kind = key >> 3, key & 7
        if kind == _VARINT:
            value, at = read_varint(message, at)
            yield number, value
            continue
        if kind == _BYTES:
            size, at = read_varint(message, at)
        elif kind in (_FIXED32, _FIXED64):
            size = 4 if kind == _FIXED32 else 8
        else:
            raise DataLossError(f"the wire type of field {number} must be 0, 1, 2 or 5, got {kind}")
        if size > len(message) - at:
            raise DataLossError(f"field {number} must lie within its message, got {size} of {len(message) - at} bytes")
        part = message[at : at + size]
        at += size
        yield number, part if kind == _BYTES else int.from_bytes(part, "little")


def signed(value: Value) -> int:
    """A varint field as a signed 64-bit integer.

    Raises:
        DataLossError: the field is no varint.
    """
    number = as_int(value)
    return number - (1 << 64) if number >> 63 else number


def as_int(value: Value) -> int:
    """A field that must be an integer.

    Raises:
        DataLossError: it is not.
    """
    if not isinstance(value, int):
        raise DataLossError(f"a field must be an integer, got {len(value)} bytes")
    return value


def as_bytes(value: Value) -> bytes:
    """A field that must be bytes.

    Raises:
        DataLossError: it is not.
    """
    if not isinstance(value, bytes):
        raise DataLossError(f"a field must be bytes, got the integer {value}")
    return value


def varint(value: int) -> bytes:
    """``value``, negative ones as 64-bit two's complement."""
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def int_field(number: int, value: int) -> bytes:
    return varint(number << 3 | _VARINT) + varint(value)


def bytes_field(number: int, value: bytes) -> bytes:
    return varint(number << 3 | _BYTES) + varint(len(value)) + value


def float_field(number: int, value: float) -> bytes:
    return varint(number << 3 | _FIXED32) + struct.pack("<f", value)


def double_field(number: int, value: float) -> bytes:
    return varint(number << 3 | _FIXED64) + struct.pack("<d", value)
