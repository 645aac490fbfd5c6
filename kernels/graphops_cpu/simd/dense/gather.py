"""Products of what the positions of a grid meet with a matrix: the forward pass, and input gradients by phase.

``y[p, j] = sum over taps t and channels i of x[p * step + offset[t], i] * b[(t, i), j]``

The work is cut into units: a panel of ROWS positions for a piece of the columns of one group.  A chunk of units is done
in blocks: the panels of about POSITIONS positions are packed for a piece of the depth, then each panel of columns of b
is packed and multiplied with all of them.
"""

from __future__ import annotations

from typing import Any

from graphops_cpu.simd.compile.vector import lanes

# isort: split
import numpy as np

from graphops_cpu.simd.compile.jit import inline, kernel, merged, part
from graphops_cpu.simd.dense import sizes as field
from graphops_cpu.simd.dense.pack import pack_columns, pack_positions
from graphops_cpu.simd.dense.positions import element_met, grid_point, position_rows, tap_point, unit_at
from graphops_cpu.simd.dense.sizes import POSITIONS, even_steps
from graphops_cpu.simd.dense.tile import ROWS, VECTORS, depth, rows_tile, stride
from graphops_cpu.simd.dense.transpose import pack_transposed

PANELS = POSITIONS // ROWS

steps_of = inline(even_steps)


@merged
def _block(
    x: Any, b: Any, y: Any, panels: Any, sizes: Any, offsets: Any, found: Any, group: int, first: int,
    last: int, low: int, high: int,
) -> None:  # fmt: skip
    """Positions [first, last), columns [low, high) of one group."""
    row = sizes[field.B_ROW]
    b_start = sizes[field.B_START] + group * sizes[field.B_GROUP]
    total = sizes[field.TAPS_DEPTH] * sizes[field.TAPS_HEIGHT] * sizes[field.TAPS_WIDTH] * sizes[field.CHANNELS]
    channel = group * sizes[field.CHANNELS]
    first_tap = (
        sizes[field.TAPS_DEPTH] + sizes[field.TAPS_HEIGHT] + sizes[field.TAPS_WIDTH]
    )  # where the places' taps are told
    y_column = group * sizes[field.OUTPUTS]
    rows = np.empty(POSITIONS, np.intp)
    position_rows(sizes, first, last, rows)
    columns_at = POSITIONS * stride(y)
    step = steps_of(total, depth(y))
    check = 0.0
    for begin in range(0, total, step):
        end = min(begin + step, total)
        pack_positions(panels, x, sizes, offsets, channel, first, last, begin, end)
        for column in range(low, high, VECTORS * lanes(y)):
            columns = min(high - column, VECTORS * lanes(y))
            vectors = VECTORS if columns > lanes(y) else 1
            if sizes[field.B_TRANSPOSED] != 0:
                check += pack_transposed(
                    panels, columns_at, b, sizes, offsets, first_tap, group, column, begin, end, columns, vectors
                )
            else:
                check += pack_columns(
                    panels, columns_at, b, b_start + begin * row + column, row, end - begin, columns, vectors
                )
            for position in range(first, last, ROWS):
                a_at = (position - first) * stride(y)
                count = min(ROWS, last - position)
                rows_tile(
                    panels, a_at, panels, columns_at, end - begin, y, rows, position - first, y_column + column,
                    count, columns, begin > 0,
                )  # fmt: skip
    if check != 0.0:  # NaN
        found[0] = 1


@part
def _exact(
    x: Any, b: Any, y: Any, sizes: Any, offsets: Any, group: int, first: int, last: int, low: int, high: int
) -> None:
    """The same, forming no product with padding; several times slower."""
    channels = sizes[field.CHANNELS]
    first_tap = sizes[field.TAPS_DEPTH] + sizes[field.TAPS_HEIGHT] + sizes[field.TAPS_WIDTH]
    y_column = group * sizes[field.OUTPUTS]
    rows = np.empty(1, np.intp)
    for p in range(first, last):
        position_rows(sizes, p, p + 1, rows)
        target = rows[0] + y_column
        for column in range(low, high):
            y[target + column] = 0
        n, k, j, i = grid_point(sizes, p)
        for tap in range(sizes[field.TAPS_DEPTH] * sizes[field.TAPS_HEIGHT] * sizes[field.TAPS_WIDTH]):
            tap_z, tap_y, tap_x = tap_point(sizes, tap)
            source = element_met(sizes, offsets, n, k, j, i, tap_z, tap_y, tap_x)
            if source < 0:
                continue
            source += group * channels
            matrix = sizes[field.B_START] + group * sizes[field.B_GROUP]
            if sizes[field.B_TRANSPOSED] != 0:
                matrix += offsets[first_tap + tap] * sizes[field.B_TAP]
                row, between = 1, sizes[field.B_ROW]
            else:
                matrix += tap * channels * sizes[field.B_ROW]
                row, between = sizes[field.B_ROW], 1
            for channel in range(channels):
                for column in range(low, high):
                    y[target + column] += x[source + channel] * b[matrix + channel * row + column * between]


@kernel("in in out out sizes sizes bytes_out index start stop chunk")
def gather(
    x: Any, b: Any, y: Any, scratch: Any, sizes: Any, offsets: Any, found: Any, share: int, start: int, stop: int,
    chunk: int,
) -> None:  # fmt: skip
    """Units [start, stop). ``found[0]`` becomes 1 where b is not finite.

    Args:
        scratch: ``share`` elements for each chunk, beginning at a cache line.
        sizes, offsets: see ``sizes.py``.
    """
    memory = scratch[chunk * share :]
    positions = sizes[field.BATCH] * sizes[field.GRID_DEPTH] * sizes[field.GRID_HEIGHT] * sizes[field.GRID_WIDTH]
    panels = (positions + ROWS - 1) // ROWS
    unit = start
    while unit < stop:
        _, group, low, high, first, last = unit_at(sizes, unit, stop, panels, VECTORS * lanes(y))
        if sizes[field.EXACT] != 0:
            _exact(x, b, y, sizes, offsets, group, first * ROWS, min(last * ROWS, positions), low, high)
        else:
            step = steps_of(last - first, PANELS)
            for panel in range(first, last, step):
                _block(
                    x, b, y, memory, sizes, offsets, found, group, panel * ROWS,
                    min(min(panel + step, last) * ROWS, positions), low, high,
                )  # fmt: skip
        unit += last - first
