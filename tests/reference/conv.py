"""Dense convolutions of any rank, as sums written out; groups follow from the shapes.

``y[n, o, j] = sum over taps t and channels i of x[n, p(o, t), i] * w[t, i, j]``, where ``p(o, t)`` is the input
position that tap t of output o meets (``geometry.meetings``); the gradients are the derivatives of that sum.  Padding
takes no part: it is not a zero that an infinite weight could turn into NaN, as it is for TensorFlow's CPU kernels.

Shapes: x ``[batch, spatial..., channels]``, w ``[spatial..., channels / groups, outputs]``, y ``[batch, spatial...,
outputs]``; output channel ``j`` belongs to group ``j // (outputs / groups)``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from tests.reference.answer import Answer, Array, Pairs, is_integer, widen
from tests.reference.geometry import all_pads, meetings, output_sizes
from tests.reference.layout import Layout


def conv(x: Array, w: Array, strides: Sequence[int], dilations: Sequence[int], pads: Pairs) -> Array:
    """The convolution (cross-correlation) of ``x`` with ``w``."""
    x, w = widen(x), widen(w)
    sizes, kernels = x.shape[1:-1], w.shape[:-2]
    groups = group_count(x.shape, w.shape)
    y_shape = output_shape(x.shape, w.shape, strides, dilations, pads)
    x_flat, w_flat = _flat_x(x, groups), _flat_w(w, groups)  # [n, p, g, i], [t, i, g, j]
    y_flat = np.zeros((y_shape[0], math.prod(y_shape[1:-1]), *w_flat.shape[2:]), np.result_type(x, w))
    with np.errstate(all="ignore"):
        for o, (positions, taps) in enumerate(meetings(sizes, kernels, strides, dilations, pads)):
            y_flat[:, o] = np.einsum("ntgi,tigj->ngj", x_flat[:, positions], w_flat[taps])
    return y_flat.reshape(y_shape)


def conv_input_gradient(
    x_shape: Sequence[int], w: Array, dy: Array, strides: Sequence[int], dilations: Sequence[int], pads: Pairs
) -> Array:
    """The gradient of ``sum(dy * conv(x, w))`` with respect to ``x``."""
    w, dy = widen(w), widen(dy)
    sizes, kernels = x_shape[1:-1], w.shape[:-2]
    groups = group_count(x_shape, w.shape)
    _must_match(dy, output_shape(x_shape, w.shape, strides, dilations, pads))
    w_flat, dy_flat = _flat_w(w, groups), _flat_x(dy, groups)  # [t, i, g, j], [n, o, g, j]
    dx_flat = np.zeros((x_shape[0], math.prod(sizes), groups, w.shape[-2]), np.result_type(w, dy))
    with np.errstate(all="ignore"):
        for o, (positions, taps) in enumerate(meetings(sizes, kernels, strides, dilations, pads)):
            dx_flat[:, positions] += np.einsum("ngj,tigj->ntgi", dy_flat[:, o], w_flat[taps])
    return dx_flat.reshape(tuple(x_shape))


def conv_filter_gradient(
    x: Array, w_shape: Sequence[int], dy: Array, strides: Sequence[int], dilations: Sequence[int], pads: Pairs
) -> Array:
    """The gradient of ``sum(dy * conv(x, w))`` with respect to ``w``."""
    x, dy = widen(x), widen(dy)
    sizes, kernels = x.shape[1:-1], w_shape[:-2]
    groups = group_count(x.shape, w_shape)
    _must_match(dy, output_shape(x.shape, w_shape, strides, dilations, pads))
    x_flat, dy_flat = _flat_x(x, groups), _flat_x(dy, groups)  # [n, p, g, i], [n, o, g, j]
    dw_flat = np.zeros(
        (math.prod(kernels), w_shape[-2], groups, w_shape[-1] // groups), np.result_type(x, dy)
    )  # [t, i, g, j]
    with np.errstate(all="ignore"):
        for o, (positions, taps) in enumerate(meetings(sizes, kernels, strides, dilations, pads)):
            dw_flat[taps] += np.einsum("ntgi,ngj->tigj", x_flat[:, positions], dy_flat[:, o])
    return dw_flat.reshape(tuple(w_shape))


def conv_magnitude(x: Array, w: Array, strides: Sequence[int], dilations: Sequence[int], pads: Pairs) -> Array:
    """``|x| conv |w|``."""
    return conv(_absolute(x), _absolute(w), strides, dilations, pads)


def conv_input_gradient_magnitude(
    x_shape: Sequence[int], w: Array, dy: Array, strides: Sequence[int], dilations: Sequence[int], pads: Pairs
) -> Array:
    """The input gradient of absolute values."""
    return conv_input_gradient(x_shape, _absolute(w), _absolute(dy), strides, dilations, pads)


def conv_filter_gradient_magnitude(
    x: Array, w_shape: Sequence[int], dy: Array, strides: Sequence[int], dilations: Sequence[int], pads: Pairs
) -> Array:
    """The filter gradient of absolute values."""
    return conv_filter_gradient(_absolute(x), w_shape, _absolute(dy), strides, dilations, pads)


def group_count(x_shape: Sequence[int], w_shape: Sequence[int]) -> int:
    """How many groups the channels make; one when the filter has no channels."""
    channels, of_group, outputs = x_shape[-1], w_shape[-2], w_shape[-1]
    if not of_group and not channels:
        return 1
    if not of_group or channels % of_group or (channels and outputs % (channels // of_group)):
        raise ValueError(f"a filter {tuple(w_shape)} makes no groups of an input {tuple(x_shape)}")
    return max(channels // of_group, 1)


def output_shape(
    x_shape: Sequence[int], w_shape: Sequence[int], strides: Sequence[int], dilations: Sequence[int], pads: Pairs
) -> tuple[int, ...]:
    """[batch, spatial..., outputs]."""
    return x_shape[0], *output_sizes(x_shape[1:-1], w_shape[:-2], strides, dilations, pads), w_shape[-1]


def sizes_and_pads(
    sizes: Sequence[int],
    kernels: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    padding: str,
    explicit: Pairs = (),
) -> tuple[list[int], list[tuple[int, int]]]:
    """The output sizes and the (before, after) of each spatial axis."""
    pads = all_pads(sizes, kernels, strides, dilations, padding, explicit)
    return output_sizes(sizes, kernels, strides, dilations, pads), pads


def terms(pass_: str, x_shape: Sequence[int], w_shape: Sequence[int], y_shape: Sequence[int]) -> int:
    """No fewer than the products that are added into one element of a pass's result ("forward", "input", "filter")."""
    of_pass = {"forward": w_shape[:-1], "input": (*w_shape[:-2], w_shape[-1]), "filter": y_shape[:-1]}
    return max(1, math.prod(of_pass[pass_]))


