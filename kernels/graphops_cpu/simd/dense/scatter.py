"""Input gradients with few channels: products of dy with the whole filter, added up where they belong.

For every position of dy, ``sum over j of dy[o, j] w[t, i, j]`` for all taps t and channels i is a row of a matrix
product with as many columns as the filter has (tap, channel) pairs, however few channels there are.  The row is then
added to the elements of dx that the taps meet: neighbours in memory for each row of taps.

A unit is a row of dx.  A chunk of units computes what reaches its rows and nothing else is written, so chunks share no
memory; at its ends, rows of dy that reach two chunks are multiplied in both.  Along the depth axis nothing is added up:
the taps that meet a plane of dx are part of the sum of the product.
"""

from __future__ import annotations

from typing import Any

from graphops_cpu.simd.compile.vector import add, lanes, load, load_part, store, store_part

# isort: split
import numpy as np

from graphops_cpu.simd.compile.jit import inline, kernel, part
from graphops_cpu.simd.dense import sizes as field
from graphops_cpu.simd.dense.gather import steps_of
from graphops_cpu.simd.dense.pack import clear, copy
from graphops_cpu.simd.dense.planes import pack_rows_transposed
from graphops_cpu.simd.dense.sizes import POSITIONS
from graphops_cpu.simd.dense.tile import ROWS, VECTORS, depth, rows_wide, stride
from graphops_cpu.simd.dense.transpose import pack_transposed


@inline
def add_to(target: Any, at: int, source: Any, start: int, count: int) -> None:
    """``target[at : at + count] += source[start : start + count]``."""
    i = 0
    while i + lanes(target) <= count:
        store(target, at + i, add(load(target, at + i), load(source, start + i)))
        i += lanes(target)
    if i < count:
        left = count - i
        store_part(target, at + i, left, add(load_part(target, at + i, left), load_part(source, start + i, left)))


