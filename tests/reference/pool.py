"""Max and average pooling over windows of any rank and layout, and their gradients.

``ksize`` and ``strides`` have an entry for every axis, so layouts need no telling apart: an axis of window 1 and stride
1 is carried along, the others (channels as well) are pooled.  Padding is never a maximum and counts in no average.

Maxima: of equal elements the first in row-major order of the window is *the* maximum, and gets the gradient; only
TensorFlow's CPU kernel of MaxPool3DGrad gives it to each of them (``ties="all"``, which ``answers`` follows).

TensorFlow 2.21's CPU kernels differ from these answers where they differ from one another:

* on NaN (here larger than any number);
* on a window of -inf (MaxPool gives the lowest finite value; MaxPool3D and MaxPoolWithArgmax -inf, as here);
* MaxPool3D and AvgPool3D with SAME padding, when the windows end two or more elements before the axis does (stride
  larger than ksize): theirs are moved by half of the rest, here and in their own gradients they start at 0.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from tests.reference.answer import Answer, Array, Pairs, is_integer, picked, widen
from tests.reference.geometry import output_size, pads_of

Index = tuple[slice, ...]


def max_pool(x: Array, ksize: Sequence[int], strides: Sequence[int], pads: Pairs) -> Array:
    """The largest element of each window, in a wide dtype."""
    x = widen(x)
    y = np.zeros(output_shape(x.shape, ksize, strides, pads), x.dtype)
    for output, window in windows(x.shape, ksize, strides, pads):
        y[output] = x[window].max(axis=pooled_axes(ksize, strides, pads), keepdims=True)
    return y


def avg_pool(x: Array, ksize: Sequence[int], strides: Sequence[int], pads: Pairs) -> Array:
    """The average of those elements of each window that lie in the input."""
    x = widen(x)
    y = np.zeros(output_shape(x.shape, ksize, strides, pads))
    for output, window in windows(x.shape, ksize, strides, pads):
        with np.errstate(all="ignore"):
            y[output] = x[window].mean(axis=pooled_axes(ksize, strides, pads), keepdims=True)
    return y


def avg_pool_gradient(
    x_shape: Sequence[int], dy: Array, ksize: Sequence[int], strides: Sequence[int], pads: Pairs
) -> Array:
    """Each ``dy`` spread evenly over those elements of its window that lie in the input."""
    dy = widen(dy)
    dx = np.zeros(tuple(x_shape))
    for output, window in windows(x_shape, ksize, strides, pads):
        share = dx[window]
        share += dy[output] / _count(share.shape, pooled_axes(ksize, strides, pads))
    return dx


def max_positions(x: Array, ksize: Sequence[int], strides: Sequence[int], pads: Pairs) -> Array:
    """The row-major flat index in ``x`` of each window's first maximum, shaped as the output."""
    x = widen(x)
    flat = np.arange(x.size).reshape(x.shape)
    found = np.zeros(output_shape(x.shape, ksize, strides, pads), np.int64)
    axes = pooled_axes(ksize, strides, pads)
    last = range(x.ndim - len(axes), x.ndim)
    for output, window in windows(x.shape, ksize, strides, pads):
        values = np.moveaxis(x[window], axes, last)  # [carried..., window...]
        indices = np.moveaxis(flat[window], axes, last)
        carried = x.ndim - len(axes)
        columns = (math.prod(values.shape[:carried]), math.prod(values.shape[carried:]))
        first = values.reshape(columns).argmax(axis=1)  # the first of equal ones
        chosen = indices.reshape(columns)[np.arange(len(first)), first]
        found[output] = chosen.reshape(found[output].shape)  # pooled axes are 1 long there
    return found