def answers(op: str, inputs: Mapping[str, Any], attrs: Mapping[str, Any]) -> list[Answer]:
    """The output of any of the ten dense convolution ops (V1, V2, ``Conv``), by its OpDef's names and layouts.

    ``Conv2DBackpropInput`` takes two ``input_sizes`` as TensorFlow does: those of the spatial axes.
    """
    layout = Layout.of(attrs)
    strides, dilations = layout.spatial("strides"), layout.spatial("dilations")
    if "Backprop" not in op:
        x, w = layout.enter(np.asarray(inputs["input"])), np.asarray(inputs["filter"])
        pads = layout.pads(x.shape[1:-1], w.shape[:-2], dilations)
        batch = np.asarray(inputs["input"]).shape[: layout.batch_dims]
        count = math.prod(w.shape[:-1])
        return [_answer(lambda a, b: layout.leave(conv(a, b, strides, dilations, pads), batch), x, w, count)]
    dy = layout.enter(np.asarray(inputs["out_backprop"]))
    if "BackpropInput" in op:
        w = np.asarray(inputs["filter"])
        x_shape = layout.enter_shape(_input_sizes(inputs, layout, w))
        pads = layout.pads(x_shape[1:-1], w.shape[:-2], dilations)
        count = math.prod(w.shape[:-2]) * w.shape[-1] // group_count(x_shape, w.shape)
        return [
            _answer(
                lambda a, b: layout.leave(conv_input_gradient(x_shape, a, b, strides, dilations, pads), x_shape[:1]),
                w,
                dy,
                count,
            )
        ]
    x = layout.enter(np.asarray(inputs["input"]))
    w_shape = shape_argument(inputs, "filter")
    pads = layout.pads(x.shape[1:-1], w_shape[:-2], dilations)
    count = math.prod(dy.shape[:-1])
    return [_answer(lambda a, b: conv_filter_gradient(a, w_shape, b, strides, dilations, pads), x, dy, count)]


def shape_argument(inputs: Mapping[str, Any], name: str) -> tuple[int, ...]:
    """``<name>_sizes``, or the shape of the tensor ``<name>`` if the op has that instead."""
    sizes = inputs.get(f"{name}_sizes")
    return np.asarray(inputs[name]).shape if sizes is None else tuple(int(n) for n in sizes)


def _input_sizes(inputs: Mapping[str, Any], layout: Layout, w: Array) -> tuple[int, ...]:
    given = shape_argument(inputs, "input")
    if len(given) != layout.rank:
        return given
    batch, channels = np.asarray(inputs["out_backprop"]).shape[0], w.shape[-2]
    return (batch, channels, *given) if layout.channels_first else (batch, *given, channels)


def _answer(bilinear: Callable[[Array, Array], Array], a: Array, b: Array, terms: int) -> Answer:
    value = bilinear(a, b)
    magnitude = np.zeros(value.shape) if is_integer(value) else bilinear(_absolute(a), _absolute(b))
    return Answer(value, magnitude, terms)


def _flat_x(x: Array, groups: int) -> Array:
    """[n, spatial..., channels] as [n, positions, groups, channels of a group]."""
    return x.reshape(x.shape[0], math.prod(x.shape[1:-1]), groups, x.shape[-1] // groups)


def _flat_w(w: Array, groups: int) -> Array:
    """[spatial..., i, outputs] as [taps, i, groups, outputs of a group]."""
    return w.reshape(math.prod(w.shape[:-2]), w.shape[-2], groups, w.shape[-1] // groups)


def _must_match(dy: Array, shape: tuple[int, ...]) -> None:
    if dy.shape != shape:
        raise ValueError(f"the incoming gradient has shape {dy.shape}, the convolution's output {shape}")


def _absolute(x: Array) -> Array:
    return np.abs(widen(x))
