"""Tensors of random values, drawn anew in each run. The same seeds give TensorFlow's bits (those of its CPU)."""

from __future__ import annotations

from typing import Any

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor, shape_vector
from graphops.build.random_seed import seed_attrs
from graphops.graph.graph import Tensor, get_default_graph
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import InvalidArgumentError


def random_uniform(
    shape: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = "float32",
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Values from [minval, maxval), which is [0, 1) by default; integers need a ``maxval``.

    Raises:
        InvalidArgumentError: a dtype that is neither real nor integer; integers without ``maxval``.
    """
    wanted = as_dtype(dtype)
    if not (wanted.is_floating or wanted.is_integer):
        raise InvalidArgumentError(f"dtype of random_uniform() must be real or integer, got {wanted.name}")
    if maxval is None:
        if wanted.is_integer:
            raise InvalidArgumentError(f"maxval of random_uniform() must be given for {wanted.name}, got None")
        maxval = 1
    with get_default_graph().name_scope(name or "random_uniform") as scope:
        sizes = shape_vector(shape)
        low = as_tensor(minval, wanted, "min")
        high = as_tensor(maxval, wanted, "max")
        result: Tensor
        if wanted.is_integer:
            result = raw_ops.RandomUniformInt(shape=sizes, minval=low, maxval=high, name=scope, **seed_attrs(seed))
        else:
            unit = raw_ops.RandomUniform(shape=sizes, dtype=wanted, **seed_attrs(seed))
            result = raw_ops.AddV2(x=unit * (high - low), y=low, name=scope)
    return result


def random_normal(
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = "float32",
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Normally distributed values."""
    return _normal("RandomStandardNormal", "random_normal", shape, mean, stddev, dtype, seed, name)


def truncated_normal(
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = "float32",
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Normally distributed values; those further than two standard deviations from the mean are drawn again."""
    return _normal("TruncatedNormal", "truncated_normal", shape, mean, stddev, dtype, seed, name)


def _normal(
    op: str, own_name: str, shape: Any, mean: Any, stddev: Any, dtype: Any, seed: int | None, name: str | None
) -> Tensor:
    wanted = as_dtype(dtype)
    if not wanted.is_floating:
        raise InvalidArgumentError(f"dtype of {own_name}() must be real, got {wanted.name}")
    with get_default_graph().name_scope(name or own_name) as scope:
        sizes = shape_vector(shape)
        centre = as_tensor(mean, wanted, "mean")
        spread = as_tensor(stddev, wanted, "stddev")
        drawn = getattr(raw_ops, op)(shape=sizes, dtype=wanted, **seed_attrs(seed))
        result: Tensor = raw_ops.AddV2(x=drawn * spread, y=centre, name=scope)
    return result


def random_shuffle(value: Any, seed: int | None = None, name: str | None = None) -> Tensor:
    """``value`` with the slices along its first axis in random order."""
    result: Tensor = raw_ops.RandomShuffle(value=as_tensor(value), name=name, **seed_attrs(seed))
    return result


def multinomial(
    logits: Any, num_samples: Any, seed: int | None = None, name: str | None = None, output_dtype: Any = None
) -> Tensor:
    """Draws of classes: int64 (or ``output_dtype``) of shape (batch, num_samples) for ``logits`` (batch, classes)."""
    result: Tensor = raw_ops.Multinomial(
        logits=as_tensor(logits),
        num_samples=as_tensor(num_samples, "int32"),
        output_dtype="int64" if output_dtype is None else output_dtype,
        name=name,
        **seed_attrs(seed),
    )
    return result
