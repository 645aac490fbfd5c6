"""Convolutions as plain sums: one Python loop over output positions and kernel taps, no padding buffer, no im2col.

All arrays are channels last: x (N, *S, C), w (*K, C/G, D), y (N, *O, D). Works in whatever dtype it is given: float64
for a reference, object (Python integers) for exact integers.  ``conv`` calls its ``visit`` for every pair of an output
position and a kernel position that meet; the three passes differ only in what they do there.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from tests.reference.geometry import output_size, pads_of

Array = np.ndarray[Any, Any]
Pads = Sequence[tuple[int, int]]


def meetings(
    inputs: Sequence[int],
    kernel: Sequence[int],
    outputs: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    pads: Pads,
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]:
    """(output position, kernel position, input position) of all pairs that meet the input."""
    per_axis = []
    for size, taps, out, stride, dilation, (before, _) in zip(
        inputs, kernel, outputs, strides, dilations, pads, strict=True
    ):
        pairs = [(o, k, o * stride + k * dilation - before) for o in range(out) for k in range(taps)]
        per_axis.append([(o, k, i) for o, k, i in pairs if 0 <= i < size])
    for combination in itertools.product(*per_axis):
        yield tuple(c[0] for c in combination), tuple(c[1] for c in combination), tuple(c[2] for c in combination)


def sizes_and_pads(
    inputs: Sequence[int],
    kernel: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    padding: str,
    explicit: Pads,
) -> tuple[list[int], list[tuple[int, int]]]:
    axes = list(zip(inputs, kernel, strides, dilations, strict=True))
    given = list(explicit) or [(0, 0)] * len(axes)
    outputs = [output_size(*axis, padding, pad) for axis, pad in zip(axes, given, strict=True)]
    return outputs, [pads_of(*axis, padding, pad) for axis, pad in zip(axes, given, strict=True)]


def _walk(
    x_shape: Sequence[int],
    w_shape: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    padding: str,
    explicit: Pads,
    visit: Callable[[tuple[int, ...], tuple[int, ...], tuple[int, ...], slice, slice], None],
) -> None:
    inputs, kernel = x_shape[1:-1], w_shape[:-2]
    outputs, pads = sizes_and_pads(inputs, kernel, strides, dilations, padding, explicit)
    per_group, out_channels = w_shape[-2], w_shape[-1]
    groups = x_shape[-1] // per_group
    each = out_channels // groups
    for o, k, i in meetings(inputs, kernel, outputs, strides, dilations, pads):
        for g in range(groups):
            visit(o, k, i, slice(g * per_group, (g + 1) * per_group), slice(g * each, (g + 1) * each))


def conv(
    x: Array, w: Array, strides: Sequence[int], dilations: Sequence[int], padding: str, explicit: Pads = ()
) -> Array:
    """y[n, o, d] = sum over k, c of x[n, o * stride + k * dilation - before, c] w[k, c, d]."""
    outputs, _ = sizes_and_pads(x.shape[1:-1], w.shape[:-2], strides, dilations, padding, explicit)
    y = np.zeros((x.shape[0], *outputs, w.shape[-1]), dtype=x.dtype)

    def visit(o: Any, k: Any, i: Any, c: slice, d: slice) -> None:
        y[(slice(None), *o, d)] += x[(slice(None), *i, c)] @ w[(*k, slice(None), d)]

    _walk(x.shape, w.shape, strides, dilations, padding, explicit, visit)
    return y


def conv_input_gradient(
    x_shape: Sequence[int],
    w: Array,
    dy: Array,
    strides: Sequence[int],
    dilations: Sequence[int],
    padding: str,
    explicit: Pads = (),
) -> Array:
    """dx[n, i, c] = sum over the (o, k) that meet i of dy[n, o, d] w[k, c, d]."""
    dx = np.zeros(tuple(x_shape), dtype=dy.dtype)

    def visit(o: Any, k: Any, i: Any, c: slice, d: slice) -> None:
        dx[(slice(None), *i, c)] += dy[(slice(None), *o, d)] @ w[(*k, slice(None), d)].T

    _walk(x_shape, w.shape, strides, dilations, padding, explicit, visit)
    return dx


def conv_filter_gradient(
    x: Array,
    w_shape: Sequence[int],
    dy: Array,
    strides: Sequence[int],
    dilations: Sequence[int],
    padding: str,
    explicit: Pads = (),
) -> Array:
    """dw[k, c, d] = sum over n and the o that k meets of x[n, i, c] dy[n, o, d]."""
    dw = np.zeros(tuple(w_shape), dtype=dy.dtype)

    def visit(o: Any, k: Any, i: Any, c: slice, d: slice) -> None:
        dw[(*k, slice(None), d)] += x[(slice(None), *i, c)].T @ dy[(slice(None), *o, d)]

    _walk(x.shape, w_shape, strides, dilations, padding, explicit, visit)
    return dw


def terms(pass_: str, x_shape: Sequence[int], w_shape: Sequence[int], y_shape: Sequence[int]) -> int:
    """An upper bound of how many products are added into one element of a pass's result."""
    kernel = int(np.prod(w_shape[:-2], dtype=object))
    if pass_ == "forward":
        return max(1, kernel * w_shape[-2])
    if pass_ == "input":
        return max(1, kernel * w_shape[-1])
    return max(1, int(np.prod(y_shape[:-1], dtype=object)))
