"""``tf.contrib.legacy_seq2seq``: losses of lists of outputs, and models for several lengths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all
from graphops_registry.errors import InvalidArgumentError


def sequence_loss_by_example(
    logits: Sequence[Any],
    targets: Sequence[Any],
    weights: Sequence[Any],
    average_across_timesteps: bool = True,
    softmax_loss_function: Callable[..., Any] | None = None,
    name: str | None = None,
) -> Any:
    """The weighted sum, or mean, over the steps of the cross entropies, for each example.

    Args:
        logits, targets, weights: for each step [batch, classes], classes [batch], and [batch].
        softmax_loss_function: of ``labels`` and ``logits``, in place of the cross entropy.

    Raises:
        InvalidArgumentError: lists of different lengths.
    """
    if not len(logits) == len(targets) == len(weights) or not logits:
        text = "logits, targets and weights of a sequence loss must be lists of one length"
        raise InvalidArgumentError(f"{text}, got {len(logits)}, {len(targets)} and {len(weights)}")
    with tf.name_scope(name or "sequence_loss_by_example"):
        losses = []
        for given, target, weight in zip(logits, targets, weights, strict=True):
            if softmax_loss_function is None:
                flat = tf.reshape(target, [-1])
                found = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=flat, logits=given)
            else:
                found = softmax_loss_function(labels=target, logits=given)
            losses.append(found * weight)
        total = tf.add_n(losses)
        if average_across_timesteps:
            total = total / (tf.add_n([tf.convert_to_tensor(each) for each in weights]) + 1e-12)
        return total


def sequence_loss(
    logits: Sequence[Any],
    targets: Sequence[Any],
    weights: Sequence[Any],
    average_across_timesteps: bool = True,
    average_across_batch: bool = True,
    softmax_loss_function: Callable[..., Any] | None = None,
    name: str | None = None,
) -> Any:
    """The sum, or the mean, of :func:`sequence_loss_by_example`."""
    with tf.name_scope(name or "sequence_loss"):
        found = sequence_loss_by_example(logits, targets, weights, average_across_timesteps, softmax_loss_function)
        cost = tf.reduce_sum(found)
        return cost / tf.cast(tf.shape(targets[0])[0], cost.dtype) if average_across_batch else cost


def model_with_buckets(
    encoder_inputs: Sequence[Any],
    decoder_inputs: Sequence[Any],
    targets: Sequence[Any],
    weights: Sequence[Any],
    buckets: Sequence[tuple[int, int]],
    seq2seq: Callable[[Any, Any], tuple[list[Any], Any]],
    softmax_loss_function: Callable[..., Any] | None = None,
    per_example_loss: bool = False,
    name: str | None = None,
) -> tuple[list[list[Any]], list[Any]]:
    """A model for each pair of lengths, with the same variables.

    Args:
        buckets: pairs of lengths, of the encoder and of the decoder.
        seq2seq: of the first inputs of both: the outputs and the state.
        per_example_loss: whether there is a loss for each example.

    Returns:
        For each bucket the outputs, and the losses.

    Raises:
        InvalidArgumentError: lists that are shorter than the last bucket.
    """
    longest = buckets[-1]
    for what, given, least in (
        ("encoder_inputs", encoder_inputs, longest[0]),
        ("targets", targets, longest[1]),
        ("weights", weights, longest[1]),
    ):
        if len(given) < least:
            raise InvalidArgumentError(f"{what} must be as many as the last bucket has, {least}, got {len(given)}")
    losses, outputs = [], []
    with tf.name_scope(name or "model_with_buckets"):
        for number, (first, second) in enumerate(buckets):
            with tf.variable_scope(tf.get_variable_scope(), reuse=True if number else None):
                found, _ = seq2seq(encoder_inputs[:first], decoder_inputs[:second])
                outputs.append(found)
                loss = sequence_loss_by_example if per_example_loss else sequence_loss
                losses.append(
                    loss(found, targets[:second], weights[:second], softmax_loss_function=softmax_loss_function)
                )
    return outputs, losses


__all__ = ["model_with_buckets", "sequence_loss", "sequence_loss_by_example"]

mark_all(globals(), __all__)
