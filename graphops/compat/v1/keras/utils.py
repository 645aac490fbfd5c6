"""``tf.keras.utils``."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.compat.v1.functions.missing import missing
from graphops_registry.errors import InvalidArgumentError


def to_categorical(y: Any, num_classes: int | None = None, dtype: str = "float32") -> Any:
    """Numbers of classes as an array with a 1 at each number.

    Raises:
        InvalidArgumentError: a number that is no class.
    """
    numbers = np.array(y, np.int64)
    shape = numbers.shape[:-1] if numbers.ndim > 1 and numbers.shape[-1] == 1 else numbers.shape
    flat = numbers.ravel()
    classes = num_classes or (int(flat.max()) + 1 if flat.size else 0)
    if flat.size and not (flat.min() >= 0 and flat.max() < classes):
        raise InvalidArgumentError(
            f"y of to_categorical() must be from 0 to {classes - 1}, got {flat.min()} to {flat.max()}"
        )
    result = np.zeros((flat.size, classes), dtype)
    result[np.arange(flat.size), flat] = 1
    return result.reshape((*shape, classes))


def normalize(x: Any, axis: int = -1, order: int = 2) -> Any:
    """An array whose norms along an axis are 1."""
    norms = np.atleast_1d(np.linalg.norm(x, order, axis))
    norms[norms == 0] = 1
    return x / np.expand_dims(norms, axis)


def __getattr__(name: str) -> Any:
    raise missing("keras.utils", name)


__all__ = ["normalize", "to_categorical"]
