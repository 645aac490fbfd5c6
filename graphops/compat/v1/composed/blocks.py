"""Blocks of pixels: moved into the batch and back, and cut out."""

from __future__ import annotations

from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor, operand
from graphops.compat.v1.functions.synonyms import needed, one_of
from graphops_registry.errors import InvalidArgumentError


def space_to_batch(
    input: Any, paddings: Any, block_size: Any = None, name: str | None = None, block_shape: Any = None
) -> Any:
    """Pixels of square blocks of ``block_size`` moved into the batch."""
    size = needed("space_to_batch", "block_size", one_of("space_to_batch", "block_size", block_size, "block_shape",
                                                         block_shape))  # fmt: skip
    return tf.space_to_batch_nd(as_tensor(input), np.array([size, size], np.int64), operand(paddings), name)


def batch_to_space(input: Any, crops: Any, block_size: Any, name: str | None = None, block_shape: Any = None) -> Any:
    """The inverse of :func:`space_to_batch`."""
    size = one_of("batch_to_space", "block_size", block_size, "block_shape", block_shape)
    return tf.batch_to_space_nd(as_tensor(input), np.array([size, size], np.int64), operand(crops), name)


def required_space_to_batch_paddings(
    input_shape: Any, block_shape: Any, base_paddings: Any = None, name: str | None = None
) -> tuple[Any, Any]:
    """Paddings with which ``space_to_batch_nd`` can cut an image into blocks, and the crops that take them off again.

    Args:
        base_paddings: that are wanted anyway, (before, after) for each axis.

    Raises:
        InvalidArgumentError: a block shape of unknown length.
    """
    with tf.name_scope(name or "required_space_to_batch_paddings"):
        sizes, blocks = as_tensor(input_shape, "int32", "input_shape"), as_tensor(block_shape, "int32", "block_shape")
        count = blocks.shape.as_tuple()[0] if blocks.shape.rank == 1 else None
        if count is None or not sizes.shape.is_compatible_with([count]):
            text = (
                "block_shape of required_space_to_batch_paddings() must be a vector with as many sizes as input_shape"
            )
            raise InvalidArgumentError(f"{text}, got shapes {blocks.shape} and {sizes.shape}")
        wanted = as_tensor(np.zeros((count, 2), np.int32) if base_paddings is None else base_paddings, "int32")
        known = [tf.get_static_value(each) for each in (sizes, blocks, wanted)]
        first, second, base = known if all(each is not None for each in known) else (sizes, blocks, wanted)
        before, after = base[:, 0], base[:, 1]
        more = (second - (first + before + after) % second) % second
        paddings = tf.stack([before, after + more], axis=1, name="paddings")
        return paddings, tf.stack([tf.zeros_like(more), more], axis=1, name="crops")


def extract_image_patches(
    images: Any,
    ksizes: Any = None,
    strides: Any = None,
    rates: Any = None,
    padding: Any = None,
    name: str | None = None,
    sizes: Any = None,
) -> Any:
    """The patches around pixels, laid out as channels; ``sizes`` is another name of ``ksizes``."""
    size = needed("extract_image_patches", "ksizes", one_of("extract_image_patches", "ksizes", ksizes, "sizes", sizes))
    return raw_ops.ExtractImagePatches(
        images=as_tensor(images), ksizes=size, strides=strides, rates=rates, padding=padding, name=name
    )
