"""The networks of make_training.py: small, each with the ops of its kind. Imported only where TensorFlow is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

v1 = tf.compat.v1
Tensor = Any


class Parameters:
    """Makes variables in the outermost graph, and collects what batch norm has to update.

    Args:
        use_resource: resource variables, or TensorFlow 1's reference variables.
    """

    def __init__(self, use_resource: bool) -> None:
        self.use_resource = use_resource
        self.made: dict[str, Any] = {}
        self.updates: list[Any] = []

    def __call__(self, name: str, shape: list[int], stddev: float | None = None, fill: float = 0.0) -> Any:
        """A variable by name; normal values of ``stddev`` from a fixed seed, else all ``fill``."""
        if name not in self.made:
            seed = len(self.made) + 1

            def initial() -> Tensor:
                if stddev is None:
                    return tf.fill(shape, fill)
                return v1.truncated_normal(shape, stddev=stddev, seed=seed)

            with tf.init_scope():
                trainable = "moving" not in name
                self.made[name] = v1.Variable(
                    initial, name=name, use_resource=self.use_resource, trainable=trainable, dtype=tf.float32
                )
        return self.made[name]

    def update(self, variable: Any, batch_value: Tensor) -> None:
        """Let a moving average follow ``batch_value``."""
        self.updates.append(variable.assign_sub((variable - batch_value) * 0.1))


def batch_norm(get: Parameters, name: str, x: Tensor, data_format: str = "NHWC") -> Tensor:
    """Batch norm in training mode, with moving averages."""
    channels = int(x.shape[-1])
    scale, offset = get(f"{name}/gamma", [channels], fill=1.0), get(f"{name}/beta", [channels])
    y, mean, variance = v1.nn.fused_batch_norm(x, scale, offset, epsilon=1e-3, data_format=data_format)[:3]
    get.update(get(f"{name}/moving_mean", [channels]), mean)
    get.update(get(f"{name}/moving_variance", [channels], fill=1.0), variance)
    return y


def conv(get: Parameters, name: str, x: Tensor, filters: int, size: int, stride: int = 1) -> Tensor:
    """A convolution with SAME padding, in as many dimensions as x has."""
    channels, rank = int(x.shape[-1]), len(x.shape) - 2
    shape = [size] * rank + [channels, filters]
    kernel = get(f"{name}/kernel", shape, stddev=(2.0 / (size**rank * channels)) ** 0.5)
    convolve = v1.nn.conv2d if rank == 2 else v1.nn.conv3d
    return convolve(x, kernel, strides=[1] + [stride] * rank + [1], padding="SAME")


def dense(get: Parameters, name: str, x: Tensor, units: int) -> Tensor:
    """A dense layer with a bias."""
    inputs = int(x.shape[-1])
    kernel = get(f"{name}/kernel", [inputs, units], stddev=inputs**-0.5)
    return v1.nn.bias_add(tf.matmul(x, kernel), get(f"{name}/bias", [units]))


def class_loss(logits: Tensor, labels: Tensor) -> Tensor:
    """The mean cross entropy of classes."""
    return tf.reduce_mean(v1.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))


def resnet(get: Parameters, images: Tensor, labels: Tensor) -> Tensor:
    """Two residual blocks, the second with a stride; weight decay."""
    x = tf.nn.relu(batch_norm(get, "stem/bn", conv(get, "stem", images, 8, 3)))
    x = v1.nn.max_pool(x, [1, 3, 3, 1], [1, 2, 2, 1], "SAME")
    for block, (filters, stride) in enumerate([(8, 1), (16, 2)]):
        name = f"block{block}"
        y = tf.nn.relu(batch_norm(get, f"{name}/bn1", conv(get, f"{name}/conv1", x, filters, 3, stride)))
        y = batch_norm(get, f"{name}/bn2", conv(get, f"{name}/conv2", y, filters, 3))
        if stride > 1:
            x = batch_norm(get, f"{name}/bn0", conv(get, f"{name}/conv0", x, filters, 1, stride))
        x = tf.nn.relu(x + y)
    logits = dense(get, "head", tf.reduce_mean(x, [1, 2]), 10)
    decay = tf.add_n([tf.nn.l2_loss(variable) for name, variable in get.made.items() if name.endswith("kernel")])
    return class_loss(logits, labels) + 1e-3 * decay


def mobilenet(get: Parameters, images: Tensor, labels: Tensor) -> Tensor:
    """Depthwise and pointwise convolutions, relu6, a squeeze-and-excite gate."""
    x = tf.nn.relu6(batch_norm(get, "stem/bn", conv(get, "stem", images, 8, 3, 2)))
    for block, (filters, stride) in enumerate([(16, 1), (24, 2)]):
        name, channels = f"block{block}", int(x.shape[-1])
        kernel = get(f"{name}/depthwise", [3, 3, channels, 1], stddev=0.4)
        x = v1.nn.depthwise_conv2d_native(x, kernel, strides=[1, stride, stride, 1], padding="SAME")
        x = tf.nn.relu6(batch_norm(get, f"{name}/bn1", x))
        gate = tf.sigmoid(dense(get, f"{name}/gate", tf.reduce_mean(x, [1, 2]), channels))
        x = x * gate[:, tf.newaxis, tf.newaxis, :]
        x = tf.nn.relu6(batch_norm(get, f"{name}/bn2", conv(get, f"{name}/pointwise", x, filters, 1)))
    x = v1.nn.avg_pool(x, [1, 2, 2, 1], [1, 2, 2, 1], "VALID")
    return class_loss(dense(get, "head", tf.reshape(x, [tf.shape(x)[0], 2 * 2 * 24]), 10), labels)


def unet3d(get: Parameters, volumes: Tensor, labels: Tensor) -> Tensor:
    """One level down and up again, with a skip; every voxel has a class."""
    skip = tf.nn.relu(batch_norm5(get, "down/bn", conv(get, "down", volumes, 4, 3)))
    x = v1.nn.max_pool3d(skip, [1, 2, 2, 2, 1], [1, 2, 2, 2, 1], "SAME")
    x = tf.nn.elu(batch_norm5(get, "bottom/bn", conv(get, "bottom", x, 8, 3)))
    kernel = get("up/kernel", [2, 2, 2, 4, 8], stddev=0.2)
    x = v1.nn.conv3d_transpose(x, kernel, tf.shape(skip), strides=[1, 2, 2, 2, 1], padding="SAME")
    x = tf.concat([tf.nn.leaky_relu(v1.nn.bias_add(x, get("up/bias", [4]))), skip], axis=-1)
    logits = v1.nn.bias_add(conv(get, "head", x, 3, 1), get("head/bias", [3]))
    overlap = tf.reduce_sum(tf.nn.softmax(logits) * tf.one_hot(labels, 3), [1, 2, 3])
    return class_loss(logits, labels) - 0.1 * tf.reduce_mean(overlap) / float(6**3)


def batch_norm5(get: Parameters, name: str, x: Tensor) -> Tensor:
    """Batch norm of volumes out of its parts: moments and a product."""
    channels = int(x.shape[-1])
    mean, variance = tf.nn.moments(x, [0, 1, 2, 3])
    get.update(get(f"{name}/moving_mean", [channels]), mean)
    get.update(get(f"{name}/moving_variance", [channels], fill=1.0), variance)
    gamma, beta = get(f"{name}/gamma", [channels], fill=1.0), get(f"{name}/beta", [channels])
    return tf.nn.batch_normalization(x, mean, variance, beta, gamma, 1e-3)


def lstm(get: Parameters, sequences: Tensor, labels: Tensor) -> Tensor:
    """An LSTM over time in a while loop that reads from and writes to tensor arrays."""
    units, features = 8, int(sequences.shape[-1])
    kernel = get("lstm/kernel", [features + units, 4 * units], stddev=0.3)
    bias = get("lstm/bias", [4 * units])
    embedded = tf.gather(get("embedding", [10, 4], stddev=1.0), labels)  # a sparse gradient
    steps = tf.shape(sequences)[1]
    inputs = tf.TensorArray(tf.float32, steps, element_shape=[None, features])
    inputs = inputs.unstack(tf.transpose(sequences, [1, 0, 2]))
    zero = tf.zeros([tf.shape(sequences)[0], units])
    zero.set_shape([None, units])

    def step(time: Tensor, cell: Tensor, hidden: Tensor, outputs: Any) -> tuple[Any, ...]:
        gates = tf.matmul(tf.concat([inputs.read(time), hidden], 1), kernel) + bias
        i, j, f, o = tf.split(gates, 4, axis=1)
        cell = cell * tf.sigmoid(f + 1.0) + tf.sigmoid(i) * tf.tanh(j)
        hidden = tf.tanh(cell) * tf.sigmoid(o)
        return time + 1, cell, hidden, outputs.write(time, hidden)

    outputs = tf.TensorArray(tf.float32, steps, element_shape=[None, units])
    _, _, _, outputs = tf.while_loop(lambda time, *_: time < steps, step, (0, zero, zero, outputs))
    hidden = tf.reduce_mean(outputs.stack(), 0)
    return class_loss(dense(get, "head", tf.concat([hidden, embedded], 1), 10), labels)


# The network, its optimizer, the shapes of a batch and of its labels, and the number of classes.
MODELS: dict[str, tuple[Callable[..., Tensor], Callable[[], Any], tuple[int, ...], tuple[int, ...], int]] = {
    "resnet": (resnet, lambda: v1.train.MomentumOptimizer(0.05, 0.9), (4, 12, 12, 3), (4,), 10),
    "mobilenet": (mobilenet, lambda: v1.train.AdamOptimizer(0.002), (4, 16, 16, 3), (4,), 10),
    "unet3d": (unet3d, lambda: v1.train.RMSPropOptimizer(0.002, momentum=0.5), (2, 6, 6, 6, 2), (2, 6, 6, 6), 3),
    "lstm": (lstm, lambda: v1.train.AdagradOptimizer(0.1), (3, 5, 6), (3,), 10),
}
