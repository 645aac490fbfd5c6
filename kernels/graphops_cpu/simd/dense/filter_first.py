"""The filter gradient where channels come first.

``dw[(t, i), j] = sum over images n and positions p of x[n, i, p * step + offset[t]] * dy[n, j, p]``

Units are those of ``filter.py``; rows of a tile are (tap, channel) pairs, along which positions are contiguous.
It is a kernel beside ``filter.py``'s because the two pack other operands; as one, each user of a layout would compile
both.
"""

from __future__ import annotations

from typing import Any

from graphops_cpu.simd.compile.vector import lanes

# isort: split
import numpy as np

from graphops_cpu.simd.compile.jit import kernel, merged
from graphops_cpu.simd.dense import sizes as field
from graphops_cpu.simd.dense.gather import steps_of
from graphops_cpu.simd.dense.planes import PIECE, find_pieces, pack_channel, pack_transposed_planes
from graphops_cpu.simd.dense.positions import unit_at
from graphops_cpu.simd.dense.sizes import SUMMED_POSITIONS
from graphops_cpu.simd.dense.tile import ROWS, VECTORS, rows_tile, stride


@merged
def _block(
    x: Any, dy: Any, dw: Any, panels: Any, sizes: Any, offsets: Any, found: Any, group: int, target: int, first: int,
    last: int, begin: int, end: int, low: int, high: int,
) -> None:  # fmt: skip
    """Rows [first, last) and columns [low, high) of one group, summed over positions [begin, end)."""
    channels = sizes[field.CHANNELS]
    plane = sizes[field.GRID_DEPTH] * sizes[field.GRID_HEIGHT] * sizes[field.GRID_WIDTH]
    columns_at = SUMMED_POSITIONS * stride(dw)
    targets = np.empty(SUMMED_POSITIONS, np.intp)
    for r in range(first, last):
        targets[r - first] = target + r * sizes[field.Y_WIDTH]
    pieces = np.empty(PIECE * SUMMED_POSITIONS, np.intp)
    step = steps_of(end - begin, SUMMED_POSITIONS)
    check = 0.0
    for position in range(begin, end, step):
        until = min(position + step, end)
        count = find_pieces(sizes, position, until, pieces)
        r = first
        while r < last:
            tap = r // channels
            run = min(last, (tap + 1) * channels) - r
            pack_channel(
                panels, (r - first) * stride(dw), stride(dw), x, sizes, offsets, pieces, count, tap,
                group * channels + r - tap * channels, run,
            )  # fmt: skip
            r += run
        for column in range(low, high, VECTORS * lanes(dw)):
            columns = min(high - column, VECTORS * lanes(dw))
            vectors = VECTORS if columns > lanes(dw) else 1
            check += pack_transposed_planes(
                panels, columns_at, dy, sizes[field.B_ROW], plane, group * sizes[field.OUTPUTS] + column, columns,
                position, until, vectors,
            )  # fmt: skip
            for row in range(first, last, ROWS):
                rows = min(ROWS, last - row)
                a_at = (row - first) * stride(dw)
                rows_tile(
                    panels, a_at, panels, columns_at, until - position, dw, targets, row - first, column, rows,
                    columns, position > begin,
                )  # fmt: skip
    if begin == end:
        for r in range(first, last):
            for column in range(low, high):
                dw[targets[r - first] + column] = 0
    if check != 0.0:  # NaN
        found[0] = 1


@kernel("in in out out sizes sizes bytes_out index start stop chunk")
def filter_gradient_first(
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
    positions = (
        sizes[field.BATCH] * sizes[field.GRID_DEPTH] * sizes[field.GRID_HEIGHT] * sizes[field.GRID_WIDTH]
    )  # fmt: skip
    rows = sizes[field.TAPS_DEPTH] * sizes[field.TAPS_HEIGHT] * sizes[field.TAPS_WIDTH] * sizes[field.CHANNELS]
    panels = (rows + ROWS - 1) // ROWS
    unit = start
    while unit < stop:
        of_positions, group, low, high, first, last = unit_at(sizes, unit, stop, panels, VECTORS * lanes(dw))
        begin = positions * of_positions // sizes[field.PARTS]
        end = positions * (of_positions + 1) // sizes[field.PARTS]
        target = of_positions * sizes[field.PART] + group * sizes[field.OUTPUTS]
        step = steps_of(last - first, SUMMED_POSITIONS // ROWS)
        for panel in range(first, last, step):
            _block(
                x, dy, dw, memory, sizes, offsets, found, group, target, panel * ROWS,
                min(min(panel + step, last) * ROWS, rows), begin, end, low, high,
            )  # fmt: skip
        unit += last - first
