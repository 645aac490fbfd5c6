"""``tf.contrib.crf`` against sums over all sequences of tags."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf
from graphops import errors
from tests.compat.calls import rows

TAGS, LENGTHS = 3, np.array([4, 1, 3])
SCORES = rows(3 * 4, TAGS, seed=1).reshape(3, 4, TAGS)
STEPS = rows(TAGS, TAGS, seed=2)
GIVEN = np.array([[0, 2, 1, 1], [2, 0, 0, 0], [1, 1, 0, 2]])


def score(row: int, tags: Any) -> float:
    steps = sum(STEPS[a, b] for a, b in pairwise(tags))
    return float(sum(SCORES[row, time, tag] for time, tag in enumerate(tags)) + steps)


def every(row: int) -> dict[tuple[int, ...], float]:
    return {tags: score(row, tags) for tags in product(range(TAGS), repeat=int(LENGTHS[row]))}


@pytest.mark.parametrize("known", [True, False])
def test_likelihood_and_best_sequences(known: bool) -> None:
    crf = tf.contrib.crf
    with tf.Graph().as_default(), tf.Session() as session:
        inputs = tf.placeholder(tf.float32, [3, 4, TAGS] if known else [None, None, TAGS])
        likelihood, _ = crf.crf_log_likelihood(inputs, GIVEN, LENGTHS, tf.constant(STEPS))
        tensors = [
            crf.crf_sequence_score(inputs, GIVEN, LENGTHS, STEPS),
            crf.crf_log_norm(inputs, LENGTHS, STEPS),
            likelihood,
            *crf.crf_decode(inputs, STEPS, LENGTHS),
        ]
        found = session.run(tensors, {inputs: SCORES})
    for row in range(3):
        length = LENGTHS[row]
        own, norm = score(row, GIVEN[row, :length]), np.log(np.exp(list(every(row).values())).sum())
        np.testing.assert_allclose([each[row] for each in found[:3]], [own, norm, own - norm], rtol=1e-4)
        best = max(every(row), key=lambda tags: every(row)[tags])
        assert found[3][row].tolist() == [*best, *[0] * (4 - length)]
        np.testing.assert_allclose(found[4][row], every(row)[best], rtol=1e-5)
        tags, value = crf.viterbi_decode(SCORES[row, :length], STEPS)
        assert tuple(tags) == best
        np.testing.assert_allclose(value, every(row)[best], rtol=1e-5)


def test_one_step_and_a_training() -> None:
    crf = tf.contrib.crf
    with tf.Graph().as_default(), tf.Session() as session:
        scores = tf.get_variable("scores", initializer=tf.constant(SCORES))
        likelihood, steps = crf.crf_log_likelihood(scores, GIVEN, LENGTHS)
        assert steps.name == "transitions:0"
        tags, best = crf.crf_decode(scores, steps, LENGTHS)
        train = tf.train.AdamOptimizer(0.2).minimize(-tf.reduce_mean(likelihood))
        first, value = crf.crf_decode(SCORES[:, :1], STEPS, [1, 1, 1])
        session.run(tf.global_variables_initializer())
        for _ in range(60):
            session.run(train)
        found, tops = session.run([tags, best])
        assert tops.shape == (3,)
        for row, length in enumerate(LENGTHS):
            assert found[row, :length].tolist() == GIVEN[row, :length].tolist()
        assert session.run(first)[:, 0].tolist() == SCORES[:, 0].argmax(1).tolist()
        np.testing.assert_allclose(session.run(value), SCORES[:, 0].max(1))
        alone = crf.crf_log_norm(SCORES[:, :1], [1, 1, 0], STEPS)
        np.testing.assert_allclose(
            session.run(alone), [*np.log(np.exp(SCORES[:2, 0]).sum(1)), 0.0], rtol=1e-5
        )  # fmt: skip


def test_refusals() -> None:
    with tf.Graph().as_default(), pytest.raises(errors.InvalidArgumentError, match="inputs of a crf function must be"):
        tf.contrib.crf.crf_log_norm(SCORES[0], LENGTHS, STEPS)
    for name in dir(tf.contrib.crf):
        assert hasattr(tf.contrib.crf, name)
    with pytest.raises(AttributeError, match=r"'graphops.compat.v1.contrib.crf' .*did you mean 'crf_decode'"):
        _ = tf.contrib.crf.crf_decod
