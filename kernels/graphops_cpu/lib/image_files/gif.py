"""GIF: the frames one upon the other. Pillow unpacks each of them; what is drawn where is decided here.

TensorFlow draws a frame over the one before wherever it is not transparent, whatever the file says of disposal, and so
does this reader.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from graphops_cpu.lib.image_files.bad_image import BadImage, Check, Pixels, pillow, require_size

_HEADER = 13
_MOST_FRAMES = 2**16
_RATIO = 4096  # pixels that a byte of packed data can stand for at most, generously


@dataclass(frozen=True)
class _Frame:
    left: int
    top: int
    width: int
    height: int
    flags: int
    colors: Pixels | None
    transparent: int | None
    packed: bytes


def read_gif(content: bytes, check: Check) -> Pixels:
    """(frames, rows, columns, 3) uint8."""
    if len(content) < _HEADER:
        raise BadImage(f"have at least {_HEADER} bytes of header", len(content))
    width, height = struct.unpack_from("<HH", content, 6)
    frames = list(_frames(content))
    if not frames:
        raise BadImage("have at least one frame", 0)
    if not width or not height:  # as giflib's users do, the first frame says how large it is
        width, height = frames[0].width, frames[0].height
    require_size(check, height, width, 3, frames=len(frames))
    found = np.zeros((len(frames), height, width, 3), np.uint8)
    for number, frame in enumerate(frames):
        if number:
            found[number] = found[number - 1]
        _draw(frame, found[number])
    return found


def _draw(frame: _Frame, canvas: Pixels) -> None:
    if frame.colors is None:
        raise BadImage("have colors for each frame", "none")
    places = _unpack(frame)
    bottom, right = min(frame.top + frame.height, canvas.shape[0]), min(frame.left + frame.width, canvas.shape[1])
    places = places[: max(bottom - frame.top, 0), : max(right - frame.left, 0)]
    seen = np.ones(places.shape, bool) if frame.transparent is None else places != frame.transparent
    wrong = seen & (places >= len(frame.colors))
    if wrong.any():
        raise BadImage(f"have colors below {len(frame.colors)}, the number of colors", int(places[wrong][0]))
    part = canvas[frame.top : bottom, frame.left : right]
    part[seen] = frame.colors[places[seen]]


def _unpack(frame: _Frame) -> Pixels:
    """(rows, columns) uint8, numbers of colors: Pillow reads a file with this frame alone, whose colors all differ."""
    if frame.width * frame.height > _RATIO * max(len(frame.packed), 1):
        raise BadImage(f"have the pixels of a frame of {frame.height} x {frame.width}", f"{len(frame.packed)} bytes")
    colors = bytes(value for number in range(256) for value in (number, 255 - number, 7))
    head = b"GIF89a" + struct.pack("<HHBBB", frame.width, frame.height, 0xF7, 0, 0) + colors
    place = b"," + struct.pack("<HHHHB", 0, 0, frame.width, frame.height, frame.flags & 0x40)
    file = io.BytesIO(head + place + frame.packed + b";")
    image = pillow("GifImagePlugin").GifImageFile(file)
    if image.mode not in ("P", "L") or image.size != (frame.width, frame.height):
        raise BadImage("have frames of numbers of colors", image.mode)
    return np.asarray(image)


def _frames(content: bytes) -> Iterator[_Frame]:
    flags = content[10]
    at = _HEADER
    shared, at = _colors(content, at, flags)
    transparent: int | None = None
    count = 0
    while True:
        mark = content[at : at + 1]
        at += 1
        if mark in (b";", b""):
            return
        if mark == b"!":
            label = content[at : at + 1]
            at += 1
            data, at = _blocks(content, at)
            if label == b"\xf9" and len(data) >= 4:
                transparent = data[3] if data[0] & 1 else None
        elif mark == b",":
            count += 1
            if at + 9 > len(content) or count > _MOST_FRAMES:
                raise BadImage(f"have at most {_MOST_FRAMES} frames, each complete", f"frame {count}")
            left, top, width, height, own = struct.unpack_from("<HHHHB", content, at)
            colors, at = _colors(content, at + 9, own)
            start = at
            _, at = _blocks(content, at + 1)
            if not width or not height:
                raise BadImage("have frames of at least one row and one column", f"{height} x {width}")
            palette = shared if colors is None else colors
            yield _Frame(left, top, width, height, own, palette, transparent, content[start:at])
            transparent = None
        else:
            raise BadImage("have a frame, an extension or the end at each mark", repr(mark))


def _colors(content: bytes, at: int, flags: int) -> tuple[Pixels | None, int]:
    """(colors, 3) if there are any, and where what comes behind them begins."""
    if not flags & 0x80:
        return None, at
    count = 2 << (flags & 7)
    if at + 3 * count > len(content):
        raise BadImage(f"have {count} colors", f"{len(content) - at} bytes")
    return np.frombuffer(content, np.uint8, 3 * count, at).reshape(count, 3), at + 3 * count


def _blocks(content: bytes, at: int) -> tuple[bytes, int]:
    """The bytes of all blocks up to the empty one, and where what comes behind it begins."""
    parts: list[bytes] = []
    while True:
        if at >= len(content):
            raise BadImage("end each of its parts", "the end of the file")
        size = content[at]
        if not size:
            return b"".join(parts), at + 1
        if at + 1 + size > len(content):
            raise BadImage("have all bytes of a part", "the end of the file")
        parts.append(content[at + 1 : at + 1 + size])
        at += 1 + size
