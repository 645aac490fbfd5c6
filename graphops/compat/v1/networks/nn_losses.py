"""``compat.v1.nn``: cross entropies."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.arrays import reshape, transpose
from graphops.compat.v1.functions.casts import cast
from graphops.compat.v1.functions.synonyms import needed, one_of
from graphops.graph.graph import Tensor, get_default_graph
from graphops_registry.errors import InvalidArgumentError


def _same_shape(function: str, labels: Tensor, logits: Tensor) -> None:
    if not labels.shape.is_compatible_with(logits.shape):
        raise InvalidArgumentError(f"labels of {function}() must have the shape of logits, {logits.shape}, "
                                   f"got {labels.shape}")  # fmt: skip


def softmax_cross_entropy_with_logits_v2(
    labels: Any, logits: Any, axis: Any = None, name: str | None = None, dim: Any = None
) -> Tensor:
    """Cross entropy of ``logits`` with the distributions ``labels`` along ``axis`` (the last); gradients go to both."""
    at = one_of("softmax_cross_entropy_with_logits", "axis", axis, "dim", dim)
    return _softmax_cross_entropy(labels, logits, -1 if at is None else at, name)


def softmax_cross_entropy_with_logits(
    labels: Any = None, logits: Any = None, dim: int = -1, name: str | None = None, axis: Any = None
) -> Tensor:
    """Cross entropy of ``logits`` with the distributions ``labels``; gradients go to the logits only."""
    function = "softmax_cross_entropy_with_logits"
    at = dim if axis is None else axis
    with get_default_graph().name_scope(name or function + "_sg"):
        fixed = raw_ops.StopGradient(input=as_tensor(needed(function, "labels", labels)))
    return _softmax_cross_entropy(fixed, needed(function, "logits", logits), at, name)


def _softmax_cross_entropy(labels: Any, logits: Any, axis: int, name: str | None) -> Tensor:
    function = "softmax_cross_entropy_with_logits"
    scores = as_tensor(logits, name="logits")
    truth = as_tensor(labels, name="labels") if hasattr(labels, "dtype") else as_tensor(labels, scores.dtype.base)
    narrow = scores.dtype.base
    with get_default_graph().name_scope(name or function) as scope:
        if narrow.name in ("half", "float16", "bfloat16"):
            scores = cast(scores, "float32")
        truth = cast(truth, scores.dtype.base)
        rank = scores.shape.rank
        if rank is None or not -rank <= axis < rank:
            raise InvalidArgumentError(f"axis of {function}() must be an axis of shape {scores.shape}, got {axis}")
        if axis % rank != rank - 1:  # classes to the end
            _same_shape(function, truth, scores)
            order = [i for i in range(rank) if i != axis % rank] + [axis % rank]
            scores, truth = transpose(scores, order), transpose(truth, order)
        outer = raw_ops.Shape(input=scores)[:-1]
        classes = raw_ops.Shape(input=scores)[-1]
        if rank != 2:
            scores = reshape(scores, [-1, classes])
        if truth.shape.rank != 2:  # other axes than those of the logits, but as many rows, are fine
            truth = reshape(truth, [-1, raw_ops.Shape(input=truth)[-1]])
        costs = raw_ops.SoftmaxCrossEntropyWithLogits(features=scores, labels=truth, name=scope).loss
        if rank != 2:
            costs = raw_ops.Reshape(tensor=costs, shape=outer)
        return cast(costs, narrow)


def sparse_softmax_cross_entropy_with_logits(labels: Any = None, logits: Any = None, name: str | None = None) -> Tensor:
    """Cross entropy of ``logits`` (..., classes) with the classes ``labels`` (...).

    Raises:
        InvalidArgumentError: labels that do not have one axis less than the logits.
    """
    function = "sparse_softmax_cross_entropy_with_logits"
    truth = as_tensor(needed(function, "labels", labels), name="labels")
    scores = as_tensor(needed(function, "logits", logits), name="logits")
    narrow = scores.dtype.base
    ranks = truth.shape.rank, scores.shape.rank
    if ranks[0] is not None and ranks[1] is not None and ranks[0] != ranks[1] - 1:
        raise InvalidArgumentError(f"labels of {function}() must have one axis less than logits, {scores.shape}, "
                                   f"got {truth.shape}")  # fmt: skip
    with get_default_graph().name_scope(name or "SparseSoftmaxCrossEntropyWithLogits") as scope:
        if narrow.name in ("half", "float16"):
            scores = cast(scores, "float32")
        if ranks[1] == 2:
            costs = raw_ops.SparseSoftmaxCrossEntropyWithLogits(features=scores, labels=truth, name=scope).loss
            return cast(costs, narrow)
        sizes = raw_ops.Shape(input=truth)
        flat = reshape(scores, [-1, raw_ops.Shape(input=scores)[-1]])
        costs = raw_ops.SparseSoftmaxCrossEntropyWithLogits(features=flat, labels=reshape(truth, [-1]), name=scope).loss
        costs = raw_ops.Reshape(tensor=costs, shape=sizes)
        costs.set_shape(truth.shape)
        return cast(costs, narrow)


def sigmoid_cross_entropy_with_logits(labels: Any = None, logits: Any = None, name: str | None = None) -> Tensor:
    """``max(x, 0) - x * z + log(1 + exp(-abs(x)))`` for logits x and labels z: stable for any x."""
    function = "sigmoid_cross_entropy_with_logits"
    scores = as_tensor(needed(function, "logits", logits), name="logits")
    truth = as_tensor(needed(function, "labels", labels), scores.dtype.base, "labels")
    _same_shape(function, truth, scores)
    with get_default_graph().name_scope(name or "logistic_loss") as scope:
        zeros = raw_ops.ZerosLike(x=scores)
        above = scores >= zeros
        positive = raw_ops.Select(condition=above, t=scores, e=zeros)
        negative = raw_ops.Select(condition=above, t=raw_ops.Neg(x=scores), e=scores)  # -abs(x)
        result: Tensor = raw_ops.AddV2(
            x=positive - scores * truth, y=raw_ops.Log1p(x=raw_ops.Exp(x=negative)), name=scope
        )
    return result


def weighted_cross_entropy_with_logits(
    labels: Any = None, logits: Any = None, pos_weight: Any = None, name: str | None = None, targets: Any = None
) -> Tensor:
    """Sigmoid cross entropy whose positive part counts ``pos_weight`` times."""
    function = "weighted_cross_entropy_with_logits"
    scores = as_tensor(needed(function, "logits", logits), name="logits")
    given = needed(function, "labels", one_of(function, "labels", labels, "targets", targets))
    truth = as_tensor(given, scores.dtype.base, "labels")
    _same_shape(function, truth, scores)
    with get_default_graph().name_scope(name or "logistic_loss") as scope:
        one = as_tensor(1, scores.dtype.base)
        weight = one + (as_tensor(needed(function, "pos_weight", pos_weight), scores.dtype.base) - one) * truth
        soft = raw_ops.Log1p(x=raw_ops.Exp(x=raw_ops.Neg(x=raw_ops.Abs(x=scores))))
        tail = soft + raw_ops.Relu(features=raw_ops.Neg(x=scores))
        result: Tensor = raw_ops.AddV2(x=(one - truth) * scores, y=weight * tail, name=scope)
    return result


def log_poisson_loss(targets: Any, log_input: Any, compute_full_loss: bool = False, name: str | None = None) -> Tensor:
    """``exp(log_input) - log_input * targets``; the full one adds Stirling's approximation of log(targets!)."""
    rates = as_tensor(log_input, name="log_input")
    counts = as_tensor(targets, rates.dtype.base, "targets")
    _same_shape("log_poisson_loss", counts, rates)
    with get_default_graph().name_scope(name or "log_poisson_loss"):
        result: Tensor = raw_ops.Exp(x=rates) - rates * counts
        if compute_full_loss:
            kind = rates.dtype.numpy_dtype.type
            spread = kind(0.5) * raw_ops.Log(x=kind(2 * math.pi) * counts)
            stirling = counts * raw_ops.Log(x=counts) - counts + spread
            zeros = raw_ops.ZerosLike(x=counts)
            small = raw_ops.LogicalAnd(x=counts >= zeros, y=counts <= np.ones((), kind))
            result = result + raw_ops.Select(condition=small, t=zeros, e=stirling)
    return result


__all__ = [
    "log_poisson_loss",
    "sigmoid_cross_entropy_with_logits",
    "softmax_cross_entropy_with_logits",
    "softmax_cross_entropy_with_logits_v2",
    "sparse_softmax_cross_entropy_with_logits",
    "weighted_cross_entropy_with_logits",
]
