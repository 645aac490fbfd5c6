"""A TensorFlow 1 tutorial: a small convolutional network learns to tell noisy pictures of ten signs apart.

Only one import line differs from the script for TensorFlow: ``import tensorflow.compat.v1 as tf``. The seed is set, so
both draw the same weights and the same dropout, and print the same losses.
"""

import _checkout  # noqa: F401
import numpy as np

import graphops.compat.v1 as tf

tf.disable_v2_behavior()

STEPS = 100
BATCH = 50
CLASSES = 10


def make_pictures(count, seed):
    """Pictures (count, 64) of 8 by 8 pixels and their classes as one-hot rows (count, 10)."""
    signs = np.random.default_rng(1).random((CLASSES, 64)) > 0.5
    draw = np.random.default_rng(seed)
    labels = draw.integers(0, CLASSES, count)
    pictures = signs[labels] + draw.normal(0.0, 0.7, (count, 64))
    return pictures.astype(np.float32), np.eye(CLASSES, dtype=np.float32)[labels]


def weight_variable(shape):
    return tf.Variable(tf.truncated_normal(shape, stddev=0.1))


def bias_variable(shape):
    return tf.Variable(tf.constant(0.1, shape=shape))


def conv2d(x, w):
    return tf.nn.conv2d(x, w, strides=[1, 1, 1, 1], padding="SAME")


def max_pool_2x2(x):
    return tf.nn.max_pool(x, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME")


def main():
    tf.set_random_seed(1)
    x = tf.placeholder(tf.float32, [None, 64], name="x")
    y = tf.placeholder(tf.float32, [None, CLASSES], name="y")
    keep_prob = tf.placeholder(tf.float32, name="keep_prob")

    image = tf.reshape(x, [-1, 8, 8, 1])
    h_conv1 = tf.nn.relu(conv2d(image, weight_variable([3, 3, 1, 16])) + bias_variable([16]))
    h_pool1 = max_pool_2x2(h_conv1)
    h_conv2 = tf.nn.relu(conv2d(h_pool1, weight_variable([3, 3, 16, 32])) + bias_variable([32]))
    h_pool2 = max_pool_2x2(h_conv2)
    flat = tf.reshape(h_pool2, [-1, 2 * 2 * 32])
    h_fc1 = tf.nn.relu(tf.matmul(flat, weight_variable([2 * 2 * 32, 64])) + bias_variable([64]))
    h_drop = tf.nn.dropout(h_fc1, keep_prob)
    logits = tf.matmul(h_drop, weight_variable([64, CLASSES])) + bias_variable([CLASSES])

    loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=y, logits=logits))
    train_step = tf.train.AdamOptimizer(1e-3).minimize(loss)
    correct = tf.equal(tf.argmax(logits, 1), tf.argmax(y, 1))
    accuracy = tf.reduce_mean(tf.cast(correct, tf.float32))

    pictures, labels = make_pictures(2000, seed=2)
    test_pictures, test_labels = make_pictures(500, seed=3)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(STEPS):
            start = step * BATCH % len(pictures)
            batch = {x: pictures[start : start + BATCH], y: labels[start : start + BATCH], keep_prob: 0.8}
            _, value = sess.run([train_step, loss], feed_dict=batch)
            if step % 10 == 9:
                print(f"step {step + 1}: loss {value:.4f}")
        score = sess.run(accuracy, feed_dict={x: test_pictures, y: test_labels, keep_prob: 1.0})
        print(f"accuracy {score:.2f}")


if __name__ == "__main__":
    main()
