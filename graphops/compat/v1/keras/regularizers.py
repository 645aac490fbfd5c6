"""``tf.keras.regularizers``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.keras.named import found


def l1_l2(l1: float = 0.01, l2: float = 0.01) -> Callable[[Any], Any]:
    """``l1`` times the sum of absolute values, and ``l2`` times that of squares."""

    def regularizer(x: Any) -> Any:
        total = tf.zeros([], tf.convert_to_tensor(x).dtype)
        if l1:
            total += l1 * tf.reduce_sum(tf.abs(x))
        if l2:
            total += l2 * tf.reduce_sum(tf.square(x))
        return total

    return regularizer


def l1(l: float = 0.01) -> Callable[[Any], Any]:  # noqa: E741 - TensorFlow's name
    """``l`` times the sum of absolute values."""
    return l1_l2(l, 0.0)


def l2(l: float = 0.01) -> Callable[[Any], Any]:  # noqa: E741 - TensorFlow's name
    """``l`` times the sum of squares."""
    return l1_l2(0.0, l)


_KNOWN: Final[dict[str, Callable[..., Any]]] = {"l1": l1, "l2": l2, "l1_l2": l1_l2}


def get(identifier: Any) -> Any:
    """The regularizer of a name.

    Raises:
        InvalidArgumentError: another name.
    """
    return found(identifier, "a regularizer", _KNOWN, make=True)


def __getattr__(name: str) -> Any:
    raise missing("keras.regularizers", name)


__all__ = ["get", "l1", "l1_l2", "l2"]
