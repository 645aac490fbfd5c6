"""Sorted tables, the format of a bundle's ``.index`` file: blocks of key-value pairs, an index block, a footer.

A block is ``entries, restarts (uint32 each), their number (uint32)``, followed by a byte for its compression and the
masked CRC-32C of all that. In an entry only the part of the key that differs from the key before it is stored. The
last 48 bytes of the file point to the index block, whose values point to the data blocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from graphops.checkpoint import snappy
from graphops.checkpoint.crc32c import masked_crc32c
from graphops.checkpoint.wire import read_varint
from graphops_registry.errors import DataLossError, UnimplementedError

_MAGIC: Final = 0xDB4775248B80FB57.to_bytes(8, "little")
_FOOTER: Final = 48
_TRAILER: Final = 5
_GROWTH: Final = 64  # keys and values together may be this much larger than the file; restarts keep real ones far below


def read_table(data: bytes) -> dict[bytes, bytes]:
    """All pairs of a table, in their order. Memory: at most ``64 * len(data)`` bytes of keys and values.

    Raises:
        DataLossError: not such a file, cut short, or changed.
        UnimplementedError: a compression other than Snappy.
    """
    if len(data) < _FOOTER or data[-8:] != _MAGIC:
        raise DataLossError(f"an index file must end with the {_FOOTER} bytes of a table's footer, got {data[-8:]!r}")
    footer = data[-_FOOTER:]
    at = 0
    _, at = read_varint(footer, at)  # the first handle is that of an index of indices, which has no use here
    _, at = read_varint(footer, at)
    offset, at = read_varint(footer, at)
    size, _ = read_varint(footer, at)
    found: dict[bytes, bytes] = {}
    last: bytes | None = None
    budget = _GROWTH * len(data)
    seen: set[int] = set()
    for _, handle in _entries(_block(data, offset, size), budget):
        block_offset, middle = read_varint(handle, 0)
        block_size, _ = read_varint(handle, middle)
        if block_offset in seen:
            raise DataLossError(f"the data blocks of a table must be different ones, got one at {block_offset} twice")
        seen.add(block_offset)
        for key, value in _entries(_block(data, block_offset, block_size), budget):
            if last is not None and key <= last:
                raise DataLossError(f"the keys of a table must increase, got {key[:80]!r} after {last[:80]!r}")
            budget -= len(key) + len(value)
            if budget < 0:
                raise DataLossError(f"the keys of a table must be at most {_GROWTH} times as long as its file")
            found[key] = value
            last = key
    return found


def _block(data: bytes, offset: int, size: int) -> bytes:
    """The checked and uncompressed content of a block."""
    if offset + size + _TRAILER > len(data) - _FOOTER:
        raise DataLossError(f"a block of a table must lie within its {len(data)} bytes, got {size} at {offset}")
    content = data[offset : offset + size]
    stored = int.from_bytes(data[offset + size + 1 : offset + size + _TRAILER], "little")
    actual = masked_crc32c(data[offset : offset + size + 1])
    if stored != actual:
        raise DataLossError(f"the block at {offset} of a table must have checksum {stored:#010x}, got {actual:#010x}")
    compression = data[offset + size]
    if compression == 1:
        return snappy.decompress(content)
    if compression != 0:
        raise UnimplementedError(f"a block of a table must be plain or Snappy (0 or 1), got compression {compression}")
    return content


def _entries(block: bytes, budget: int) -> Iterator[tuple[bytes, bytes]]:
    """The pairs of a block; ``budget`` bounds the length of a key."""
    if len(block) < 4:
        raise DataLossError(f"a block of a table must have 4 bytes or more, got {len(block)}")
    restarts = int.from_bytes(block[-4:], "little")
    end = len(block) - 4 - 4 * restarts
    if end < 0:
        raise DataLossError(f"the restarts of a block must lie within its {len(block)} bytes, got {restarts}")
    at = 0
    key = b""
    while at < end:
        shared, at = read_varint(block, at)
        rest, at = read_varint(block, at)
        size, at = read_varint(block, at)
        if shared > len(key) or rest + size > end - at or shared + rest > budget:
            raise DataLossError(f"an entry must share at most the {len(key)} bytes of the key before it and lie within "
                                f"its block, got {shared} shared, {rest} own and {size} of value")  # fmt: skip
        key = key[:shared] + block[at : at + rest]
        at += rest
        yield key, block[at : at + size]
        at += size
