"""A step of each of ten TensorFlow 1 scripts, alone and beside a busy process, here and in TensorFlow 2.21.

Each script is a function of the module ``tf``: it builds the graph as scripts do, and gives a function that makes one
step with the next batch. ``in_turn.py`` measures them and has the options.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from in_turn import Step, main


def _numbers(*shape: int) -> np.ndarray:
    return np.random.default_rng(len(shape)).standard_normal(shape).astype(np.float32)


def _one_hot(rows: int, classes: int = 10) -> np.ndarray:
    return np.eye(classes, dtype=np.float32)[np.random.default_rng(0).integers(0, classes, rows)]


def _session(tf: Any) -> Any:
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return session


def _layer(tf: Any, x: Any, outputs: int, activation: Callable[[Any], Any] | None = None) -> Any:
    inputs = int(x.shape[1])
    w = tf.Variable(tf.truncated_normal([inputs, outputs], stddev=0.1))
    b = tf.Variable(tf.zeros([outputs]))
    y = tf.matmul(x, w) + b
    return y if activation is None else activation(y)


def _cross_entropy(tf: Any, labels: Any, logits: Any) -> Any:
    return tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits))


def softmax_regression(tf: Any) -> Step:
    """Digits by one layer, 100 a step, gradient descent."""
    x, y = tf.placeholder(tf.float32, [None, 784]), tf.placeholder(tf.float32, [None, 10])
    w, b = tf.Variable(tf.zeros([784, 10])), tf.Variable(tf.zeros([10]))
    prediction = tf.nn.softmax(tf.matmul(x, w) + b)
    loss = tf.reduce_mean(-tf.reduce_sum(y * tf.log(tf.clip_by_value(prediction, 1e-10, 1.0)), axis=1))
    train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    session, images, labels = _session(tf), np.abs(_numbers(100, 784)), _one_hot(100)
    return lambda: session.run([train, loss], feed_dict={x: images, y: labels})


def mlp(tf: Any) -> Step:
    """Digits by three layers of 256, 256 and 10, 128 a step, Adam; the accuracy is fetched, too."""
    x, y = tf.placeholder(tf.float32, [None, 784]), tf.placeholder(tf.float32, [None, 10])
    logits = _layer(tf, _layer(tf, _layer(tf, x, 256, tf.nn.relu), 256, tf.nn.relu), 10)
    loss = _cross_entropy(tf, y, logits)
    accuracy = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(logits, 1), tf.argmax(y, 1)), tf.float32))
    train = tf.train.AdamOptimizer(0.001).minimize(loss)
    session, images, labels = _session(tf), _numbers(128, 784), _one_hot(128)
    return lambda: session.run([train, loss, accuracy], feed_dict={x: images, y: labels})


def cnn(tf: Any) -> Step:
    """Digits by two convolutions with pools and two layers with dropout, 64 a step, momentum."""
    x, y = tf.placeholder(tf.float32, [None, 784]), tf.placeholder(tf.float32, [None, 10])
    keep = tf.placeholder(tf.float32)
    h, channels = tf.reshape(x, [-1, 28, 28, 1]), 1
    for filters in (32, 64):
        w = tf.Variable(tf.truncated_normal([5, 5, channels, filters], stddev=0.1))
        b = tf.Variable(tf.constant(0.1, shape=[filters]))
        h = tf.nn.relu(tf.nn.bias_add(tf.nn.conv2d(h, w, strides=[1, 1, 1, 1], padding="SAME"), b))
        h = tf.nn.max_pool(h, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME")
        channels = filters
    h = _layer(tf, tf.reshape(h, [-1, 7 * 7 * 64]), 512, tf.nn.relu)
    loss = _cross_entropy(tf, y, _layer(tf, tf.nn.dropout(h, keep_prob=keep), 10))
    train = tf.train.MomentumOptimizer(0.01, 0.9).minimize(loss)
    session, images, labels = _session(tf), _numbers(64, 784), _one_hot(64)
    return lambda: session.run([train, loss], feed_dict={x: images, y: labels, keep: 0.5})


def autoencoder(tf: Any) -> Step:
    """Digits to 128 numbers and back, 256 a step, RMSProp."""
    x = tf.placeholder(tf.float32, [None, 784])
    h = x
    for units in (256, 128, 256, 784):
        h = _layer(tf, h, units, tf.nn.sigmoid)
    loss = tf.reduce_mean(tf.pow(x - h, 2))
    train = tf.train.RMSPropOptimizer(0.01).minimize(loss)
    session, images = _session(tf), np.abs(_numbers(256, 784))
    return lambda: session.run([train, loss], feed_dict={x: images})


def lstm(tf: Any) -> Step:
    """Digits row by row through an LSTM of 128 by ``dynamic_rnn``, 128 a step, Adam."""
    x, y = tf.placeholder(tf.float32, [None, 28, 28]), tf.placeholder(tf.float32, [None, 10])
    outputs, _ = tf.nn.dynamic_rnn(tf.nn.rnn_cell.LSTMCell(128), x, dtype=tf.float32)
    loss = _cross_entropy(tf, y, _layer(tf, outputs[:, -1, :], 10))
    train = tf.train.AdamOptimizer(0.001).minimize(loss)
    session, images, labels = _session(tf), _numbers(128, 28, 28), _one_hot(128)
    return lambda: session.run([train, loss], feed_dict={x: images, y: labels})


def gru(tf: Any) -> Step:
    """Series of 20 numbers through a GRU of 64 by ``static_rnn``, 64 a step, clipped gradients, Adam."""
    x, y = tf.placeholder(tf.float32, [None, 20, 1]), tf.placeholder(tf.float32, [None, 1])
    outputs, _ = tf.nn.static_rnn(tf.nn.rnn_cell.GRUCell(64), tf.unstack(x, 20, 1), dtype=tf.float32)
    loss = tf.reduce_mean(tf.square(_layer(tf, outputs[-1], 1) - y))
    variables = tf.trainable_variables()
    gradients, _ = tf.clip_by_global_norm(tf.gradients(loss, variables), 5.0)
    train = tf.train.AdamOptimizer(0.001).apply_gradients(zip(gradients, variables, strict=True))
    session, series, target = _session(tf), _numbers(64, 20, 1), _numbers(64, 1)
    return lambda: session.run([train, loss], feed_dict={x: series, y: target})


def word2vec(tf: Any) -> Step:
    """Words of a vocabulary of 50,000 as 128 numbers by noise-contrastive estimation, 128 a step."""
    words, size = 50_000, 128
    inputs, labels = tf.placeholder(tf.int32, [128]), tf.placeholder(tf.int32, [128, 1])
    embeddings = tf.Variable(tf.random_uniform([words, size], -1.0, 1.0))
    weights = tf.Variable(tf.truncated_normal([words, size], stddev=0.1))
    biases = tf.Variable(tf.zeros([words]))
    loss = tf.reduce_mean(
        tf.nn.nce_loss(weights=weights, biases=biases, labels=labels, inputs=tf.nn.embedding_lookup(embeddings, inputs),
                       num_sampled=64, num_classes=words)
    )  # fmt: skip
    train = tf.train.GradientDescentOptimizer(1.0).minimize(loss)
    session, found = _session(tf), np.random.default_rng(0).zipf(1.3, (256,)) % words
    return lambda: session.run([train, loss], feed_dict={inputs: found[:128], labels: found[128:, None]})


def factorization(tf: Any) -> Step:
    """Ratings of 6,000 users and 4,000 films by 15 factors and biases, 1,000 a step, Adam."""
    user, item = tf.placeholder(tf.int32, [None]), tf.placeholder(tf.int32, [None])
    rate = tf.placeholder(tf.float32, [None])
    found = []
    for name, rows, index in (("user", 6000, user), ("item", 4000, item)):
        bias = tf.get_variable(f"{name}_bias", shape=[rows])
        factors = tf.get_variable(name, shape=[rows, 15], initializer=tf.truncated_normal_initializer(stddev=0.02))
        found.append((tf.nn.embedding_lookup(bias, index), tf.nn.embedding_lookup(factors, index)))
    (user_bias, of_user), (item_bias, of_item) = found
    bias = tf.get_variable("bias", shape=[])
    infer = tf.reduce_sum(tf.multiply(of_user, of_item), 1) + bias + user_bias + item_bias
    loss = tf.nn.l2_loss(infer - rate) + 0.05 * (tf.nn.l2_loss(of_user) + tf.nn.l2_loss(of_item))
    train = tf.train.AdamOptimizer(0.001).minimize(loss)
    random = np.random.default_rng(0)
    session, users, items = _session(tf), random.integers(0, 6000, 1000), random.integers(0, 4000, 1000)
    rates = random.integers(1, 6, 1000).astype(np.float32)
    return lambda: session.run([train, infer], feed_dict={user: users, item: items, rate: rates})


def dcgan(tf: Any) -> Step:
    """Digits drawn by transposed convolutions and judged by convolutions, 32 a step, one Adam step of each."""

    def filters(*shape: int) -> Any:
        return tf.get_variable("w", shape, initializer=tf.truncated_normal_initializer(stddev=0.02))

    def normalised(h: Any) -> Any:
        mean, variance = tf.nn.moments(h, [0, 1, 2])
        channels = int(h.shape[3])
        offset = tf.get_variable("offset", [channels], initializer=tf.zeros_initializer())
        scale = tf.get_variable("scale", [channels], initializer=tf.ones_initializer())
        return tf.nn.batch_normalization(h, mean, variance, offset, scale, 1e-5)

    def generator(z: Any) -> Any:
        with tf.variable_scope("generator"):
            h = tf.reshape(tf.matmul(z, filters(100, 7 * 7 * 64)), [-1, 7, 7, 64])
            for size, channels in ((14, 32), (28, 1)):
                with tf.variable_scope(f"to_{size}"):
                    h = tf.nn.relu(normalised(h))
                    w = filters(5, 5, channels, int(h.shape[3]))
                    h = tf.nn.conv2d_transpose(h, w, [batch, size, size, channels], strides=[1, 2, 2, 1])
            return tf.nn.tanh(h)

    def judged(h: Any, reuse: bool) -> Any:
        with tf.variable_scope("discriminator", reuse=reuse):
            for channels in (32, 64):
                with tf.variable_scope(f"to_{channels}"):
                    w = filters(5, 5, int(h.shape[3]), channels)
                    h = tf.nn.leaky_relu(tf.nn.conv2d(h, w, strides=[1, 2, 2, 1], padding="SAME"))
            return tf.matmul(tf.reshape(h, [-1, 7 * 7 * 64]), filters(7 * 7 * 64, 1))

    def loss(logits: Any, labels: Any) -> Any:
        return tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(logits=logits, labels=labels))

    batch = 32
    z, real = tf.placeholder(tf.float32, [batch, 100]), tf.placeholder(tf.float32, [batch, 28, 28, 1])
    drawn = generator(z)
    of_real, of_drawn = judged(real, False), judged(drawn, True)
    d_loss = loss(of_real, tf.ones_like(of_real)) + loss(of_drawn, tf.zeros_like(of_drawn))
    g_loss = loss(of_drawn, tf.ones_like(of_drawn))
    trains = [
        tf.train.AdamOptimizer(2e-4, beta1=0.5).minimize(
            each, var_list=tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, scope)
        )
        for each, scope in ((d_loss, "discriminator"), (g_loss, "generator"))
    ]
    session, noise, images = _session(tf), _numbers(batch, 100), _numbers(batch, 28, 28, 1)

    def step() -> None:
        session.run([trains[0], d_loss], feed_dict={z: noise, real: images})
        session.run([trains[1], g_loss], feed_dict={z: noise})

    return step


def policy(tf: Any) -> Step:
    """Ten choices of an action for one state each, and an update from 200 steps of a game, by policy gradients."""
    state, action = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.int32, [None])
    value = tf.placeholder(tf.float32, [None])
    logits = _layer(tf, _layer(tf, state, 32, tf.nn.tanh), 2)
    probabilities = tf.nn.softmax(logits)
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(logits=logits, labels=action)
    train = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean(losses * value))
    session, states, values = _session(tf), _numbers(200, 4), _numbers(200)
    actions = np.random.default_rng(0).integers(0, 2, 200)

    def step() -> None:
        for index in range(10):
            session.run(probabilities, feed_dict={state: states[index : index + 1]})
        session.run(train, feed_dict={state: states, action: actions, value: values})

    return step


SCRIPTS: dict[str, Callable[[Any], Step]] = {
    script.__name__: script
    for script in (softmax_regression, mlp, cnn, autoencoder, lstm, gru, word2vec, factorization, dcgan, policy)
}


if __name__ == "__main__":
    main(SCRIPTS, __doc__, __file__)
