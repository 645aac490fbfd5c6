"""The networks whose training steps are timed: built by the names that TensorFlow 1 and ``compat.v1`` have in common.

Weights and batches are the same numbers on every side, so the losses of the first step must agree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod, sqrt
from typing import Any

import numpy as np

from graphops.apps.bench.sides.runner import operand

EPSILON = 1e-3  # of batch normalisation
UNET_CHANNELS = (16, 32, 64)
RESNET_STAGES = (64, 128, 256, 512)
MOBILENET_STEM = 32  # channels
MOBILENET_BLOCKS = ((64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2))  # outputs and stride of each
LSTM_FEATURES, LSTM_CELLS = 32, 64


@dataclass(frozen=True)
class Network:
    """A network and its training.

    Attributes:
        input: (batch, spatial ..., channels).
        labels: their shape.
        classes: how many there are.
        loss: the graph from images and labels to the mean cross entropy.
        optimizer: that minimises it.
    """

    input: tuple[int, ...]
    labels: tuple[int, ...]
    classes: int
    loss: Callable[[Any, Any, Any], Any]
    optimizer: Callable[[Any], Any]

    def batch(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Images, float32, and labels, int32."""
        labels = np.random.default_rng(2).integers(0, self.classes, self.labels)
        return operand(self.input, "images"), labels.astype(np.int32)


def weight(shape: tuple[int, ...], fan_in: int, name: str) -> np.ndarray[Any, Any]:
    """Normal numbers, float32, that keep the size of what passes through a ReLU."""
    return operand(shape, name) * np.float32(sqrt(2.0 / fan_in))


def _weight(tf: Any, shape: tuple[int, ...], name: str) -> Any:
    return tf.Variable(weight(shape, prod(shape[:-1]), name), name=name)


def _bias(tf: Any, size: int, name: str) -> Any:
    return tf.Variable(np.zeros(size, np.float32), name=name)


def _cross_entropy(tf: Any, logits: Any, labels: Any) -> Any:
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))


# -- digits: two convolutions, each with bias, ReLU and pooling, then one matrix ---------------------------------------


