"""The networks whose training steps are timed on a GPU, by names that TensorFlow 1 and ``compat.v1`` have in common.

Variables are float32; what is computed in another dtype casts them when they are used. Weights and batches are the same
numbers on every side, so the losses of the first step must agree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Any, Final

import numpy as np

from graphops.apps.bench.sides.runner import operand
from graphops.apps.bench.sides.training_graphs import EPSILON, NETWORKS, weight

RESNET50: Final = ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2))
"""Of each stage: inner channels, blocks, stride of the first one. Outer channels are four times the inner ones."""


@dataclass(frozen=True)
class GpuNetwork:
    """A network and its training.

    Attributes:
        input: (batch, height, width, channels).
        classes: how many there are.
        dtypes: in which it is measured, by their names in :mod:`graphops.apps.bench.gpu_cases`.
        loss: the graph from the framework, images, labels and the name of a dtype to the mean cross entropy.
        optimizer: that minimises it.
    """

    input: tuple[int, ...]
    classes: int
    dtypes: tuple[str, ...]
    loss: Callable[[Any, Any, Any, str], Any]
    optimizer: Callable[[Any], Any]

    def batch(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Images, float32, and labels, int32."""
        labels = np.random.default_rng(2).integers(0, self.classes, self.input[0])
        return operand(self.input, "images"), labels.astype(np.int32)


def _digits(tf: Any, x: Any, labels: Any, _dtype: str) -> Any:
    return NETWORKS["digits"].loss(tf, x, labels)


def resnet50(stages: tuple[tuple[int, int, int], ...] = RESNET50) -> Callable[[Any, Any, Any, str], Any]:
    """ResNet-50 with other ``stages`` if wanted; its first pooling has windows of 2 x 2, which need no padding."""

    def loss(tf: Any, x: Any, labels: Any, dtype_name: str) -> Any:
        dtype = tf.as_dtype(dtype_name)
        x = tf.cast(x, dtype)

        def conv_norm(x: Any, channels: int, outputs: int, kernel: int, stride: int, name: str) -> Any:
            shape = (kernel, kernel, channels, outputs)
            w = tf.Variable(weight(shape, prod(shape[:-1]), name), name=name)
            around = kernel // 2
            padding = [[0, 0], [around, around], [around, around], [0, 0]]
            y = tf.nn.conv2d(x, tf.cast(w, dtype), strides=[1, stride, stride, 1], padding=padding)
            scale = tf.Variable(np.ones(outputs, np.float32), name=f"{name}_scale")
            offset = tf.Variable(np.zeros(outputs, np.float32), name=f"{name}_offset")
            return tf.nn.fused_batch_norm(y, scale, offset, epsilon=EPSILON)[0]

        x = tf.nn.relu(conv_norm(x, 3, stages[0][0], 7, 2, "stem"))
        x = tf.nn.max_pool(x, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID")
        channels = stages[0][0]
        for stage, (inner, blocks, first_stride) in enumerate(stages):
            for block in range(blocks):
                name, stride = f"stage{stage}_block{block}", 1 if block else first_stride
                y = tf.nn.relu(conv_norm(x, channels, inner, 1, 1, f"{name}_conv0"))
                y = tf.nn.relu(conv_norm(y, inner, inner, 3, stride, f"{name}_conv1"))
                y = conv_norm(y, inner, 4 * inner, 1, 1, f"{name}_conv2")
                if not block:
                    x = conv_norm(x, channels, 4 * inner, 1, stride, f"{name}_shortcut")
                x = tf.nn.relu(tf.add(x, y))
                channels = 4 * inner
        pooled = tf.reduce_mean(x, [1, 2])
        classes = GPU_NETWORKS["resnet50"].classes
        dense = tf.Variable(weight((channels, classes), channels, "dense"), name="dense")
        bias = tf.Variable(np.zeros(classes, np.float32), name="bias")
        logits = tf.nn.bias_add(tf.cast(tf.matmul(pooled, tf.cast(dense, dtype)), tf.float32), bias)
        return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))

    return loss


GPU_NETWORKS: Final = {
    "digits": GpuNetwork((32, 8, 8, 1), 10, ("float32",), _digits, lambda tf: tf.train.AdamOptimizer(1e-3)),
    "resnet50": GpuNetwork(
        (64, 224, 224, 3), 1000, ("float32", "tf32", "bfloat16"), resnet50(),
        lambda tf: tf.train.MomentumOptimizer(0.01, 0.9),
    ),
}  # fmt: skip
