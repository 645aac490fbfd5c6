"""Depthwise convolutions: a dense convolution of each channel by itself, with the oracle of the dense ones.

x (N, H, W, C), w (H, W, C, M), y (N, OH, OW, C * M) with the M outputs of a channel side by side.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.reference.conv import Pads, conv, conv_filter_gradient, conv_input_gradient

Array = np.ndarray[Any, Any]
Numbers = Sequence[int]


def depthwise(x: Array, w: Array, strides: Numbers, dilations: Numbers, padding: str, explicit: Pads = ()) -> Array:
    channels = range(x.shape[-1])
    parts = [conv(x[..., c : c + 1], w[:, :, c : c + 1], strides, dilations, padding, explicit) for c in channels]
    return np.concatenate(parts, axis=-1)


def depthwise_input_gradient(
    x_shape: Numbers, w: Array, dy: Array, strides: Numbers, dilations: Numbers, padding: str, explicit: Pads = ()
) -> Array:
    m = w.shape[-1]
    one = (*x_shape[:-1], 1)
    parts = [
        conv_input_gradient(one, w[:, :, c : c + 1], dy[..., c * m : (c + 1) * m], strides, dilations, padding, explicit)
        for c in range(x_shape[-1])
    ]
    return np.concatenate(parts, axis=-1)


def depthwise_filter_gradient(
    x: Array, w_shape: Numbers, dy: Array, strides: Numbers, dilations: Numbers, padding: str, explicit: Pads = ()
) -> Array:
    m = w_shape[-1]
    one = (*w_shape[:-2], 1, m)
    parts = [
        conv_filter_gradient(x[..., c : c + 1], one, dy[..., c * m : (c + 1) * m], strides, dilations, padding, explicit)
        for c in range(x.shape[-1])
    ]
    return np.concatenate(parts, axis=-2)