def _digits(tf: Any, x: Any, labels: Any) -> Any:
    for number, (channels, outputs) in enumerate([(1, 16), (16, 32)]):
        w = _weight(tf, (3, 3, channels, outputs), f"conv{number}")
        x = tf.nn.conv2d(x, w, strides=[1, 1, 1, 1], padding="SAME")
        x = tf.nn.relu(tf.nn.bias_add(x, _bias(tf, outputs, f"bias{number}")))
        x = tf.nn.max_pool(x, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID")
    flat = tf.reshape(x, [-1, 128])
    logits = tf.nn.bias_add(tf.matmul(flat, _weight(tf, (128, 10), "dense")), _bias(tf, 10, "bias"))
    return _cross_entropy(tf, logits, labels)


# -- mobilenet: depthwise and pointwise convolutions in turn, each with batch normalisation and ReLU6 ------------------


def _mobilenet(tf: Any, x: Any, labels: Any) -> Any:
    def norm(y: Any, size: int, name: str) -> Any:
        scale = tf.Variable(np.ones(size, np.float32), name=f"{name}_scale")
        return tf.nn.relu6(tf.nn.fused_batch_norm(y, scale, _bias(tf, size, f"{name}_offset"), epsilon=EPSILON)[0])

    channels = MOBILENET_STEM
    x = norm(tf.nn.conv2d(x, _weight(tf, (3, 3, 3, channels), "stem"), [1, 1, 1, 1], "SAME"), channels, "stem")
    around = [[0, 0], [1, 1], [1, 1], [0, 0]]
    for number, (outputs, stride) in enumerate(MOBILENET_BLOCKS):
        w = tf.Variable(weight((3, 3, channels, 1), 9, f"depthwise{number}"), name=f"depthwise{number}")
        y = tf.nn.depthwise_conv2d(tf.pad(x, around), w, [1, stride, stride, 1], "VALID")
        x = norm(y, channels, f"depthwise{number}")
        w = _weight(tf, (1, 1, channels, outputs), f"pointwise{number}")
        x = norm(tf.nn.conv2d(x, w, [1, 1, 1, 1], "SAME"), outputs, f"pointwise{number}")
        channels = outputs
    pooled = tf.reduce_mean(x, [1, 2])
    logits = tf.nn.bias_add(tf.matmul(pooled, _weight(tf, (channels, 10), "dense")), _bias(tf, 10, "bias"))
    return _cross_entropy(tf, logits, labels)


# -- lstm: a loop over 50 steps, and one matrix for its last state -----------------------------------------------------


def _lstm(tf: Any, x: Any, labels: Any) -> Any:
    batch, steps, features = (int(size) for size in x.shape.as_list())
    w = _weight(tf, (features + LSTM_CELLS, 4 * LSTM_CELLS), "gates")
    b = _bias(tf, 4 * LSTM_CELLS, "gates_bias")
    given = tf.TensorArray(tf.float32, size=steps).unstack(tf.transpose(x, [1, 0, 2]))

    def step(index: Any, h: Any, c: Any) -> tuple[Any, Any, Any]:
        z = tf.nn.bias_add(tf.matmul(tf.concat([given.read(index), h], 1), w), b)
        enter, keep, new, leave = tf.split(z, 4, 1)
        c = tf.sigmoid(keep) * c + tf.sigmoid(enter) * tf.tanh(new)
        return index + 1, tf.sigmoid(leave) * tf.tanh(c), c

    start = tf.constant(np.zeros((batch, LSTM_CELLS), np.float32))
    h = tf.while_loop(lambda index, *_: index < steps, step, [tf.constant(0), start, start])[1]
    logits = tf.nn.bias_add(tf.matmul(h, _weight(tf, (LSTM_CELLS, 10), "dense")), _bias(tf, 10, "bias"))
    return _cross_entropy(tf, logits, labels)


# -- resnet18: eight residual blocks with batch normalisation, for images of 32 x 32 -----------------------------------


def _resnet18(tf: Any, x: Any, labels: Any) -> Any:
    def conv_norm(x: Any, channels: int, outputs: int, kernel: int, stride: int, name: str) -> Any:
        around = kernel // 2
        padding = [[0, 0], [around, around], [around, around], [0, 0]]
        w = _weight(tf, (kernel, kernel, channels, outputs), name)
        y = tf.nn.conv2d(x, w, strides=[1, stride, stride, 1], padding=padding)
        scale = tf.Variable(np.ones(outputs, np.float32), name=f"{name}_scale")
        return tf.nn.fused_batch_norm(y, scale, _bias(tf, outputs, f"{name}_offset"), epsilon=EPSILON)[0]

    channels = RESNET_STAGES[0]
    x = tf.nn.relu(conv_norm(x, 3, channels, 3, 1, "stem"))
    for stage, outputs in enumerate(RESNET_STAGES):
        for block in range(2):
            name = f"stage{stage}_block{block}"
            stride = 2 if stage and not block else 1
            y = tf.nn.relu(conv_norm(x, channels, outputs, 3, stride, f"{name}_conv0"))
            y = conv_norm(y, outputs, outputs, 3, 1, f"{name}_conv1")
            if channels != outputs:
                x = conv_norm(x, channels, outputs, 1, stride, f"{name}_shortcut")
            x = tf.nn.relu(tf.add(x, y))
            channels = outputs
    pooled = tf.reduce_mean(x, [1, 2])
    logits = tf.nn.bias_add(tf.matmul(pooled, _weight(tf, (channels, 10), "dense")), _bias(tf, 10, "bias"))
    return _cross_entropy(tf, logits, labels)


# -- unet3d: two levels down, two up, with transposed convolutions and skipped connections -----------------------------


def _unet3d(tf: Any, x: Any, labels: Any) -> Any:
    def conv(x: Any, channels: int, outputs: int, name: str, kernel: int = 3) -> Any:
        w = _weight(tf, (kernel, kernel, kernel, channels, outputs), name)
        return tf.nn.bias_add(tf.nn.conv3d(x, w, [1, 1, 1, 1, 1], "SAME"), _bias(tf, outputs, f"{name}_bias"))

    def twice(x: Any, channels: int, outputs: int, name: str) -> Any:
        return tf.nn.relu(conv(tf.nn.relu(conv(x, channels, outputs, f"{name}_0")), outputs, outputs, f"{name}_1"))

    channels, skipped = 1, []
    for level, outputs in enumerate(UNET_CHANNELS):
        if level:
            x = tf.nn.max_pool3d(x, [1, 2, 2, 2, 1], [1, 2, 2, 2, 1], "VALID")
        x = twice(x, channels, outputs, f"down{level}")
        skipped.append(x)
        channels = outputs
    for level in reversed(range(len(UNET_CHANNELS) - 1)):
        outputs = UNET_CHANNELS[level]
        shape = (2, 2, 2, outputs, channels)
        w = tf.Variable(weight(shape, channels, f"up{level}"), name=f"up{level}")
        across = skipped[level]
        wide = [int(size) for size in across.shape.as_list()]
        x = tf.nn.conv3d_transpose(x, w, wide, [1, 2, 2, 2, 1], "SAME")
        x = twice(tf.concat([across, x], 4), 2 * outputs, outputs, f"across{level}")
        channels = outputs
    return _cross_entropy(tf, conv(x, channels, 2, "classes", 1), labels)


NETWORKS = {
    "digits": Network((32, 8, 8, 1), (32,), 10, _digits, lambda tf: tf.train.AdamOptimizer(1e-3)),
    "mobilenet": Network((16, 32, 32, 3), (16,), 10, _mobilenet, lambda tf: tf.train.AdamOptimizer(1e-3)),
    "lstm": Network((16, 50, LSTM_FEATURES), (16,), 10, _lstm, lambda tf: tf.train.AdamOptimizer(1e-3)),
    "resnet18": Network((16, 32, 32, 3), (16,), 10, _resnet18, lambda tf: tf.train.MomentumOptimizer(0.01, 0.9)),
    "unet3d": Network((1, 32, 32, 32, 1), (1, 32, 32, 32), 2, _unet3d, lambda tf: tf.train.AdamOptimizer(1e-3)),
}
