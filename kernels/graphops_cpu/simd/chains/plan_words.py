"""Where the numbers of a plan are: a plan is an array of intp that tells the driver how to go through a chain's arrays.

After the words named here come, in this order: the addresses of the segments; the sizes of the outer dimensions; for
each slot its place in the scratch memory; for each array :data:`ARRAY` words and then its stride in bytes along each
outer dimension; for each array what it must look like: itemsize, rank, shape, strides.
"""

from __future__ import annotations

from typing import Final

INPUTS: Final = 0
OUTPUTS: Final = 1
SLOTS: Final = 2
SEGMENTS: Final = 3
DIMENSIONS: Final = 4
"""Outer dimensions: a unit is a block of a row, rows are counted by them."""
LANES: Final = 5
UNITS: Final = 6
COLUMNS: Final = 7
"""Elements of a row."""
BLOCK: Final = 8
"""Elements of a unit, but for the last of a row."""
PER_ROW: Final = 9
"""Units of a row."""
BOUNCE: Final = 10
"""Where in the scratch memory the vectors at ends of rows are."""
CHECKS: Final = 11
"""Where in the plan the descriptions of the arrays begin."""
HEADER: Final = 12

STEP: Final = 0
"""Bytes from an element to the next in its row; 0 for one value per row, and for what is repeated in the scratch."""
WIDTH: Final = 1
"""Bytes of an element; 0 for one value per row."""
PERIOD: Final = 2
"""Bytes that are repeated in the scratch memory to fill a block, 0 if nothing is."""
COPIES: Final = 3
"""How often."""
PLACE: Final = 4
"""Where in the scratch memory."""
ARRAY: Final = 5

SCRATCH: Final = 49152
"""Bytes of scratch memory, on the stack of each thread."""
MOST_DIMENSIONS: Final = 6
VECTOR: Final = 256
"""Bytes of the longest vector: of float64, with as many lanes as one of float32."""
MOST_RANK: Final = 64
"""Dimensions that an array of NumPy has at most."""
