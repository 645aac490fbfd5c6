"""``compat.v1``: random numbers that two numbers, the seed, decide alone. On every device they are those of Philox."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor, shape_vector
from graphops.graph.graph import Tensor, get_default_graph
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import InvalidArgumentError

_PHILOX: Final = 1
_ALGORITHMS: Final = ("auto_select", "philox", _PHILOX)


def _counter(seed: Any, alg: Any) -> dict[str, Any]:
    """Where the numbers of a seed begin.

    Raises:
        InvalidArgumentError: an algorithm that is not there.
    """
    if alg not in _ALGORITHMS:
        raise InvalidArgumentError(f"alg must be 'auto_select' or 'philox', got {alg!r}")
    found = raw_ops.StatelessRandomGetKeyCounter(seed=as_tensor(seed))
    return {"key": found.key, "counter": found.counter, "alg": _PHILOX}


def stateless_uniform(
    shape: Any,
    seed: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = "float32",
    name: str | None = None,
    alg: Any = "auto_select",
) -> Tensor:
    """Numbers from ``minval`` on and below ``maxval`` (1 for floats); integers of any bits if both are ``None``.

    Raises:
        InvalidArgumentError: one bound of integers alone.
    """
    kind = as_dtype(dtype)
    with get_default_graph().name_scope(name or "stateless_random_uniform"):
        if not kind.is_integer:
            low = as_tensor(minval, kind)
            high = as_tensor(1 if maxval is None else maxval, kind)
            drawn = raw_ops.StatelessRandomUniformV2(shape=shape_vector(shape), dtype=kind, **_counter(seed, alg))
            result: Tensor = raw_ops.AddV2(x=raw_ops.Mul(x=drawn, y=raw_ops.Sub(x=high, y=low)), y=low)
            return result
        if (minval is None) != (maxval is None):
            raise InvalidArgumentError("minval and maxval of integers must both be given, or both be None")
        if minval is None:
            made: Tensor = raw_ops.StatelessRandomUniformFullIntV2(
                shape=shape_vector(shape), dtype=kind, **_counter(seed, alg)
            )
            return made
        found: Tensor = raw_ops.StatelessRandomUniformIntV2(
            shape=shape_vector(shape),
            minval=as_tensor(minval, kind),
            maxval=as_tensor(maxval, kind),
            **_counter(seed, alg),
        )
        return found


def _scaled(drawn: Any, mean: Any, stddev: Any, kind: Any) -> Tensor:
    result: Tensor = raw_ops.AddV2(x=raw_ops.Mul(x=drawn, y=as_tensor(stddev, kind)), y=as_tensor(mean, kind))
    return result


def stateless_normal(
    shape: Any,
    seed: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = "float32",
    name: str | None = None,
    alg: Any = "auto_select",
) -> Tensor:
    """Numbers of a normal distribution."""
    kind = as_dtype(dtype)
    with get_default_graph().name_scope(name or "stateless_random_normal"):
        drawn = raw_ops.StatelessRandomNormalV2(shape=shape_vector(shape), dtype=kind, **_counter(seed, alg))
        return _scaled(drawn, mean, stddev, kind)


def stateless_truncated_normal(
    shape: Any,
    seed: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = "float32",
    name: str | None = None,
    alg: Any = "auto_select",
) -> Tensor:
    """Numbers of a normal distribution that are within two standard deviations of its mean."""
    kind = as_dtype(dtype)
    with get_default_graph().name_scope(name or "stateless_truncated_normal"):
        drawn = raw_ops.StatelessTruncatedNormalV2(shape=shape_vector(shape), dtype=kind, **_counter(seed, alg))
        return _scaled(drawn, mean, stddev, kind)


def stateless_parameterized_truncated_normal(
    shape: Any,
    seed: Any,
    means: Any = 0.0,
    stddevs: Any = 1.0,
    minvals: Any = -2.0,
    maxvals: Any = 2.0,
    name: str | None = None,
) -> Tensor:
    """Numbers of normal distributions between two bounds, of any ``shape`` that the parameters broadcast to."""
    result: Tensor = raw_ops.StatelessParameterizedTruncatedNormal(
        shape=shape_vector(shape),
        seed=as_tensor(seed),
        means=means,
        stddevs=stddevs,
        minvals=minvals,
        maxvals=maxvals,
        name=name or "stateless_parameterized_truncated_normal",
    )
    return result


def stateless_gamma(
    shape: Any, seed: Any, alpha: Any, beta: Any = None, dtype: Any = "float32", name: str | None = None
) -> Tensor:
    """Numbers of gamma distributions, of any ``shape`` that ``alpha`` and ``beta`` (1) broadcast to."""
    kind = as_dtype(dtype)
    with get_default_graph().name_scope(name or "stateless_random_gamma"):
        a, b = as_tensor(alpha, kind), as_tensor(1 if beta is None else beta, kind)
        both = raw_ops.BroadcastArgs(s0=raw_ops.Shape(input=a), s1=raw_ops.Shape(input=b))
        drawn = raw_ops.StatelessRandomGammaV3(
            shape=shape_vector(shape), alpha=raw_ops.BroadcastTo(input=a, shape=both), **_counter(seed, "auto_select")
        )
        least = as_tensor(np.finfo(kind.numpy_dtype).tiny, kind)
        result: Tensor = raw_ops.Maximum(x=least, y=raw_ops.RealDiv(x=drawn, y=b))
        return result


def stateless_poisson(shape: Any, seed: Any, lam: Any, dtype: Any = "int32", name: str | None = None) -> Tensor:
    """Numbers of Poisson distributions, of any ``shape`` that ``lam`` broadcasts to."""
    result: Tensor = raw_ops.StatelessRandomPoisson(
        shape=shape_vector(shape), seed=as_tensor(seed), lam=as_tensor(lam), dtype=dtype, name=name
    )
    return result


def stateless_binomial(
    shape: Any, seed: Any, counts: Any, probs: Any, output_dtype: Any = "int32", name: str | None = None
) -> Tensor:
    """Numbers of binomial distributions, of any ``shape`` that ``counts`` and ``probs`` broadcast to."""
    chances = as_tensor(probs, preferred="float32")
    result: Tensor = raw_ops.StatelessRandomBinomial(
        shape=shape_vector(shape),
        seed=as_tensor(seed),
        counts=as_tensor(counts, preferred=chances.dtype.base.name),
        probs=chances,
        dtype=output_dtype,
        name=name,
    )
    return result


def stateless_multinomial(
    logits: Any, num_samples: Any, seed: Any, output_dtype: Any = "int64", name: str | None = None
) -> Tensor:
    """Classes, drawn by their logits, `[batch, num_samples]`."""
    result: Tensor = raw_ops.StatelessMultinomial(
        logits=as_tensor(logits),
        num_samples=as_tensor(num_samples, "int32"),
        seed=as_tensor(seed),
        output_dtype=output_dtype,
        name=name,
    )
    return result


def stateless_categorical(
    logits: Any, num_samples: Any, seed: Any, dtype: Any = "int64", name: str | None = None
) -> Tensor:
    """Classes, drawn by their logits, `[batch, num_samples]`."""
    return stateless_multinomial(logits, num_samples, seed, dtype, name)


__all__ = [
    "stateless_binomial",
    "stateless_categorical",
    "stateless_gamma",
    "stateless_multinomial",
    "stateless_normal",
    "stateless_parameterized_truncated_normal",
    "stateless_poisson",
    "stateless_truncated_normal",
    "stateless_uniform",
]
