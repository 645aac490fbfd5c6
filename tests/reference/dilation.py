"""Grayscale dilation and its gradients, element by element.

x (N, H, W, C), w (H, W, C), y (N, OH, OW, C). The first maximum in the order of rows, then columns, gets the gradient.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tests.reference.conv import sizes_and_pads

Array = np.ndarray[Any, Any]
Numbers = Sequence[int]


def _winners(
    x: Array, w: Array, strides: Numbers, rates: Numbers, padding: str
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...] | None, tuple[int, ...] | None, Any]]:
    """(output index, winning input index, winning filter index, value) for every output."""
    (rows, columns), pads = sizes_and_pads(x.shape[1:3], w.shape[:2], strides, rates, padding, ())
    for n in range(x.shape[0]):
        for oh in range(rows):
            for ow in range(columns):
                for c in range(x.shape[3]):
                    best, at, by = None, None, None
                    for kh in range(w.shape[0]):
                        for kw in range(w.shape[1]):
                            i = oh * strides[0] + kh * rates[0] - pads[0][0]
                            j = ow * strides[1] + kw * rates[1] - pads[1][0]
                            if not (0 <= i < x.shape[1] and 0 <= j < x.shape[2]):
                                continue
                            value = x[n, i, j, c] + w[kh, kw, c]
                            if best is None or value > best:
                                best, at, by = value, (n, i, j, c), (kh, kw, c)
                    yield (n, oh, ow, c), at, by, best


def dilation(x: Array, w: Array, strides: Numbers, rates: Numbers, padding: str, lowest: Any) -> Array:
    """``lowest`` is what a window gives that lies in the padding as a whole."""
    outputs, _ = sizes_and_pads(x.shape[1:3], w.shape[:2], strides, rates, padding, ())
    y = np.empty((x.shape[0], *outputs, x.shape[3]), dtype=x.dtype)
    for position, _, _, value in _winners(x, w, strides, rates, padding):
        y[position] = lowest if value is None else value
    return y


def dilation_input_gradient(x: Array, w: Array, dy: Array, strides: Numbers, rates: Numbers, padding: str) -> Array:
    dx = np.zeros(x.shape, dtype=dy.dtype)
    for position, at, _, _ in _winners(x, w, strides, rates, padding):
        if at is not None:
            dx[at] += dy[position]
    return dx


def dilation_filter_gradient(x: Array, w: Array, dy: Array, strides: Numbers, rates: Numbers, padding: str) -> Array:
    dw = np.zeros(w.shape, dtype=dy.dtype)
    for position, _, by, _ in _winners(x, w, strides, rates, padding):
        if by is not None:
            dw[by] += dy[position]
    return dw
