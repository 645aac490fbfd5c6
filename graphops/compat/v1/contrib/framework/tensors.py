"""``tf.contrib.framework``: checks of tensors, conditions that may be known, old functions."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.layers.core import chosen
from graphops_registry.errors import InvalidArgumentError


def smart_cond(pred: Any, true_fn: Callable[[], Any], false_fn: Callable[[], Any], name: str | None = None) -> Any:
    """``tf.cond`` that calls one of both now if ``pred`` is known."""
    return chosen(pred, true_fn, false_fn)


def smart_constant_value(pred: Any) -> bool | None:
    """The value of a condition if it is known."""
    value = tf.get_static_value(pred) if isinstance(pred, tf.Tensor) else pred
    return None if value is None or isinstance(value, tf.Variable) else bool(value)


def is_tensor(x: Any) -> bool:
    """Whether it is a tensor, a SparseTensor or a variable."""
    return isinstance(x, (tf.Tensor, tf.SparseTensor, tf.Variable))


def with_shape(expected_shape: Any, tensor: Any) -> Any:
    """The tensor, which is checked to have that shape."""
    return tf.ensure_shape(tensor, expected_shape)


def reduce_sum_n(tensors: Any, name: str | None = None) -> Any:
    """The sum of all elements of all tensors.

    Raises:
        InvalidArgumentError: no tensors.
    """
    if not tensors:
        raise InvalidArgumentError("tensors of reduce_sum_n must hold a tensor or more, got none")
    return tf.add_n([tf.reduce_sum(each) for each in tensors], name)


def zero_initializer(ref: Any, use_locking: bool = True, name: str = "zero_initializer") -> Any:
    """A node that makes a variable 0."""
    return tf.assign(ref, tf.zeros(ref.shape, ref.dtype))


def deprecated(date: Any, instructions: str, warn_once: bool = True) -> Callable[[Any], Any]:
    """A decorator of old functions, which says so in the log at the first call."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        said: list[bool] = []

        @wraps(function)
        def old(*args: Any, **kwargs: Any) -> Any:
            if not (said and warn_once):
                said.append(True)
                when = "in a future version" if date is None else f"after {date}"
                tf.logging.warning("%s is deprecated and will be removed %s. %s", function.__name__, when, instructions)
            return function(*args, **kwargs)

        return old

    return decorate


__all__ = [
    "deprecated",
    "is_tensor",
    "reduce_sum_n",
    "smart_cond",
    "smart_constant_value",
    "with_shape",
    "zero_initializer",
]

mark_all(globals(), [name for name in __all__ if name != "deprecated"])
