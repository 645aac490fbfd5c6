"""``tf.contrib.seq2seq``: cross entropy of sequences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import marking
from graphops_registry.errors import InvalidArgumentError


@marking
def sequence_loss(
    logits: Any,
    targets: Any,
    weights: Any,
    average_across_timesteps: bool = True,
    average_across_batch: bool = True,
    sum_over_timesteps: bool = False,
    sum_over_batch: bool = False,
    softmax_loss_function: Callable[..., Any] | None = None,
    name: str | None = None,
) -> Any:
    """Cross entropy of logits [batch, time, classes] with classes [batch, time], by weights [batch, time].

    Args:
        average_across_timesteps, average_across_batch: of what the mean is, by the sum of the weights.
        sum_over_timesteps, sum_over_batch: of what the sum is, by the number of weights that are not 0.
        softmax_loss_function: of ``labels`` and ``logits``, in place of the cross entropy.

    Raises:
        InvalidArgumentError: ranks other than 3, 2 and 2, or a mean and a sum of the same.
    """
    given, truth, factors = map(tf.convert_to_tensor, (logits, targets, weights))
    if (given.shape.rank, truth.shape.rank, factors.shape.rank) != (3, 2, 2):
        text = "logits, targets and weights of sequence_loss must have ranks 3, 2 and 2"
        raise InvalidArgumentError(f"{text}, got shapes {given.shape}, {truth.shape} and {factors.shape}")
    if (average_across_timesteps and sum_over_timesteps) or (average_across_batch and sum_over_batch):
        raise InvalidArgumentError("sequence_loss must not both average and sum over the same axis")
    with tf.name_scope(name or "sequence_loss"):
        rows = tf.reshape(given, [-1, tf.shape(given)[2]])
        flat = tf.reshape(truth, [-1])
        if softmax_loss_function is None:
            losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=flat, logits=rows)
        else:
            losses = softmax_loss_function(labels=flat, logits=rows)
        losses = losses * tf.reshape(factors, [-1])
        if average_across_timesteps and average_across_batch:
            return tf.div_no_nan(tf.reduce_sum(losses), tf.reduce_sum(factors))
        if sum_over_timesteps and sum_over_batch:
            return tf.div_no_nan(tf.reduce_sum(losses), tf.cast(tf.count_nonzero(factors), losses.dtype))
        losses = tf.reshape(losses, tf.shape(given)[:2])
        for axis, mean, total in (
            (1, average_across_timesteps, sum_over_timesteps),
            (0, average_across_batch, sum_over_batch),
        ):
            if mean or total:
                count = (
                    tf.reduce_sum(factors, [axis]) if mean else tf.cast(tf.count_nonzero(factors, [axis]), losses.dtype)
                )
                losses = tf.div_no_nan(tf.reduce_sum(losses, [axis]), count)
        return losses
