"""Networks of ``tf.contrib.layers``, for graphops and for tf_slim with TensorFlow: :func:`results` runs with either.

Functions get the module ``tf`` and the module ``c`` of the layers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.compat.layer_calls import SHAPES, start_of

Network = Callable[[Any, Any, Any, Any], Any]


def networks() -> dict[str, tuple[tuple[int, ...], Network]]:
    """By name the shape of the input, and a function of tf, the layers, the input and whether it is a training run."""
    image = SHAPES[2]
    found: dict[str, tuple[tuple[int, ...], Network]] = {
        "fully connected": ((5, 6), lambda tf, c, x, t: c.fully_connected(c.linear(x, 4), 3, biases_initializer=None)),
        "fully connected, rank 3": ((2, 5, 6), lambda tf, c, x, t: c.fully_connected(x, 4, tf.nn.tanh)),
        "normalized rows": ((6, 5), lambda tf, c, x, t: c.fully_connected(
            x, 4, normalizer_fn=c.batch_norm, normalizer_params={"is_training": t, "decay": 0.9})),
        "stacks": ((5, 6), lambda tf, c, x, t: c.repeat(
            c.stack(x, c.fully_connected, [3, 4], scope="s"), 2, c.relu6, 4)),
        "bias": ((5, 6), lambda tf, c, x, t: c.bias_add(x, regularizer=c.l1_regularizer(0.5))),
        "flatten": (image, lambda tf, c, x, t: c.flatten(x)),
        "conv1d": (SHAPES[1], lambda tf, c, x, t: c.conv1d(x, 5, 3, 2)),
        "conv3d": (SHAPES[3], lambda tf, c, x, t: c.conv3d(x, 4, (2, 3, 1), padding="VALID", activation_fn=None)),
        "dilated": (image, lambda tf, c, x, t: c.conv2d(x, 3, [3, 2], rate=2)),
        "in plane": (image, lambda tf, c, x, t: c.conv2d_in_plane(x, [3, 2], 2)),
        "transposed": (image, lambda tf, c, x, t: c.conv2d_transpose(x, 3, [2, 3], 2, "VALID")),
        "transposed same": (image, lambda tf, c, x, t: c.conv2d_transpose(x, 3, 3, (2, 1))),
        "transposed 3d": (SHAPES[3], lambda tf, c, x, t: c.conv3d_transpose(x, 2, 3, 2)),
        "separable": (image, lambda tf, c, x, t: c.separable_conv2d(
            x, 5, 3, 2, 2, weights_regularizer=c.l2_regularizer(0.1), scope="sep")),
        "depthwise alone": (image, lambda tf, c, x, t: c.separable_conv2d(x, None, [3, 3], 2)),
        "scopes of arguments": (image, _scopes_of_arguments),
        "reused": (image, _reused),
        "layer norm": (image, lambda tf, c, x, t: c.layer_norm(x)),
        "layer norm of one axis": ((3, 4, 5), lambda tf, c, x, t: c.layer_norm(x, scale=False, begin_norm_axis=-1)),
        "layer norm, all parameters": ((3, 4, 5), lambda tf, c, x, t: c.layer_norm(x, begin_params_axis=1)),
        "instance norm": (image, lambda tf, c, x, t: c.instance_norm(x, activation_fn=tf.nn.relu)),
        "instance norm, channels first": (image, lambda tf, c, x, t: c.instance_norm(x, data_format="NCHW")),
        "group norm": (image, lambda tf, c, x, t: c.group_norm(x, 2)),
        "group norm, channels first": (
            image, lambda tf, c, x, t: c.group_norm(x, 4, 1, (-2, -1), center=False)),
        "max pool": (image, lambda tf, c, x, t: c.max_pool2d(x, [3, 2])),
        "average pool": (image, lambda tf, c, x, t: c.avg_pool2d(x, 3, [2, 1], "SAME")),
        "max pool 3d": (SHAPES[3], lambda tf, c, x, t: c.max_pool3d(x, 2)),
        "average pool 3d": (SHAPES[3], lambda tf, c, x, t: c.avg_pool3d(x, 2, 1)),
        "softmax": ((2, 3, 4), lambda tf, c, x, t: c.softmax(x)),
        "spatial softmax": (image, lambda tf, c, x, t: c.spatial_softmax(x, 0.5)),
        "spatial softmax, channels first": (image, lambda tf, c, x, t: c.spatial_softmax(x, data_format="NCHW")),
        "unit norm": ((3, 4, 5), lambda tf, c, x, t: c.unit_norm(x, 1)),
        "maxout": ((5, 6), lambda tf, c, x, t: c.maxout(x, 2)),
        "images to sequence": (image, lambda tf, c, x, t: c.images_to_sequence(x)),
        "sequence to images": ((7, 6, 4), lambda tf, c, x, t: c.sequence_to_images(tf.reshape(x, [7, 6, 4]), 3)),
        "one hot": ((5, 6), lambda tf, c, x, t: c.one_hot_encoding(tf.argmax(x, 1), 6, 2.0, -1.0)),
        "regularizers": ((5, 6), _regularizers),
        "older layer": ((5, 6), lambda tf, c, x, t: c.legacy_fully_connected(
            c.legacy_relu(x, 4), 3, weight_regularizer=c.l2_regularizer(0.5))),
    }  # fmt: skip
    for name, arguments in _NORMS.items():
        found[f"batch norm, {name}"] = (image, _norm(arguments))
    for name in ("by default", "at once", "kept elsewhere", "debiased"):
        found[f"batch norm of rows, {name}"] = ((6, 5), _norm(_NORMS[name]))
    return found


_NORMS: dict[str, dict[str, Any]] = {
    "by default": {},
    "at once": {"updates_collections": None, "decay": 0.9},
    "kept elsewhere": {"updates_collections": "mine", "scale": True, "center": False},
    "not by one op": {"fused": False, "decay": 0.8},
    "not by one op, at once": {"fused": False, "updates_collections": None, "scale": True},
    "channels first": {"data_format": "NCHW", "fused": False, "updates_collections": "mine"},
    "weighted": {"batch_weights": [0.5, 2.0]},
    "debiased": {"zero_debias_moving_mean": True, "updates_collections": None, "decay": 0.9},
    "with starts": {"param_initializers": {"beta": None}, "decay": 0.5},
}


def _norm(arguments: dict[str, Any]) -> Network:
    def network(tf: Any, c: Any, x: Any, t: Any) -> Any:
        own = dict(arguments)
        if "param_initializers" in own:
            own["param_initializers"] = {"beta": tf.ones_initializer()}
        return c.batch_norm(x, is_training=t, **own)

    return network


def _scopes_of_arguments(tf: Any, c: Any, x: Any, t: Any) -> Any:
    with c.arg_scope([c.conv2d, c.fully_connected], weights_regularizer=c.l2_regularizer(0.1), activation_fn=tf.nn.elu):
        with c.arg_scope([c.conv2d], stride=2, normalizer_fn=c.batch_norm) as kept:
            y = c.conv2d(x, 4, 3, scope="first")
        with c.arg_scope([c.batch_norm], decay=0.7, is_training=t), tf.variable_scope("inner"):
            y = c.conv2d(y, 3, 1, normalizer_fn=c.batch_norm)
    with c.arg_scope(kept):
        y = c.conv2d(y, 3, 3, stride=1, normalizer_fn=None)
    return c.fully_connected(c.flatten(y), 2)


def _reused(tf: Any, c: Any, x: Any, t: Any) -> Any:
    with c.arg_scope([c.conv2d], weights_regularizer=c.l2_regularizer(0.1)):
        y = c.conv2d(x, 4, 3, scope="shared")
        return c.conv2d(y, 4, 3, scope="shared", reuse=True)


def _regularizers(tf: Any, c: Any, x: Any, t: Any) -> Any:
    w = c.model_variable("w", [6, 3], regularizer=c.l1_l2_regularizer(0.5, 0.25))
    b = c.variable("b", [3], initializer=tf.ones_initializer(), collections=["here", tf.GraphKeys.GLOBAL_VARIABLES])
    c.apply_regularization(c.sum_regularizer([c.l1_regularizer(2.0), c.l2_regularizer(3.0)]), [w, b])
    return tf.matmul(x, w) + b


def results(tf: Any, c: Any, name: str) -> dict[str, np.ndarray[Any, Any]]:
    """What a network gives with and without training, its variables, their collections and values, and its losses."""
    shape, network = networks()[name]
    x_value = np.random.default_rng(1).standard_normal(shape).astype(np.float32)
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, *shape[1:]])
        training = tf.placeholder(tf.bool, [])
        y = network(tf, c, x, training)
        updates = [*tf.get_collection(tf.GraphKeys.UPDATE_OPS), *tf.get_collection("mine")]
        losses = tf.losses.get_regularization_losses()
        variables = tf.global_variables()
        starts = [tf.assign(each, start_of(each.name, tuple(each.shape.as_list()))) for each in variables]
        starts += [tf.assign(each, tf.zeros(each.shape)) for each in variables if "local_step" in each.name]
        with tf.Session() as session:
            for start in starts:
                session.run(start)
            kinds = {"trainable": tf.trainable_variables(), "model": tf.model_variables()}
            texts = [
                " ".join(
                    [each.name, *(kind for kind, listed in kinds.items() if any(each is other for other in listed))]
                )
                for each in variables
            ]
            found = {"variables": np.array(sorted(texts))}
            found["shape"] = np.array([-1 if size is None else size for size in y.shape.as_list()])
            found["used"] = session.run(y, {x: x_value, training: False})
            found["losses"] = np.sort(np.array(session.run(losses), np.float32))
            found["trained"], _ = session.run([y, updates], {x: x_value, training: True})
            after = dict(zip((each.name for each in variables), session.run(variables), strict=True))
            found["after"] = np.concatenate([np.zeros(0), *(after[each].reshape(-1) for each in sorted(after))])
    return {key: np.asarray(value) for key, value in found.items()}
