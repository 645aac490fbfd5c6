"""Plain kernels that decode and encode pictures. They run on the host."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any, ClassVar

import numpy as np

from graphops_cpu.lib.image_files import bmp, gif, jpeg, png, webp
from graphops_cpu.lib.image_files.bad_image import BadImage, Check, Pixels
from graphops_cpu.lib.image_files.formats import format_of, reading
from graphops_cpu.lib.text import on_host, strings
from graphops_registry.attr import text_bytes
from graphops_registry.dtypes import DType
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context


def _decode(
    op: str, contents: Array, ctx: Context, attrs: Mapping[str, Any], itemsize: int = 1, bitmaps: bool = False
) -> Pixels:
    """(rows, columns, channels), or (frames, rows, columns, 3) of GIF files; BMP files only if ``bitmaps``."""
    content: bytes = contents[()]
    channels = attrs.get("channels", 0)
    kind = format_of(content)
    check = ctx.check_memory
    if kind == "JPEG":
        return reading(
            op, content, jpeg.read_jpeg, channels, attrs.get("ratio", 1), check,
            smooth=attrs.get("fancy_upscaling", True), recover=attrs.get("try_recover_truncated", False),
        )  # fmt: skip
    if kind == "PNG":
        return reading(op, content, png.read_png, channels, itemsize, check)
    if kind == "GIF":
        return reading(op, content, _read_gif, channels, check)
    if kind == "BMP" and bitmaps:
        return reading(op, content, bmp.read_bmp, channels, check)
    wanted = "JPEG, PNG, GIF or BMP" if bitmaps else "JPEG, PNG or GIF"
    raise must("contents", op, f"be a {wanted} file", f"{len(content)} bytes that begin with {content[:8]!r}")


def _read_gif(content: bytes, channels: int, check: Check) -> Pixels:
    if channels not in (0, 3):
        raise BadImage(f"have {channels} channels, as attr 'channels' says", "a GIF file, which has 3")
    return gif.read_gif(content, check)


def _only_frame(op: str, pixels: Pixels) -> Pixels:
    """Without the axis of frames."""
    if pixels.ndim == 4:
        if len(pixels) > 1:
            raise must("contents", op, "have one frame (DecodeGif and DecodeImage take more)", len(pixels))
        first: Pixels = pixels[0]
        return first
    return pixels


class _OnHost(PlainKernel):
    xp: ClassVar[Any] = np


@register_kernel("DecodeJpeg", "CPU", host_outputs=["image"], uses=["memory"])
class DecodeJpeg(_OnHost):
    def compute(self, ctx: Context, contents: Array) -> Array:
        return _only_frame("DecodeJpeg", _decode("DecodeJpeg", contents, ctx, self.attrs))


@register_kernel("DecodeAndCropJpeg", "CPU", host_inputs=["crop_window"], host_outputs=["image"], uses=["memory"])
class DecodeAndCropJpeg(_OnHost):
    """Reads the whole picture, and takes the part out of it."""

    def compute(self, ctx: Context, contents: Array, crop_window: Any) -> Array:
        op = "DecodeAndCropJpeg"
        if format_of(contents[()]) != "JPEG":
            raise must("contents", op, "be a JPEG file", f"bytes that begin with {contents[()][:8]!r}")
        pixels = _decode(op, contents, ctx, self.attrs)
        top, left, rows, cols = (int(value) for value in crop_window)
        if top + rows > pixels.shape[0] or left + cols > pixels.shape[1]:
            rule = f"be within the picture of {pixels.shape[0]} rows and {pixels.shape[1]} columns"
            raise must("crop_window", op, rule, crop_window.tolist())
        return pixels[top : top + rows, left : left + cols].copy()


@register_kernel("ExtractJpegShape", "CPU", host_outputs=["image_shape"])
class ExtractJpegShape(_OnHost):
    def compute(self, contents: Array) -> Array:
        content: bytes = contents[()]
        if format_of(content) != "JPEG":
            raise must("contents", "ExtractJpegShape", "be a JPEG file", f"bytes that begin with {content[:8]!r}")
        found = reading("ExtractJpegShape", content, jpeg.jpeg_shape)
        return np.array(found, self.attrs["output_type"].numpy_dtype)


@register_kernel("DecodePng", "CPU", host_outputs=["image"], uses=["memory"])
class DecodePng(_OnHost):
    def compute(self, ctx: Context, contents: Array) -> Array:
        dtype: DType = self.attrs["dtype"]
        itemsize = dtype.numpy_dtype.itemsize
        if itemsize == 2 and format_of(contents[()]) != "PNG":
            raise must("contents", "DecodePng", "be a PNG file for dtype uint16", format_of(contents[()]))
        return _only_frame("DecodePng", _decode("DecodePng", contents, ctx, self.attrs, itemsize))


@register_kernel("DecodeBmp", "CPU", host_outputs=["image"], uses=["memory"])
class DecodeBmp(_OnHost):
    def compute(self, ctx: Context, contents: Array) -> Array:
        content: bytes = contents[()]
        if format_of(content) != "BMP":
            raise must("contents", "DecodeBmp", "be a BMP file", f"bytes that begin with {content[:8]!r}")
        return _decode("DecodeBmp", contents, ctx, self.attrs, bitmaps=True)


@register_kernel("DecodeGif", "CPU", host_outputs=["image"], uses=["memory"])
class DecodeGif(_OnHost):
    def compute(self, ctx: Context, contents: Array) -> Array:
        pixels = _decode("DecodeGif", contents, ctx, {"channels": 3})
        return pixels if pixels.ndim == 4 else pixels[None]


@register_kernel("DecodeWebP", "CPU", host_outputs=["image"], uses=["memory"])
class DecodeWebP(_OnHost):
    def compute(self, ctx: Context, contents: Array) -> Array:
        content: bytes = contents[()]
        if not webp.is_webp(content):
            raise must("contents", "DecodeWebP", "be a WebP file", f"bytes that begin with {content[:12]!r}")
        return reading("DecodeWebP", content, webp.read_webp, self.attrs["channels"], ctx.check_memory)


@register_kernel("DecodeImage", "CPU", host_outputs=["image"], uses=["memory"])
class DecodeImage(_OnHost):
    def compute(self, ctx: Context, contents: Array) -> Array:
        dtype = self.attrs["dtype"].numpy_dtype
        of_png = format_of(contents[()]) == "PNG"
        wide = of_png and dtype != np.uint8
        pixels = _decode("DecodeImage", contents, ctx, self.attrs, 2 if wide else 1, bitmaps=True)
        if pixels.ndim == 4 and not self.attrs["expand_animations"]:
            pixels = pixels[0].copy()
        if dtype == np.float32:
            return pixels * np.float32(1 / np.iinfo(pixels.dtype).max)
        return pixels if pixels.dtype == dtype else pixels.astype(dtype) << 8


@register_kernel("EncodeJpeg", "CPU")
class EncodeJpeg(_OnHost):
    def workspace(self, spec: KernelSpec) -> int:
        return 4 * prod(spec.shapes[0])

    def compute(self, image: Array) -> Array:
        a = self.attrs
        content = jpeg.write_jpeg(
            on_host(image), a["quality"], progressive=a["progressive"], optimize=a["optimize_size"],
            coarse_colors=a["chroma_downsampling"], in_inches=a["density_unit"] == "in",
            density=(a["x_density"], a["y_density"]), xmp=text_bytes(a["xmp_metadata"]),
        )  # fmt: skip
        return strings([content], ())


@register_kernel("EncodeJpegVariableQuality", "CPU", host_inputs=["quality"])
class EncodeJpegVariableQuality(_OnHost):
    def workspace(self, spec: KernelSpec) -> int:
        return 4 * prod(spec.shapes[0])

    def compute(self, images: Array, quality: Any) -> Array:
        return strings([jpeg.write_jpeg(on_host(images), int(quality))], ())


@register_kernel("EncodePng", "CPU")
class EncodePng(_OnHost):
    def workspace(self, spec: KernelSpec) -> int:
        return 4 * prod(spec.shapes[0]) * spec.dtypes[0].numpy_dtype.itemsize

    def compute(self, image: Array) -> Array:
        pictures = on_host(image)
        flat = pictures.reshape(prod(pictures.shape[:-3]), *pictures.shape[-3:])
        return strings([png.write_png(picture, self.attrs["compression"]) for picture in flat], pictures.shape[:-3])
