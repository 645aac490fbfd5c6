"""Small convolutions for tests of cuDNN's kernels."""

from __future__ import annotations

import numpy as np

# What the names of its kernels contain.
WAY = "cudnn.conv."


def layer(pass_="", dtype=np.float32, size=6, channels=4, seed=0, *, integers=True):
    rng = np.random.default_rng(seed)

    def numbers(*shape):
        return (rng.integers(-2, 4, shape) if integers else rng.standard_normal(shape)).astype(dtype)

    x, w, y = numbers(2, size, size, channels), numbers(3, 3, channels, 8), numbers(2, size, size, 8)
    inputs = {
        "": {"input": x, "filter": w},
        "BackpropInput": {"input_sizes": np.array(x.shape, np.int32), "filter": w, "out_backprop": y},
        "BackpropFilter": {"input": x, "filter_sizes": np.array(w.shape, np.int32), "out_backprop": y},
    }[pass_]
    return inputs, {"strides": [1, 1, 1, 1], "padding": "SAME"}
