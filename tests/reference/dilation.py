"""Grayscale morphological dilation, ``Dilation2D``: the largest ``x + w`` of each window, and its two gradients.

The sum is formed in the op's own dtype (integers wrap, half rounds), as TensorFlow forms it; all else here only picks.
TensorFlow's scan decides what has no mathematical answer: it starts from the lowest finite value of the dtype, and a
tap wins by being larger than all before it.  So the first of equal taps wins, NaN never wins over a number, and a
window of padding, -inf or NaN alone gives the lowest value.  Its gradient goes to the first tap that meets the input,
if any does; TensorFlow sends it to the filter's very first tap and to the input's element nearest to that.

Shapes: x ``[batch, rows, cols, channels]``, w ``[rows, cols, channels]``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from tests.reference.answer import Answer, Array, Pairs, picked, widen
from tests.reference.geometry import meetings, output_sizes
from tests.reference.layout import Layout

_LOWEST = {
    "float16": -65504.0,
    "bfloat16": -(2.0 - 2.0**-7) * 2.0**127,
    "float32": -(2.0 - 2.0**-23) * 2.0**127,
    "float64": -(2.0 - 2.0**-52) * 2.0**1023,
}


def dilation(x: Array, w: Array, strides: Sequence[int], rates: Sequence[int], pads: Pairs) -> Array:
    """The largest ``x + w`` of each window, in a wide dtype."""
    shape = (x.shape[0], *output_sizes(x.shape[1:-1], w.shape[:-1], strides, rates, pads), x.shape[-1])
    y = np.zeros((shape[0], math.prod(shape[1:-1]), shape[-1]), widen(x[:0]).dtype)
    for o, best, *_ in _winners(x, w, strides, rates, pads):
        y[:, o] = best
    return y.reshape(shape)


def dilation_input_gradient(
    x: Array, w: Array, dy: Array, strides: Sequence[int], rates: Sequence[int], pads: Pairs
) -> Array:
    """Each ``dy`` added to the input element that won its window."""
    flat_dy = widen(dy).reshape(dy.shape[0], math.prod(dy.shape[1:-1]), dy.shape[-1])
    dx = np.zeros((x.shape[0], math.prod(x.shape[1:-1]), x.shape[-1]), flat_dy.dtype)
    batch, channel = np.ogrid[: x.shape[0], : x.shape[-1]]
    for o, _, met, position, _ in _winners(x, w, strides, rates, pads):
        if met:
            dx[batch, position, channel] += flat_dy[:, o]
    return dx.reshape(x.shape)


def dilation_filter_gradient(
    x: Array, w: Array, dy: Array, strides: Sequence[int], rates: Sequence[int], pads: Pairs
) -> Array:
    """Each ``dy`` added to the filter element that won its window."""
    flat_dy = widen(dy).reshape(dy.shape[0], math.prod(dy.shape[1:-1]), dy.shape[-1])
    dw = np.zeros((math.prod(w.shape[:-1]), w.shape[-1]), flat_dy.dtype)
    channels = range(w.shape[-1])
    for o, _, met, _, tap in _winners(x, w, strides, rates, pads):
        for n in range(x.shape[0] if met else 0):  # two images may send theirs to the same tap
            dw[tap[n], channels] += flat_dy[n, o]
    return dw.reshape(w.shape)


def _winners(
    x: Array, w: Array, strides: Sequence[int], rates: Sequence[int], pads: Pairs
) -> Iterator[tuple[int, Array, bool, Array, Array]]:
    """(output, largest sum, whether a tap meets the input, position and tap of the winner) for each window.

    The arrays are [batch, channels].
    """
    if x.shape[-1] != w.shape[-1]:
        raise ValueError(f"a filter {w.shape} does not fit an input {x.shape}")
    sizes, kernels = x.shape[1:-1], w.shape[:-1]
    flat_x = x.reshape(x.shape[0], math.prod(sizes), x.shape[-1])
    flat_w = w.reshape(math.prod(kernels), w.shape[-1])
    lowest = np.iinfo(x.dtype).min if x.dtype.kind in "iu" else _LOWEST[x.dtype.name]
    for o, (positions, taps) in enumerate(meetings(sizes, kernels, strides, rates, pads)):
        with np.errstate(all="ignore"):
            sums = widen(flat_x[:, positions] + flat_w[taps])  # [batch, taps, channels], summed in x's dtype
        best = np.full((x.shape[0], x.shape[-1]), lowest, sums.dtype)
        first = (positions[0], taps[0]) if len(taps) else (0, 0)
        position, tap = (np.full(best.shape, index) for index in first)
        for t in range(len(taps)):
            wins = sums[:, t] > best
            best = np.where(wins, sums[:, t], best)
            position = np.where(wins, positions[t], position)
            tap = np.where(wins, taps[t], tap)
        yield o, best, len(taps) > 0, position, tap


def answers(op: str, inputs: Mapping[str, Any], attrs: Mapping[str, Any]) -> list[Answer]:
    """The output of Dilation2D or one of its backprops, by its OpDef's names."""
    layout = Layout.of(attrs)
    x, w = np.asarray(inputs["input"]), np.asarray(inputs["filter"])
    strides, rates = layout.spatial("strides"), layout.spatial("rates")
    pads = layout.pads(x.shape[1:-1], w.shape[:-1], rates)
    if "Backprop" not in op:
        return [picked(dilation(x, w, strides, rates, pads))]
    dy = np.asarray(inputs["out_backprop"])
    gradient = dilation_input_gradient if op.endswith("Input") else dilation_filter_gradient
    value = gradient(x, w, dy, strides, rates, pads)
    magnitude = gradient(x, w, np.abs(widen(dy)), strides, rates, pads)
    if op.endswith("Input"):
        terms = min(math.prod(w.shape[:-1]), math.prod(dy.shape[1:-1]))
    else:
        terms = math.prod(dy.shape[:-1])
    return [Answer(value, magnitude, terms)]
