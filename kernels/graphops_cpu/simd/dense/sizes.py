"""How compiled loops are told what to compute: one array of numbers, whose places have names here.

Nothing here needs Numba. In the compiled code each name is a constant.

A *pass* walks over a grid of positions (of outputs, or of inputs of one phase).  At position ``p`` of an axis, tap
``t`` meets the element ``p * step + offset[t]`` of the array x, or the padding; offsets are kept for the axes' taps one
after the other.  The matrix that results - positions x (taps x channels) - is what is multiplied, or multiplied from
the left, with another.
"""

from __future__ import annotations

from typing import Final

(
    BATCH,
    X_DEPTH, X_HEIGHT, X_WIDTH,  # spatial sizes of x
    X_PIXEL,  # from one position of x to the next: the channels of all groups
    CHANNELS,  # of x in one group
    GRID_DEPTH, GRID_HEIGHT, GRID_WIDTH,  # positions
    STEP_DEPTH, STEP_HEIGHT, STEP_WIDTH,
    TAPS_DEPTH, TAPS_HEIGHT, TAPS_WIDTH,
    ADJACENT,  # 1: the taps of a row meet neighbours, whose channels all belong to the group
    OUTPUTS,  # columns of the product in one group
    GROUPS,
    SPLITS,  # into how many pieces the columns are cut, to make work for all threads
    B_ROW,  # the other factor: from one row to the next,
    B_GROUP,  # from one group to the next
    B_START,  # its first element
    B_TRANSPOSED,  # 1: it is a filter whose matrices are transposed; B_ROW is from one of its rows to the next,
    B_TAP,  # from one tap to the next; which tap each place has follows the offsets
    Y_START, Y_BATCH, Y_DEPTH, Y_HEIGHT, Y_WIDTH,  # the result: first element, and what a step of each index adds
    Y_CHANNEL,  # where channels come first: from one channel of the result to the next
    CONTIGUOUS,  # 1: there, neighbouring positions of the grid are neighbours in the result
    CHANNELS_FIRST,  # 1: the arrays are (N, C, *S)
    PARTS,  # filter gradient: into how many pieces the positions are cut, each with a sum of its own
    PART,  # the size of such a sum
    EXACT,  # 1: products with padding must not be formed, because the other factor is not finite
    COUNT,
) = range(36)  # fmt: skip


def panel_depth(itemsize: int) -> int:
    """The most that a panel is deep: 2 KB in a row, so that the rows of a tile and the panel they meet share a first
    level cache of 32 to 48 KB."""
    return 2048 // itemsize


def panel_stride(itemsize: int) -> int:
    """From one row of a panel to the next: a cache line more than its depth, so that rows do not compete for the same
    cache sets."""
    return panel_depth(itemsize) + 64 // itemsize


def even_steps(size: int, largest: int) -> int:
    """The step that cuts ``size`` into as few pieces of at most ``largest`` as possible, about equally long."""
    pieces = max(1, -(-size // largest))
    return max(1, -(-size // pieces))


POSITIONS: Final = 224
"""How many positions of a grid are packed at once, at most: with panels 2 KB deep they take half of a second level
cache of 1 MB."""

SUMMED_POSITIONS: Final = 256
"""The same where the sum runs over positions."""

SCATTERED: Final = 512
"""The most columns of a product that is scattered: POSITIONS rows of it are kept in the second level cache."""


def scratch_share(itemsize: int) -> int:
    """Elements of scratch that a thread needs: the packed positions, and a panel of columns (two vectors wide)."""
    return SUMMED_POSITIONS * panel_stride(itemsize) + max(panel_depth(itemsize), SUMMED_POSITIONS) * (128 // itemsize)


def scattered_share(itemsize: int, columns: int) -> int:
    """The same for a product of which all columns are kept."""
    rounded = columns + 128 // itemsize
    return scratch_share(itemsize) + POSITIONS * rounded
