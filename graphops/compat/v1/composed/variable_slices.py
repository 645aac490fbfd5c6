"""Rows and slices of variables: replaced, scaled, compared."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor, operand
from graphops.graph.default_graph import building_graph
from graphops.train.variable_v1 import Variable
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError
from graphops_registry.op_def import lookup_op


def _scatter(op: str, function: str, ref: Any, indices: Any, updates: Any, name: str | None) -> Any:
    """Add a node that changes a variable; the value after it."""
    variable = _variable(ref, function)
    numbers = as_tensor(indices, name="indices")
    new = as_tensor(updates, variable.dtype.base, "updates")
    argument = lookup_op(op).op_def.inputs[0].name
    node = getattr(raw_ops, op)(**{argument: variable.handle}, indices=numbers, updates=new, name=name)
    with building_graph(variable.graph).control_dependencies([node]):
        return variable.read_value()


def _variable(ref: Any, function: str) -> Any:
    if not isinstance(ref, Variable):
        raise InvalidTypeError(f"ref of {function}() must be a variable, got {ref!r}")
    return ref


def scatter_mul(ref: Any, indices: Any, updates: Any, use_locking: bool = False, name: str | None = None) -> Any:
    """Add nodes that multiply rows of a variable; the new value."""
    return _scatter("ResourceScatterMul", "scatter_mul", ref, indices, updates, name)


def scatter_div(ref: Any, indices: Any, updates: Any, use_locking: bool = False, name: str | None = None) -> Any:
    """Add nodes that divide rows of a variable; the new value."""
    return _scatter("ResourceScatterDiv", "scatter_div", ref, indices, updates, name)


def scatter_max(ref: Any, indices: Any, updates: Any, use_locking: bool = False, name: str | None = None) -> Any:
    """Add nodes that raise rows of a variable to ``updates``; the new value."""
    return _scatter("ResourceScatterMax", "scatter_max", ref, indices, updates, name)


def scatter_min(ref: Any, indices: Any, updates: Any, use_locking: bool = False, name: str | None = None) -> Any:
    """Add nodes that lower rows of a variable to ``updates``; the new value."""
    return _scatter("ResourceScatterMin", "scatter_min", ref, indices, updates, name)


def scatter_nd_update(ref: Any, indices: Any, updates: Any, use_locking: bool = True, name: str | None = None) -> Any:
    """Add nodes that replace slices of a variable; the new value."""
    return _scatter("ResourceScatterNdUpdate", "scatter_nd_update", ref, indices, updates, name)


def scatter_nd_add(ref: Any, indices: Any, updates: Any, use_locking: bool = False, name: str | None = None) -> Any:
    """Add nodes that add to slices of a variable; the new value."""
    return _scatter("ResourceScatterNdAdd", "scatter_nd_add", ref, indices, updates, name)


def scatter_nd_sub(ref: Any, indices: Any, updates: Any, use_locking: bool = False, name: str | None = None) -> Any:
    """Add nodes that subtract from slices of a variable; the new value."""
    return _scatter("ResourceScatterNdSub", "scatter_nd_sub", ref, indices, updates, name)


def batch_scatter_update(
    ref: Any, indices: Any, updates: Any, use_locking: bool = True, name: str | None = None
) -> Any:
    """Add nodes that replace rows of each entry of a batch; the new value.

    Args:
        indices: the last axis numbers rows of ``ref``; the axes before are the batch.

    Raises:
        InvalidArgumentError: indices of unknown rank.
    """
    with tf.name_scope(name or "batch_scatter_update"):
        numbers = as_tensor(indices, name="indices")
        rank = numbers.shape.rank
        if not rank:
            raise InvalidArgumentError(f"indices of batch_scatter_update() must have rank 1 or more, got {numbers!r}")
        last = tf.expand_dims(numbers, -1)
        sizes = tf.shape(numbers)
        parts = []
        for axis in range(rank - 1):
            shape: list[Any] = [1] * (rank + 1)
            shape[axis] = sizes[axis]
            places = tf.cast(tf.reshape(tf.range(sizes[axis]), shape), numbers.dtype)
            parts.append(places * tf.ones_like(last))
        return scatter_nd_update(ref, tf.concat([*parts, last], -1), updates, use_locking)


def count_up_to(ref: Any, limit: int, name: str | None = None) -> Any:
    """Add a node that adds 1 to an integer variable, and stops with OutOfRangeError at ``limit``; the value before."""
    variable = _variable(ref, "count_up_to")
    return raw_ops.ResourceCountUpTo(resource=variable.handle, limit=operand(limit), T=variable.dtype.base, name=name)
