"""Elements in order."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.build import raw_ops
from graphops_registry.errors import InvalidArgumentError


def _descends(direction: str, function: str) -> bool:
    if direction not in ("ASCENDING", "DESCENDING"):
        raise InvalidArgumentError(f"direction of {function} must be 'ASCENDING' or 'DESCENDING', got {direction!r}")
    return direction == "DESCENDING"


def _largest_first(values: Any, axis: int, descends: bool) -> tuple[Any, Any, list[int] | None]:
    """Elements sorted along the last axis, their places, and the order of axes that brings ``axis`` back."""
    given = tf.convert_to_tensor(values)
    rank = given.shape.rank
    if rank is None or not -rank <= axis < rank:
        raise InvalidArgumentError(f"axis of sort must be an axis of shape {given.shape}, got {axis!r}")
    order = None
    if axis % rank != rank - 1:
        order = list(range(rank))
        order[axis], order[-1] = order[-1], order[axis]
        given = tf.transpose(given, order)
    if descends:
        found = tf.nn.top_k(given, tf.shape(given)[-1])
        return found[0], found[1], order
    if not given.dtype.is_integer:
        found = tf.nn.top_k(-given, tf.shape(given)[-1])
        return -found[0], found[1], order
    # The smallest integer has no negative; with all bits inverted they are in the other order.
    found = tf.nn.top_k(raw_ops.Invert(x=given), tf.shape(given)[-1])
    return raw_ops.Invert(x=found[0]), found[1], order


def sort(values: Any, axis: int = -1, direction: str = "ASCENDING", name: str | None = None) -> Any:
    """The elements along an axis in order.

    Raises:
        InvalidArgumentError: an axis that does not exist, or another direction.
    """
    with tf.name_scope(name or "sort"):
        found, _, order = _largest_first(values, axis, _descends(direction, "sort"))
        return found if order is None else tf.transpose(found, order)


def argsort(
    values: Any, axis: int = -1, direction: str = "ASCENDING", stable: bool = False, name: str | None = None
) -> Any:
    """The places of the elements along an axis in order, int32; equal ones stay in order.

    Raises:
        InvalidArgumentError: an axis that does not exist, or another direction.
    """
    with tf.name_scope(name or "argsort"):
        _, found, order = _largest_first(values, axis, _descends(direction, "argsort"))
        return found if order is None else tf.transpose(found, order)
