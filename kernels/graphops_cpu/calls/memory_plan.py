"""Where the values between the steps of a list lie: one block for all. Values that are never needed at the same time
share bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from graphops_cpu.runtime.aligned import aligned


class Lifetime(NamedTuple):
    """A value of ``size`` bytes that is written at step ``first`` and read for the last time at step ``last``."""

    size: int
    first: int
    last: int


def memory_plan(values: Sequence[Lifetime]) -> tuple[list[int], int]:
    """The offset of each value, and the bytes of the block.

    The largest values are placed first, each at the lowest offset that is free while it lives.
    """
    offsets = [0] * len(values)
    placed: list[int] = []
    total = 0
    for number in sorted(range(len(values)), key=lambda each: -values[each].size):
        value = values[number]
        others = sorted(
            (offsets[each], offsets[each] + aligned(values[each].size))
            for each in placed
            if values[each].first <= value.last and value.first <= values[each].last
        )
        offset, size = 0, aligned(value.size)
        for start, stop in others:
            if offset + size <= start:
                break
            offset = max(offset, stop)
        offsets[number] = offset
        placed.append(number)
        total = max(total, offset + size)
    return offsets, total
