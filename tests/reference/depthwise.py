"""Depthwise convolutions: channel c of the input meets its own filters, and output channel ``c * multiplier + m``.

Shapes: x ``[batch, spatial..., channels]``, w ``[spatial..., channels, multiplier]``, y ``[batch, spatial...,
channels * multiplier]``.  Dilations count in the gradients too (TensorFlow's CPU kernels ignore them there).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from tests.reference.answer import Answer, Array, Pairs, is_integer, widen
from tests.reference.geometry import meetings, output_sizes
from tests.reference.layout import Layout


def depthwise(x: Array, w: Array, strides: Sequence[int], dilations: Sequence[int], pads: Pairs) -> Array:
    """``y[n, o, c * m + j] = sum over taps t of x[n, p(o, t), c] * w[t, c, j]``."""
    x, w = widen(x), widen(w)
    y_shape = output_shape(x.shape, w.shape, strides, dilations, pads)
    x_flat = x.reshape(x.shape[0], math.prod(x.shape[1:-1]), x.shape[-1])
    w_flat = w.reshape(math.prod(w.shape[:-2]), *w.shape[-2:])
    y = np.zeros((x.shape[0], math.prod(y_shape[1:-1]), *w.shape[-2:]), np.result_type(x, w))
    with np.errstate(all="ignore"):
        for o, (positions, taps) in enumerate(meetings(x.shape[1:-1], w.shape[:-2], strides, dilations, pads)):
            y[:, o] = (x_flat[:, positions, :, None] * w_flat[taps]).sum(axis=1)
    return y.reshape(y_shape)


def depthwise_input_gradient(
    x_shape: Sequence[int], w: Array, dy: Array, strides: Sequence[int], dilations: Sequence[int], pads: Pairs
) -> Array:
    """The gradient of ``sum(dy * depthwise(x, w))`` with respect to ``x``."""
    w, dy = widen(w), widen(dy)
    sizes, kernels = x_shape[1:-1], w.shape[:-2]
    dy_flat = _flat_dy(dy, output_shape(x_shape, w.shape, strides, dilations, pads), w.shape[-2:])
    w_flat = w.reshape(math.prod(kernels), *w.shape[-2:])
    dx = np.zeros((x_shape[0], math.prod(sizes), x_shape[-1]), np.result_type(w, dy))
    with np.errstate(all="ignore"):
        for o, (positions, taps) in enumerate(meetings(sizes, kernels, strides, dilations, pads)):
            dx[:, positions] += (dy_flat[:, o, None] * w_flat[taps]).sum(axis=-1)  # over the multiplier
    return dx.reshape(tuple(x_shape))


def depthwise_filter_gradient(
    x: Array, w_shape: Sequence[int], dy: Array, strides: Sequence[int], dilations: Sequence[int], pads: Pairs
) -> Array:
    """The gradient of ``sum(dy * depthwise(x, w))`` with respect to ``w``."""
    x, dy = widen(x), widen(dy)
    sizes, kernels = x.shape[1:-1], w_shape[:-2]
    dy_flat = _flat_dy(dy, output_shape(x.shape, w_shape, strides, dilations, pads), w_shape[-2:])
    x_flat = x.reshape(x.shape[0], math.prod(sizes), x.shape[-1])
    dw = np.zeros((math.prod(kernels), *w_shape[-2:]), np.result_type(x, dy))
    with np.errstate(all="ignore"):
        for o, (positions, taps) in enumerate(meetings(sizes, kernels, strides, dilations, pads)):
            dw[taps] += (x_flat[:, positions, :, None] * dy_flat[:, o, None]).sum(axis=0)  # over the batch
    return dw.reshape(tuple(w_shape))


def output_shape(
    x_shape: Sequence[int], w_shape: Sequence[int], strides: Sequence[int], dilations: Sequence[int], pads: Pairs
) -> tuple[int, ...]:
    """[batch, spatial..., channels * multiplier]."""
    if x_shape[-1] != w_shape[-2]:
        raise ValueError(f"a depthwise filter {tuple(w_shape)} does not fit an input {tuple(x_shape)}")
    spatial = output_sizes(x_shape[1:-1], w_shape[:-2], strides, dilations, pads)
    return x_shape[0], *spatial, w_shape[-2] * w_shape[-1]


def answers(op: str, inputs: Mapping[str, Any], attrs: Mapping[str, Any]) -> list[Answer]:
    """The output of DepthwiseConv2dNative or one of its backprops, by its OpDef's names and layouts."""
    layout = Layout.of(attrs)
    strides, dilations = layout.spatial("strides"), layout.spatial("dilations")
    if not op.endswith(("Input", "Filter")):
        x, w = layout.enter(np.asarray(inputs["input"])), np.asarray(inputs["filter"])
        pads = layout.pads(x.shape[1:-1], w.shape[:-2], dilations)
        terms = math.prod(w.shape[:-2])
        return [_answer(lambda a, b: _leave(layout, depthwise(a, b, strides, dilations, pads)), x, w, terms)]
    dy = layout.enter(np.asarray(inputs["out_backprop"]))
    if op.endswith("Input"):
        w, x_shape = np.asarray(inputs["filter"]), layout.enter_shape(inputs["input_sizes"])
        pads = layout.pads(x_shape[1:-1], w.shape[:-2], dilations)
        terms = math.prod(w.shape[:-2]) * w.shape[-1]
        return [
            _answer(
                lambda a, b: _leave(layout, depthwise_input_gradient(x_shape, a, b, strides, dilations, pads)),
                w,
                dy,
                terms,
            )
        ]
    x, w_shape = layout.enter(np.asarray(inputs["input"])), tuple(int(n) for n in inputs["filter_sizes"])
    pads = layout.pads(x.shape[1:-1], w_shape[:-2], dilations)
    terms = math.prod(dy.shape[:-1])
    return [_answer(lambda a, b: depthwise_filter_gradient(a, w_shape, b, strides, dilations, pads), x, dy, terms)]


def _answer(bilinear: Callable[[Array, Array], Array], a: Array, b: Array, terms: int) -> Answer:
    value = bilinear(a, b)
    if is_integer(value):
        return Answer(value, np.zeros(value.shape), terms)
    return Answer(value, bilinear(np.abs(widen(a)), np.abs(widen(b))), terms)


def _leave(layout: Layout, y: Array) -> Array:
    return layout.leave(y, y.shape[:1])


def _flat_dy(dy: Array, shape: tuple[int, ...], channels: Sequence[int]) -> Array:
    """The incoming gradient as [n, outputs, channels, multiplier]."""
    if dy.shape != shape:
        raise ValueError(f"the incoming gradient has shape {dy.shape}, the convolution's output {shape}")
    return dy.reshape(shape[0], math.prod(shape[1:-1]), *channels)
