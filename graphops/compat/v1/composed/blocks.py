"""Blocks of pixels: moved into the batch and back, and cut out."""

from __future__ import annotations

from collections.abc import Callable
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


def with_space_to_batch(
    input: Any,
    dilation_rate: Any,
    padding: Any,
    op: Callable[[Any, Any, Any], Any],
    filter_shape: Any = None,
    spatial_dims: Any = None,
    data_format: str | None = None,
) -> Any:
    """What ``op(input, number of axes, padding)`` gives with gaps of ``dilation_rate``: it works on each block.

    Args:
        dilation_rate: a number for each spatial axis, known while the graph is built.
        filter_shape: needed for padding "SAME".
        spatial_dims: the axes; default: those behind the batch, or behind the channels.

    Raises:
        InvalidArgumentError: rates that are not known or not positive, or no filter shape for "SAME".
    """
    given = as_tensor(input)
    rates = tf.get_static_value(as_tensor(dilation_rate, "int32", "dilation_rate"))
    if rates is None or rates.ndim != 1 or not rates.size or (rates < 1).any():
        text = "dilation_rate of with_space_to_batch() must be positive numbers that are known"
        raise InvalidArgumentError(f"{text}, got {dilation_rate!r}")
    begin = 2 if (data_format or "").startswith("NC") else 1
    axes = sorted(range(begin, begin + len(rates)) if spatial_dims is None else spatial_dims)
    if (rates == 1).all():
        return op(given, len(rates), padding)
    base = np.zeros((len(rates), 2), np.int32)
    if padding == "SAME":
        known = None if filter_shape is None else tf.get_static_value(as_tensor(filter_shape, "int32"))
        if known is None:
            text = "filter_shape of with_space_to_batch() must be known for padding 'SAME'"
            raise InvalidArgumentError(f"{text}, got {filter_shape!r}")
        total = (known[: len(rates)] - 1) * rates
        base = np.stack([total // 2, total - total // 2], 1)
    sizes = given.shape.as_list() if given.shape.rank is not None else None
    if sizes is not None and all(sizes[axis] is not None for axis in axes):
        of_axes: Any = np.array([sizes[axis] for axis in axes], np.int32)
    else:
        of_axes = tf.gather(tf.shape(given), list(axes))
    paddings, crops = required_space_to_batch_paddings(of_axes, rates, base)
    blocks, pads, cuts = _on_all_axes(axes, rates, paddings, crops)
    found = op(tf.space_to_batch_nd(given, blocks, pads), len(rates), "VALID")
    return tf.batch_to_space_nd(found, blocks, cuts)


def _on_all_axes(axes: list[int], rates: Any, paddings: Any, crops: Any) -> tuple[Any, Any, Any]:
    """Blocks, paddings and crops of all axes between the batch and the last of ``axes``: 1 and 0 for the others."""
    count = axes[-1]
    if count == len(axes):
        return rates, paddings, crops
    blocks = np.ones(count, rates.dtype)
    blocks[[axis - 1 for axis in axes]] = rates
    zero = np.zeros(2, np.int32)
    found = []
    for each in (paddings, crops):
        of_axis = {axis: each[number] for number, axis in enumerate(axes)}
        found.append(tf.stack([of_axis.get(axis, zero) for axis in range(1, count + 1)]))
    return blocks, found[0], found[1]
