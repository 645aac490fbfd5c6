"""A TensorFlow 1 tutorial: an LSTM reads pictures row by row and tells which of five curves they show.

Only one import line differs from the script for TensorFlow: ``import tensorflow.compat.v1 as tf``. The seed is set, so
both draw the same weights and print the same losses. The cell is written out, because TensorFlow 2.21 has no
``tf.nn.rnn_cell`` any more; graphops has: ``tf.nn.rnn_cell.BasicLSTMCell(32)`` could stand in its place.
"""

import _checkout  # noqa: F401
import numpy as np

import graphops.compat.v1 as tf

tf.disable_v2_behavior()

STEPS = 120
BATCH = 64
LENGTH = 12
SIZE = 8
UNITS = 32
CLASSES = 5


def make_sequences(count, seed):
    """Sequences (count, 12, 8) of noisy waves, their lengths (count), and which of five speeds they have (count)."""
    draw = np.random.default_rng(seed)
    labels = draw.integers(0, CLASSES, count)
    time = np.arange(LENGTH)[None, :, None]
    phase = draw.uniform(0, 2 * np.pi, (count, 1, 1)) + np.arange(SIZE) * 0.4
    waves = np.sin(time * (0.3 + 0.35 * labels[:, None, None]) + phase)
    lengths = draw.integers(LENGTH // 2, LENGTH + 1, count)
    return (waves + draw.normal(0, 0.2, waves.shape)).astype(np.float32), lengths.astype(np.int32), labels


class Cell:
    """An LSTM cell: the state is a pair (c, h)."""

    state_size = (UNITS, UNITS)
    output_size = UNITS

    def __call__(self, inputs, state, scope=None):
        c, h = state
        kernel = tf.get_variable("kernel", [SIZE + UNITS, 4 * UNITS])
        bias = tf.get_variable("bias", [4 * UNITS], initializer=tf.zeros_initializer())
        gates = tf.matmul(tf.concat([inputs, h], 1), kernel) + bias
        i, j, f, o = tf.split(gates, 4, axis=1)
        new_c = c * tf.sigmoid(f + 1.0) + tf.sigmoid(i) * tf.tanh(j)
        new_h = tf.tanh(new_c) * tf.sigmoid(o)
        return new_h, (new_c, new_h)

    def zero_state(self, batch_size, dtype):
        return tf.zeros([batch_size, UNITS], dtype), tf.zeros([batch_size, UNITS], dtype)


def main():
    tf.set_random_seed(6)
    x = tf.placeholder(tf.float32, [None, LENGTH, SIZE])
    lengths = tf.placeholder(tf.int32, [None])
    labels = tf.placeholder(tf.int64, [None])

    with tf.variable_scope("forwards", reuse=tf.AUTO_REUSE):
        _, (_, last) = tf.nn.dynamic_rnn(Cell(), x, sequence_length=lengths, dtype=tf.float32)
    with tf.variable_scope("backwards", reuse=tf.AUTO_REUSE):
        outputs, _ = tf.nn.static_rnn(Cell(), tf.unstack(tf.reverse(x, [1]), axis=1), dtype=tf.float32)
    both = tf.concat([last, outputs[-1]], 1)
    weights = tf.get_variable("weights", [2 * UNITS, CLASSES])
    biases = tf.get_variable("biases", [CLASSES], initializer=tf.zeros_initializer())
    logits = tf.nn.xw_plus_b(both, weights, biases)

    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
    train_step = tf.train.AdamOptimizer(0.01).minimize(loss)
    accuracy = tf.reduce_mean(tf.to_float(tf.equal(tf.argmax(logits, 1), labels)))

    sequences, sizes, classes = make_sequences(1280, seed=7)
    test_sequences, test_sizes, test_classes = make_sequences(500, seed=8)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(STEPS):
            part = slice(step * BATCH % len(sequences), step * BATCH % len(sequences) + BATCH)
            batch = {x: sequences[part], lengths: sizes[part], labels: classes[part]}
            _, value = sess.run([train_step, loss], feed_dict=batch)
            if step % 10 == 9:
                print(f"step {step + 1}: loss {value:.4f}")
        score = sess.run(accuracy, feed_dict={x: test_sequences, lengths: test_sizes, labels: test_classes})
        print(f"accuracy {score:.2f}")


if __name__ == "__main__":
    main()
