"""Resizing, compiled: a new row is made of old ones, from the first column to the last, and then each of its pixels.

``sizes`` are rows, columns, new rows, new columns, channels, and of how many old rows and columns a new one is made at
most.
"""

from __future__ import annotations

from graphops_cpu.simd.compile.jit import inline, kernel
from graphops_cpu.simd.compile.vector import fill, fma, get, lanes, load, load_part, mul, store, store_part


@inline
def _sum(x, y, to, size, weights, places, first, count, stride, base):  # type: ignore[no-untyped-def]
    """``size`` elements of y from ``to`` on: the sum of those of x from ``base + places[n] * stride`` on, each times
    ``weights[n]``, for ``count`` numbers n from ``first`` on. ``places`` begins so that its numbers are the same."""
    step, i = lanes(x), 0
    while i + step <= size:
        v = mul(load(x, base + places[first] * stride + i), fill(x, get(weights, first)))
        for n in range(first + 1, first + count):
            v = fma(load(x, base + places[n] * stride + i), fill(x, get(weights, n)), v)
        store(y, to + i, v)
        i += step
    if i < size:
        left = size - i
        v = mul(load_part(x, base + places[first] * stride + i, left), fill(x, get(weights, first)))
        for n in range(first + 1, first + count):
            v = fma(load_part(x, base + places[n] * stride + i, left), fill(x, get(weights, n)), v)
        store_part(y, to + i, left, v)


@kernel("in out in in sums sizes sizes start stop chunk")
def resized(x, y, row_weights, column_weights, scratch, places, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """The new rows ``start..stop-1`` of all images.

    Args:
        x: [images, rows, columns, channels].
        y: [images, new rows, new columns, channels].
        row_weights: [new rows, at most]; column_weights: [new columns, at most].
        scratch: [chunks, columns, channels]: a new row of old columns.
        places: [new rows] how many old rows there are, [new rows, at most] which; the same for columns.
    """
    rows, columns, new_rows, new_columns, channels, most_rows, most_columns = (
        sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5], sizes[6]
    )  # fmt: skip
    line = columns * channels
    row_places = places[new_rows : new_rows * (1 + most_rows)]
    column_counts = places[new_rows * (1 + most_rows) :]
    column_places = column_counts[new_columns:]
    middle = chunk * line
    for unit in range(start, stop):
        image, row = unit // new_rows, unit % new_rows
        base = image * rows * line
        if places[row]:
            _sum(x, scratch, middle, line, row_weights, row_places, row * most_rows, places[row], line, base)
        else:
            for i in range(line):
                scratch[middle + i] = 0.0
        to = unit * new_columns * channels
        for column in range(new_columns):
            first, count = column * most_columns, column_counts[column]
            if count:
                _sum(scratch, y, to, channels, column_weights, column_places, first, count, channels, middle)
            else:
                for i in range(channels):
                    y[to + i] = 0.0
            to += channels
