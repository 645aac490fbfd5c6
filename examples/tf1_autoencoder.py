"""A TensorFlow 1 tutorial: an autoencoder squeezes pictures of 64 pixels through 8 numbers.

Only one import line differs from the script for TensorFlow: ``import tensorflow.compat.v1 as tf``. The seed is set, so
both draw the same weights and print the same losses.
"""

import _checkout  # noqa: F401
import numpy as np

import graphops.compat.v1 as tf

tf.disable_v2_behavior()

LEARNING_RATE = 0.01
STEPS = 200
BATCH = 100
HIDDEN = [32, 8]


def make_pictures(count):
    """Pictures (count, 64) with values between 0 and 1: each a light spot somewhere on 8 by 8 pixels."""
    draw = np.random.default_rng(4)
    row, column = np.mgrid[0:8, 0:8]
    centre = draw.uniform(1.0, 6.0, (count, 2, 1, 1))
    width = draw.uniform(1.0, 2.0, (count, 1, 1))
    spots = np.exp(-((row - centre[:, 0]) ** 2 + (column - centre[:, 1]) ** 2) / (2 * width**2))
    return spots.reshape(count, 64).astype(np.float32)


def dense(x, units, name):
    """A layer of sigmoid units with variables in a scope of its own."""
    with tf.variable_scope(name):
        inputs = x.get_shape().as_list()[1]
        weights = tf.get_variable("weights", [inputs, units], initializer=tf.random_normal_initializer(stddev=0.3))
        biases = tf.get_variable("biases", [units], initializer=tf.zeros_initializer())
        return tf.nn.sigmoid(tf.add(tf.matmul(x, weights), biases))


def main():
    tf.set_random_seed(5)
    x = tf.placeholder(tf.float32, [None, 64], name="pictures")
    with tf.variable_scope("encoder"):
        code = dense(dense(x, HIDDEN[0], "first"), HIDDEN[1], "second")
    with tf.variable_scope("decoder"):
        restored = dense(dense(code, HIDDEN[0], "first"), 64, "second")

    loss = tf.reduce_mean(tf.pow(x - restored, 2))
    global_step = tf.train.get_or_create_global_step()
    rate = tf.train.exponential_decay(LEARNING_RATE, global_step, 50, 0.9, staircase=True)
    optimizer = tf.train.RMSPropOptimizer(rate)
    gradients, variables = zip(*optimizer.compute_gradients(loss), strict=True)
    clipped, norm = tf.clip_by_global_norm(gradients, 1.0)
    train_step = optimizer.apply_gradients(zip(clipped, variables, strict=True), global_step=global_step)

    pictures = make_pictures(1000)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(STEPS):
            start = step * BATCH % len(pictures)
            _, value, length = sess.run([train_step, loss, norm], feed_dict={x: pictures[start : start + BATCH]})
            if step % 20 == 19:
                print(f"step {step + 1}: loss {value:.5f}, gradient {length:.3f}")
        print("variables:", ", ".join(v.name for v in tf.trainable_variables()))


if __name__ == "__main__":
    main()
