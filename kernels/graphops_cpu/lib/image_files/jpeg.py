"""JPEG, read and written by Pillow, whose library is TensorFlow's: with the accurate transform all bits are equal."""

from __future__ import annotations

import io
import struct
from typing import Any

import numpy as np

from graphops_cpu.lib.image_files.bad_image import BadImage, Check, Pixels, pillow, require_size
from graphops_registry.errors import UnimplementedError

_END = b"\xff\xd9"
_XMP = b"http://ns.adobe.com/xap/1.0/\x00"
_START = 20  # bytes of the marker that begins a file and of the one with the density


def open_jpeg(content: bytes) -> Any:
    """Pillow's image, of which only the header was read."""
    return pillow("JpegImagePlugin").JpegImageFile(io.BytesIO(content))


def jpeg_shape(content: bytes) -> tuple[int, int, int]:
    """Rows, columns and channels."""
    image = open_jpeg(content)
    return image.height, image.width, image.layers


def read_jpeg(
    content: bytes, channels: int, ratio: int, check: Check, *, smooth: bool = True, recover: bool = False
) -> Pixels:
    """(rows, columns, channels) uint8.

    Args:
        channels: 0 for those of the file, but at most 3; 1 or 3.
        ratio: 1, 2, 4 or 8: the picture is made so many times smaller while it is read.
        check: see :data:`Check`.
        smooth: as attr ``fancy_upscaling``.
        recover: whether a file may lack its end; what is missing is grey.
    """
    image = open_jpeg(content + _END if recover else content)
    height, width, layers = image.height, image.width, image.layers
    channels = channels or min(layers, 3)
    if channels == 4:
        raise BadImage("have 4 channels, as attr 'channels' says", "a JPEG file, which has 1 or 3")
    require_size(check, height, width, max(channels, layers))
    if not smooth and len({layer[1:3] for layer in image.layer}) > 1:
        raise UnimplementedError("attr 'fancy_upscaling' must be true for a JPEG file whose colors have fewer pixels")
    if channels == 1 and layers == 4:
        raise BadImage("have 1 or 3 channels of color to become grey", layers)
    mode = "CMYK" if layers == 4 else "L" if channels == 1 else "RGB"
    if ratio > 1 and min(width, height) < ratio:
        raise UnimplementedError(f"attr 'ratio' must be at most {min(width, height)} for a JPEG file of that size")
    if layers == 4 and ratio > 1:
        raise UnimplementedError("attr 'ratio' must be 1 for a JPEG file of four channels")
    image.draft(mode, (width // ratio, height // ratio))
    pixels = np.asarray(image if image.mode == mode else image.convert(mode))
    if layers == 4:
        return _from_cmyk(pixels, "adobe" in image.info)
    return pixels[..., None] if channels == 1 else pixels


def _from_cmyk(pixels: Pixels, inverted: bool) -> Pixels:
    """(rows, columns, 3); Pillow has turned the numbers round as Adobe's files need it."""
    stored = 255 - pixels.astype(np.int64)
    light = stored if inverted else 255 - stored
    return (light[..., :3] * light[..., 3:] // 255).astype(np.uint8)


def write_jpeg(
    pixels: Pixels,
    quality: int,
    *,
    progressive: bool = False,
    optimize: bool = False,
    coarse_colors: bool = True,
    in_inches: bool = True,
    density: tuple[int, int] = (300, 300),
    xmp: bytes = b"",
) -> bytes:
    """A file of (rows, columns, 1 or 3) uint8.

    Args:
        quality: 0 to 100.
        progressive: the picture comes in several scans.
        optimize: takes longer and gives a smaller file.
        coarse_colors: colors have half as many rows and columns.
        in_inches: what the density counts pixels in; else centimetres.
        density: of columns and rows.
        xmp: text about the picture.
    """
    image = pillow("Image").fromarray(pixels[..., 0] if pixels.shape[2] == 1 else pixels)
    file = io.BytesIO()
    colors = {} if pixels.shape[2] == 1 else {"subsampling": "4:2:0" if coarse_colors else "4:4:4"}
    image.save(
        file, "JPEG", quality=max(quality, 1), progressive=progressive, optimize=optimize, dpi=(300, 300), **colors
    )
    found = file.getvalue()
    said = struct.pack(">BHH", 1 if in_inches else 2, *density)
    note = b"\xff\xe1" + struct.pack(">H", 2 + len(_XMP) + len(xmp)) + _XMP + xmp if xmp else b""
    return found[:13] + said + found[18:_START] + note + found[_START:]
