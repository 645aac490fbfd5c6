# ruff: noqa: E501 - a layer a line
"""Layers of ``tf.keras`` on tensors under each ``tf``: values, and names of variables.

``python -m tests.compat.keras_calls`` with TensorFlow 2.21, tf_keras and ``TF_USE_LEGACY_KERAS=1`` writes
``tests/compat/tf_keras.json``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

from tests.compat.column_calls import values_of

RECORDED: Final = Path(__file__).with_name("tf_keras.json")
ROWS: Final = (np.arange(12).reshape(3, 4) % 7 - 2.5).astype(np.float32)
SERIES: Final = (np.arange(60).reshape(2, 10, 3) % 11 - 4.0).astype(np.float32)
PICTURES: Final = (np.arange(144).reshape(2, 6, 6, 2) % 13 - 5.0).astype(np.float32)

# Each is ``call(tf.keras.layers, a function that makes a tensor, tf.keras)``.
CALLS: Final[dict[str, Callable[[Any, Any, Any], Any]]] = {
    "dense": lambda k, t, _: k.Dense(3)(t(ROWS)),
    "dense of words": lambda k, t, _: k.Dense(3, "relu", True, "he_normal", "ones")(t(ROWS)),
    "dense twice": lambda k, t, _: k.Dense(2, activation="tanh")(k.Dense(3, use_bias=False, input_shape=(4,))(t(ROWS))),
    "dense of rank 3": lambda k, t, _: k.Dense(2, activation="softmax", input_dim=3)(t(SERIES)),
    "names": lambda k, t, _: k.Dense(2, name="mine")(k.Dense(2)(k.Dense(2, name="first")(t(ROWS)))),
    "conv1d": lambda k, t, _: k.Conv1D(2, 3, activation="elu")(t(SERIES)),
    "conv2d": lambda k, t, _: k.Conv2D(3, (3, 2), 2, "same")(t(PICTURES)),
    "conv2d of words": lambda k, t, _: k.Conv2D(3, 3, padding="valid", dilation_rate=2, activation="sigmoid")(t(PICTURES)),
    "conv2d transposed": lambda k, t, _: k.Conv2DTranspose(2, 3, 2, padding="same")(t(PICTURES)),
    "separable conv2d": lambda k, t, _: k.SeparableConv2D(2, 3, padding="same")(t(PICTURES)),
    "max pooling": lambda k, t, _: k.MaxPooling2D()(t(PICTURES)),
    "max pooling of settings": lambda k, t, _: k.MaxPool2D((3, 3), strides=2, padding="same")(t(PICTURES)),
    "average pooling": lambda k, t, _: k.AveragePooling2D(2, 1)(t(PICTURES)),
    "pooling of series": lambda k, t, _: k.MaxPooling1D(3)(t(SERIES)),
    "global pooling": lambda k, t, _: k.concatenate(
        [k.GlobalAveragePooling2D()(t(PICTURES)), k.GlobalMaxPooling2D()(t(PICTURES)), k.GlobalMaxPooling1D()(t(SERIES))]
    ),
    "flatten": lambda k, t, _: k.Flatten()(t(PICTURES)),
    "reshape": lambda k, t, _: k.Reshape((4, -1))(t(PICTURES)),
    "activation": lambda k, t, _: k.Activation("hard_sigmoid")(t(ROWS)),
    "leaky": lambda k, t, _: k.LeakyReLU()(t(ROWS)),
    "relu": lambda k, t, _: k.ReLU(max_value=1.5, negative_slope=0.1)(t(ROWS)),
    "dropout, not in training": lambda k, t, _: k.Dropout(0.5)(t(ROWS)),
    "batch normalization": lambda k, t, _: k.BatchNormalization()(t(ROWS)),
    "batch normalization in training": lambda k, t, _: k.BatchNormalization(epsilon=0.1)(t(ROWS), training=True),
    "batch normalization of pictures": lambda k, t, _: k.BatchNormalization()(t(PICTURES), training=True),
    "embedding": lambda k, t, _: k.Embedding(5, 2)(t(np.array([[1, 4], [0, 2]], np.int32))),
    "merged": lambda k, t, _: k.add([k.multiply([t(ROWS), t(ROWS)]), k.maximum([t(ROWS), -t(ROWS)]), k.average([t(ROWS)] * 2)]),
    "subtracted": lambda k, t, _: k.Subtract()([t(ROWS), 2.0 * t(ROWS)]),
    "padded": lambda k, t, _: k.ZeroPadding2D(((1, 0), (2, 1)))(t(PICTURES)),
    "lambda": lambda k, t, _: k.Lambda(lambda x: x * 2.0 + 1.0)(t(ROWS)),
    "regularizers": lambda k, t, keras: _losses(k, t, keras),
    "activations": lambda k, t, keras: [
        getattr(keras.activations, name)(t(ROWS))
        for name in ("elu", "exponential", "relu", "selu", "sigmoid", "softmax", "softplus", "softsign", "tanh", "linear")
    ],
    "activations of settings": lambda k, t, keras: [
        keras.activations.relu(t(ROWS), 0.2, 2.0, 0.5), keras.activations.elu(t(ROWS), 0.3), keras.activations.softmax(t(ROWS), 0)
    ],
    "losses": lambda k, t, keras: [
        keras.losses.mean_squared_error(t(ROWS), t(ROWS) + 1.5), keras.losses.mean_absolute_error(t(ROWS), -t(ROWS)),
        keras.losses.categorical_crossentropy(t(ROWS > 1), keras.activations.softmax(t(ROWS))),
        keras.losses.categorical_crossentropy(t(ROWS > 1), t(ROWS), from_logits=True, label_smoothing=0.1),
        keras.losses.sparse_categorical_crossentropy(t(np.array([1, 0, 3])), keras.activations.softmax(t(ROWS))),
        keras.losses.binary_crossentropy(t(ROWS > 1), keras.activations.sigmoid(t(ROWS))),
        keras.losses.binary_crossentropy(t(ROWS > 1), t(ROWS), from_logits=True),
    ],
    "backend": lambda k, t, keras: [
        keras.backend.mean(t(ROWS), axis=1, keepdims=True), keras.backend.sum(t(ROWS)), keras.backend.sqrt(t(ROWS)),
        keras.backend.clip(t(ROWS), -1, 1), keras.backend.dot(t(ROWS), t(ROWS.T)), keras.backend.batch_flatten(t(PICTURES)),
        keras.backend.concatenate([t(ROWS), t(ROWS)], axis=0), keras.backend.mean(t(ROWS) > 0.0),
        keras.backend.dot(t(SERIES), t(ROWS[:, :3].T)),
    ],
}  # fmt: skip


def _losses(k: Any, t: Any, keras: Any) -> Any:
    layer = k.Dense(
        2, kernel_regularizer=keras.regularizers.l2(0.5), bias_regularizer=keras.regularizers.l1_l2(0.1, 0.2)
    )
    layer(t(ROWS))
    other = k.Dense(2, kernel_regularizer="l1")
    other(t(ROWS))
    return [*layer.losses, *other.losses]


def computed(tf: Any, name: str) -> dict[str, Any]:
    """The names of variables, and the tensors when these have certain values."""
    with tf.Graph().as_default(), tf.Session() as session:
        found = CALLS[name](tf.keras.layers, lambda value: tf.constant(value), tf.keras)
        session.run(tf.global_variables_initializer())
        variables = tf.global_variables()
        for number, variable in enumerate(variables):
            variable.load(np.abs(values_of(variable.shape.as_list(), number)) + 0.25, session)
        tensors = found if isinstance(found, list) else [found]
        return {
            "variables": [[variable.name, variable.shape.as_list()] for variable in variables],
            "trainable": [variable.name for variable in tf.trainable_variables()],
            "values": [np.asarray(value).round(4).tolist() for value in session.run(tensors)],
        }


def main() -> None:
    import tensorflow.compat.v1 as tf

    tf.disable_v2_behavior()
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(computed(tf, name))}" for name in CALLS)
    RECORDED.write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    main()
