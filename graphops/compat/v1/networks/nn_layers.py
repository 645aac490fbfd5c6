"""``compat.v1.nn``: activations, dropout, normalisation, embeddings."""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor, operand, shape_vector
from graphops.build.random_values import random_uniform
from graphops.compat.v1.functions.arrays import squeeze, transpose
from graphops.compat.v1.functions.casts import cast
from graphops.compat.v1.functions.clipping import clip_by_norm
from graphops.compat.v1.functions.indexing import gather
from graphops.compat.v1.functions.joining import concat
from graphops.compat.v1.functions.reductions import reduce_mean, reduce_sum
from graphops.compat.v1.functions.synonyms import needed, one_of
from graphops.compat.v1.linalg import matmul
from graphops.graph.graph import Tensor, get_default_graph
from graphops.graph.operators import Operators
from graphops_registry.errors import InvalidArgumentError


def _along_last(op: str, function: str, logits: Any, axis: Any, name: str | None) -> Tensor:
    """An op that works along the last axis, along any axis."""
    tensor = as_tensor(logits, name="logits")
    rank = tensor.shape.rank
    at = -1 if axis is None else axis
    result: Tensor
    if at == -1 or (rank is not None and at == rank - 1):
        result = getattr(raw_ops, op)(logits=tensor, name=name)
        return result
    if rank is None or not -rank <= at < rank:
        raise InvalidArgumentError(f"axis of {function}() must be an axis of shape {tensor.shape}, got {axis!r}")
    order = list(range(rank))
    order[at % rank], order[-1] = order[-1], order[at % rank]
    with get_default_graph().name_scope(name or function) as scope:
        swapped = getattr(raw_ops, op)(logits=transpose(tensor, order))
        return transpose(swapped, order, scope)


