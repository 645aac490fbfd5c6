"""Copies what a tile needs into panels: positions with the inputs that their taps meet, and columns of a matrix."""

from __future__ import annotations

from typing import Any

from graphops_cpu.simd.compile.jit import inline, part
from graphops_cpu.simd.compile.vector import add, fma, lanes, load, load_part, store, store_part, total, zero
from graphops_cpu.simd.dense import sizes as field
from graphops_cpu.simd.dense.positions import grid_point
from graphops_cpu.simd.dense.tile import VECTORS, stride


@inline
def copy(target: Any, at: int, source: Any, start: int, count: int) -> None:
    """``target[at : at + count] = source[start : start + count]``."""
    i = 0
    while i + lanes(target) <= count:
        store(target, at + i, load(source, start + i))
        i += lanes(target)
    if i < count:
        store_part(target, at + i, count - i, load_part(source, start + i, count - i))


@inline
def clear(target: Any, at: int, count: int) -> None:
    """``target[at : at + count] = 0``."""
    i = 0
    while i + lanes(target) <= count:
        store(target, at + i, zero(target))
        i += lanes(target)
    if i < count:
        store_part(target, at + i, count - i, zero(target))


@part
def pack_positions(
    panel: Any, x: Any, sizes: Any, offsets: Any, channel: int, first: int, last: int, begin: int, end: int
) -> None:
    """Row ``p - first`` of the panel, for positions p in [first, last): columns [begin, end) of the row of p.

    Column ``(tap, i)`` is the element of channel ``channel + i`` that the tap meets, 0 in the padding. Taps are in the
    order depth, height, width.
    """
    channels, pixel = sizes[field.CHANNELS], sizes[field.X_PIXEL]
    rows, columns, adjacent = sizes[field.TAPS_HEIGHT], sizes[field.TAPS_WIDTH], sizes[field.ADJACENT]
    row_size = columns * channels  # of the columns that belong to one row of taps
    row_first, row_last = begin // row_size, (end + row_size - 1) // row_size
    n, k, j, i = grid_point(sizes, first)
    width_offsets = sizes[field.TAPS_DEPTH] + rows
    for p in range(first, last):
        base = (p - first) * stride(panel) - begin
        left = i * sizes[field.STEP_WIDTH]
        for row in range(row_first, row_last):
            row_begin = row * row_size
            start, stop = max(begin, row_begin), min(end, row_begin + row_size)
            tap_z = row // rows
            z = k * sizes[field.STEP_DEPTH] + offsets[tap_z]
            y = j * sizes[field.STEP_HEIGHT] + offsets[sizes[field.TAPS_DEPTH] + row - tap_z * rows]
            if z < 0 or z >= sizes[field.X_DEPTH] or y < 0 or y >= sizes[field.X_HEIGHT]:
                clear(panel, base + start, stop - start)
                continue
            line = ((n * sizes[field.X_DEPTH] + z) * sizes[field.X_HEIGHT] + y) * sizes[
                field.X_WIDTH
            ]  # its first position
            if adjacent != 0:
                x0 = left + offsets[width_offsets]
                low = row_begin + max(0, -x0) * channels
                high = row_begin + min(columns, sizes[field.X_WIDTH] - x0) * channels
                low = min(max(low, start), stop)
                high = max(min(high, stop), low)
                clear(panel, base + start, low - start)
                copy(panel, base + low, x, (line + x0) * pixel + channel + (low - row_begin), high - low)
                clear(panel, base + high, stop - high)
            else:
                for tap in range((start - row_begin) // channels, (stop - row_begin + channels - 1) // channels):
                    tap_begin = row_begin + tap * channels
                    low, high = max(start, tap_begin), min(stop, tap_begin + channels)
                    x0 = left + offsets[width_offsets + tap]
                    if x0 < 0 or x0 >= sizes[field.X_WIDTH]:
                        clear(panel, base + low, high - low)
                    else:
                        copy(panel, base + low, x, (line + x0) * pixel + channel + (low - tap_begin), high - low)
        i += 1
        if i == sizes[field.GRID_WIDTH]:
            i = 0
            j += 1
            if j == sizes[field.GRID_HEIGHT]:
                j = 0
                k += 1
                if k == sizes[field.GRID_DEPTH]:
                    k = 0
                    n += 1


@part
def pack_columns(panel: Any, at: int, b: Any, start: int, row: int, depth: int, columns: int, vectors: int) -> Any:
    """``depth`` rows of ``columns`` elements, ``row`` apart from ``b[start]`` on, as a panel of ``vectors`` vectors.

    Returns 0 if all are finite, else NaN: the sum of their products with 0.
    """
    nothing = zero(b)
    check, other = zero(b), zero(b)
    if vectors == VECTORS:
        for k in range(depth):
            left = load(b, start + k * row)
            right = load_part(b, start + k * row + lanes(b), columns - lanes(b))
            check = fma(left, nothing, check)
            other = fma(right, nothing, other)
            store(panel, at + 2 * k * lanes(b), left)
            store(panel, at + (2 * k + 1) * lanes(b), right)
    else:
        for k in range(depth):
            left = load_part(b, start + k * row, columns)
            check = fma(left, nothing, check)
            store(panel, at + k * lanes(b), left)
    return total(add(check, other))
