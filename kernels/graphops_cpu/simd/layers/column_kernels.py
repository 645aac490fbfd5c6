"""Squares of distances from a number for each column, compiled.

An array is seen as [rows, width], where a row of *width* elements is one position, or so many neighbours that vectors
are full: element i of a row is of column ``i % columns``.
"""

from __future__ import annotations

from graphops_cpu.simd.compile.jit import kernel
from graphops_cpu.simd.compile.vector import lanes, load, load_part, mul, store, store_part, sub


@kernel("in out sums_in sizes start stop chunk")
def squared_distances(x, y, m, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """Rows ``start..stop-1`` of y = (x - m)**2.

    Args:
        m: [width].
        sizes: elements, width.  The last row may be shorter.
    """
    size, width, step = sizes[0], sizes[1], lanes(x)
    for row in range(start, stop):
        begin = row * width
        count = min(width, size - begin)
        i = 0
        while i + step <= count:
            v = sub(load(x, begin + i), load(m, i))
            store(y, begin + i, mul(v, v))
            i += step
        n = count - i
        if n > 0:
            v = sub(load_part(x, begin + i, n), load_part(m, i, n))
            store_part(y, begin + i, n, mul(v, v))
