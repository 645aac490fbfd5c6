"""``tf.image``: images flipped, turned, cut and padded; no pixel gets another value."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.image.pictures import as_batch, as_image, checked, known, larger, like, sizes, smaller, whole
from graphops.graph.graph import Tensor
from graphops_registry.errors import InvalidArgumentError


def flip_left_right(image: Any) -> Any:
    """Images with their columns in reverse order."""
    return _flipped("flip_left_right", image, -2)


def flip_up_down(image: Any) -> Any:
    """Images with their rows in reverse order."""
    return _flipped("flip_up_down", image, -3)


def _flipped(function: str, image: Any, axis: int) -> Any:
    with tf.name_scope(None, function, [image]):
        given = as_image(function, image, unknown="kept")
        return tf.reverse(given, [axis])


def random_flip_left_right(image: Any, seed: int | None = None) -> Any:
    """Images with their columns in reverse order, or unchanged; each image of a batch by itself."""
    return _perhaps_flipped("random_flip_left_right", image, -2, seed)


def random_flip_up_down(image: Any, seed: int | None = None) -> Any:
    """Images with their rows in reverse order, or unchanged; each image of a batch by itself."""
    return _perhaps_flipped("random_flip_up_down", image, -3, seed)


def _perhaps_flipped(function: str, image: Any, axis: int, seed: int | None) -> Any:
    with tf.name_scope(None, function, [image]) as scope:
        given = as_image(function, image)
        flipped = given.shape.rank + axis
        if given.shape.rank == 3:
            drawn = tf.random_uniform([], 0, 1.0, seed=seed)
            result = tf.cond(tf.less(drawn, 0.5), lambda: tf.reverse(given, [flipped]), lambda: given, name=scope)
            result.set_shape(given.shape)
            return result
        count = tf.shape(given)[0]
        drawn = tf.random_uniform([count], 0, 1.0, seed=seed)
        flips = tf.cast(tf.round(tf.reshape(drawn, [-1, 1, 1, 1])), given.dtype)
        return flips * tf.reverse(given, [flipped]) + (1 - flips) * given


def transpose(image: Any, name: str | None = None) -> Any:
    """Images with rows and columns exchanged."""
    with tf.name_scope(name, "transpose", [image]):
        given = as_image("transpose", image)
        return tf.transpose(given, [1, 0, 2] if given.shape.rank == 3 else [0, 2, 1, 3], name=name)


def transpose_image(image: Any, name: str | None = None) -> Any:
    """The same as :func:`transpose`."""
    return transpose(image, name)


def rot90(image: Any, k: Any = 1, name: str | None = None) -> Any:
    """Images turned ``k`` times by a quarter, against the clock."""
    with tf.name_scope(name, "rot90", [image, k]) as scope:
        given = as_image("rot90", image)
        rows = given.shape.rank - 3
        exchange = [*range(rows), rows + 1, rows, rows + 2]
        turns = {
            0: lambda: given,
            1: lambda: tf.transpose(tf.reverse(given, [rows + 1]), exchange),
            2: lambda: tf.reverse(given, [rows, rows + 1]),
            3: lambda: tf.reverse(tf.transpose(given, exchange), [rows + 1]),
        }
        count = tf.convert_to_tensor(k, dtype=tf.int32)
        value = tf.get_static_value(count)
        if value is not None:
            return turns[int(value) % 4]()
        rest = tf.mod(count, 4)
        cases = [(tf.equal(rest, times), turns[times]) for times in (1, 2, 3)]
        result: Tensor = tf.case(cases, default=turns[0], exclusive=True, name=scope)
        shape = given.shape.as_list()
        result.set_shape([*shape[:rows], None, None, shape[-1]])
        return result


def central_crop(image: Any, central_fraction: Any) -> Any:
    """The middle of images.

    Args:
        central_fraction: which part of their rows and columns, in (0, 1].

    Raises:
        InvalidArgumentError: a number that is not.
    """
    with tf.name_scope(None, "central_crop", [image]):
        given = as_image("central_crop", image)
        fraction = central_fraction
        if isinstance(fraction, Tensor):
            fraction = tf.get_static_value(fraction, partial=False)
            fraction = central_fraction if fraction is None else float(fraction)
        rule = "central_fraction of central_crop() must be in (0, 1]"
        if isinstance(fraction, Tensor):
            given = checked(given, [(tf.logical_and(fraction > 0.0, fraction <= 1.0), rule)])
        else:
            given = checked(given, [(0.0 < fraction <= 1.0, f"{rule}, got {fraction}")])
            if fraction == 1.0:
                return given
        rows, columns = sizes(given)[-3:-1]
        top, left = _margin(rows, fraction), _margin(columns, fraction)
        height, width = rows - 2 * top, columns - 2 * left
        lead = [0] * (given.shape.rank - 3)
        result = tf.slice(given, tf.stack([*lead, top, left, 0]), tf.stack([*(-1 for _ in lead), height, width, -1]))
        shape = given.shape.as_list()
        result.set_shape([*shape[: len(lead)], known(height), known(width), shape[-1]])
        return result


def _margin(size: Any, fraction: Any) -> Any:
    """How many of ``size`` rows are before the middle, which has ``fraction`` of them."""
    if isinstance(size, Tensor) or isinstance(fraction, Tensor):
        wide = tf.cast(size, tf.float64)
        return tf.cast((wide - wide * tf.cast(fraction, tf.float64)) / 2, tf.int32)
    return int((float(size) - float(size) * fraction) / 2)


def crop_to_bounding_box(
    image: Any, offset_height: Any, offset_width: Any, target_height: Any, target_width: Any
) -> Any:
    """A box of images: ``target_height`` rows from row ``offset_height`` on, and columns likewise.

    Raises:
        InvalidArgumentError: the box is not within the images.
    """
    function = "crop_to_bounding_box"
    with tf.name_scope(None, function, [image]):
        given = as_image(function, image, unknown="one")
        top, left, height, width = _box(function, offset_height, offset_width, target_height, target_width)
        batch = as_batch(given)
        count, rows, columns, channels = sizes(batch)
        batch = checked(
            batch,
            [
                (left >= 0, f"offset_width of {function}() must be at least 0, got {left}"),
                (top >= 0, f"offset_height of {function}() must be at least 0, got {top}"),
                (width > 0, f"target_width of {function}() must be at least 1, got {width}"),
                (height > 0, f"target_height of {function}() must be at least 1, got {height}"),
                (columns >= width + left, f"{function}() must end within the columns of image, {columns}"),
                (rows >= height + top, f"{function}() must end within the rows of image, {rows}"),
            ],
        )
        result = tf.slice(batch, tf.stack([0, top, left, 0]), tf.stack([-1, height, width, -1]))
        result.set_shape([known(count), known(height), known(width), known(channels)])
        return like(given, result)


def pad_to_bounding_box(
    image: Any, offset_height: Any, offset_width: Any, target_height: Any, target_width: Any
) -> Any:
    """Images within larger ones of zeros, which begin at row ``offset_height`` and column ``offset_width``.

    Raises:
        InvalidArgumentError: they do not fit in.
    """
    function = "pad_to_bounding_box"
    with tf.name_scope(None, function, [image]):
        given = as_image(function, image, unknown="one")
        top, left, height, width = _box(function, offset_height, offset_width, target_height, target_width)
        batch = as_batch(given)
        count, rows, columns, channels = sizes(batch)
        below, right = height - top - rows, width - left - columns
        batch = checked(
            batch,
            [
                (top >= 0, f"offset_height of {function}() must be at least 0, got {top}"),
                (left >= 0, f"offset_width of {function}() must be at least 0, got {left}"),
                (right >= 0, f"target_width of {function}() must have room for all columns, got {width}"),
                (below >= 0, f"target_height of {function}() must have room for all rows, got {height}"),
            ],
        )
        paddings = tf.reshape(tf.stack([0, 0, top, below, left, right, 0, 0]), [4, 2])
        result = tf.pad(batch, paddings)
        result.set_shape([known(count), known(height), known(width), known(channels)])
        return like(given, result)


def _box(function: str, top: Any, left: Any, height: Any, width: Any) -> list[Any]:
    names = ("offset_height", "offset_width", "target_height", "target_width")
    return [whole(function, name, value) for name, value in zip(names, (top, left, height, width), strict=True)]


def resize_image_with_crop_or_pad(image: Any, target_height: Any, target_width: Any) -> Any:
    """Images of the target size: the middle of larger ones; smaller ones within zeros.

    Raises:
        InvalidArgumentError: a size below 1.
    """
    function = "resize_image_with_crop_or_pad"
    with tf.name_scope(None, function, [image]):
        given = as_image(function, image, unknown="one")
        height, width = whole(function, "target_height", target_height), whole(function, "target_width", target_width)
        batch = as_batch(given)
        rows, columns = sizes(batch)[1:3]
        batch = checked(
            batch,
            [
                (width > 0, f"target_width of {function}() must be at least 1, got {width}"),
                (height > 0, f"target_height of {function}() must be at least 1, got {height}"),
            ],
        )
        wider, higher = width - columns, height - rows
        cut = crop_to_bounding_box(
            batch, larger(-higher // 2, 0), larger(-wider // 2, 0), smaller(height, rows), smaller(width, columns)
        )
        return like(given, pad_to_bounding_box(cut, larger(higher // 2, 0), larger(wider // 2, 0), height, width))


def resize_with_crop_or_pad(image: Any, target_height: Any, target_width: Any) -> Any:
    """The same as :func:`resize_image_with_crop_or_pad`."""
    return resize_image_with_crop_or_pad(image, target_height, target_width)


def random_crop(value: Any, size: Any, seed: int | None = None, name: str | None = None) -> Any:
    """A part of a tensor, of this size, from anywhere in it.

    Raises:
        InvalidArgumentError: a size that is larger than the tensor, where both are known.
    """
    with tf.name_scope(name, "random_crop", [value, size]) as scope:
        given = tf.convert_to_tensor(value)
        wanted = tf.convert_to_tensor(size, dtype=tf.int32)
        number = tf.get_static_value(wanted)
        if number is not None and None not in given.shape.as_list():
            there = given.shape.as_list()
            if len(there) != len(number) or any(a < b for a, b in zip(there, number.tolist(), strict=True)):
                text = f"size of random_crop() must be at most the shape of value, {there}, got {number.tolist()}"
                raise InvalidArgumentError(text)
            shape = tf.shape(given)
        else:
            shape = tf.shape(given)
            rule = "size of random_crop() must be at most the shape of value"
            shape = checked(shape, [(tf.reduce_all(shape >= wanted), rule)])
        limit = shape - wanted + 1
        drawn = tf.random_uniform(tf.shape(shape), dtype=tf.int32, maxval=2**31 - 1, seed=seed)
        return tf.slice(given, drawn % limit, wanted, name=scope)


__all__ = [
    "central_crop",
    "crop_to_bounding_box",
    "flip_left_right",
    "flip_up_down",
    "pad_to_bounding_box",
    "random_crop",
    "random_flip_left_right",
    "random_flip_up_down",
    "resize_image_with_crop_or_pad",
    "resize_with_crop_or_pad",
    "rot90",
    "transpose",
    "transpose_image",
]
