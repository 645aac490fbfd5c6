"""Where things are: positions of a grid, the elements of x that their taps meet, their results, and units of work."""

from __future__ import annotations

from typing import Any

from graphops_cpu.simd.compile.jit import merged, part
from graphops_cpu.simd.dense import sizes as field


@merged
def grid_point(sizes: Any, position: int) -> tuple[int, int, int, int]:
    """Image and indices (depth, height, width) of a position, which is counted through all images."""
    i = position % sizes[field.GRID_WIDTH]
    rest = position // sizes[field.GRID_WIDTH]
    j = rest % sizes[field.GRID_HEIGHT]
    rest //= sizes[field.GRID_HEIGHT]
    return rest // sizes[field.GRID_DEPTH], rest % sizes[field.GRID_DEPTH], j, i


@merged
def tap_point(sizes: Any, tap: int) -> tuple[int, int, int]:
    """Indices (depth, height, width) of a tap."""
    row = tap // sizes[field.TAPS_WIDTH]
    return row // sizes[field.TAPS_HEIGHT], row % sizes[field.TAPS_HEIGHT], tap % sizes[field.TAPS_WIDTH]


@merged
def element_met(
    sizes: Any, offsets: Any, n: int, k: int, j: int, i: int, tap_z: int, tap_y: int, tap_x: int
) -> Any:  # fmt: skip
    """The first channel of x that position (k, j, i) of image n meets with a tap, -1 in the padding; channels last."""
    z = k * sizes[field.STEP_DEPTH] + offsets[tap_z]
    y = j * sizes[field.STEP_HEIGHT] + offsets[sizes[field.TAPS_DEPTH] + tap_y]
    x = i * sizes[field.STEP_WIDTH] + offsets[sizes[field.TAPS_DEPTH] + sizes[field.TAPS_HEIGHT] + tap_x]
    if z < 0 or z >= sizes[field.X_DEPTH] or y < 0 or y >= sizes[field.X_HEIGHT] or x < 0 or x >= sizes[field.X_WIDTH]:
        return -1
    row = (n * sizes[field.X_DEPTH] + z) * sizes[field.X_HEIGHT] + y
    return (row * sizes[field.X_WIDTH] + x) * sizes[field.X_PIXEL]


@part
def position_rows(sizes: Any, first: int, last: int, rows: Any) -> None:
    """Where the results of positions [first, last) begin, into ``rows``."""
    for p in range(first, last):
        n, k, j, i = grid_point(sizes, p)
        rows[p - first] = (
            sizes[field.Y_START]
            + n * sizes[field.Y_BATCH]
            + k * sizes[field.Y_DEPTH]
            + j * sizes[field.Y_HEIGHT]
            + i * sizes[field.Y_WIDTH]
        )


@merged
def unit_at(sizes: Any, unit: int, stop: int, panels: int, width: int) -> tuple[int, int, int, int, int, int]:
    """What a unit of work and those after it, before ``stop``, have in common.

    Units count panels, within splits of a group's outputs, within groups, within parts of a sum.

    Args:
        panels: how many there are of each split.
        width: outputs are split between panels of so many.

    Returns:
        The part; the group; the first of its outputs, and the first that is no longer in the split; the first panel,
        and the first that is no longer done.
    """
    piece = unit // panels
    split = piece % sizes[field.SPLITS]
    group = piece // sizes[field.SPLITS]
    pieces = (sizes[field.OUTPUTS] + width - 1) // width
    low = pieces * split // sizes[field.SPLITS] * width
    high = min(pieces * (split + 1) // sizes[field.SPLITS] * width, sizes[field.OUTPUTS])
    first = unit - piece * panels
    last = min(panels, first + stop - unit)
    return group // sizes[field.GROUPS], group % sizes[field.GROUPS], low, high, first, last
