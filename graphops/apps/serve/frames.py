"""Messages between the server and a worker process: a JSON head and bytes, each with its length before it."""

from __future__ import annotations

import asyncio
import json
import struct
from typing import Any, Final

_LENGTHS: Final = struct.Struct("<IQ")


def framed(head: dict[str, Any], body: bytes = b"") -> bytes:
    """A message as bytes."""
    words = json.dumps(head).encode()
    return b"".join((_LENGTHS.pack(len(words), len(body)), words, body))


async def read(reader: asyncio.StreamReader) -> tuple[dict[str, Any], bytes]:
    """The next message.

    Raises:
        IncompleteReadError, ConnectionError: the other end is gone.
    """
    head, body = _LENGTHS.unpack(await reader.readexactly(_LENGTHS.size))
    words: dict[str, Any] = json.loads(await reader.readexactly(head))
    return words, await reader.readexactly(body) if body else b""
