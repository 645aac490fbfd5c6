"""The filter gradient: what the positions of a grid meet, transposed, times the incoming gradient.

``dw[(t, i), j] = sum over positions p of x[p * step + offset[t], i] * dy[p, j]``

A unit is a panel of ROWS rows (t, i) for a piece of the columns of one group and one part of the positions.  Where
there are too few rows to occupy all threads, the positions are cut into parts, each of which has a sum of its own.
"""

from __future__ import annotations

from typing import Any

from graphops_cpu.simd.compile.vector import lanes

# isort: split
import numpy as np

from graphops_cpu.simd.compile.jit import kernel, merged, part
from graphops_cpu.simd.dense import sizes as field
from graphops_cpu.simd.dense.gather import steps_of
from graphops_cpu.simd.dense.pack import pack_columns, pack_positions
from graphops_cpu.simd.dense.positions import element_met, grid_point, tap_point, unit_at
from graphops_cpu.simd.dense.sizes import SUMMED_POSITIONS
from graphops_cpu.simd.dense.tile import ROWS, VECTORS, columns_tile, depth, stride


@merged
def _block(
    x: Any, dy: Any, dw: Any, panels: Any, sizes: Any, offsets: Any, found: Any, group: int, target: int,
    first: int, last: int, begin: int, end: int, low: int, high: int,
) -> None:  # fmt: skip
    """Rows [first, last) and columns [low, high) of one group, summed over positions [begin, end)."""
    row = sizes[field.B_ROW]
    b_start = sizes[field.B_START] + group * sizes[field.B_GROUP]
    columns_at = SUMMED_POSITIONS * stride(dw)
    targets = np.empty(depth(dw), np.intp)
    for r in range(first, last):
        targets[r - first] = target + r * sizes[field.Y_WIDTH]
    step = steps_of(end - begin, SUMMED_POSITIONS)
    check = 0.0
    for position in range(begin, end, step):
        until = min(position + step, end)
        pack_positions(panels, x, sizes, offsets, group * sizes[field.CHANNELS], position, until, first, last)
        for column in range(low, high, VECTORS * lanes(dw)):
            columns = min(high - column, VECTORS * lanes(dw))
            vectors = VECTORS if columns > lanes(dw) else 1
            check += pack_columns(
                panels, columns_at, dy, b_start + position * row + column, row, until - position, columns, vectors
            )
            for r in range(first, last, ROWS):
                count = min(ROWS, last - r)
                columns_tile(
                    panels, r - first, panels, columns_at, until - position, dw, targets, r - first, column,
                    count, columns, position > begin,
                )  # fmt: skip
    if begin == end:
        for r in range(first, last):
            for column in range(low, high):
                dw[targets[r - first] + column] = 0
    if check != 0.0:  # NaN
        found[0] = 1


@part
def _exact(
    x: Any, dy: Any, dw: Any, sizes: Any, offsets: Any, group: int, target: int, first: int, last: int, begin: int,
    end: int, low: int, high: int,
) -> None:  # fmt: skip
    """The same, forming no product with padding; several times slower."""
    channels = sizes[field.CHANNELS]
    for row in range(first, last):
        at = target + row * sizes[field.Y_WIDTH]
        for column in range(low, high):
            dw[at + column] = 0
        tap, channel = row // channels, row % channels
        tap_z, tap_y, tap_x = tap_point(sizes, tap)
        for p in range(begin, end):
            n, k, j, i = grid_point(sizes, p)
            source = element_met(sizes, offsets, n, k, j, i, tap_z, tap_y, tap_x)
            if source < 0:
                continue
            source += group * channels + channel
            incoming = sizes[field.B_START] + group * sizes[field.B_GROUP] + p * sizes[field.B_ROW]
            for column in range(low, high):
                dw[at + column] += x[source] * dy[incoming + column]


@kernel("in in out out sizes sizes bytes_out index start stop chunk")
def filter_gradient(
    x: Any, dy: Any, dw: Any, scratch: Any, sizes: Any, offsets: Any, found: Any, share: int, start: int, stop: int,
    chunk: int,
) -> None:  # fmt: skip
    """Units [start, stop). ``found[0]`` becomes 1 where dy is not finite.

    Args:
        dw: ``sizes[PARTS]`` gradients one after the other, to be added up.
        scratch: ``share`` elements for each chunk, beginning at a cache line.
        sizes, offsets: see ``sizes.py``.
    """
    memory = scratch[chunk * share :]
    positions = sizes[field.BATCH] * sizes[field.GRID_DEPTH] * sizes[field.GRID_HEIGHT] * sizes[field.GRID_WIDTH]
    rows = sizes[field.TAPS_DEPTH] * sizes[field.TAPS_HEIGHT] * sizes[field.TAPS_WIDTH] * sizes[field.CHANNELS]
    panels = (rows + ROWS - 1) // ROWS
    unit = start
    while unit < stop:
        of_positions, group, low, high, first, last = unit_at(sizes, unit, stop, panels, VECTORS * lanes(dw))
        begin = positions * of_positions // sizes[field.PARTS]
        end = positions * (of_positions + 1) // sizes[field.PARTS]
        target = of_positions * sizes[field.PART] + group * sizes[field.OUTPUTS]
        if sizes[field.EXACT] != 0:
            _exact(
                x, dy, dw, sizes, offsets, group, target, first * ROWS, min(last * ROWS, rows), begin, end, low, high
            )
        else:
            step = steps_of(last - first, depth(dw) // ROWS)
            for panel in range(first, last, step):
                _block(
                    x, dy, dw, memory, sizes, offsets, found, group, target, panel * ROWS,
                    min(min(panel + step, last) * ROWS, rows), begin, end, low, high,
                )  # fmt: skip
        unit += last - first