def max_pool_gradient(
    x: Array, dy: Array, ksize: Sequence[int], strides: Sequence[int], pads: Pairs, ties: str = "first"
) -> Array:
    """Each ``dy`` added to the first maximum of its window, or with ``ties="all"`` to each of them."""
    dy = widen(dy)
    if ties == "first":
        return scatter(x.shape, max_positions(x, ksize, strides, pads), dy)
    x = widen(x)
    dx = np.zeros(x.shape, dy.dtype)
    for output, window in windows(x.shape, ksize, strides, pads):
        largest = x[window].max(axis=pooled_axes(ksize, strides, pads), keepdims=True)
        share = dx[window]
        share += np.where(x[window] == largest, dy[output], 0).astype(dy.dtype)
    return dx


def max_pool_gradient_gradient(
    x: Array, ddx: Array, ksize: Sequence[int], strides: Sequence[int], pads: Pairs
) -> Array:
    """The ``ddx`` at the first maximum of each window."""
    return gather(widen(ddx), max_positions(x, ksize, strides, pads))


def scatter(shape: Sequence[int], positions: Array, dy: Array) -> Array:
    """Zeros of ``shape``, with each ``dy`` added at its flat position."""
    if dy.shape != positions.shape:
        raise ValueError(f"the incoming gradient has shape {dy.shape}, the pool's output {positions.shape}")
    dx = np.zeros(math.prod(shape), dy.dtype)
    with np.errstate(all="ignore"):
        np.add.at(dx, positions.ravel(), dy.ravel())
    return dx.reshape(tuple(shape))


def gather(x: Array, positions: Array) -> Array:
    """The elements of ``x`` at flat positions."""
    return x.ravel()[positions]


def windows(
    shape: Sequence[int], ksize: Sequence[int], strides: Sequence[int], pads: Pairs
) -> Iterator[tuple[Index, Index]]:
    """(output, window) slices for each window; carried axes are whole slices in both."""
    pooled = pooled_axes(ksize, strides, pads)
    outputs = output_shape(shape, ksize, strides, pads)
    axes: list[list[tuple[slice, slice]]] = []
    for axis, (n, k, s, (before, _)) in enumerate(zip(shape, ksize, strides, pads, strict=True)):
        if axis not in pooled:
            axes.append([(slice(None), slice(None))])
            continue
        starts = [o * s - before for o in range(outputs[axis])]
        axes.append([(slice(o, o + 1), slice(max(i, 0), max(min(i + k, n), 0))) for o, i in enumerate(starts)])
    for point in itertools.product(*axes):
        yield tuple(output for output, _ in point), tuple(window for _, window in point)


def output_shape(shape: Sequence[int], ksize: Sequence[int], strides: Sequence[int], pads: Pairs) -> tuple[int, ...]:
    """One element for each window."""
    axes = zip(shape, ksize, strides, pads, strict=True)
    return tuple(output_size(n, k, s, 1, "EXPLICIT", pad) for n, k, s, pad in axes)


def pooled_axes(ksize: Sequence[int], strides: Sequence[int], pads: Pairs) -> tuple[int, ...]:
    """The axes on which a window is not just one element after the other."""
    axes = zip(ksize, strides, pads, strict=True)
    return tuple(axis for axis, (k, s, pad) in enumerate(axes) if (k, s, tuple(pad)) != (1, 1, (0, 0)))


