"""Where windows lie, one axis and one output position at a time.

TensorFlow's rules (the documentation of ``tf.nn.convolution`` and ``GetWindowedOutputSize``), for an axis of n
elements and k taps that are d apart and move by s::

    reach   = (k - 1) * d + 1
    VALID     output = (n - reach + s) / s                  no padding
    EXPLICIT  output = (n + before + after - reach + s) / s
    SAME      output = n / s rounded up;  total = max((output - 1) * s + reach - n, 0), the smaller half before

The first two divide as C++ does, towards zero, and a negative result is an error: a window that does not fit gives an
empty output, not an error, when it lacks less than two strides.  (So the kernels; the static shape functions of the
convolutions and pools, not that of Dilation2D, refuse any window that does not fit.)  An axis without elements is no
error here either: a window that does not fit gives an empty output.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from tests.reference.answer import Array, Pairs


def reach(kernel: int, dilation: int) -> int:
    """The number of input positions from the first tap to the last, both included."""
    return (kernel - 1) * dilation + 1


def pads_of(
    size: int, kernel: int, stride: int, dilation: int, padding: str, explicit: tuple[int, int] = (0, 0)
) -> tuple[int, int]:
    """(before, after) of one axis."""
    if padding == "VALID":
        return 0, 0
    if padding == "EXPLICIT":
        return explicit
    if padding != "SAME":
        raise ValueError(f"unknown padding {padding!r}")
    output = math.ceil(size / stride)
    total = (output - 1) * stride + reach(kernel, dilation) - size
    if kernel:  # a kernel without taps reaches back, and must give the same output
        total = max(total, 0)
    return total // 2, total - total // 2


def output_size(
    size: int, kernel: int, stride: int, dilation: int, padding: str, pads: tuple[int, int] = (0, 0)
) -> int:
    """The number of output positions of one axis; ``pads`` counts for EXPLICIT only."""
    if padding == "SAME":
        return math.ceil(size / stride)
    before, after = pads_of(size, kernel, stride, dilation, padding, pads)
    room = size + before + after - reach(kernel, dilation) + stride
    if room <= -stride and size:
        raise ValueError(
            f"a window of {reach(kernel, dilation)} does not fit into {size} elements padded by {before}, {after}"
        )
    return max(room, 0) // stride


def all_pads(
    sizes: Sequence[int],
    kernels: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    padding: str,
    explicit: Pairs = (),
) -> list[tuple[int, int]]:
    """``pads_of`` each axis."""
    pairs = explicit or [(0, 0)] * len(sizes)
    axes = zip(sizes, kernels, strides, dilations, pairs, strict=True)
    return [pads_of(n, k, s, d, padding, pair) for n, k, s, d, pair in axes]


def output_sizes(
    sizes: Sequence[int], kernels: Sequence[int], strides: Sequence[int], dilations: Sequence[int], pads: Pairs
) -> list[int]:
    """``output_size`` of each axis, for every kind of padding in ``pads``."""
    axes = zip(sizes, kernels, strides, dilations, pads, strict=True)
    return [output_size(n, k, s, d, "EXPLICIT", pair) for n, k, s, d, pair in axes]


def meetings(
    sizes: Sequence[int], kernels: Sequence[int], strides: Sequence[int], dilations: Sequence[int], pads: Pairs
) -> list[tuple[Array, Array]]:
    """For each output position, row-major: the input positions in its window, and the taps that meet them.

    Positions and taps are row-major flat indices, in the order of the taps; what falls into the padding is left out.
    Tap k of output o meets input position o * stride + k * dilation - before.
    """
    pairs = tuple((int(before), int(after)) for before, after in pads)
    return _meetings(*(tuple(map(int, v)) for v in (sizes, kernels, strides, dilations)), pairs)


@lru_cache(maxsize=256)
def _meetings(
    sizes: tuple[int, ...],
    kernels: tuple[int, ...],
    strides: tuple[int, ...],
    dilations: tuple[int, ...],
    pads: tuple[tuple[int, int], ...],
) -> list[tuple[Array, Array]]:
    axes: list[list[list[tuple[int, int]]]] = []  # [axis][output] -> (position, tap) pairs
    for n, k, s, d, (before, after) in zip(sizes, kernels, strides, dilations, pads, strict=True):
        axis = []
        for o in range(output_size(n, k, s, d, "EXPLICIT", (before, after))):
            met = [(o * s + tap * d - before, tap) for tap in range(k)]
            axis.append([(position, tap) for position, tap in met if 0 <= position < n])
        axes.append(axis)
    found = []
    for windows in itertools.product(*axes):
        met_pairs = list(itertools.product(*windows))
        positions = [_flat([position for position, _ in point], sizes) for point in met_pairs]
        taps = [_flat([tap for _, tap in point], kernels) for point in met_pairs]
        found.append((np.array(positions, np.int64), np.array(taps, np.int64)))
    return found


def _flat(index: Sequence[int], sizes: Sequence[int]) -> int:
    """The row-major flat index."""
    flat = 0
    for i, size in zip(index, sizes, strict=True):
        flat = flat * size + i
    return flat
