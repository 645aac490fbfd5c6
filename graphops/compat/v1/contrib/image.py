"""``tf.contrib.image``: images that are turned, moved or seen from elsewhere."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing
from graphops_registry.errors import InvalidArgumentError

_RANKS = {2: (0, -1), 3: (0,), 4: ()}  # which axes an image of that rank lacks


def _as_images(images: Any, function: str) -> tuple[Any, int]:
    given = tf.convert_to_tensor(images)
    rank = given.shape.rank
    if rank not in _RANKS:
        raise InvalidArgumentError(f"images of {function} must have rank 2, 3 or 4, got shape {given.shape}")
    for axis in _RANKS[rank]:
        given = tf.expand_dims(given, axis)
    return given, rank


def transform(
    images: Any, transforms: Any, interpolation: str = "NEAREST", output_shape: Any = None, name: str | None = None
) -> Any:
    """Images whose pixel (x, y) is that at ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k), k = c0 x + c1 y + 1.

    Args:
        images: [images, rows, columns, channels], [rows, columns, channels] or [rows, columns].
        transforms: a0, a1, a2, b0, b1, b2, c0, c1; one for all images, or a row for each.
        interpolation: "NEAREST", or "BILINEAR": the mean of the four neighbours. What is beyond the image is 0.
        output_shape: rows and columns; default those of the images.

    Raises:
        InvalidArgumentError: images or transforms of another rank, or another interpolation.
    """
    if interpolation not in ("NEAREST", "BILINEAR"):
        text = f"interpolation of transform must be 'NEAREST' or 'BILINEAR', got {interpolation!r}"
        raise InvalidArgumentError(text)
    with tf.name_scope(name or "transform"):
        given, rank = _as_images(images, "transform")
        rows = tf.convert_to_tensor(transforms, dtype=tf.float32)
        if rows.shape.rank == 1:
            rows = tf.expand_dims(rows, 0)
        if rows.shape.rank != 2 or rows.shape.as_list()[1] not in (8, None):
            raise InvalidArgumentError(f"transforms of transform must be rows of 8 numbers, got shape {rows.shape}")
        shape = tf.shape(given)
        size = shape[1:3] if output_shape is None else tf.cast(tf.convert_to_tensor(output_shape), tf.int32)
        x, y = tf.meshgrid(tf.to_float(tf.range(size[1])), tf.to_float(tf.range(size[0])))
        parts = [tf.reshape(rows[:, place], [-1, 1, 1]) for place in range(8)]
        a0, a1, a2, b0, b1, b2, c0, c1 = parts
        k = c0 * x + c1 * y + 1.0
        column, row = (a0 * x + a1 * y + a2) / k, (b0 * x + b1 * y + b2) / k
        if interpolation == "NEAREST":
            found = _pixels(given, _nearest(row), _nearest(column))
        else:
            top, left = tf.floor(row), tf.floor(column)
            down, right = (tf.expand_dims(each, 3) for each in (row - top, column - left))
            kind = given.dtype if given.dtype.is_floating else tf.float32
            corners = {(i, j): tf.cast(_pixels(given, top + i, left + j), kind) for i in (0.0, 1.0) for j in (0.0, 1.0)}
            down, right = tf.cast(down, kind), tf.cast(right, kind)
            upper = (1.0 - right) * corners[0.0, 0.0] + right * corners[0.0, 1.0]
            lower = (1.0 - right) * corners[1.0, 0.0] + right * corners[1.0, 1.0]
            found = tf.cast((1.0 - down) * upper + down * lower, given.dtype)
        known = given.shape.as_list()
        wanted = tf.get_static_value(size)
        sizes = known[1:3] if output_shape is None else [None, None] if wanted is None else [int(s) for s in wanted]
        found.set_shape([known[0], *sizes, known[3]])
        return tf.squeeze(found, list(_RANKS[rank])) if _RANKS[rank] else found


def _nearest(value: Any) -> Any:
    """The nearest whole number, of two the one further from 0."""
    return tf.sign(value) * tf.floor(tf.abs(value) + 0.5)


def _pixels(images: Any, row: Any, column: Any) -> Any:
    """The pixels at whole places [images or 1, rows, columns], 0 beyond the images."""
    shape = tf.shape(images)
    height, width = tf.to_float(shape[1]), tf.to_float(shape[2])
    inside = tf.logical_and(tf.logical_and(row >= 0.0, row < height), tf.logical_and(column >= 0.0, column < width))
    # A transform for all images is a row of one.
    whole = tf.zeros(tf.stack([shape[0], 1, 1]), tf.int32)
    inside = tf.logical_and(inside, tf.equal(whole, 0))
    zeros = tf.zeros_like(row)
    there = tf.logical_and(row >= 0.0, row < height), tf.logical_and(column >= 0.0, column < width)
    rows = whole + tf.to_int32(tf.where(there[0], row, zeros))
    columns = whole + tf.to_int32(tf.where(there[1], column, zeros))
    numbers = tf.reshape(tf.range(shape[0]), [-1, 1, 1]) + tf.zeros_like(rows)
    found = tf.gather_nd(images, tf.stack([numbers, rows, columns], 3))
    return tf.where_v2(tf.expand_dims(inside, 3), found, tf.zeros_like(found))


def dense_image_warp(image: Any, flow: Any, name: str = "dense_image_warp") -> Any:
    """Images whose pixel (row, column) is that at (row, column) - flow, between pixels the mean of the four around.

    Args:
        image: [images, rows, columns, channels], with two rows and columns or more.
        flow: [images, rows, columns, 2]: by how many rows and columns each pixel comes from elsewhere. What is beyond
            the image is the pixel at its edge.

    Raises:
        InvalidArgumentError: another rank; a row or column alone.
    """
    with tf.name_scope(name):
        given, moved = tf.convert_to_tensor(image), tf.convert_to_tensor(flow)
        if given.shape.rank != 4 or moved.shape.rank != 4 or moved.shape.as_list()[3] not in (2, None):
            text = f"got shapes {given.shape} and {moved.shape}"
            raise InvalidArgumentError(
                f"image and flow of dense_image_warp must have rank 4, and flow 2 numbers, {text}"
            )
        if any(size is not None and size < 2 for size in given.shape.as_list()[1:3]):
            text = f"image of dense_image_warp must have two rows and columns or more, got shape {given.shape}"
            raise InvalidArgumentError(text)
        shape = tf.shape(given)
        kind = moved.dtype
        columns, rows = tf.meshgrid(tf.range(shape[2]), tf.range(shape[1]))
        corners, shares = [], []
        for place, (grid, size) in enumerate(((rows, shape[1]), (columns, shape[2]))):
            at = tf.cast(grid, kind) - moved[..., place]
            low = tf.minimum(tf.maximum(tf.floor(at), tf.zeros([], kind)), tf.cast(size - 2, kind))
            share = tf.clip_by_value(at - low, tf.zeros([], kind), tf.ones([], kind))
            corners.append(tf.to_int32(low))
            shares.append(tf.cast(tf.expand_dims(share, 3), given.dtype))
        numbers = tf.reshape(tf.range(shape[0]), [-1, 1, 1]) + tf.zeros_like(corners[0])

        def pixels(down: int, right: int) -> Any:
            return tf.gather_nd(given, tf.stack([numbers, corners[0] + down, corners[1] + right], 3))

        upper = pixels(0, 0) + shares[1] * (pixels(0, 1) - pixels(0, 0))
        lower = pixels(1, 0) + shares[1] * (pixels(1, 1) - pixels(1, 0))
        found = upper + shares[0] * (lower - upper)
        found.set_shape(given.shape)
        return found


def rotate(images: Any, angles: Any, interpolation: str = "NEAREST", name: str | None = None) -> Any:
    """Images turned around their middle, against the clock.

    Args:
        angles: in radians: one for all images, or one for each.
    """
    with tf.name_scope(name or "rotate"):
        given, _ = _as_images(images, "rotate")
        shape = tf.to_float(tf.shape(given))
        return transform(images, angles_to_projective_transforms(angles, shape[1], shape[2]), interpolation)


def translate(images: Any, translations: Any, interpolation: str = "NEAREST", name: str | None = None) -> Any:
    """Images moved by [columns, rows]: one pair for all, or one for each."""
    with tf.name_scope(name or "translate"):
        return transform(images, translations_to_projective_transforms(translations), interpolation)


def angles_to_projective_transforms(angles: Any, image_height: Any, image_width: Any, name: str | None = None) -> Any:
    """The transforms of :func:`rotate`."""
    with tf.name_scope(name or "angles_to_projective_transforms"):
        given = tf.reshape(tf.convert_to_tensor(angles, dtype=tf.float32), [-1])
        cos, sin = tf.cos(given), tf.sin(given)
        x, y = tf.to_float(image_width) - 1.0, tf.to_float(image_height) - 1.0
        columns = (x - (cos * x - sin * y)) / 2.0
        rows = (y - (sin * x + cos * y)) / 2.0
        zeros = tf.zeros_like(given)
        return tf.stack([cos, -sin, columns, sin, cos, rows, zeros, zeros], 1)


def translations_to_projective_transforms(translations: Any, name: str | None = None) -> Any:
    """The transforms of :func:`translate`."""
    with tf.name_scope(name or "translations_to_projective_transforms"):
        given = tf.convert_to_tensor(translations, dtype=tf.float32)
        if given.shape.rank == 1:
            given = tf.expand_dims(given, 0)
        if given.shape.rank != 2:
            raise InvalidArgumentError(f"translations must be pairs of numbers, got shape {given.shape}")
        one, zero = tf.ones_like(given[:, 0]), tf.zeros_like(given[:, 0])
        return tf.stack([one, zero, -given[:, 0], zero, one, -given[:, 1], zero, zero], 1)


def flat_transforms_to_matrices(transforms: Any) -> Any:
    """Transforms as 3 x 3 matrices."""
    given = tf.reshape(tf.convert_to_tensor(transforms, dtype=tf.float32), [-1, 8])
    return tf.reshape(tf.concat([given, tf.ones_like(given[:, :1])], 1), [-1, 3, 3])


def matrices_to_flat_transforms(transform_matrices: Any) -> Any:
    """3 x 3 matrices as transforms."""
    given = tf.reshape(tf.convert_to_tensor(transform_matrices, dtype=tf.float32), [-1, 9])
    return (given / given[:, 8:])[:, :8]


def compose_transforms(*transforms: Any) -> Any:
    """The transform that does all of them, the first one first on the pixels of the result.

    Raises:
        InvalidArgumentError: no transforms.
    """
    if not transforms:
        raise InvalidArgumentError("compose_transforms must get a transform or more, got none")
    result = flat_transforms_to_matrices(transforms[0])
    for each in transforms[1:]:
        result = tf.matmul(result, flat_transforms_to_matrices(each))
    return matrices_to_flat_transforms(result)


def __getattr__(name: str) -> Any:
    raise missing("contrib.image", name)


__all__ = [
    "angles_to_projective_transforms",
    "compose_transforms",
    "dense_image_warp",
    "flat_transforms_to_matrices",
    "matrices_to_flat_transforms",
    "rotate",
    "transform",
    "translate",
    "translations_to_projective_transforms",
]

mark_all(globals(), __all__)
