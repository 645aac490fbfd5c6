"""Calls of losses over sampled classes and of cells in both directions, as those of ``calls.py``."""

from typing import Any

import numpy as np

from tests.compat.calls import call, rows
from tests.compat.speech_calls import CALLS

CLASSES = np.array([[1], [5], [0], [19]], np.int64)


@call
def samplers(tf: Any) -> Any:
    return [
        tf.nn.log_uniform_candidate_sampler(CLASSES, 1, 8, True, 20, seed=3),
        tf.nn.uniform_candidate_sampler(CLASSES, 1, 8, False, 20, seed=4),
        tf.nn.all_candidate_sampler(CLASSES, 1, 20, True, seed=5),
        tf.nn.compute_accidental_hits(CLASSES, [5, 7, 1], 1),
    ]


@call
def sampled_losses(tf: Any) -> Any:
    tf.set_random_seed(7)
    weights, biases = tf.constant(rows(20, 3)), tf.constant(rows(20, seed=1))
    inputs = tf.constant(rows(4, 3, seed=2))
    several = np.concatenate([CLASSES, CLASSES[::-1]], 1)
    chosen = tf.nn.uniform_candidate_sampler(several, 2, 12, True, 20, seed=9)
    losses = [
        tf.nn.nce_loss(weights, biases, CLASSES, inputs, 5, 20),
        tf.nn.nce_loss(weights, biases, CLASSES, inputs, 12, 20, remove_accidental_hits=True),
        tf.nn.nce_loss(weights, biases, several, inputs, 12, 20, 2, chosen),
        tf.nn.sampled_softmax_loss(weights, biases, CLASSES, inputs, 12, 20),
        tf.nn.sampled_softmax_loss(weights, biases, CLASSES, inputs, 12, 20, remove_accidental_hits=False, seed=2),
        tf.nn.sampled_softmax_loss(weights, biases, several, inputs, 12, 20, 2, chosen),
    ]
    slopes = []
    for loss in losses:
        for slope in tf.gradients(tf.reduce_sum(loss * [1.0, 2.0, 3.0, 4.0]), [weights, biases, inputs]):
            slopes.append(tf.convert_to_tensor(slope))
    return [losses, slopes]


@call
def labels_of_another_rank(tf: Any) -> Any:
    labels = tf.one_hot([[1, 0, 3]], 4)
    known, unknown = tf.constant(rows(3, 4)), tf.placeholder_with_default(labels, [1, None, 4])
    return [
        tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=known),
        tf.nn.softmax_cross_entropy_with_logits_v2(labels=unknown, logits=known),
        tf.nn.softmax_cross_entropy_with_logits_v2(labels=tf.reshape(unknown, [3, 4]), logits=known[None]),
        tf.nn.softmax_cross_entropy_with_logits_v2(labels=labels[0, :1], logits=known),
    ]


@call
def matrices(tf: Any) -> Any:
    x, y = tf.constant(rows(2, 4, 3)), tf.constant(rows(2, 4, 4, seed=1))
    symmetric = y + tf.matrix_transpose(y)
    values, vectors = tf.self_adjoint_eig(symmetric)
    s, u, v = tf.svd(x)
    q, r = tf.qr(x)
    positive = tf.matmul(y, y, transpose_b=True) + 4.0 * tf.eye(4, batch_shape=[2])
    return [
        values, tf.matmul(vectors * values[:, None, :], vectors, transpose_b=True), tf.self_adjoint_eigvals(symmetric),
        s, tf.matmul(u * s[:, None, :], v, transpose_b=True), tf.svd(x, compute_uv=False), tf.matmul(q, r),
        tf.svd(x, True)[1][0, :, :0], tf.qr(x, full_matrices=True)[0][0, :, :0],
        tf.cholesky_solve(tf.cholesky(positive), x), tf.matrix_diag(rows(2, 3)), tf.matrix_diag(rows(2), k=1),
        tf.matrix_diag_part(y), tf.matrix_diag_part(x, k=(-1, 0), padding_value=9.0),
        tf.matrix_set_diag(y, rows(2, 4)), tf.matrix_set_diag(x, rows(2, 3), k=-1),
        tf.reverse_sequence(x, [2, 3], seq_axis=1), tf.reverse_sequence(x, [1, 0, 4], seq_dim=1, batch_dim=2),
    ]  # fmt: skip


@call
def cells_in_both_directions(tf: Any) -> Any:
    tf.set_random_seed(3)
    cell = tf.nn.rnn_cell
    inputs = tf.unstack(tf.constant(rows(4, 3, 2)))
    lengths = [4, 2, 0]
    with tf.variable_scope("a"):
        plain = tf.nn.static_bidirectional_rnn(cell.BasicRNNCell(3), cell.GRUCell(4), inputs, dtype=tf.float32)
    with tf.variable_scope("b"):
        cells = [cell.BasicLSTMCell(3), cell.BasicLSTMCell(2)]
        cut = tf.nn.static_bidirectional_rnn(*cells, inputs, dtype=tf.float32, sequence_length=lengths)
    names = [variable.name for variable in tf.global_variables()]
    return [plain, cut, tf.constant(names)]


__all__ = ["CALLS"]
