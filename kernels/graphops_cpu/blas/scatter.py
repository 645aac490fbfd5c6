"""The input gradient as products that are added to windows (col2im): for few input channels, or for large filters.

``dy * transposed w`` gives, for each output position of a box, the summands for each element of its window.  They are
added up in the box's region, which includes padding; the part of the region inside the input is added to the gradient.
The filter is used as it is in memory; a gather from dy would have to transpose its channels.
"""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np

from graphops_cpu.blas.axes import source_view, tap_view
from graphops_cpu.blas.gather import Array, Box, Gather, as_matrix
from graphops_cpu.blas.passes import Check


def scatter(gather: Gather, w: Array, dy: Array, dx: Array, check: Check) -> None:
    """Add the input gradient to ``dx``.

    Args:
        gather: of the forward pass.
        w: (*k, C/G, D).
        dy: (N, *O, D), any strides.
        dx: (N, *S, C), any strides.
    """
    target = dx[(slice(None), *source_view(gather.axes))]
    kernels = [as_matrix(w[tap_view(gather.axes)][portion], gather.groups) for portion in gather.portions()]  # (K, D)
    buffer = np.empty(gather.region_size, dtype=dx.dtype)
    for box in gather.boxes():
        check()
        gradient = as_matrix(dy[box], gather.groups)  # (P, D) or (G, P, D/G)
        index, inside, spans = gather.region(box)
        region = gather.border(buffer, spans)  # (n, span..., C)
        buffer[: region.size] = 0
        for portion, kernel in zip(gather.portions(), kernels, strict=True):
            parts = _parts(gather, gradient, kernel, box, portion.stop - portion.start)
            _add(gather, parts, region, portion.start)
        target[index] += region[inside]


def _parts(gather: Gather, gradient: Array, kernel: Array, box: Box, rows: int) -> Array:
    """What each position adds to each element of its window, (n, o..., k..., G, C/G)."""
    parts: Array
    positions = [part.stop - part.start for part in box]
    taps = [rows, *(axis.kernel for axis in gather.axes[1:])]
    groups, channels = gather.groups, gather.channels // gather.groups
    if gather.planar:
        parts = np.matmul(kernel, gradient.swapaxes(-1, -2)).reshape(groups, *taps, channels, *positions)
        order = [*range(len(taps) + 2, parts.ndim), *range(1, len(taps) + 1), 0, len(taps) + 1]
        return parts.transpose(order)
    parts = np.matmul(gradient, kernel.swapaxes(-1, -2)).reshape(groups, *positions, *taps, channels)
    return np.moveaxis(parts, 0, -2)


def _add(gather: Gather, parts: Array, region: Array, first: int) -> None:
    """Add the parts of each tap, from row ``first`` of the kernel on, to the region that they belong to."""
    axes = gather.axes
    counts = parts.shape[1 : len(axes) + 1]
    region = region.reshape(*region.shape[:-1], *parts.shape[-2:])  # (n, span..., G, C/G)
    for tap in product(*(range(size) for size in parts.shape[len(axes) + 1 : -2])):
        where = [slice(None)]
        for number, (axis, position, count) in enumerate(zip(axes, tap, counts, strict=True)):
            start = (position + (first if number == 0 else 0)) * axis.dilation
            where.append(slice(start, start + (count - 1) * axis.stride + 1, axis.stride))
        region[tuple(where)] += parts[(slice(None),) * (len(axes) + 1) + tap]


def scatter_bytes(gather: Gather, results: int, itemsize: int) -> int:
    """What :func:`scatter` needs beyond its operands."""
    rows = prod(axis.kernel for axis in gather.axes) * gather.channels
    return itemsize * (gather.positions * (rows + results) + gather.region_size)
