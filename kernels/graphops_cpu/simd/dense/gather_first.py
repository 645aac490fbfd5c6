"""What ``gather.py`` computes, where channels come first: the factors change places.

``y[n, j, p] = sum over taps t and channels i of b[(t, i), j] * x[n, i, p * step + offset[t]]``: rows of a tile are
output channels, its vectors hold positions.

A unit is a panel of positions of one image, for a piece of the rows of one group.
It is a kernel beside ``gather.py``'s because the two pack other operands; as one, each user of a layout would compile
both.
"""

from __future__ import annotations

from typing import Any

from graphops_cpu.simd.compile.vector import lanes

# isort: split
import numpy as np

from graphops_cpu.simd.compile.jit import kernel, merged, part
from graphops_cpu.simd.dense import sizes as field
from graphops_cpu.simd.dense.gather import steps_of
from graphops_cpu.simd.dense.planes import PIECE, find_pieces, pack_channel, pack_rows, pack_rows_transposed
from graphops_cpu.simd.dense.positions import position_rows, unit_at
from graphops_cpu.simd.dense.sizes import POSITIONS
from graphops_cpu.simd.dense.tile import ROWS, VECTORS, depth, rows_tile, stride


@merged
def _block(
    x: Any, b: Any, y: Any, panels: Any, sizes: Any, offsets: Any, found: Any, group: int, first: int, last: int,
    low: int, high: int,
) -> None:  # fmt: skip
    """Panels [first, last) of all images, rows [low, high) of one group."""
    plane = sizes[field.GRID_DEPTH] * sizes[field.GRID_HEIGHT] * sizes[field.GRID_WIDTH]
    wide = VECTORS * lanes(y)
    in_image = (plane + wide - 1) // wide
    channels = sizes[field.CHANNELS]
    taps = sizes[field.TAPS_DEPTH] * sizes[field.TAPS_HEIGHT] * sizes[field.TAPS_WIDTH]
    first_tap = sizes[field.TAPS_DEPTH] + sizes[field.TAPS_HEIGHT] + sizes[field.TAPS_WIDTH]
    b_start = sizes[field.B_START] + group * sizes[field.B_GROUP]
    y_start = group * sizes[field.OUTPUTS] * sizes[field.Y_CHANNEL]
    step = steps_of(taps * channels, depth(y))
    rows_at = (last - first) * depth(y) * wide
    tile_at = rows_at + (ROWS + lanes(y)) * stride(y)
    pieces = np.empty(PIECE * wide, np.intp)
    begins = np.empty((last - first) * wide, np.intp)  # where each position's results begin
    targets = np.empty(ROWS, np.intp)
    for r in range(ROWS):
        targets[r] = r * sizes[field.Y_CHANNEL] if sizes[field.CONTIGUOUS] != 0 else tile_at + r * wide
    for panel in range(first, last):
        image, inside = panel // in_image, panel % in_image
        begin = image * plane + inside * wide
        position_rows(
            sizes, begin, min(begin + wide, (image + 1) * plane), begins[(panel - first) * wide :]
        )  # fmt: skip
    check = 0.0
    for begin in range(0, taps * channels, step):
        end = min(begin + step, taps * channels)
        for panel in range(first, last):
            image, inside = panel // in_image, panel % in_image
            columns = min(wide, plane - inside * wide)
            width = wide if columns > lanes(y) else lanes(y)
            count = find_pieces(sizes, image * plane + inside * wide, image * plane + inside * wide + columns, pieces)
            k = begin
            while k < end:
                tap = k // channels
                run = min(end, (tap + 1) * channels) - k
                pack_channel(
                    panels, (panel - first) * depth(y) * wide + (k - begin) * width, width, x, sizes, offsets, pieces,
                    count, tap, group * channels + k - tap * channels, run,
                )  # fmt: skip
                k += run
        for row in range(low, high, ROWS):
            rows = min(ROWS, high - row)
            if sizes[field.B_TRANSPOSED] != 0:
                check += pack_rows(panels, rows_at, b, sizes, offsets, first_tap, group, row, rows, begin, end)
            else:
                room = (sizes[field.GROUPS] - group) * sizes[field.OUTPUTS]
                check += pack_rows_transposed(
                    panels, rows_at, b, b_start, sizes[field.B_ROW], row, rows, room, begin, end
                )
            for panel in range(first, last):
                columns = min(wide, plane - panel % in_image * wide)
                at = (panel - first) * depth(y) * wide
                width = wide if columns > lanes(y) else lanes(y)
                result = y_start + row * sizes[field.Y_CHANNEL]
                if sizes[field.CONTIGUOUS] != 0:
                    result += begins[(panel - first) * wide]
                    rows_tile(panels, rows_at, panels, at, end - begin, y, targets, 0, result, rows, columns, begin > 0)
                else:
                    rows_tile(
                        panels, rows_at, panels, at, end - begin, panels, targets, 0, 0, rows, width, False
                    )  # fmt: skip
                    _spread(
                        y, panels, tile_at, wide, begins, (panel - first) * wide, result, sizes[field.Y_CHANNEL], rows,
                        columns, begin > 0,
                    )  # fmt: skip
    if check != 0.0:  # NaN
        found[0] = 1


@part
def _spread(
    y: Any, tile: Any, at: int, row: int, begins: Any, first: int, start: int, channel: int, rows: int, columns: int,
    add: bool,
) -> None:  # fmt: skip
    """Put a tile where its positions belong, which are no neighbours."""
    for r in range(rows):
        for i in range(columns):
            target = start + r * channel + begins[first + i]
            value = tile[at + r * row + i]
            if add:
                y[target] += value
            else:
                y[target] = value


@kernel("in in out out sizes sizes bytes_out index start stop chunk")
def gather_first(
    x: Any, b: Any, y: Any, scratch: Any, sizes: Any, offsets: Any, found: Any, share: int, start: int, stop: int,
    chunk: int,
) -> None:  # fmt: skip
    """Units [start, stop). ``found[0]`` becomes 1 where b is not finite.

    Args:
        scratch: ``share`` elements for each chunk, beginning at a cache line.
        sizes, offsets: see ``sizes.py``.
    """
    memory = scratch[chunk * share :]
    plane = sizes[field.GRID_DEPTH] * sizes[field.GRID_HEIGHT] * sizes[field.GRID_WIDTH]
    wide = VECTORS * lanes(y)
    panels = sizes[field.BATCH] * ((plane + wide - 1) // wide)
    unit = start
    while unit < stop:
        _, group, low, high, first, last = unit_at(sizes, unit, stop, panels, ROWS)
        step = steps_of(last - first, max(1, POSITIONS // wide))
        for panel in range(first, last, step):
            _block(x, b, y, memory, sizes, offsets, found, group, panel, min(panel + step, last), low, high)
        unit += last - first
