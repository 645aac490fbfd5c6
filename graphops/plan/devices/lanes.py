"""Assigning branches of a plan to different lanes, so that a device can work on several at once."""

from __future__ import annotations

from collections.abc import Sequence

from graphops.plan.step import Step


def assign_lanes(steps: Sequence[Step], count: int) -> None:
    """Give each step on a device one of ``count`` lanes, and say which outputs other lanes wait for.

    A step goes on where one of its inputs comes from if nothing else was queued there since: then it has nothing to
    wait for that would not be done anyway.  Else it begins a branch on the lane that has had the fewest steps.
    """
    maker: dict[int, Step] = {}  # register -> the step that computes it
    last: dict[tuple[str, int, int], Step] = {}  # device, lane -> the step that was queued there last
    load: dict[tuple[str, int, int], int] = {}
    waited: dict[Step, set[int]] = {}
    for step in steps:
        if step.on_host:
            continue
        device = (step.where.device.type, step.where.index)
        sources = {register: maker[register] for register in step.inputs if register in maker}
        free = [s.lane for s in sources.values() if last.get((*device, s.lane)) is s and _place(s) == device]
        if free:
            step.lane = free[0]
        else:
            step.lane = min(range(count), key=lambda number: (load.get((*device, number), 0), number))
        key = (*device, step.lane)
        last[key] = step
        load[key] = load.get(key, 0) + 1
        for register, source in sources.items():
            if (_place(source), source.lane) != (device, step.lane):
                waited.setdefault(source, set()).add(register)
        for register in step.outputs:
            if register >= 0:
                maker[register] = step
    for source, registers in waited.items():
        source.marks = frozenset(registers)


def _place(step: Step) -> tuple[str, int]:
    return step.where.device.type, step.where.index
