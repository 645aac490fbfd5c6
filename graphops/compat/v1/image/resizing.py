"""``tf.image``: images of another size."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.image.geometry import pad_to_bounding_box
from graphops.compat.v1.image.pictures import as_batch, as_image, checked, larger, like, sizes, whole
from graphops.graph.graph import Tensor
from graphops_registry.errors import InvalidArgumentError


class ResizeMethod:
    """The methods of :func:`resize_images`."""

    BILINEAR = 0
    NEAREST_NEIGHBOR = 1
    BICUBIC = 2
    AREA = 3


_OPS = ("ResizeBilinear", "ResizeNearestNeighbor", "ResizeBicubic", "ResizeArea")
_NAMES = {"bilinear": 0, "nearest": 1, "bicubic": 2, "area": 3}


def _op(function: str, method: Any) -> str:
    """The op of a method, which is a number or TensorFlow 2's name."""
    number = _NAMES.get(method, -1) if isinstance(method, str) else method
    if isinstance(number, bool) or number not in range(4):
        wanted = ", ".join(f"{value} ({name!r})" for name, value in _NAMES.items())
        raise InvalidArgumentError(f"method of {function}() must be {wanted}, got {method!r}")
    return _OPS[number]


def resize_images(
    images: Any,
    size: Any,
    method: Any = ResizeMethod.BILINEAR,
    align_corners: bool = False,
    preserve_aspect_ratio: bool = False,
    name: str | None = None,
) -> Any:
    """Images of another size; unchanged, dtype and all, where they have that size already.

    Args:
        images: one, of rank 3, or a batch of them.
        size: rows and columns.
        method: one of :class:`ResizeMethod`.
        align_corners: the middles of the four corner pixels stay in the corners.
        preserve_aspect_ratio: the largest size within ``size`` whose ratio is that of the images.

    Raises:
        InvalidArgumentError: another rank, size or method.
    """
    with tf.name_scope(name, "resize", [images, size]):
        op = _op("resize_images", method)
        given = as_image("resize_images", images, argument="images")
        batch = as_batch(given)
        wanted = tf.convert_to_tensor(size, dtype=tf.int32)
        if wanted.shape.rank not in (None, 1) or wanted.shape.as_list() not in ([2], [None]):
            text = f"size of resize_images() must be two numbers: rows and columns, got shape {wanted.shape}"
            raise InvalidArgumentError(text)
        rows, columns = sizes(batch)[1:3]
        if preserve_aspect_ratio:
            wanted = _of_same_ratio(wanted, rows, columns)
        numbers = tf.get_static_value(wanted)
        if numbers is not None and [rows, columns] == numbers.tolist():
            return given
        result = getattr(tf.raw_ops, op)(images=batch, size=wanted, align_corners=align_corners)
        return like(given, result)


def _of_same_ratio(wanted: Tensor, rows: Any, columns: Any) -> Any:
    height, width = tf.to_float(rows), tf.to_float(columns)
    factor = tf.minimum(tf.to_float(wanted[0]) / height, tf.to_float(wanted[1]) / width)
    found = tf.to_int32(tf.stack([tf.round(factor * height), tf.round(factor * width)]))
    number = tf.get_static_value(found)
    return found if number is None else tf.constant(number)


def resize(
    images: Any,
    size: Any,
    method: Any = ResizeMethod.BILINEAR,
    align_corners: bool = False,
    preserve_aspect_ratio: bool = False,
    name: str | None = None,
) -> Any:
    """The same as :func:`resize_images`."""
    return resize_images(images, size, method, align_corners, preserve_aspect_ratio, name)


def resize_image_with_pad(
    image: Any,
    target_height: Any,
    target_width: Any,
    method: Any = ResizeMethod.BILINEAR,
    align_corners: bool = False,
) -> Any:
    """Images as large as they fit into the target size with their ratio, in the middle of zeros.

    Raises:
        InvalidArgumentError: another rank or method; a size below 1.
    """
    function = "resize_image_with_pad"
    with tf.name_scope(None, function, [image]):
        given = as_image(function, image, unknown="one")
        height, width = whole(function, "target_height", target_height), whole(function, "target_width", target_width)
        batch = checked(
            as_batch(given),
            [
                (width > 0, f"target_width of {function}() must be at least 1, got {width}"),
                (height > 0, f"target_height of {function}() must be at least 1, got {height}"),
            ],
        )
        rows, columns = (tf.to_float(size) for size in sizes(batch)[1:3])
        wide, high = tf.to_float(width), tf.to_float(height)
        ratio = tf.maximum(columns / wide, rows / high)
        new_rows, new_columns = rows / ratio, columns / ratio
        top = larger(0, tf.to_int32(tf.floor((high - new_rows) / 2)))
        left = larger(0, tf.to_int32(tf.floor((wide - new_columns) / 2)))
        wanted = tf.to_int32(tf.floor(tf.stack([new_rows, new_columns])))
        numbers = [tf.get_static_value(each) for each in (wanted, top, left)]
        if numbers[0] is not None and numbers[1] is not None and numbers[2] is not None:
            wanted, top, left = tf.constant(numbers[0]), int(numbers[1]), int(numbers[2])
        resized = resize_images(batch, wanted, method, align_corners)
        return like(given, pad_to_bounding_box(resized, top, left, height, width))


__all__ = ["ResizeMethod", "resize", "resize_image_with_pad", "resize_images"]
