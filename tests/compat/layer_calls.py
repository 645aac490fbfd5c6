"""Networks of ``tf.layers``, for graphops and for TensorFlow: :func:`results` runs with either."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

SHAPES = {1: (3, 9, 4), 2: (2, 8, 7, 4), 3: (2, 5, 6, 4, 3)}


def networks() -> dict[str, tuple[tuple[int, ...], Callable[[Any, Any, Any], Any]]]:
    """By name the shape of the input, and a function of the module, the input and whether it is a training run."""
    image = SHAPES[2]
    found: dict[str, Any] = {
        "dense": ((5, 6), lambda tf, x, _: tf.layers.dense(tf.layers.dense(x, 4, tf.nn.tanh), 3, use_bias=False)),
        "dense of rank 3": ((2, 5, 6), lambda tf, x, _: tf.layers.dense(x, 4, name="wide")),
        "reused": ((5, 6), lambda tf, x, _: _reused(tf, x)),
        "one object twice": ((5, 6), lambda tf, x, _: _twice(tf, x)),
        "in scopes": ((5, 6), lambda tf, x, _: _in_scopes(tf, x)),
        "flatten": (image, lambda tf, x, _: tf.layers.flatten(x)),
        "conv1d": (SHAPES[1], lambda tf, x, _: tf.layers.conv1d(x, 5, 3, 2, "same", activation=tf.nn.relu)),
        "conv3d": (SHAPES[3], lambda tf, x, _: tf.layers.conv3d(x, 4, (2, 3, 1), padding="SAME")),
        "dilated": (image, lambda tf, x, _: tf.layers.conv2d(x, 3, [3, 2], dilation_rate=2)),
        "transposed": (image, lambda tf, x, _: tf.layers.conv2d_transpose(x, 3, [2, 3], 2)),
        "transposed same": (image, lambda tf, x, _: tf.layers.conv2d_transpose(x, 3, 3, (2, 1), "same")),
        "transposed 3d": (SHAPES[3], lambda tf, x, _: tf.layers.conv3d_transpose(x, 2, 3, 2, padding="same")),
        "separable": (image, lambda tf, x, _: tf.layers.separable_conv2d(x, 5, 3, 2, "same", depth_multiplier=2)),
        "separable 1d": (SHAPES[1], lambda tf, x, _: tf.layers.separable_conv1d(x, 5, 3)),
        "normalized rows": ((6, 5), lambda tf, x, t: tf.layers.batch_normalization(x, training=t, momentum=0.9)),
        "normalized": (image, lambda tf, x, t: tf.layers.batch_normalization(x, training=t, scale=False)),
        "not by one op": (image, lambda tf, x, t: tf.layers.batch_normalization(x, training=t, fused=False, axis=3)),
    }
    for rank, shape in SHAPES.items():
        for kind in ("max", "average"):
            for padding in ("same", "valid"):
                name = f"{kind}_pooling{rank}d"
                found[f"{name} {padding}"] = (shape, _pool(name, padding))
    return found


def _pool(name: str, padding: str) -> Callable[[Any, Any, Any], Any]:
    return lambda tf, x, _: getattr(tf.layers, name)(x, 3, 2, padding)


def _reused(tf: Any, x: Any) -> Any:
    one = tf.layers.dense(x, 4, name="shared", kernel_regularizer=lambda w: 0.5 * tf.reduce_sum(w * w))
    return one * tf.layers.dense(x + 1.0, 4, name="shared", reuse=True)


def _twice(tf: Any, x: Any) -> Any:
    layer = tf.layers.Dense(4, bias_initializer=tf.ones_initializer())
    return layer(x) + layer.apply(2.0 * x)


def _in_scopes(tf: Any, x: Any) -> Any:
    with tf.variable_scope("net"):
        y = tf.layers.dense(x, 3)
        with tf.variable_scope("inner"):
            y = tf.layers.dense(y, 3)
        y = tf.layers.dense(y, 3)
    with tf.variable_scope("net", reuse=True):
        return y + tf.layers.dense(x, 3)


def start_of(name: str, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """The value of a variable, float32, more than 0."""
    generator = np.random.default_rng(zlib.crc32(name.encode()))
    return generator.uniform(0.1, 1.0, shape).astype(np.float32)


def results(tf: Any, name: str) -> dict[str, np.ndarray[Any, Any]]:
    """What a network gives with and without training, its variables after that, and its losses."""
    shape, network = networks()[name]
    x_value = np.random.default_rng(1).standard_normal(shape).astype(np.float32)
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, *shape[1:]])
        training = tf.placeholder(tf.bool, [])
        y = network(tf, x, training)
        updates = tf.get_collection(tf.GraphKeys.UPDATE_OPS)
        losses = tf.losses.get_regularization_losses()
        variables = tf.global_variables()
        starts = [tf.assign(each, start_of(each.name, tuple(each.shape.as_list()))) for each in variables]
        with tf.Session() as session:
            session.run(starts)
            found = {"variables": np.array([f"{each.name} {each in tf.trainable_variables()}" for each in variables])}
            found["shape"] = np.array([-1 if size is None else size for size in y.shape.as_list()])
            found["used"], found["losses"] = session.run([y, losses], {x: x_value, training: False})
            found["trained"], _ = session.run([y, updates], {x: x_value, training: True})
            found["after"] = np.concatenate([np.zeros(0), *(each.reshape(-1) for each in session.run(variables))])
    return {key: np.asarray(value) for key, value in found.items()}
