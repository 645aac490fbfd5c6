"""``tf.nn``: moments in two steps, and means of losses."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.synonyms import one_of
from graphops_registry.errors import InvalidArgumentError


def sufficient_statistics(
    x: Any, axes: Any, shift: Any = None, keep_dims: bool | None = None, name: str | None = None, keepdims: Any = None
) -> tuple[Any, Any, Any, Any]:
    """How many elements there are along ``axes``, their sum, the sum of their squares, and ``shift`` as a tensor.

    Args:
        shift: is subtracted from elements first: a number near their mean makes results more exact.
    """
    keep = bool(one_of("sufficient_statistics", "keepdims", keepdims, "keep_dims", keep_dims))
    with tf.name_scope(name or "sufficient_statistics"):
        given = as_tensor(x, name="x")
        along = sorted(set(axes))
        sizes = given.shape.as_list() if given.shape.rank is not None else None
        if sizes is not None and all(sizes[axis] is not None for axis in along):
            count = 1
            for axis in along:
                count *= sizes[axis]
            counts = tf.constant(count, given.dtype)
        else:
            numbers = tf.constant(along, tf.int32)
            places = tf.where(numbers < 0, numbers + tf.rank(given), numbers)
            counts = tf.reduce_prod(tf.gather(tf.cast(tf.shape(given), given.dtype), places), name="count")
        away, squares = given, tf.square(given)
        if shift is not None:
            shift = as_tensor(shift, given.dtype.base, "shift")
            away, squares = given - shift, tf.squared_difference(given, shift)
        total = tf.reduce_sum(away, along, keepdims=keep, name="mean_ss")
        return counts, total, tf.reduce_sum(squares, along, keepdims=keep, name="var_ss"), shift


def normalize_moments(
    counts: Any, mean_ss: Any, variance_ss: Any, shift: Any, name: str | None = None
) -> tuple[Any, Any]:
    """The mean and the variance of what :func:`sufficient_statistics` gives."""
    with tf.name_scope(name or "normalize"):
        part = tf.reciprocal(counts, name="divisor")
        away = tf.multiply(mean_ss, part)
        mean = away if shift is None else tf.add(away, shift, name="mean")
        return mean, tf.subtract(tf.multiply(variance_ss, part), tf.square(away), name="variance")


def compute_average_loss(per_example_loss: Any, sample_weight: Any = None, global_batch_size: Any = None) -> Any:
    """The sum of weighted losses by ``global_batch_size``, by how many there are by default.

    Raises:
        InvalidArgumentError: a size that is not positive.
    """
    losses = as_tensor(per_example_loss)
    kind = losses.dtype
    if sample_weight is not None:
        losses = losses * tf.cast(sample_weight, kind)
    size = tf.size(losses) if global_batch_size is None else tf.convert_to_tensor(global_batch_size)
    known = tf.get_static_value(size)
    if known is not None and not (size.shape.rank == 0 and size.dtype.is_integer and known >= 0):
        text = "global_batch_size of compute_average_loss() must be a whole number from 0"
        raise InvalidArgumentError(f"{text}, got {global_batch_size!r}")
    return tf.div_no_nan(tf.reduce_sum(losses), tf.cast(size, kind))


def scale_regularization_loss(regularization_loss: Any) -> Any:
    """The sum of a loss: there is one replica."""
    return tf.reduce_sum(regularization_loss)