def softmax(logits: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Tensor:
    """exp(logits) by its sum along ``axis`` (the last)."""
    return _along_last("Softmax", "softmax", logits, one_of("softmax", "axis", axis, "dim", dim), name)


def log_softmax(logits: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Tensor:
    """The logarithm of :func:`softmax`."""
    return _along_last("LogSoftmax", "log_softmax", logits, one_of("log_softmax", "axis", axis, "dim", dim), name)


def swish(features: Any, beta: Any = 1.0) -> Tensor:
    """``features * sigmoid(beta * features)``."""
    tensor = as_tensor(features, name="features")
    result: Tensor = tensor * raw_ops.Sigmoid(x=as_tensor(beta, tensor.dtype.base) * tensor)
    return result


silu = swish


def leaky_relu(features: Any, alpha: Any = 0.2, name: str | None = None) -> Tensor:
    """``features`` above 0, ``alpha * features`` below; ``alpha`` may be a tensor."""
    tensor = as_tensor(features, name="features")
    if tensor.dtype.is_integer:
        tensor = cast(tensor, "float32")
    result: Tensor
    if isinstance(alpha, Operators):
        result = raw_ops.Maximum(x=tensor * alpha, y=tensor, name=name)
    else:
        result = raw_ops.LeakyRelu(features=tensor, alpha=float(alpha), name=name)
    return result


def crelu(features: Any, name: str | None = None, axis: int = -1) -> Tensor:
    """Relu of ``features`` and of their negatives, side by side along ``axis``."""
    tensor = as_tensor(features, name="features")
    with get_default_graph().name_scope(name or "CRelu") as scope:
        both = concat([tensor, raw_ops.Neg(x=tensor)], axis)
        result: Tensor = raw_ops.Relu(features=both, name=scope)
    return result


def relu_layer(x: Any, weights: Any, biases: Any, name: str | None = None) -> Tensor:
    """``relu(x @ weights + biases)``."""
    with get_default_graph().name_scope(name or "relu_layer") as scope:
        result: Tensor = raw_ops.Relu(features=xw_plus_b(x, weights, biases), name=scope)
    return result


def xw_plus_b(x: Any, weights: Any, biases: Any, name: str | None = None) -> Tensor:
    """``x @ weights + biases``."""
    with get_default_graph().name_scope(name or "xw_plus_b") as scope:
        result: Tensor = raw_ops.BiasAdd(value=matmul(x, weights), bias=operand(biases), name=scope)
    return result


def dropout(
    x: Any,
    keep_prob: Any = None,
    noise_shape: Any = None,
    seed: int | None = None,
    name: str | None = None,
    rate: Any = None,
) -> Tensor:
    """``x`` with elements set to 0 at random with probability ``rate`` (1 - ``keep_prob``), the others scaled up.

    Args:
        noise_shape: of the random choice, which is broadcast to the shape of ``x``; ``None`` in it for the same size.

    Raises:
        InvalidArgumentError: a rate outside [0, 1), or integers.
        InvalidTypeError: neither ``rate`` nor ``keep_prob``.
    """
    if keep_prob is not None:
        keep_rate = 1 - keep_prob if isinstance(keep_prob, Real) else as_tensor(1.0, keep_prob.dtype) - keep_prob
        rate = one_of("dropout", "rate", rate, "keep_prob", keep_rate)
    rate = needed("dropout", "rate", rate)
    if isinstance(rate, Real) and not 0 <= float(rate) < 1:
        raise InvalidArgumentError(f"rate of dropout() must be in [0, 1), got {rate!r}")
    tensor = as_tensor(x, name="x")
    dtype = tensor.dtype.base
    if not dtype.is_floating:
        raise InvalidArgumentError(f"x of dropout() must be real, got {dtype.name}")
    if isinstance(rate, Real) and rate == 0:
        return tensor
    with get_default_graph().name_scope(name or "dropout"):
        if isinstance(rate, Real):
            scaled = raw_ops.Mul(x=tensor, y=as_tensor(1 / (1 - float(rate)), dtype))
            limit = as_tensor(float(rate), dtype)
        else:
            limit = cast(rate, dtype)
            scaled = raw_ops.RealDiv(x=tensor, y=as_tensor(1, dtype) - limit)
        drawn = random_uniform(_noise_shape(tensor, noise_shape), dtype=dtype, seed=seed)
        result: Tensor = raw_ops.SelectV2(condition=drawn >= limit, t=scaled, e=as_tensor(0, dtype))
        result.set_shape(tensor.shape)
    return result


def _noise_shape(tensor: Tensor, noise_shape: Any) -> Any:
    if noise_shape is None:
        return raw_ops.Shape(input=tensor)
    if isinstance(noise_shape, (list, tuple)) and None in noise_shape:
        dims = tensor.shape.as_list()
        noise_shape = [own if given is None else given for given, own in zip(noise_shape, dims, strict=True)]
    return shape_vector(noise_shape)


def zero_fraction(value: Any, name: str | None = None) -> Tensor:
    """The fraction of elements that are 0, float32."""
    tensor = as_tensor(value, name="value")
    with get_default_graph().name_scope(name or "zero_fraction"):
        zero = as_tensor(np.zeros((), tensor.dtype.numpy_dtype))
        return reduce_mean(cast(raw_ops.Equal(x=tensor, y=zero), "float32"), name="fraction")


# -- normalisation ----------------------------------------------------------------------------------------------------


def l2_normalize(x: Any, axis: Any = None, epsilon: float = 1e-12, name: str | None = None, dim: Any = None) -> Tensor:
    """``x`` by its L2 norm along ``axis``, which counts as at least the root of ``epsilon``."""
    at = one_of("l2_normalize", "axis", axis, "dim", dim)
    tensor = as_tensor(x, name="x")
    with get_default_graph().name_scope(name or "l2_normalize") as scope:
        squares = reduce_sum(raw_ops.Square(x=tensor), at, keepdims=True)
        inverse = raw_ops.Rsqrt(x=raw_ops.Maximum(x=squares, y=as_tensor(epsilon, tensor.dtype.base)))
        result: Tensor = raw_ops.Mul(x=tensor, y=inverse, name=scope)
    return result


def moments(
    x: Any,
    axes: Any,
    shift: Any = None,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, Tensor]:
    """The mean and the variance of ``x`` along ``axes``; half precision is computed in float32."""
    keep = one_of("moments", "keepdims", keepdims, "keep_dims", keep_dims)
    tensor = as_tensor(x, name="x")
    narrow = tensor.dtype.base
    with get_default_graph().name_scope(name or "moments"):
        wide = cast(tensor, "float32") if narrow.name in ("half", "float16") else tensor
        mean = reduce_mean(wide, axes, keepdims=True, name="mean")
        distance = raw_ops.SquaredDifference(x=wide, y=raw_ops.StopGradient(input=mean))
        variance = reduce_mean(distance, axes, keepdims=True, name="variance")
        if not keep:
            mean, variance = squeeze(mean, axes), squeeze(variance, axes)
        return cast(mean, narrow), cast(variance, narrow)


def weighted_moments(
    x: Any,
    axes: Any,
    frequency_weights: Any,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, Tensor]:
    """The weighted mean and variance of ``x`` along ``axes``; 0 where the weights are."""
    keep = one_of("weighted_moments", "keepdims", keepdims, "keep_dims", keep_dims)
    tensor = as_tensor(x, name="x")
    narrow = tensor.dtype.base
    with get_default_graph().name_scope(name or "weighted_moments"):
        wide = cast(tensor, "float32") if narrow.name in ("half", "float16") else tensor
        weights = cast(frequency_weights, wide.dtype.base)
        total = reduce_sum(weights + raw_ops.ZerosLike(x=wide), axes, keepdims=True)
        mean = raw_ops.DivNoNan(x=reduce_sum(weights * wide, axes, keepdims=True), y=total)
        distance = weights * raw_ops.SquaredDifference(x=wide, y=mean)
        variance = raw_ops.DivNoNan(x=reduce_sum(distance, axes, keepdims=True), y=total)
        if not keep:
            mean, variance = squeeze(mean, axes), squeeze(variance, axes)
        return cast(mean, narrow), cast(variance, narrow)


def batch_normalization(
    x: Any, mean: Any, variance: Any, offset: Any, scale: Any, variance_epsilon: Any, name: str | None = None
) -> Tensor:
    """``(x - mean) / sqrt(variance + variance_epsilon) * scale + offset``; scale and offset may be ``None``."""
    tensor = as_tensor(x, name="x")
    centre = as_tensor(mean)
    spread = as_tensor(variance)
    with get_default_graph().name_scope(name or "batchnorm"):
        inverse = raw_ops.Rsqrt(x=spread + as_tensor(variance_epsilon, spread.dtype.base))
        if scale is not None:
            inverse = inverse * scale
        shift = -(centre * inverse) if offset is None else as_tensor(offset) - centre * inverse
        result: Tensor = tensor * cast(inverse, tensor.dtype.base) + cast(shift, tensor.dtype.base)
    return result


def batch_norm_with_global_normalization(
    t: Any = None,
    m: Any = None,
    v: Any = None,
    beta: Any = None,
    gamma: Any = None,
    variance_epsilon: Any = None,
    scale_after_normalization: bool | None = None,
    name: str | None = None,
    input: Any = None,
    mean: Any = None,
    variance: Any = None,
) -> Tensor:
    """:func:`batch_normalization` by its old arguments."""
    function = "batch_norm_with_global_normalization"
    given = needed(function, "t", one_of(function, "t", t, "input", input))
    centre = needed(function, "m", one_of(function, "m", m, "mean", mean))
    spread = needed(function, "v", one_of(function, "v", v, "variance", variance))
    scale = gamma if scale_after_normalization else None
    return batch_normalization(given, centre, spread, beta, scale, variance_epsilon, name)


def fused_batch_norm(
    x: Any,
    scale: Any,
    offset: Any,
    mean: Any = None,
    variance: Any = None,
    epsilon: float = 0.001,
    data_format: str = "NHWC",
    is_training: bool = True,
    name: str | None = None,
    exponential_avg_factor: float = 1.0,
) -> tuple[Tensor, Tensor, Tensor]:
    """Batch normalisation as one op.

    Returns:
        The result, and the mean and variance of the batch (in training) or those that were given.

    Raises:
        InvalidArgumentError: mean or variance missing where they are needed.
    """
    if (not is_training or exponential_avg_factor != 1.0) and (mean is None or variance is None):
        raise InvalidArgumentError("mean and variance of fused_batch_norm() must be given for this use, got None")
    nothing = np.zeros(0, np.float32)
    normalise: Any = raw_ops.FusedBatchNormV3  # which layout is right, the op says
    parts = normalise(
        x=as_tensor(x),
        scale=operand(scale),
        offset=operand(offset),
        mean=nothing if mean is None else operand(mean),
        variance=nothing if variance is None else operand(variance),
        epsilon=epsilon,
        exponential_avg_factor=exponential_avg_factor,
        data_format=data_format,
        is_training=is_training,
        name=name,
    )
    return parts[0], parts[1], parts[2]


def local_response_normalization(
    input: Any, depth_radius: int = 5, bias: float = 1, alpha: float = 1, beta: float = 0.5, name: str | None = None
) -> Tensor:
    """``input / (bias + alpha * sum of squares of near channels) ** beta``."""
    result: Tensor = raw_ops.LRN(
        input=as_tensor(input), depth_radius=depth_radius, bias=bias, alpha=alpha, beta=beta, name=name
    )
    return result


lrn = local_response_normalization


# -- rows and ranks ---------------------------------------------------------------------------------------------------


def embedding_lookup(
    params: Any,
    ids: Any,
    partition_strategy: str = "mod",
    name: str | None = None,
    validate_indices: bool = True,
    max_norm: Any = None,
) -> Tensor:
    """Rows of ``params`` by number.

    Args:
        params: a matrix (or more axes), or a list of one.
        max_norm: the largest L2 norm of a row; longer ones are scaled.

    Raises:
        InvalidArgumentError: several parts.
    """
    if isinstance(params, (list, tuple)):
        if len(params) != 1:
            raise InvalidArgumentError(f"params of embedding_lookup() must be one tensor, got {len(params)}")
        params = params[0]
    with get_default_graph().name_scope(name or "embedding_lookup"):
        rows = gather(params, ids)
        if max_norm is not None:
            rank = as_tensor(ids).shape.rank or 0
            rows = clip_by_norm(rows, max_norm, list(range(rank, rows.shape.rank or rank + 1)))
        result: Tensor = raw_ops.Identity(input=rows)
    return result


def in_top_k(predictions: Any, targets: Any, k: Any, name: str | None = None) -> Tensor:
    """For each row whether the class ``targets`` is among the ``k`` largest predictions."""
    result: Tensor = raw_ops.InTopKV2(
        predictions=as_tensor(predictions, "float32"), targets=as_tensor(targets), k=operand(k), name=name
    )
    return result


def top_k(input: Any, k: Any = 1, sorted: bool = True, index_type: Any = "int32", name: str | None = None) -> Any:
    """The ``k`` largest elements along the last axis and where they are; ``values`` and ``indices``."""
    return raw_ops.TopKV2(input=as_tensor(input), k=operand(k), sorted=sorted, index_type=index_type, name=name)


__all__ = [
    "batch_norm_with_global_normalization",
    "batch_normalization",
    "crelu",
    "dropout",
    "embedding_lookup",
    "fused_batch_norm",
    "in_top_k",
    "l2_normalize",
    "leaky_relu",
    "local_response_normalization",
    "log_softmax",
    "lrn",
    "moments",
    "relu_layer",
    "silu",
    "softmax",
    "swish",
    "top_k",
    "weighted_moments",
    "xw_plus_b",
    "zero_fraction",
]
