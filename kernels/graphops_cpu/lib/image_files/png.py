"""PNG: every kind of pixel of 1 to 16 bits, and what TensorFlow makes of it; written without Pillow."""

from __future__ import annotations

import io
import struct
import zlib
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.image_files.bad_image import BadImage, Check, Pixels, pillow, require_size

START: Final = b"\x89PNG\r\n\x1a\n"
_CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by type of color
_DEPTHS: Final = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
_RATIO: Final = 1040  # bytes that one of zlib's can stand for
_GREY: Final = (9797, 19234, 3737)  # red, green, blue in units of 2**-15, as libpng rounds 0.299 and 0.587
_BAND: Final = 64  # rows that are filtered at a time


@dataclass(frozen=True)
class _Header:
    width: int
    height: int
    depth: int
    color: int
    palette: Pixels | None
    transparent: bytes | None


def read_png(content: bytes, channels: int, itemsize: int, check: Check) -> Pixels:
    """(rows, columns, channels) uint8 or uint16.

    Args:
        channels: 0 for those of the file; 1, 3 or 4.
        itemsize: bytes of a number: 1 or 2.
        check: see :data:`Check`.
    """
    head = _header(content)
    own = _CHANNELS[head.color]
    require_size(check, head.height, head.width, max(own, channels, 4 if head.color == 3 else 1), 2)
    if head.height * ((head.width * own * head.depth + 7) // 8) > _RATIO * len(content):
        raise BadImage(f"have the pixels of {head.height} x {head.width}", f"{len(content)} bytes")
    samples = _samples(content, head)
    samples, alpha = _split(samples, head)
    if not channels:
        shown = alpha is not None and (head.color == 3 or own % 2 == 0)
        channels = samples.shape[2] + shown
    if channels < 3 and samples.shape[2] == 3:
        samples = _grey(samples)
    elif channels >= 3 and samples.shape[2] == 1:
        samples = np.repeat(samples, 3, axis=2)
    if channels % 2 == 0:
        if alpha is None:
            alpha = np.full((*samples.shape[:2], 1), np.iinfo(samples.dtype).max, samples.dtype)
        samples = np.concatenate([samples, alpha], axis=2)
    if itemsize == 1 and samples.dtype == np.uint16:
        return (samples >> 8).astype(np.uint8)
    if itemsize == 2 and samples.dtype == np.uint8:
        return samples * np.uint16(257)
    return np.ascontiguousarray(samples)


def _header(content: bytes) -> _Header:
    chunks: dict[bytes, bytes] = {}
    at = len(START)
    while at + 12 <= len(content):
        (size,) = struct.unpack_from(">I", content, at)
        kind = content[at + 4 : at + 8]
        if kind in (b"IDAT", b"IEND") or at + 12 + size > len(content):
            break
        if kind in (b"IHDR", b"PLTE", b"tRNS"):
            chunks.setdefault(kind, content[at + 8 : at + 8 + size])
        at += 12 + size
    else:
        raise BadImage("have pixels", "none")
    head = chunks.get(b"IHDR", b"")
    if len(head) != 13:
        raise BadImage("begin with a header of 13 bytes", len(head))
    width, height, depth, color, _, _, _ = struct.unpack(">IIBBBBB", head)
    if depth not in _DEPTHS.get(color, ()):
        raise BadImage("have pixels of a kind that PNG knows", f"color type {color} with {depth} bits")
    colors = chunks.get(b"PLTE")
    if color == 3 and (not colors or len(colors) % 3 or len(colors) > 768):
        raise BadImage("have a palette of up to 256 colors", f"{len(colors or b'')} bytes")
    palette = np.frombuffer(colors, np.uint8).reshape(-1, 3) if color == 3 and colors else None
    return _Header(width, height, depth, color, palette, chunks.get(b"tRNS"))


def _samples(content: bytes, head: _Header) -> Pixels:
    """(rows, columns, channels) uint8 or uint16 as they are in the file; numbers of colors where it has a palette."""
    if head.depth < 16:
        return _read(content, {3: "P", 4: "LA", 2: "RGB", 6: "RGBA", 0: "1" if head.depth == 1 else "L"}[head.color])
    if head.color == 0:
        return _read(content, "I;16").astype(np.uint16)
    if head.color == 4:  # the same bytes are those of four channels of 8 bits
        bytes_of = _read(_with_header(content, 8, 6), "RGBA").astype(np.uint16)
        return bytes_of[..., ::2] << 8 | bytes_of[..., 1::2]
    mode = "RGB" if head.color == 2 else "RGBA"
    high, low = (_read(content, mode, f"{mode};16{order}").astype(np.uint16) for order in "BL")
    return high << 8 | low


def _read(content: bytes, mode: str, raw: str | None = None) -> Pixels:
    """What Pillow reads; ``raw``: which bytes of a pixel count."""
    image: Any = pillow("PngImagePlugin").PngImageFile(io.BytesIO(content))
    if image.mode != mode:
        raise BadImage(f"have pixels of mode {mode}", image.mode)
    if raw is not None:
        image.tile = [tile._replace(args=raw) for tile in image.tile]
    found = np.asarray(image)
    if found.dtype == bool:
        found = found * np.uint8(255)
    return found if found.ndim == 3 else found[..., None]


def _with_header(content: bytes, depth: int, color: int) -> bytes:
    """The same file with another kind of pixel in its header, which is its first chunk."""
    head = content[12:24] + bytes([depth, color]) + content[26:29]
    return content[:12] + head + struct.pack(">I", zlib.crc32(head)) + content[33:]


def _split(samples: Pixels, head: _Header) -> tuple[Pixels, Pixels | None]:
    """The colors, and what is transparent, if the file says so."""
    if head.palette is not None:
        places = samples[..., 0]
        if places.size and int(places.max()) >= len(head.palette):
            raise BadImage(f"have colors below {len(head.palette)}, the number of colors", int(places.max()))
        alpha = None
        if head.transparent is not None:
            of_each = np.full(256, 255, np.uint8)
            given = np.frombuffer(head.transparent[:256], np.uint8)
            of_each[: given.size] = given
            alpha = of_each[places][..., None]
        return head.palette[places], alpha
    if samples.shape[2] in (2, 4):
        return samples[..., :-1], samples[..., -1:]
    if head.transparent is None or len(head.transparent) < 2 * samples.shape[2]:
        return samples, None
    clear = np.frombuffer(head.transparent, ">u2", samples.shape[2]).astype(np.int64)
    clear = clear * (255 // (2**head.depth - 1)) if head.depth < 8 else clear
    most = np.iinfo(samples.dtype).max
    return samples, np.where((samples == clear).all(axis=2, keepdims=True), 0, most).astype(samples.dtype)


def _grey(samples: Pixels) -> Pixels:
    """(rows, columns, 1); numbers of 16 bits are rounded, of 8 bits cut off, as in libpng."""
    red, green, blue = (samples[..., number].astype(np.int64) * weight for number, weight in enumerate(_GREY))
    half = 1 << 14 if samples.dtype == np.uint16 else 0
    return ((red + green + blue + half) >> 15).astype(samples.dtype)[..., None]


def write_png(pixels: Pixels, level: int) -> bytes:
    """A file of (rows, columns, 1 to 4 channels) uint8 or uint16.

    Args:
        level: of zlib: -1 to 9.
    """
    height, width, channels = pixels.shape
    big = np.ascontiguousarray(pixels.astype(pixels.dtype.newbyteorder(">")))
    rows = big.view(np.uint8).reshape(height, -1)
    step = channels * pixels.dtype.itemsize
    filtered = np.empty((height, rows.shape[1] + 1), np.uint8)
    above = np.zeros((1, rows.shape[1]), np.uint8)
    for start in range(0, height, _BAND):
        band = rows[start : start + _BAND]
        filtered[start : start + _BAND] = _filtered(band, np.concatenate([above, band[:-1]]), step)
        above = band[-1:]
    color = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    head = struct.pack(">IIBBBBB", width, height, 8 * pixels.dtype.itemsize, color, 0, 0, 0)
    packed = zlib.compress(filtered.tobytes(), level)
    return START + b"".join(_chunk(*part) for part in ((b"IHDR", head), (b"IDAT", packed), (b"IEND", b"")))


def _filtered(rows: Pixels, above: Pixels, step: int) -> Pixels:
    """Each row (and the ones ``above``: both rows x bytes) by the filter that leaves the smallest numbers, after the
    filter's number: what section 12.8 of the PNG specification advises.

    Args:
        step: bytes of a pixel.
    """
    left, corner = np.zeros_like(rows), np.zeros_like(rows)
    left[:, step:], corner[:, step:] = rows[:, :-step], above[:, :-step]
    a, b, c = (each.astype(np.int16) for each in (left, above, corner))
    to_left, to_above, to_corner = np.abs(b - c), np.abs(a - c), np.abs(a + b - 2 * c)
    paeth = np.where(
        (to_left <= to_above) & (to_left <= to_corner), left, np.where(to_above <= to_corner, above, corner)
    )
    average = ((a + b) >> 1).astype(np.uint8)
    choices = np.stack([rows, rows - left, rows - above, rows - average, rows - paeth])  # (5, rows, bytes)
    sizes = np.abs(choices.view(np.int8).astype(np.int16)).sum(axis=2, dtype=np.int64)
    best = sizes.argmin(axis=0)
    result = np.empty((rows.shape[0], rows.shape[1] + 1), np.uint8)
    result[:, 0] = best
    result[:, 1:] = choices[best, np.arange(rows.shape[0])]
    return result


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
