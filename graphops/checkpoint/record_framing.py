"""The framing of TFRecord files: each record is ``uint64 length, masked CRC of it, content, masked CRC of it``.

>>> import io
>>> list(records(io.BytesIO(framed(b"one") + framed(b"two")).read, "a file"))
[b'one', b'two']
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import Final

from graphops.checkpoint.crc32c import masked_crc32c
from graphops_registry.errors import DataLossError, ResourceExhaustedError

LONGEST: Final = 1 << 30  # bytes of one record; a protocol buffer has at most twice as many
_PIECE: Final = 1 << 20  # bytes that are asked for at once: a false length allocates no more


def framed(content: bytes) -> bytes:
    """``content`` as a record."""
    length = struct.pack("<Q", len(content))
    return b"".join(
        (length, struct.pack("<I", masked_crc32c(length)), content, struct.pack("<I", masked_crc32c(content)))
    )


def records(read: Callable[[int], bytes], name: str) -> Iterator[bytes]:
    """The contents of all records.

    Args:
        read: gives at most so many of the next bytes, none at the end of the file.
        name: of the file, for errors.

    Raises:
        DataLossError: a record is cut off, or its CRC is wrong; the note says at which byte.
        ResourceExhaustedError: a record of more than 1 GiB.
    """
    at = 0
    while True:
        header = _exactly(read, 12)
        if not header:
            return
        if len(header) < 12:
            raise _damaged(name, at, "whole", "one that is cut off")
        length, crc = struct.unpack("<QI", header)
        if crc != masked_crc32c(header[:8]):
            raise _damaged(name, at, "with the CRC of its length", "another CRC")
        if length > LONGEST:
            raise ResourceExhaustedError(f"a record of '{name}' must have at most {LONGEST} bytes, got {length}")
        content = _exactly(read, length)
        end = _exactly(read, 4)
        if len(content) < length or len(end) < 4:
            raise _damaged(name, at, "whole", "one that is cut off")
        if struct.unpack("<I", end)[0] != masked_crc32c(content):
            raise _damaged(name, at, "with the CRC of its content", "another CRC")
        yield content
        at += 16 + length


def _exactly(read: Callable[[int], bytes], size: int) -> bytes:
    """``size`` bytes, or fewer at the end of the file."""
    pieces = []
    while size:
        piece = read(min(size, _PIECE))
        if not piece:
            break
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def _damaged(name: str, at: int, rule: str, got: str) -> DataLossError:
    return DataLossError(f"the record at byte {at} of '{name}' must be {rule}, got {got}")