def answers(op: str, inputs: Mapping[str, Any], attrs: Mapping[str, Any]) -> list[Answer]:
    """The outputs of a pooling op (2-D, 3-D, V2, WithArgmax, Grad, GradGrad), by its OpDef's names and layouts."""
    shape = _input_shape(inputs)
    ksize, strides = _numbers("ksize", inputs, attrs), _numbers("strides", inputs, attrs)
    flat = attrs.get("explicit_paddings") or []
    explicit = list(zip(flat[::2], flat[1::2], strict=True))
    if len(shape) == len(ksize) + 1:  # NCHW_VECT_C: the channels' inner axis is carried along
        ksize, strides, explicit = [*ksize, 1], [*strides, 1], explicit and [*explicit, (0, 0)]
    axes = zip(shape, ksize, strides, explicit or [(0, 0)] * len(shape), strict=True)
    pads = [pads_of(n, k, s, 1, attrs["padding"], pair) for n, k, s, pair in axes]
    if op in ("AvgPool", "AvgPool3D"):
        x = _tensor(inputs, "value", "input")
        magnitude = avg_pool(np.abs(widen(x)), ksize, strides, pads)
        return [Answer(avg_pool(x, ksize, strides, pads), magnitude, math.prod(ksize) + 1)]
    if op in ("AvgPoolGrad", "AvgPool3DGrad"):
        dy = np.asarray(inputs["grad"])
        magnitude = avg_pool_gradient(shape, np.abs(widen(dy)), ksize, strides, pads)
        return [Answer(avg_pool_gradient(shape, dy, ksize, strides, pads), magnitude, math.prod(ksize) + 1)]
    x = _tensor(inputs, "orig_input", "input")
    if op in ("MaxPool", "MaxPoolV2", "MaxPool3D"):
        return [picked(max_pool(x, ksize, strides, pads))]
    if op == "MaxPoolWithArgmax":
        positions = max_positions(x, ksize, strides, pads) - _offsets(x.shape, attrs)
        return [picked(max_pool(x, ksize, strides, pads)), picked(positions)]
    grad = np.asarray(inputs["grad"])
    if op == "MaxPoolGradGradWithArgmax":
        return [picked(gather(widen(grad), _argmax(inputs, x.shape, attrs)))]
    if "GradGrad" in op:
        return [picked(max_pool_gradient_gradient(x, grad, ksize, strides, pads))]

    def gradient(dy: Array) -> Array:
        if op == "MaxPoolGradWithArgmax":
            return scatter(x.shape, _argmax(inputs, x.shape, attrs), widen(dy))
        return max_pool_gradient(x, dy, ksize, strides, pads, "all" if op == "MaxPool3DGrad" else "first")

    value = gradient(grad)
    magnitude = np.zeros(value.shape) if is_integer(value) else gradient(np.abs(widen(grad)))
    return [Answer(value, magnitude, math.prod(ksize))]


def _input_shape(inputs: Mapping[str, Any]) -> tuple[int, ...]:
    """The shape of what is pooled."""
    if "orig_input_shape" in inputs:
        return tuple(int(n) for n in inputs["orig_input_shape"])
    shape: tuple[int, ...] = _tensor(inputs, "orig_input", "input", "value").shape
    return shape


def _tensor(inputs: Mapping[str, Any], *names: str) -> Array:
    """The first of these inputs that the op has."""
    return np.asarray(next(inputs[name] for name in names if name in inputs))


def _numbers(name: str, inputs: Mapping[str, Any], attrs: Mapping[str, Any]) -> list[int]:
    """An attr that the V2 ops take as an input."""
    return [int(n) for n in (inputs[name] if name in inputs else attrs[name])]


def _offsets(shape: Sequence[int], attrs: Mapping[str, Any]) -> Array:
    """What an argmax lacks to be a flat index: where the image starts, unless the batch is in the index."""
    image = 0 if attrs.get("include_batch_in_index", False) else math.prod(shape[1:])
    return np.arange(shape[0]).reshape(-1, 1, 1, 1) * image


def _argmax(inputs: Mapping[str, Any], shape: Sequence[int], attrs: Mapping[str, Any]) -> Array:
    """The given ``argmax`` as flat indices."""
    argmax = np.asarray(inputs["argmax"]).astype(np.int64)
    limit = math.prod(shape if attrs.get("include_batch_in_index", False) else shape[1:])
    if argmax.size and not 0 <= argmax.min() <= argmax.max() < limit:
        raise ValueError(f"argmax points outside of {tuple(shape)}")
    return argmax + _offsets(shape, attrs)


def _count(shape: Sequence[int], axes: Sequence[int]) -> int:
    return math.prod(shape[axis] for axis in axes)
