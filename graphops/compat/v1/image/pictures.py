"""What functions of images have in common: ranks, sizes along axes, and conditions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import graphops.compat.v1 as tf
from graphops.graph.graph import Tensor
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


def as_image(function: str, image: Any, *ranks: int, argument: str = "image", unknown: str = "refused") -> Any:
    """The tensor of an image or of several.

    Args:
        ranks: that it may have, default 3 and 4.
        unknown: what becomes of an unknown rank: ``"refused"``, ``"kept"``, or ``"one"``: it is one image.

    Raises:
        InvalidArgumentError: another rank than ``ranks``; no rows, columns or channels.
    """
    given = tf.convert_to_tensor(image)
    rank = given.shape.rank
    if rank is None and unknown == "one":
        return tf.ensure_shape(given, [None, None, None])
    if rank is None and unknown == "kept":
        return given
    if rank not in (ranks or (3, 4)):
        wanted = " or ".join(map(str, ranks or (3, 4)))
        raise InvalidArgumentError(f"{argument} of {function}() must have rank {wanted}, got shape {given.shape}")
    if 0 in given.shape.as_list()[-3:]:
        text = f"{argument} of {function}() must have rows, columns and channels, got shape {given.shape}"
        raise InvalidArgumentError(text)
    return given


def as_batch(image: Tensor) -> Any:
    """Images of rank 4; one image is a batch of one."""
    return image if image.shape.rank == 4 else tf.expand_dims(image, 0)


def like(given: Tensor, batch: Tensor) -> Any:
    """``batch`` with the rank of ``given``."""
    return batch if given.shape.rank == 4 else tf.squeeze(batch, [0])


def sizes(image: Tensor) -> list[Any]:
    """The size along each axis: a number where it is known, otherwise a tensor."""
    known = image.shape.as_list()
    if None not in known:
        return list(known)
    real = tf.unstack(tf.shape(image))
    return [size if size is not None else real[axis] for axis, size in enumerate(known)]


def known(size: Any) -> int | None:
    """``size`` as a number; ``None`` for a tensor."""
    return None if isinstance(size, Tensor) else int(size)


def larger(a: Any, b: Any) -> Any:
    return tf.maximum(a, b) if isinstance(a, Tensor) or isinstance(b, Tensor) else max(a, b)


def smaller(a: Any, b: Any) -> Any:
    return tf.minimum(a, b) if isinstance(a, Tensor) or isinstance(b, Tensor) else min(a, b)


def whole(function: str, name: str, value: Any) -> Any:
    """``value`` as an integer or as a tensor.

    Raises:
        InvalidTypeError: it is neither.
    """
    if isinstance(value, Tensor):
        return value
    if tf.is_tensor(value):  # a variable
        return tf.convert_to_tensor(value)
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise InvalidTypeError(f"{name} of {function}() must be an integer, got {value!r}")
    return int(value)


def checked(image: Tensor, conditions: Iterable[tuple[Any, str]]) -> Any:
    """``image``, once all conditions hold; those of numbers are looked at now.

    Raises:
        InvalidArgumentError: one does not.
    """
    later = []
    for condition, text in conditions:
        if isinstance(condition, Tensor):
            later.append(tf.Assert(condition, [text]))
        elif not condition:
            raise InvalidArgumentError(text)
    if not later:
        return image
    with tf.control_dependencies(later):
        return tf.identity(image)
