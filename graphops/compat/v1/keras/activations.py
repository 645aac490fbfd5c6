"""``tf.keras.activations``."""

from __future__ import annotations

from typing import Any, Final

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.keras.named import found


def elu(x: Any, alpha: float = 1.0) -> Any:
    """``x``, below zero ``alpha * (exp(x) - 1)``."""
    plain = tf.nn.elu(x)
    return plain if alpha == 1 else tf.where(tf.convert_to_tensor(x) > 0, plain, alpha * plain)


def exponential(x: Any) -> Any:
    return tf.exp(x)


def hard_sigmoid(x: Any) -> Any:
    """``0.2 * x + 0.5``, from 0 to 1."""
    return tf.clip_by_value(0.2 * x + 0.5, 0.0, 1.0)


def linear(x: Any) -> Any:
    """``x``."""
    return x


def relu(x: Any, alpha: float = 0.0, max_value: float | None = None, threshold: float = 0) -> Any:
    """``x`` above ``threshold``, at most ``max_value``; else ``alpha * (x - threshold)``."""
    given = tf.convert_to_tensor(x)
    if not threshold and not alpha:
        result = tf.nn.relu(given)
    else:
        result = tf.where(given > threshold, given, alpha * (given - threshold))
    return result if max_value is None else tf.minimum(result, max_value)


def selu(x: Any) -> Any:
    return tf.nn.selu(x)


def sigmoid(x: Any) -> Any:
    return tf.sigmoid(x)


def softmax(x: Any, axis: int = -1) -> Any:
    return tf.nn.softmax(x, axis=axis)


def softplus(x: Any) -> Any:
    return tf.nn.softplus(x)


def softsign(x: Any) -> Any:
    return tf.nn.softsign(x)


def tanh(x: Any) -> Any:
    return tf.tanh(x)


_KNOWN: Final = {
    each.__name__: each
    for each in (elu, exponential, hard_sigmoid, linear, relu, selu, sigmoid, softmax, softplus, softsign, tanh)
}


def get(identifier: Any) -> Any:
    """The function of a name; :func:`linear` for ``None``.

    Raises:
        InvalidArgumentError: another name.
    """
    return linear if identifier is None else found(identifier, "an activation", _KNOWN, make=False)


def __getattr__(name: str) -> Any:
    raise missing("keras.activations", name)


__all__ = [
    "elu", "exponential", "get", "hard_sigmoid", "linear", "relu", "selu", "sigmoid", "softmax", "softplus", "softsign",
    "tanh",
]  # fmt: skip

mark_all(globals(), __all__)