@part
def _rows(dy: Any, w: Any, dx: Any, panels: Any, sizes: Any, offsets: Any, plane: int, first: int, last: int) -> None:
    """Add all that belongs into rows [first, last) of a plane of dx."""
    image, z = plane // sizes[field.GRID_DEPTH], plane % sizes[field.GRID_DEPTH]
    dy_plane = sizes[field.X_HEIGHT] * sizes[field.X_WIDTH]
    taps = np.empty(sizes[field.TAPS_DEPTH], np.intp)  # that meet the plane
    planes = np.empty(sizes[field.TAPS_DEPTH], np.intp)  # where they do: the first elements of planes of dy
    met = 0
    for tap in range(sizes[field.TAPS_DEPTH]):
        moved = z - offsets[tap]
        o = moved // sizes[field.STEP_DEPTH]
        if o * sizes[field.STEP_DEPTH] == moved and o >= 0 and o < sizes[field.X_DEPTH]:
            taps[met] = tap
            if sizes[field.CHANNELS_FIRST] != 0:
                planes[met] = (image * sizes[field.CHANNELS] * sizes[field.X_DEPTH] + o) * dy_plane
            else:
                planes[met] = (image * sizes[field.X_DEPTH] + o) * dy_plane * sizes[field.CHANNELS]
            met += 1
    least, most = offsets[sizes[field.TAPS_DEPTH]], offsets[sizes[field.TAPS_DEPTH] + sizes[field.TAPS_HEIGHT] - 1]
    low = max(0, -((most - first) // sizes[field.STEP_HEIGHT]))  # rows of dy that reach these
    high = min(sizes[field.X_HEIGHT], (last - 1 - least) // sizes[field.STEP_HEIGHT] + 1)
    if met == 0 or low >= high:
        return
    total = met * sizes[field.CHANNELS]
    columns_at = POSITIONS * stride(dx)
    sums_at = columns_at + VECTORS * lanes(dx) * depth(dx)
    wide = VECTORS * lanes(dx)
    columns = sizes[field.TAPS_HEIGHT] * sizes[field.TAPS_WIDTH] * sizes[field.OUTPUTS]
    row = (columns + wide - 1) // wide * wide  # of the product
    rows = np.empty(POSITIONS, np.intp)
    for i in range(POSITIONS):
        rows[i] = i * row
    step = steps_of(total, depth(dx))
    begin_at, end_at = low * sizes[field.X_WIDTH], high * sizes[field.X_WIDTH]
    for position in range(begin_at, end_at, POSITIONS // ROWS * ROWS):
        until = min(position + POSITIONS // ROWS * ROWS, end_at)
        for begin in range(0, total, step):
            end = min(begin + step, total)
            for tap in range(
                begin // sizes[field.CHANNELS], (end + sizes[field.CHANNELS] - 1) // sizes[field.CHANNELS]
            ):
                begin_column = max(begin, tap * sizes[field.CHANNELS])
                end_column = min(end, (tap + 1) * sizes[field.CHANNELS])
                if sizes[field.CHANNELS_FIRST] != 0:
                    between = sizes[field.X_DEPTH] * dy_plane
                    source = planes[tap] + (begin_column - tap * sizes[field.CHANNELS]) * between
                    pack_rows_transposed(
                        panels, begin_column - begin, dy, source, between, position, until - position, dy_plane, 0,
                        end_column - begin_column,
                    )  # fmt: skip
                else:
                    for p in range(position, until):
                        source = planes[tap] + p * sizes[field.CHANNELS] + begin_column - tap * sizes[field.CHANNELS]
                        copy(
                            panels, (p - position) * stride(dx) + begin_column - begin, dy, source,
                            end_column - begin_column,
                        )  # fmt: skip
            for column in range(0, columns, wide):
                pack_transposed(
                    panels, columns_at, w, sizes, taps, 0, 0, column, begin, end, min(wide, columns - column), VECTORS
                )
                for p in range(position, until, ROWS):
                    rows_wide(
                        panels, (p - position) * stride(dx), panels, columns_at, end - begin, panels, rows,
                        p - position, sums_at + column, min(ROWS, until - p), wide, begin > 0,
                    )  # fmt: skip
        for p in range(position, until):
            source = sums_at + (p - position) * row
            _add_row(dx, panels, source, sizes, offsets, plane * sizes[field.GRID_HEIGHT], p, first, last)


@part
def _add_row(
    dx: Any, sums: Any, source: int, sizes: Any, offsets: Any, plane_row: int, position: int, first: int, last: int
) -> None:
    """Add the products of one position of dy to the rows [first, last) of dx that its taps meet."""
    channels, width = sizes[field.OUTPUTS], sizes[field.GRID_WIDTH]
    rows, columns = sizes[field.TAPS_HEIGHT], sizes[field.TAPS_WIDTH]
    height_offsets = sizes[field.TAPS_DEPTH]
    width_offsets = height_offsets + rows
    o = position // sizes[field.X_WIDTH]
    left = (position - o * sizes[field.X_WIDTH]) * sizes[field.STEP_WIDTH]
    x0 = left + offsets[width_offsets]
    low, high = max(0, -x0), min(columns, width - x0)
    for tap_y in range(rows):
        y = o * sizes[field.STEP_HEIGHT] + offsets[height_offsets + tap_y]
        if y < first or y >= last:
            continue
        line = (plane_row + y) * width
        if sizes[field.ADJACENT] != 0:
            if low < high:
                add_to(
                    dx, (line + x0 + low) * channels, sums, source + (tap_y * columns + low) * channels,
                    (high - low) * channels,
                )  # fmt: skip
        else:
            for tap in range(columns):
                x = left + offsets[width_offsets + tap]
                if x >= 0 and x < width:
                    add_to(dx, (line + x) * channels, sums, source + (tap_y * columns + tap) * channels, channels)


@kernel("in in out out sizes sizes bytes_out index start stop chunk")
def scatter(
    dy: Any, w: Any, dx: Any, scratch: Any, sizes: Any, offsets: Any, found: Any, share: int, start: int, stop: int,
    chunk: int,
) -> None:  # fmt: skip
    """Rows [start, stop) of dx, of ``batch * depth * height``; ``found`` is not used.

    Args:
        dy: what ``sizes.py`` calls x, in either layout; dx: its positions are those of the grid, channels last.
        w: (taps of depth, taps of height and width and channels, channels of dy).
        scratch: ``share`` elements for each chunk, beginning at a cache line.
        sizes, offsets: see ``sizes.py``.
    """
    memory = scratch[chunk * share :]
    height = sizes[field.GRID_HEIGHT]
    unit = start
    while unit < stop:
        plane = unit // height
        first = unit - plane * height
        last = min(height, first + stop - unit)
        row = sizes[field.GRID_WIDTH] * sizes[field.OUTPUTS]
        clear(dx, (plane * height + first) * row, (last - first) * row)
        _rows(dy, w, dx, memory, sizes, offsets, plane, first, last)
        unit += last - first
