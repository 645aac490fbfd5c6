"""The loop of non-max suppression. Imports Numba."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.simd.compile.jit import kernel


@kernel("in in in in in sums bytes_out number index index index start stop")
def select(
    low_y: Any, high_y: Any, low_x: Any, high_x: Any, area: Any, kept: Any, taken: Any, overlap: Any,
    first: int, known: int, most: int, start: int, stop: int,
) -> None:  # fmt: skip
    """Select from boxes ``first + start .. first + stop - 1``; each that is selected gets a 1 in ``taken``.

    A coordinate that is NaN makes its box's area NaN, so that smaller and larger need not care.

    low_y, high_y, low_x, high_x, area, taken: (boxes,)
    kept: (most * 5), the sides and the area of the ``known`` boxes that are selected already, and room for others
    """
    zero = np.float32(0)
    for i in range(first + start, first + stop):
        if known >= most:
            return
        y0, y1, x0, x1, own = low_y[i], high_y[i], low_x[i], high_x[i], area[i]
        free = True
        if not own <= zero:
            for k in range(0, 5 * known, 5):
                other = kept[k + 4]
                height = (y1 if y1 < kept[k + 1] else kept[k + 1]) - (y0 if y0 > kept[k] else kept[k])
                width = (x1 if x1 < kept[k + 3] else kept[k + 3]) - (x0 if x0 > kept[k + 2] else kept[k + 2])
                both = (height if height > zero else zero) * (width if width > zero else zero)
                if not (other <= zero or both / (own + other - both) <= overlap):
                    free = False
                    break
        if free:
            taken[i] = 1
            kept[5 * known], kept[5 * known + 1] = y0, y1
            kept[5 * known + 2], kept[5 * known + 3], kept[5 * known + 4] = x0, x1, own
            known += 1
