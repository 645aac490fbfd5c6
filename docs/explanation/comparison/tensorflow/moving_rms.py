"""TutorialMovingRms for TensorFlow: C++ on the CPU, CUDA on a GPU; build.sh compiles them."""

from pathlib import Path

import numpy as np
import tensorflow as tf

moving_rms = tf.load_op_library(str(Path(__file__).parent / "build" / "moving_rms.so")).tutorial_moving_rms


@tf.RegisterGradient("TutorialMovingRms")
def gradient(op, dy):
    x, y, size = op.inputs[0], op.outputs[0], op.get_attr("size")
    scaled = (dy / (size * y))[:, tf.newaxis, :, tf.newaxis]
    ones = tf.ones([1, size, 1, 1], x.dtype)
    shape = tf.shape(x[:, tf.newaxis, :, tf.newaxis])
    return x * tf.nn.conv2d_transpose(scaled, ones, shape, strides=1, padding="VALID")[:, 0, :, 0]


def by_windows(x, size, epsilon=1e-6):
    windows = np.lib.stride_tricks.sliding_window_view(x.astype(np.float64), size, axis=1)
    return np.sqrt(np.mean(windows**2, axis=-1) + epsilon)


def is_right(function, x):
    by_formula, by_differences = tf.test.compute_gradient(function, [x])
    np.testing.assert_allclose(by_formula[0], by_differences[0], rtol=1e-4, atol=1e-4)


def slope(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = moving_rms(x, 4)
    return tape.gradient(y, x)


if __name__ == "__main__":
    for device in ["CPU", "GPU"] if tf.config.list_physical_devices("GPU") else ["CPU"]:
        with tf.device(device):
            for dtype, tolerance in [("float32", 1e-5), ("float64", 1e-12)]:
                for size in [1, 4, 9]:
                    x = np.random.default_rng(0).standard_normal((2, 9)).astype(dtype)
                    np.testing.assert_allclose(moving_rms(x, size), by_windows(x, size), rtol=tolerance)
            is_right(lambda x: moving_rms(x, 4), tf.constant(x))
            is_right(slope, tf.constant(x))
    print("checked")
