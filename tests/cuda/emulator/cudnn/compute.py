"""Convolutions as cuDNN defines them, from dimensions, strides and padding, in float64.

``y[n, k, o] = sum over c, t of x[n, group(k) + c, o * stride - before + t * dilation] * w[k, c, t]``; what lies outside
of x takes no part.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def _meetings(
    inputs: Sequence[int], outputs: Sequence[int], kernel: Sequence[int], window: dict[str, list[int]]
) -> Iterator[tuple[tuple[int, ...], tuple[slice, ...], tuple[slice, ...]]]:
    """For each kernel position: it, the outputs that meet the input there, and what they meet."""
    for tap in itertools.product(*(range(size) for size in kernel)):
        out_slices, in_slices = [], []
        for axis, t in enumerate(tap):
            step, before = window["stride"][axis], window["pre_padding"][axis]
            places = {o: o * step - before + t * window["dilation"][axis] for o in range(outputs[axis])}
            met = [o for o, place in places.items() if 0 <= place < inputs[axis]]
            if not met:
                break
            out_slices.append(slice(met[0], met[-1] + 1))
            in_slices.append(slice(places[met[0]], places[met[-1]] + 1, step))
        else:
            yield tap, tuple(out_slices), tuple(in_slices)


def _grouped(image: Array, groups: int) -> Array:
    """(N, C, ...) as (N, groups, C / groups, ...)."""
    return image.reshape(image.shape[0], groups, image.shape[1] // groups, *image.shape[2:])


def forward(x: Array, w: Array, y_shape: Sequence[int], window: dict[str, list[int]]) -> Array:
    groups = x.shape[1] // w.shape[1]
    xs, ws = _grouped(x, groups), w.reshape(groups, w.shape[0] // groups, *w.shape[1:])
    y = np.zeros((y_shape[0], groups, y_shape[1] // groups, *y_shape[2:]))
    for tap, outs, ins in _meetings(x.shape[2:], y_shape[2:], w.shape[2:], window):
        y[:, :, :, *outs] += np.einsum("ngc...,gkc->ngk...", xs[:, :, :, *ins], ws[:, :, :, *tap])
    return y.reshape(tuple(y_shape))


def input_gradient(dy: Array, w: Array, x_shape: Sequence[int], window: dict[str, list[int]]) -> Array:
    groups = x_shape[1] // w.shape[1]
    dys, ws = _grouped(dy, groups), w.reshape(groups, w.shape[0] // groups, *w.shape[1:])
    dx = np.zeros((x_shape[0], groups, w.shape[1], *x_shape[2:]))
    for tap, outs, ins in _meetings(x_shape[2:], dy.shape[2:], w.shape[2:], window):
        dx[:, :, :, *ins] += np.einsum("ngk...,gkc->ngc...", dys[:, :, :, *outs], ws[:, :, :, *tap])
    return dx.reshape(tuple(x_shape))


def filter_gradient(x: Array, dy: Array, w_shape: Sequence[int], window: dict[str, list[int]]) -> Array:
    groups = x.shape[1] // w_shape[1]
    xs, dys = _grouped(x, groups), _grouped(dy, groups)
    dw = np.zeros((groups, w_shape[0] // groups, *w_shape[1:]))
    for tap, outs, ins in _meetings(x.shape[2:], dy.shape[2:], w_shape[2:], window):
        axes = list(range(2, 2 + len(tap)))
        left, right = xs[:, :, :, *ins], dys[:, :, :, *outs]
        n, g, c, k, spatial = 0, 1, 20, 21, [10 + axis for axis in axes]
        dw[:, :, :, *tap] += np.einsum(left, [n, g, c, *spatial], right, [n, g, k, *spatial], [g, k, c])
    return dw.reshape(tuple(w_shape))
