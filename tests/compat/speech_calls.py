"""Calls for speech, and random numbers, run under TensorFlow and under graphops as those of ``calls.py``."""

from typing import Any

import numpy as np

from tests.compat.calls import call, rows
from tests.compat.signal_calls import CALLS


def parts(sparse: Any) -> list[Any]:
    return [sparse.indices, sparse.values, sparse.dense_shape]


@call
def ctc(tf: Any) -> Any:
    x = tf.constant(rows(6, 2, 4))
    dense = np.array([[1, 1, 2], [3, 0, 0]], np.int32)
    sparse = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([0, 2, 1]), [2, 2])
    behind = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([3, 1, 0]), [2, 2])
    losses = [
        tf.nn.ctc_loss(sparse, x, [6, 4]), tf.nn.ctc_loss(labels=sparse, logits=rows(2, 6, 4), time_major=False,
                                                          sequence_length=[6, 4]),
        tf.nn.ctc_loss(sparse, x, [6, 4], True, False), tf.nn.ctc_loss_v2(dense, x, [3, 1], [6, 4]),
        tf.nn.ctc_loss_v2(dense, rows(2, 6, 4), [3, 1], [6, 4], logits_time_major=False),
        tf.nn.ctc_loss_v2(sparse, x, None, [6, 4], blank_index=-1),
        tf.nn.ctc_loss_v2(behind, x, None, [6, 4], blank_index=2),
    ]  # fmt: skip
    greedy, score = tf.nn.ctc_greedy_decoder(x, [6, 4])
    again, _ = tf.nn.ctc_greedy_decoder(x, [6, 4], merge_repeated=False)
    beams, scores = tf.nn.ctc_beam_search_decoder(x, [6, 4], beam_width=10, top_paths=2)
    more, _ = tf.nn.ctc_beam_search_decoder_v2(x, [6, 4], 10, 2)
    decoded = [parts(each) for each in (*greedy, *again, *beams, *more)]
    return [losses, tf.gradients(losses[0], x), tf.gradients(losses[3], x), score, scores, decoded]


@call
def random_draws(tf: Any) -> Any:
    tf.set_random_seed(5)
    alpha = tf.constant([[0.5, 2.0, 1.0]])
    numbers = tf.random_gamma([4], alpha, [[1.0], [3.0]])
    return [
        numbers, tf.random.gamma([2, 2], 3.0, seed=4, dtype=tf.float64), tf.random_poisson([0.5, 30.0], [3]),
        tf.random.poisson(4.0, [2], tf.int32, seed=1),
    ]  # fmt: skip


@call
def quantized(tf: Any) -> Any:
    x = rows(3, 4)
    first = tf.quantize(x, -1.0, 1.5, tf.quint8, "SCALED", "HALF_TO_EVEN", narrow_range=True)
    second = tf.quantize_v2(x, [-1.0, -2.0, 0.0, -0.5], [1.0, 1.0, 1.0, 1.0], tf.qint8, axis=1)
    numbers = [tf.dequantize(first[0], -1.0, 1.5, "MIN_FIRST"), tf.dequantize(second[0], second[1], second[2], axis=1)]
    return [[tf.cast(first[0], tf.int32), *first[1:]], [tf.cast(second[0], tf.int32), *second[1:]], numbers]


__all__ = ["CALLS"]
