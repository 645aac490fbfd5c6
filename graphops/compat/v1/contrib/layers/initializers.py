"""``tf.contrib.layers``: initial values of weights."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all
from graphops_registry.errors import InvalidTypeError

Initializer = Callable[..., Any]


def xavier_initializer(uniform: bool = True, seed: int | None = None, dtype: Any = tf.float32) -> Initializer:
    """Values of variance 2 / (inputs + outputs), so that the scale of gradients is the same in all layers.

    Args:
        uniform: whether they are uniform, rather than normal.
    """
    return variance_scaling_initializer(1.0, "FAN_AVG", uniform, seed, dtype)


xavier_initializer_conv2d = xavier_initializer


def variance_scaling_initializer(
    factor: float = 2.0,
    mode: str = "FAN_IN",
    uniform: bool = False,
    seed: int | None = None,
    dtype: Any = tf.float32,
) -> Initializer:
    """Values of variance ``factor`` / n.

    Args:
        mode: what n is: FAN_IN (the inputs), FAN_OUT (the outputs) or FAN_AVG (their mean).
        uniform: whether values are uniform, rather than normal and cut at two standard deviations.

    Raises:
        InvalidTypeError: a dtype that is not real, or another mode.
    """
    own = tf.as_dtype(dtype)
    if not own.is_floating:
        raise InvalidTypeError(f"dtype of variance_scaling_initializer must be real, got {own.name}")
    if mode not in ("FAN_IN", "FAN_OUT", "FAN_AVG"):
        text = f"mode of variance_scaling_initializer must be 'FAN_IN', 'FAN_OUT' or 'FAN_AVG', got {mode!r}"
        raise InvalidTypeError(text)

    def initializer(shape: Any, dtype: Any = own, partition_info: Any = None) -> Any:
        wanted = tf.as_dtype(dtype)
        if not wanted.is_floating:
            raise InvalidTypeError(f"dtype of a variable with random values must be real, got {wanted.name}")
        sizes = [int(size) for size in tf.TensorShape(shape).as_list()]
        fan_in, fan_out = (float(sizes[-2]) if len(sizes) > 1 else float((sizes or [1])[-1])), float((sizes or [1])[-1])
        taps = math.prod(sizes[:-2])
        count = {"FAN_IN": fan_in * taps, "FAN_OUT": fan_out * taps, "FAN_AVG": (fan_in + fan_out) * taps / 2.0}[mode]
        if uniform:
            limit = math.sqrt(3.0 * factor / count)
            return tf.random_uniform(sizes, -limit, limit, wanted, seed=seed)
        # 1.3 is what cutting takes from the variance, as TensorFlow rounds it.
        return tf.truncated_normal(sizes, 0.0, math.sqrt(1.3 * factor / count), wanted, seed=seed)

    return initializer


__all__ = ["variance_scaling_initializer", "xavier_initializer", "xavier_initializer_conv2d"]

mark_all(globals(), __all__)
