"""A chain cut into segments of bounded size, and the memory in which values go from one to the next."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from graphops_cpu.simd.chains.language import RULES, Structure

MOST_STEPS: Final = 64
MOST_WEIGHT: Final = 400
SIZES: Final = {"float32": 4, "float64": 8, "int32": 4, "int64": 8, "bool": 1}


@dataclass
class Segment:
    """Steps that one function computes.

    Attributes:
        first, end: steps ``first..end-1``.
        reads: from a value of an earlier segment to the slot that it is in.
        writes: from a value of this segment to the slot that it goes to.
    """

    first: int
    end: int
    reads: dict[int, int] = field(default_factory=dict)
    writes: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Cut:
    """All segments of a structure, and the bytes of an element of each slot.

    The last segment writes the outputs: so an output may be the memory of an input that any segment reads.
    """

    segments: tuple[Segment, ...]
    slots: tuple[int, ...]


def cut(structure: Structure) -> Cut:
    """Cut a structure into segments; values are numbered as operands are."""
    inputs = len(structure.inputs)
    segments = _segments(structure)
    home = {inputs + step: number for number, part in enumerate(segments) for step in range(part.first, part.end)}
    last: dict[int, int] = {}
    for step, each in enumerate(structure.steps):
        for operand in each.operands:
            if operand >= inputs:
                last[operand] = max(last.get(operand, 0), home[inputs + step])
    for output in structure.outputs:
        last[inputs + output] = len(segments) - 1
    sizes: list[int] = []
    free: dict[int, list[int]] = {}
    slot_of: dict[int, int] = {}
    for number, part in enumerate(segments):
        part.reads = {value: slot for value, slot in slot_of.items() if last[value] >= number}
        for value in [value for value in slot_of if last[value] <= number]:
            # It may be overwritten in this segment: what is read in a pass of its loop is read before it is written,
            # and elements of one slot are all of one size.
            slot = slot_of.pop(value)
            free.setdefault(sizes[slot], []).append(slot)
        for value in range(inputs + part.first, inputs + part.end):
            if last.get(value, -1) > number:
                size = SIZES[structure.dtypes[value]]
                if not free.get(size):
                    free.setdefault(size, []).append(len(sizes))
                    sizes.append(size)
                slot_of[value] = part.writes[value] = free[size].pop()
    return Cut(tuple(segments), tuple(sizes))


def _segments(structure: Structure) -> list[Segment]:
    segments, weight = [Segment(0, 0)], 0
    for step in structure.steps:
        weight += RULES[step.op].weight
        current = segments[-1]
        if current.end > current.first and (current.end - current.first >= MOST_STEPS or weight > MOST_WEIGHT):
            segments.append(Segment(current.end, current.end))
            weight = RULES[step.op].weight
        segments[-1].end += 1
    return segments
