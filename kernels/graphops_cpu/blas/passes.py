"""The passes of a dense convolution as products of columns with matrices.

Shapes in the comments: x or dy (N, *S, C), y or dy (N, *O, D), w (*k, C/G, D), each with any strides; P positions of
a box, K = k... * C/G rows of a portion of w, G groups of D/G results.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphops_cpu.blas.axes import source_view, tap_view
from graphops_cpu.blas.gather import Array, Gather, as_matrix

Check = Callable[[], None]  # raises an error if the run must stop; called once for each box


def forward(gather: Gather, x: Array, w: Array, y: Array, check: Check) -> None:
    """Write ``conv(x, w)`` into every element of ``y``.

    Where windows meet the padding, its zeros are multiplied too: non-finite numbers in ``w`` make it wrong there.
    """
    columns = gather.reader(x[(slice(None), *source_view(gather.axes))])
    filters = [as_matrix(w[tap_view(gather.axes)][portion], gather.groups) for portion in gather.portions()]  # (K, D)
    for box in gather.boxes():
        check()
        region = columns.region(box)
        part = y[box]
        target = as_matrix(part, gather.groups)  # (P, D) or (G, P, D/G)
        direct = np.may_share_memory(target, y)
        for index, (portion, kernel) in enumerate(zip(gather.portions(), filters, strict=True)):
            matrix = columns.columns(region, box, portion)  # (P, K) or (G, P, K)
            if index == 0:
                np.matmul(matrix, kernel, out=target)
            else:
                target += np.matmul(matrix, kernel)
        if not direct:
            _write(part, target, gather.groups)


def filter_gradient(gather: Gather, x: Array, dy: Array, dw: Array, check: Check) -> None:
    """Write the gradient into every element of ``dw``, C-contiguous zeros.

    Where windows meet the padding, its zeros are multiplied too: non-finite numbers in ``dy`` make NaN there.
    """
    columns = gather.reader(x[(slice(None), *source_view(gather.axes))])
    own = dw[tap_view(gather.axes)]
    total = own if own.flags.c_contiguous else np.empty(own.shape, dtype=own.dtype)
    for number, box in enumerate(gather.boxes()):
        check()
        region = columns.region(box)
        gradient = as_matrix(dy[box], gather.groups)  # (P, D) or (G, P, D/G)
        for portion in gather.portions():
            matrix = columns.columns(region, box, portion).swapaxes(-1, -2)  # (K, P) or (G, K, P)
            target = as_matrix(total[portion], gather.groups)  # (K, D) or (G, K, D/G)
            if number == 0:
                np.matmul(matrix, gradient, out=target)
            else:
                target += np.matmul(matrix, gradient)
    if total is not own:
        own[...] = total


def exchanged(w: Array, groups: int) -> Array:
    """The filter of the input gradient: ``w`` (*k, C/G, D) with its channels exchanged, (*k, D/G, C); maybe a view."""
    if groups == 1:
        return w.swapaxes(-1, -2)
    *kernel, channels, results = w.shape
    parts = w.reshape(*kernel, channels, groups, results // groups)
    return np.moveaxis(parts, -1, -3).swapaxes(-1, -2).reshape(*kernel, results // groups, groups * channels)


def _write(part: Array, matrix: Array, groups: int) -> None:
    """Copy a matrix of :func:`as_matrix`'s form to where it belongs."""
    part[...] = (matrix if groups == 1 else matrix.swapaxes(0, 1)).reshape(part.shape)
