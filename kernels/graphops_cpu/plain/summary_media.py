"""Plain kernels of summaries of images, sounds and tensors. They run on the host, and write the messages by hand.

``Summary { repeated Value value = 1 }``
``Value { string tag = 1; Image image = 4; Audio audio = 6; string node_name = 7; TensorProto tensor = 8;
          SummaryMetadata metadata = 9 }``
``Image { int32 height = 1, width = 2, colorspace = 3; bytes encoded_image_string = 4 }``
``Audio { float sample_rate = 1; int64 num_channels = 2, length_frames = 3; bytes encoded_audio_string = 4;
          string content_type = 5 }``
``TensorProto { DataType dtype = 1; TensorShapeProto tensor_shape = 2; bytes tensor_content = 4;
                repeated bytes string_val = 8 }``
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from math import prod
from typing import Any, ClassVar

import numpy as np

from graphops_cpu.lib.elementwise import NUMBERS
from graphops_cpu.lib.image_files.png import write_png
from graphops_cpu.lib.text import on_host, strings
from graphops_cpu.lib.wav import write_wav
from graphops_cpu.lib.wire_format import DamagedMessage, fields, sized_field, varint_field
from graphops_registry.dtypes import DType, bool_, string
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context

_SHOWN = (*NUMBERS, bool_, string)
_LEAST = np.float32(1e-6)  # magnitudes below are taken as 0


class _OnHost(PlainKernel):
    xp: ClassVar[Any] = np


def _summary(values: Iterable[bytes]) -> Any:
    """A Summary of these Values, as a scalar."""
    return strings([b"".join(sized_field(1, value) for value in values)], ())


def _text_field(number: int, content: bytes) -> bytes:
    """A field that is left out where it has its default."""
    return sized_field(number, content) if content else b""


def _tags(tag: Array, kind: str, count: int, most: int) -> list[bytes]:
    """The tags of ``count`` values, of which there may be ``most``."""
    base = tag[()] + b"/" + kind.encode()
    return [base if most == 1 else b"%b/%d" % (base, number) for number in range(count)]


@register_kernel("ImageSummary", "CPU")
class ImageSummary(_OnHost):
    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: numbers of one image in several dtypes, and its file."""
        return 32 * prod(spec.shapes[1][1:])

    def compute(self, tag: Array, tensor: Array) -> Any:
        images, most = on_host(tensor), self.attrs["max_images"]
        color = self.attrs["bad_color"][: images.shape[3]]
        if color.size < images.shape[3]:
            rule = f"have a number for each of {images.shape[3]} channels"
            raise must("attr 'bad_color'", "ImageSummary", rule, color.tolist())
        shown = images[:most]
        values = []
        for name, image in zip(_tags(tag, "image", len(shown), most), shown, strict=True):
            pixels = image if image.dtype == np.uint8 else _as_bytes(image, color)
            content = b"".join(varint_field(number, size) for number, size in enumerate(image.shape, 1))
            values.append(_text_field(1, name) + sized_field(4, content + sized_field(4, write_png(pixels, -1))))
        return _summary(values)


def _as_bytes(image: Array, color: Array) -> Array:
    """Numbers of 0 to 255: the image multiplied, and moved if it is negative somewhere; ``color`` where not finite."""
    kind = image.dtype.type
    finite = np.isfinite(image).all(axis=2)
    with np.errstate(all="ignore"):
        good = image[finite].astype(np.float32)
        low, high = good.min(initial=np.inf), good.max(initial=-np.inf)
        largest, top, offset = (max(abs(low), abs(high)), 127.0, 128.0) if low < 0 else (high, 255.0, 0.0)
        scale = kind(0 if largest < _LEAST else np.float32(top) / largest)
        moved = np.nan_to_num(image * scale + kind(offset), nan=0.0)
        pixels = np.clip(moved, 0, 255).astype(np.uint8)
    pixels[~finite] = color
    return pixels


class _Sounds(_OnHost):
    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: numbers of a sound in several dtypes, and all files."""
        return 16 * prod(spec.shapes[1])

    def message(self, tag: Array, tensor: Array, rate: float) -> Any:
        sounds, most = on_host(tensor), self.attrs["max_outputs"]
        shown = (sounds if sounds.ndim == 3 else sounds[..., None])[:most]
        values = []
        for name, sound in zip(_tags(tag, "audio", len(shown), most), shown, strict=True):
            content = b"\x0d" + struct.pack("<f", rate) + varint_field(2, sound.shape[1])
            content += varint_field(3, len(sound)) if len(sound) else b""
            file = write_wav(sound, max(1, round(rate)))
            content += sized_field(4, file) + sized_field(5, b"audio/wav")
            values.append(_text_field(1, name) + sized_field(6, content))
        return _summary(values)


@register_kernel("AudioSummary", "CPU")
class AudioSummary(_Sounds):
    def compute(self, tag: Array, tensor: Array) -> Any:
        return self.message(tag, tensor, self.attrs["sample_rate"])


@register_kernel("AudioSummaryV2", "CPU", host_inputs=["sample_rate"])
class AudioSummaryV2(_Sounds):
    def compute(self, tag: Array, tensor: Array, sample_rate: Any) -> Any:
        return self.message(tag, tensor, float(sample_rate))


def _tensor_proto(array: Array, dtype: DType) -> bytes:
    """A TensorProto: strings one by one, numbers as their bytes."""
    sizes = b"".join(sized_field(2, varint_field(1, size) if size else b"") for size in array.shape)
    if dtype is string:
        content = b"".join(sized_field(8, text) for text in array.reshape(-1))
    else:
        content = _text_field(4, np.ascontiguousarray(array).tobytes())
    return varint_field(1, dtype.enum) + sized_field(2, sizes) + content


class _Tensors(_OnHost):
    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: the message, three times while it is made."""
        return 3 * prod(spec.shapes[-1]) * (spec.dtypes[-1].size or 8)

    def proto(self, tensor: Array) -> bytes:
        """The TensorProto of an input."""
        dtype: DType = self.attrs["T"]
        return sized_field(8, _tensor_proto(on_host(tensor), dtype))


@register_kernel("TensorSummary", "CPU", types={"T": _SHOWN}, uses=["name"])
class TensorSummary(_Tensors):
    def compute(self, ctx: Context, tensor: Array) -> Any:
        return _summary([sized_field(7, (ctx.name or "TensorSummary").encode()) + self.proto(tensor)])


@register_kernel("TensorSummaryV2", "CPU", types={"T": _SHOWN})
class TensorSummaryV2(_Tensors):
    def compute(self, tag: Array, tensor: Array, metadata: Array) -> Any:
        content: bytes = metadata[()]
        try:
            for _ in fields(memoryview(content)):
                pass
        except DamagedMessage as error:
            argument = "serialized_summary_metadata"
            raise must(argument, "TensorSummaryV2", "be a SummaryMetadata message", error) from None
        return _summary([_text_field(1, tag[()]) + self.proto(tensor) + sized_field(9, content)])
