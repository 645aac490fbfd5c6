"""``tf.contrib.crf``: conditional random fields of chains of tags."""

from __future__ import annotations

from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing
from graphops_registry.errors import InvalidArgumentError

Array = np.ndarray[Any, Any]


def _scores(inputs: Any) -> Any:
    given = tf.convert_to_tensor(inputs)
    if given.shape.rank != 3 or given.shape.as_list()[2] is None:
        text = f"inputs of a crf function must be [batch, time, tags] with a known number of tags, got {given.shape}"
        raise InvalidArgumentError(text)
    return given


def _weights(lengths: Any, count: Any, dtype: Any) -> Any:
    return tf.cast(tf.sequence_mask(tf.maximum(tf.cast(lengths, tf.int32), 0), count), dtype)


def crf_unary_score(tag_indices: Any, sequence_lengths: Any, inputs: Any) -> Any:
    """The sum of the scores of the tags [batch, time], for each sequence."""
    given = _scores(inputs)
    tags = tf.one_hot(tag_indices, int(given.shape[2]), dtype=given.dtype)
    return tf.reduce_sum(
        tf.reduce_sum(given * tags, 2) * _weights(sequence_lengths, tf.shape(given)[1], given.dtype), 1
    )


def crf_binary_score(tag_indices: Any, sequence_lengths: Any, transition_params: Any) -> Any:
    """The sum of the scores of the steps from tag to tag, for each sequence."""
    tags, params = tf.convert_to_tensor(tag_indices), tf.convert_to_tensor(transition_params)
    count = int(params.shape[0])
    steps = tf.gather(tf.reshape(params, [-1]), tags[:, :-1] * count + tags[:, 1:])
    weights = _weights(sequence_lengths, tf.shape(tags)[1], params.dtype)
    return tf.reduce_sum(steps * weights[:, 1:], 1)


def crf_sequence_score(inputs: Any, tag_indices: Any, sequence_lengths: Any, transition_params: Any) -> Any:
    """The scores of sequences of tags: those of the tags, and of the steps between them."""
    unary = crf_unary_score(tag_indices, sequence_lengths, inputs)
    return unary + crf_binary_score(tag_indices, sequence_lengths, transition_params)


def crf_log_norm(inputs: Any, sequence_lengths: Any, transition_params: Any) -> Any:
    """The logarithm of the sum over all sequences of tags of exp(score)."""
    given, params = _scores(inputs), tf.expand_dims(tf.convert_to_tensor(transition_params), 0)
    lengths = tf.cast(sequence_lengths, tf.int32)

    def step(alphas: Any, at: tuple[Any, Any]) -> Any:
        scores, time = at
        new = tf.reduce_logsumexp(tf.expand_dims(alphas, 2) + params, 1) + scores
        result = tf.where(time < lengths, new, alphas)
        result.set_shape(alphas.shape)
        return result

    last = _steps(step, given)
    norm = tf.reduce_logsumexp(last, 1)
    return tf.where(lengths > 0, norm, tf.zeros_like(norm))


def _steps(step: Any, given: Any) -> Any:
    """``step(state, (scores, time))`` for each time but the first, which the state begins with."""
    rest = tf.transpose(given[:, 1:], [1, 0, 2])
    count = given.shape.as_list()[1]
    if count == 1:
        return given[:, 0]
    times = tf.range(1, tf.shape(given)[1]) if count is None else tf.constant(np.arange(1, count, dtype=np.int32))
    return tf.foldl(step, (rest, times), given[:, 0])


def crf_log_likelihood(
    inputs: Any, tag_indices: Any, sequence_lengths: Any, transition_params: Any = None
) -> tuple[Any, Any]:
    """The logarithm of the probability of sequences of tags, and the scores of steps.

    Args:
        inputs: scores of tags [batch, time, tags].
        tag_indices: [batch, time].
        transition_params: scores of steps [tags, tags]; default the variable ``transitions``.

    Raises:
        InvalidArgumentError: inputs of another rank, or a number of tags that is not known.
    """
    given = _scores(inputs)
    count = int(given.shape[2])
    if transition_params is None:
        transition_params = tf.get_variable("transitions", [count, count])
    score = crf_sequence_score(given, tag_indices, sequence_lengths, transition_params)
    return score - crf_log_norm(given, sequence_lengths, transition_params), transition_params


def viterbi_decode(score: Any, transition_params: Any) -> tuple[list[int], Any]:
    """The best sequence of tags, and its score; by NumPy, of one sequence of scores [time, tags]."""
    given, params = np.asarray(score), np.asarray(transition_params)
    best = given[0].copy()
    parents = np.zeros(given.shape, np.int32)
    for time in range(1, len(given)):
        totals = best[:, None] + params
        parents[time] = totals.argmax(0)
        best = given[time] + totals.max(0)
    tags = [int(best.argmax())]
    for parent in parents[:0:-1]:
        tags.append(int(parent[tags[-1]]))
    return tags[::-1], best.max()


def crf_decode(potentials: Any, transition_params: Any, sequence_length: Any) -> tuple[Any, Any]:
    """The best sequences of tags [batch, time], 0 beyond their ends, and their scores.

    Raises:
        InvalidArgumentError: potentials of another rank, or a number of tags that is not known.
    """
    given, params = _scores(potentials), tf.expand_dims(tf.convert_to_tensor(transition_params), 0)
    lengths = tf.maximum(tf.cast(sequence_length, tf.int32), 1)
    count = tf.shape(given)[1]
    own = tf.zeros_like(given[:, 0], tf.int32) + tf.range(int(given.shape[2]))  # each tag itself
    known = given.shape.as_list()[1]

    if known == 1:
        first = tf.argmax(given, 2, output_type=tf.int32)
        return first, tf.reduce_max(given[:, 0], 1)

    def forwards(state: tuple[Any, Any], at: tuple[Any, Any]) -> tuple[Any, Any]:
        best, _ = state
        scores, time = at
        totals = tf.expand_dims(best, 2) + params
        runs = tf.expand_dims(time < lengths, 1)
        new = tf.where_v2(runs, tf.reduce_max(totals, 1) + scores, best)
        parents = tf.where_v2(runs, tf.argmax(totals, 1, output_type=tf.int32), own)
        new.set_shape(best.shape)
        parents.set_shape(own.shape)
        return new, parents

    times = tf.range(1, count) if known is None else tf.constant(np.arange(1, known, dtype=np.int32))
    rest = tf.transpose(given[:, 1:], [1, 0, 2])
    bests, parents = tf.scan(forwards, (rest, times), (given[:, 0], own))
    last = tf.argmax(bests[-1], 1, output_type=tf.int32)
    score = tf.reduce_max(bests[-1], 1)

    def backwards(tag: Any, parent: Any) -> Any:
        found = tf.squeeze(tf.batch_gather(parent, tf.expand_dims(tag, 1)), [1])
        found.set_shape(tag.shape)
        return found

    found = tf.scan(backwards, tf.reverse(parents, [0]), last)
    tags = tf.transpose(tf.reverse(tf.concat([tf.expand_dims(last, 0), found], 0), [0]))
    tags = tf.where(tf.sequence_mask(lengths, count), tags, tf.zeros_like(tags))
    tags.set_shape(given.shape[:2])
    return tags, score


def __getattr__(name: str) -> Any:
    raise missing("contrib.crf", name)


__all__ = [
    "crf_binary_score",
    "crf_decode",
    "crf_log_likelihood",
    "crf_log_norm",
    "crf_sequence_score",
    "crf_unary_score",
    "viterbi_decode",
]

mark_all(globals(), [name for name in __all__ if name != "viterbi_decode"])
