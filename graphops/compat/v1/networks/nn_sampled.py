"""``compat.v1.nn``: losses over many classes, some of which are sampled, and the samplers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.build.random_seed import seed_attrs
from graphops.compat.v1.functions.arrays import expand_dims, ones_like, reshape, zeros_like
from graphops.compat.v1.functions.casts import cast
from graphops.compat.v1.functions.joining import concat
from graphops.compat.v1.linalg import matmul
from graphops.compat.v1.networks.nn_layers import embedding_lookup
from graphops.compat.v1.networks.nn_losses import (
    sigmoid_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits_v2,
)
from graphops.graph.graph import Tensor, get_default_graph


def uniform_candidate_sampler(
    true_classes: Any,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """Draw classes that are all equally likely.

    Args:
        true_classes: (batch, num_true), the classes of each example.
        unique: whether no class is drawn twice.

    Returns:
        The candidates, how often each true class is expected among them, and how often each candidate is.
    """
    return _drawn(
        raw_ops.UniformCandidateSampler, true_classes, num_true, num_sampled, unique, seed, name, range_max=range_max
    )


def log_uniform_candidate_sampler(
    true_classes: Any,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """Draw classes that are numbered by how often they occur, the most frequent one first.

    Args and result are those of :func:`uniform_candidate_sampler`.
    """
    return _drawn(
        raw_ops.LogUniformCandidateSampler, true_classes, num_true, num_sampled, unique, seed, name, range_max=range_max
    )


def all_candidate_sampler(
    true_classes: Any,
    num_true: int,
    num_sampled: int,
    unique: bool,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """All classes as candidates, 0 to ``num_sampled - 1``.

    Args and result are those of :func:`uniform_candidate_sampler`.
    """
    return _drawn(raw_ops.AllCandidateSampler, true_classes, num_true, num_sampled, unique, seed, name)


def _drawn(op: Any, classes: Any, true: int, sampled: int, unique: bool, seed: Any, name: Any, **range_: int) -> Any:
    attrs = {"num_true": true, "num_sampled": sampled, "unique": unique, **range_, **seed_attrs(seed)}
    return op(true_classes=as_tensor(classes, "int64"), **attrs, name=name)


def compute_accidental_hits(
    true_classes: Any, sampled_candidates: Any, num_true: int, seed: int | None = None, name: str | None = None
) -> Any:
    """Where a candidate is one of the true classes: rows, places of candidates, and the lowest number for each hit."""
    return raw_ops.ComputeAccidentalHits(
        true_classes=as_tensor(true_classes, "int64"),
        sampled_candidates=as_tensor(sampled_candidates, "int64"),
        num_true=num_true,
        **seed_attrs(seed),
        name=name,
    )


def nce_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Sequence[Any] | None = None,
    remove_accidental_hits: bool = False,
    partition_strategy: str = "mod",
    name: str = "nce_loss",
) -> Tensor:
    """Noise-contrastive estimation: of each example the sigmoid cross entropies of its classes and of samples.

    Args:
        weights: (num_classes, size), or a list of one.
        biases: (num_classes,).
        labels: (batch, num_true), classes of each example.
        inputs: (batch, size).
        sampled_values: what a sampler gave; default the log-uniform one.
        remove_accidental_hits: whether samples that are true classes of an example do not count for it.
        partition_strategy: without effect.
    """
    with get_default_graph().name_scope(name):
        logits, targets = _logits_and_targets(
            weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, remove_accidental_hits
        )
        losses = sigmoid_cross_entropy_with_logits(labels=targets, logits=logits, name="sampled_losses")
        return _row_sums(losses)


def sampled_softmax_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Sequence[Any] | None = None,
    remove_accidental_hits: bool = True,
    partition_strategy: str = "mod",
    name: str = "sampled_softmax_loss",
    seed: int | None = None,
) -> Tensor:
    """The softmax cross entropy of each example among its classes and samples of the others.

    The args are those of :func:`nce_loss`.
    """
    with get_default_graph().name_scope(name):
        logits, targets = _logits_and_targets(
            weights,
            biases,
            labels,
            inputs,
            num_sampled,
            num_classes,
            num_true,
            sampled_values,
            remove_accidental_hits,
            seed,
        )
        loss: Tensor = softmax_cross_entropy_with_logits_v2(labels=raw_ops.StopGradient(input=targets), logits=logits)
        return loss


def _logits_and_targets(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    sampled: int,
    classes: int,
    true: int,
    values: Sequence[Any] | None,
    without_hits: bool,
    seed: int | None = None,
) -> tuple[Tensor, Tensor]:
    """Scores of the true classes, then of the samples, each less the logarithm of its expected count; and targets."""
    true_classes = cast(labels, "int64")
    inputs = as_tensor(inputs)
    if values is None:
        values = log_uniform_candidate_sampler(true_classes, true, sampled, True, classes, seed)
    candidates, true_count, sampled_count = (raw_ops.StopGradient(input=as_tensor(each)) for each in values)
    candidates, flat = cast(candidates, "int64"), reshape(true_classes, [-1])
    together = concat([flat, candidates], 0)  # one lookup: one gradient
    count = raw_ops.Shape(input=flat)[0]
    rows, offsets = embedding_lookup(weights, together), embedding_lookup(biases, together)
    true_rows = reshape(rows[:count], [-1, true, raw_ops.Shape(input=rows)[1]])
    dots = expand_dims(inputs, 1) * true_rows
    shape = raw_ops.Shape(input=true_rows)
    true_logits = reshape(_row_sums(reshape(dots, [-1, shape[2]])), [-1, true]) + reshape(offsets[:count], [-1, true])
    sampled_logits = matmul(inputs, rows[count:], transpose_b=True) + offsets[count:]
    if without_hits:
        hits = compute_accidental_hits(true_classes, candidates, true)
        places = concat([expand_dims(hits.indices, 1), expand_dims(cast(hits.ids, "int32"), 1)], 1)
        sampled_logits += raw_ops.SparseToDense(
            sparse_indices=places,
            output_shape=raw_ops.Shape(input=sampled_logits),
            sparse_values=cast(hits.weights, inputs.dtype),
            default_value=as_tensor(0.0, inputs.dtype),
            validate_indices=False,
        )
    true_logits -= raw_ops.Log(x=cast(true_count, inputs.dtype))
    sampled_logits -= raw_ops.Log(x=cast(sampled_count, inputs.dtype))
    targets = concat([ones_like(true_logits) / true, zeros_like(sampled_logits)], 1)
    return concat([true_logits, sampled_logits], 1), targets


def _row_sums(matrix: Tensor) -> Tensor:
    """A vector; as a product with ones, as in TensorFlow."""
    columns = raw_ops.Shape(input=matrix)[1]
    ones = raw_ops.Fill(dims=raw_ops.Pack(values=[columns, 1]), value=as_tensor(1.0, matrix.dtype))
    return reshape(matmul(matrix, ones), [-1])


__all__ = [
    "all_candidate_sampler",
    "compute_accidental_hits",
    "log_uniform_candidate_sampler",
    "nce_loss",
    "sampled_softmax_loss",
    "uniform_candidate_sampler",
]
