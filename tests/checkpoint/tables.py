"""Index files of bundles made by hand, for tests."""

import struct

from graphops.checkpoint.crc32c import masked_crc32c
from graphops.checkpoint.wire import varint


def block(pairs):
    """A plain block of a table."""
    body = b"".join(b"\x00" + varint(len(k)) + varint(len(v)) + k + v for k, v in pairs) + struct.pack("<II", 0, 1)
    return body + b"\x00" + struct.pack("<I", masked_crc32c(body + b"\x00"))


def table(pairs, data=None):
    data = block(pairs) if data is None else data
    index = block([(b"\xff", varint(0) + varint(len(data) - 5))])
    footer = varint(0) + varint(0) + varint(len(data)) + varint(len(index) - 5)
    return data + index + footer.ljust(40, b"\x00") + bytes.fromhex("57fb808b247547db")
