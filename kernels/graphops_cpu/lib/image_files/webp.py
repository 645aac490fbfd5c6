"""WebP, read by Pillow, whose library is TensorFlow's.

Pillow makes room for a picture when it opens a file, so that sizes are read from the header first.
"""

from __future__ import annotations

import io
import struct

import numpy as np

from graphops_cpu.lib.image_files.bad_image import BadImage, Check, Pixels, pillow, require_size

_BUFFERS = 3  # pictures of four channels that the library holds beside the result


def is_webp(content: bytes) -> bool:
    """Whether the bytes begin as those of a WebP file do."""
    return content[:4] == b"RIFF" and content[8:12] == b"WEBP"


def read_webp(content: bytes, channels: int, check: Check) -> Pixels:
    """(frames, rows, columns, channels) uint8.

    Args:
        channels: 0 for those of the file; 3 or 4, which must be those of the file.
        check: see :data:`Check`.
    """
    height, width = _size(content)
    frames = max(1, content.count(b"ANMF"))
    require_size(check, height, width, 4, frames=frames + _BUFFERS)
    image = pillow("WebPImagePlugin").WebPImageFile(io.BytesIO(content))
    own = 4 if image.mode == "RGBA" else 3
    if channels not in (0, own):
        raise BadImage(f"have {channels} channels, as attr 'channels' says", f"a WebP file with {own}")
    count = image.n_frames
    if (image.height, image.width) != (height, width) or count > frames:
        raise BadImage(f"have the {height} x {width} pixels of its header", f"{image.height} x {image.width}")
    pixels = np.empty((count, height, width, own), np.uint8)
    for number in range(count):
        image.seek(number)
        pixels[number] = np.asarray(image.convert("RGBA" if own == 4 else "RGB"))
    return pixels


def _size(content: bytes) -> tuple[int, int]:
    """Rows and columns, by the header.

    Raises:
        BadImage: there is none.
    """
    kind, body = content[12:16], content[20:30]
    if len(body) == 10 and kind == b"VP8X":
        width, height = (int.from_bytes(body[at : at + 3], "little") + 1 for at in (4, 7))
        return height, width
    if len(body) == 10 and kind == b"VP8L" and body[0] == 0x2F:
        bits = int.from_bytes(body[1:5], "little")
        return (bits >> 14 & 0x3FFF) + 1, (bits & 0x3FFF) + 1
    if len(body) == 10 and kind == b"VP8 " and body[3:6] == b"\x9d\x01\x2a":
        width, height = struct.unpack("<HH", body[6:10])
        return height & 0x3FFF, width & 0x3FFF
    raise BadImage("be a WebP file with a header", f"a part {kind!r}")
