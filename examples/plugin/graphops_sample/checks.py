"""What ``graphops check graphops_sample`` runs: calls of each op, and what they must give, by plain loops."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.testing import register_checks

Array = np.ndarray[Any, Any]


def average_pool_loops(x: Array, size: int, stride: int, **attrs: Any) -> Array:
    """Window by window, in float64."""
    n, length, channels = x.shape
    y = np.zeros((n, (length - size) // stride + 1, channels))
    for i, o, k in np.ndindex(*y.shape):
        for start in range(size):
            y[i, o, k] += float(x[i, o * stride + start, k]) / size
    return y


def average_pool_grad_loops(input_length: Array, dy: Array, size: int, stride: int, **attrs: Any) -> Array:
    """The transpose of the same loops."""
    dx = np.zeros((dy.shape[0], int(input_length), dy.shape[2]))
    for i, o, k in np.ndindex(*dy.shape):
        for start in range(size):
            dx[i, o * stride + start, k] += float(dy[i, o, k]) / size
    return dx


def mish_loops(x: Array, **attrs: Any) -> Array:
    """Element by element, in float64."""
    y = np.zeros(x.shape)
    for place in np.ndindex(*x.shape):
        value = float(x[place])
        y[place] = value * np.tanh(np.log1p(np.exp(value)))
    return y


def numbers(dtype: Any, rng: Any) -> Array:
    """Of both signs, and large enough for the activation to be flat on one side and straight on the other."""
    return np.asarray(rng.uniform(-12, 12, (3, 5))).astype(dtype.numpy_dtype)


register_checks(
    "Sample>AveragePool1D",
    inputs={"x": [(2, 7, 3), (1, 5, 2), (0, 4, 2)]},
    attrs={"size": [1, 2, 3], "stride": [1, 2]},
    reference=average_pool_loops,
)
register_checks(
    "Sample>AveragePool1DGrad",
    inputs={"input_length": np.int32(7), "dy": (2, 3, 3)},
    attrs={"size": [2, 3], "stride": [2]},
    reference=average_pool_grad_loops,
)
register_checks("Sample>Mish", inputs={"x": [(2, 3), (), (0, 4), numbers]}, reference=mish_loops)
