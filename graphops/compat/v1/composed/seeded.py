"""``tf.random``: numbers that a seed alone decides, and new seeds of seeds."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor, shape_vector
from graphops.build.random_seed import seed_attrs
from graphops_registry.errors import InvalidArgumentError

_ALGORITHMS = ("auto_select", "philox")


def _seed(seed: Any, alg: Any, function: str) -> Any:
    if alg not in _ALGORITHMS:
        raise InvalidArgumentError(f"alg of {function}() must be 'auto_select' or 'philox', got {alg!r}")
    return as_tensor(seed, name="seed")


def stateless_uniform(
    shape: Any,
    seed: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = tf.float32,
    name: str | None = None,
    alg: str = "auto_select",
) -> Any:
    """Numbers from ``minval`` up to ``maxval`` (1 for floats), which is not among them.

    Args:
        seed: two integers.
        minval, maxval: ``None`` for all integers of the dtype.

    Raises:
        InvalidArgumentError: integers with only one limit.
    """
    kind = tf.as_dtype(dtype)
    key = _seed(seed, alg, "stateless_uniform")
    sizes = shape_vector(shape)
    if kind.is_integer and (minval is None) != (maxval is None):
        raise InvalidArgumentError(f"minval and maxval of stateless_uniform() must both be given for {kind.name}")
    with tf.name_scope(name or "stateless_random_uniform") as scope:
        if kind.is_integer and minval is None:
            return raw_ops.StatelessRandomUniformFullInt(shape=sizes, seed=key, dtype=kind, name=scope)
        low = tf.convert_to_tensor(minval, dtype=kind, name="min")
        high = tf.convert_to_tensor(1 if maxval is None else maxval, dtype=kind, name="max")
        if kind.is_integer:
            return raw_ops.StatelessRandomUniformInt(shape=sizes, seed=key, minval=low, maxval=high, name=scope)
        drawn = raw_ops.StatelessRandomUniform(shape=sizes, seed=key, dtype=kind)
        return tf.add(drawn * (high - low), low, name=scope)


def _scaled(op: Any, function: str, shape: Any, seed: Any, mean: Any, stddev: Any, dtype: Any, alg: Any,
            name: str | None) -> Any:  # fmt: skip
    with tf.name_scope(name or function) as scope:
        center = tf.convert_to_tensor(mean, dtype=dtype, name="mean")
        width = tf.convert_to_tensor(stddev, dtype=dtype, name="stddev")
        drawn = op(shape=shape_vector(shape), seed=_seed(seed, alg, function), dtype=tf.as_dtype(dtype))
        return tf.add(drawn * width, center, name=scope)


def stateless_normal(
    shape: Any,
    seed: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = tf.float32,
    name: str | None = None,
    alg: str = "auto_select",
) -> Any:
    """Normally distributed numbers; ``seed`` is two integers."""
    op = raw_ops.StatelessRandomNormal
    return _scaled(op, "stateless_random_normal", shape, seed, mean, stddev, dtype, alg, name)


def stateless_truncated_normal(
    shape: Any,
    seed: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = tf.float32,
    name: str | None = None,
    alg: str = "auto_select",
) -> Any:
    """Normally distributed numbers no further from the mean than twice ``stddev``; ``seed`` is two integers."""
    op = raw_ops.StatelessTruncatedNormal
    return _scaled(op, "stateless_truncated_normal", shape, seed, mean, stddev, dtype, alg, name)


def stateless_multinomial(
    logits: Any, num_samples: Any, seed: Any, output_dtype: Any = tf.int64, name: str | None = None
) -> Any:
    """Draws of classes, (batch, num_samples), for ``logits`` (batch, classes); ``seed`` is two integers."""
    with tf.name_scope(name or "stateless_multinomial"):
        return raw_ops.StatelessMultinomial(
            logits=as_tensor(logits),
            num_samples=as_tensor(num_samples, "int32"),
            seed=as_tensor(seed),
            output_dtype=output_dtype or tf.int64,
        )


def stateless_categorical(
    logits: Any, num_samples: Any, seed: Any, dtype: Any = tf.int64, name: str | None = None
) -> Any:
    """The same as :func:`stateless_multinomial`."""
    return stateless_multinomial(logits, num_samples, seed, dtype, name or "stateless_categorical")


def categorical(logits: Any, num_samples: Any, dtype: Any = None, seed: Any = None, name: str | None = None) -> Any:
    """Draws of classes, (batch, num_samples), for ``logits`` (batch, classes)."""
    with tf.name_scope(name or "categorical"):
        return raw_ops.Multinomial(
            logits=as_tensor(logits),
            num_samples=as_tensor(num_samples, "int32"),
            output_dtype=dtype or tf.int64,
            **seed_attrs(seed),
        )


def split(seed: Any, num: int = 2, alg: str = "auto_select") -> Any:
    """``num`` new seeds of a seed, (num, 2)."""
    given = as_tensor(seed, name="seed")
    return stateless_uniform([num, 2], given, None, None, given.dtype, alg=alg)


def fold_in(seed: Any, data: Any, alg: str = "auto_select") -> Any:
    """A new seed of a seed and an integer."""
    given = tf.convert_to_tensor(data)
    return tf.stack([stateless_uniform([], seed, None, None, given.dtype, alg=alg), given])
