"""``tf.image``: files of images. All but BMP needs the extra ``images``."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.build import raw_ops
from graphops.compat.v1.image.colors import convert_image_dtype
from graphops.graph.graph import Tensor


def is_jpeg(contents: Any, name: str | None = None) -> Any:
    """Whether the bytes of a file begin as those of a JPEG file do."""
    with tf.name_scope(name, "is_jpeg"):
        return tf.equal(tf.substr(contents, 0, 3), b"\xff\xd8\xff", name=name)


def encode_png(image: Any, compression: int = -1, name: str | None = None) -> Any:
    """A PNG file of each image, uint8 or uint16 with 1 to 4 channels."""
    result: Tensor = raw_ops.EncodePng(image=tf.convert_to_tensor(image), compression=compression, name=name)
    return result


def decode_image(
    contents: Any,
    channels: int | None = None,
    dtype: Any = "uint8",
    name: str | None = None,
    expand_animations: bool = True,
) -> Any:
    """The image in a JPEG, PNG, GIF or BMP file.

    Args:
        channels: default those of the file.
        expand_animations: a GIF file gives all its frames; without it the first one.
    """
    with tf.name_scope(name, "decode_image"):
        wanted = tf.as_dtype(dtype)
        read = wanted if wanted.name in ("float32", "uint8", "uint16") else tf.uint16
        image: Tensor = raw_ops.DecodeImage(
            contents=contents, channels=channels or 0, expand_animations=expand_animations, dtype=read
        )
        result = image if read is wanted else convert_image_dtype(image, wanted)
        if not expand_animations:
            result.set_shape([None, None, channels or None])
        return result


__all__ = ["decode_image", "encode_png", "is_jpeg"]
