"""Sums of rows and squares of distances in them, compiled. Vectors run along the rows.

``sizes`` are rows, elements of a row, and for sums whether they are divided by that number.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from graphops_cpu.simd.compile.jit import kernel
from graphops_cpu.simd.compile.vector import (
    add,
    fill,
    get,
    lanes,
    load,
    load_part,
    mul,
    put,
    store,
    store_part,
    sub,
    total,
    zero,
)

_BLOCK: Final = 2048  # elements that are added in float32, four vectors at a time; sums of blocks are in float64


@kernel("in out sizes start stop chunk")
def sums_of_rows(x, y, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """y: [rows], the sums or means of the rows ``start..stop-1`` of x: [rows, elements]."""
    length, divided, step = sizes[1], sizes[2], lanes(x)
    for row in range(start, stop):
        i, end = row * length, (row + 1) * length
        sum_ = np.float64(0.0)
        while i < end:
            last = min(i + _BLOCK, end)
            a, b, c, d = zero(x), zero(x), zero(x), zero(x)
            while i + 4 * step <= last:
                a = add(a, load(x, i))
                b = add(b, load(x, i + step))
                c = add(c, load(x, i + 2 * step))
                d = add(d, load(x, i + 3 * step))
                i += 4 * step
            while i + step <= last:
                a = add(a, load(x, i))
                i += step
            if i < last:
                b = add(b, load_part(x, i, last - i))
                i = last
            sum_ += np.float64(total(add(add(a, b), add(c, d))))
        if divided:
            sum_ /= length
        put(y, row, sum_)


@kernel("in in out sizes start stop chunk")
def squared_distances(x, m, y, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """y = (x - m)**2 for the rows ``start..stop-1`` of x and y: [rows, elements]; m: [rows]."""
    length, step = sizes[1], lanes(x)
    for row in range(start, stop):
        i, end = row * length, (row + 1) * length
        middle = fill(x, get(m, row))
        while i + step <= end:
            v = sub(load(x, i), middle)
            store(y, i, mul(v, v))
            i += step
        if i < end:
            v = sub(load_part(x, i, end - i), middle)
            store_part(y, i, end - i, mul(v, v))
