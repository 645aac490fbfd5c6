"""Bytes that zlib has compressed."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Final

from graphops_cpu.lib.text import require_room
from graphops_registry.errors import GraphopsError
from graphops_registry.kernels.context import Context

WINDOWS: Final = {"ZLIB": 15, "GZIP": 31}
_PART: Final = 1 << 24  # bytes that are decompressed before the run is asked for more room


def decompressed(
    ctx: Context, op: str, text: bytes, kind: str, damaged: Callable[[str], GraphopsError], before: int = 0
) -> bytes:
    """What was compressed.

    Args:
        kind: a key of :data:`WINDOWS`.
        damaged: the error for what is wrong.
        before: how many bytes are there already.

    Raises:
        ResourceExhaustedError: it is too large for the run.
    """
    parts: list[bytes] = []
    size = before
    rest = text
    while rest:
        machine = zlib.decompressobj(WINDOWS[kind])
        while not machine.eof:
            ctx.check_cancelled()
            try:
                part = machine.decompress(rest, _PART)
            except zlib.error as error:
                raise damaged(str(error)) from None
            rest = machine.unconsumed_tail
            if not part and not rest and not machine.eof:
                raise damaged("the end before its time")
            parts.append(part)
            size += len(part)
            require_room(ctx, op, size)
        rest = machine.unused_data if kind == "GZIP" else b""
    return b"".join(parts)
