"""Windows bitmaps without compression and without a palette: 8, 24 or 32 bits for a pixel."""

from __future__ import annotations

import struct

import numpy as np

from graphops_cpu.lib.image_files.bad_image import BadImage, Check, Pixels, require_size

_HEADER = 32  # bytes up to the number of bits


def read_bmp(content: bytes, channels: int, check: Check) -> Pixels:
    """(rows, columns, channels) uint8.

    Args:
        channels: that the file must have, or 0.
        check: see :data:`Check`.
    """
    if len(content) < _HEADER:
        raise BadImage(f"have at least {_HEADER} bytes of header", len(content))
    (start,) = struct.unpack_from("<I", content, 10)
    width, height = struct.unpack_from("<ii", content, 18)
    (bits,) = struct.unpack_from("<H", content, 28)
    depth = bits // 8
    if depth not in (1, 3, 4):
        raise BadImage("have 1, 3 or 4 channels of 8 bits", f"{bits} bits for a pixel")
    if channels not in (0, depth):
        raise BadImage(f"have {channels} channels, as attr 'channels' says", depth)
    require_size(check, abs(height), width, depth)
    row = (width * depth + 3) // 4 * 4
    if len(content) != start + row * abs(height):
        raise BadImage(f"have {start + row * abs(height)} bytes for {abs(height)} rows", len(content))
    rows = np.frombuffer(content, np.uint8, row * abs(height), start).reshape(abs(height), row)
    pixels = rows[:, : width * depth].reshape(abs(height), width, depth)
    if height > 0:  # the last row comes first
        pixels = pixels[::-1]
    return np.ascontiguousarray(pixels[..., {1: [0], 3: [2, 1, 0], 4: [2, 1, 0, 3]}[depth]])
