"""Tensors of random values, drawn anew in each run. The same seeds give TensorFlow's bits (those of its CPU)."""

from __future__ import annotations

from typing import Any

import numpy as np

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


def random_gamma(
    shape: Any, alpha: Any, beta: Any = None, dtype: Any = "float32", seed: int | None = None, name: str | None = None
) -> Tensor:
    """Values of gamma distributions: ``shape`` of them for each element of ``alpha`` and ``beta``, which broadcast.

    Gradients go to ``alpha`` and ``beta``, as the quantiles move with them.

    Args:
        alpha: the shape parameter.
        beta: the inverse scale, by default 1.
    """
    wanted = as_dtype(dtype)
    with get_default_graph().name_scope(name or "random_gamma"):
        rates = as_tensor(1 if beta is None else beta, wanted, "beta")
        shapes = as_tensor(alpha, wanted, "alpha")
        if rates.shape.rank != 0:
            sizes = raw_ops.BroadcastArgs(s0=raw_ops.Shape(input=shapes), s1=raw_ops.Shape(input=rates))
            shapes = raw_ops.BroadcastTo(input=shapes, shape=sizes)
        drawn = raw_ops.RandomGamma(shape=shape_vector(shape), alpha=shapes, **seed_attrs(seed))
        least = np.finfo(wanted.numpy_dtype).tiny.astype(wanted.numpy_dtype)
        result: Tensor = raw_ops.Maximum(x=least, y=drawn / rates)
    return result


def random_poisson(
    lam: Any, shape: Any, dtype: Any = "float32", seed: int | None = None, name: str | None = None
) -> Tensor:
    """Values of Poisson distributions: ``shape`` of them for each element of ``lam``, the mean."""
    with get_default_graph().name_scope(name or "random_poisson"):
        result: Tensor = raw_ops.RandomPoissonV2(
            shape=shape_vector(shape), rate=as_tensor(lam, name="lam"), dtype=as_dtype(dtype), **seed_attrs(seed)
        )
    return result
