"""Running a plan: as a program if there is one for the shapes of the feeds, else step by step."""

from __future__ import annotations

from collections.abc import Sequence
from traceback import clear_frames
from typing import Any

from graphops.plan.calls import bring
from graphops.plan.devices.queue import Queue
from graphops.plan.loops.frames import run_frames
from graphops.plan.make import Plan
from graphops.plan.program.program import Key, Programs, RunRecord
from graphops.plan.run_state import RunState
from graphops.plan.run_steps import run_steps
from graphops_registry.errors import ResourceExhaustedError
from graphops_registry.resource import handle_in


def run_plan(
    plan: Plan,
    fed: Sequence[Any],
    run: RunState,
    *,
    on_devices: bool = False,
    recording: RunRecord | None = None,
) -> list[Any]:
    """The values of the plan's fetches.

    Args:
        fed: arrays in the order of ``plan.feeds``: on the host, or, for a feed that a device reads, anywhere.
        on_devices: whether the plan leaves what it fetches where it was computed; such values belong to the caller's
            own lanes, and may not have been computed yet.
        recording: filled with what the steps do.

    Raises:
        GraphopsError: with notes that name the node, its inputs and the user's line.
    """
    if plan.frames is not None:
        found = run_frames(plan, plan.frames, fed, run)
        for used in plan.devices:
            used.device.current(used.index).synchronize()
        return found
    key: Key = ()
    programs: Programs | None = None
    hurries = False
    if run.plainly and recording is None:
        key = tuple([array.shape for array in fed])
        program = plan.programs.found.get(key)
        if program is not None:
            return with_reads(plan, program.run(fed, run), run)
        programs = plan.programs
        if (planned := programs.due(key)) is not None:
            plan, recording = planned, RunRecord()
        hurries, programs.ran = recording is None and not programs.ran, True
    registers = list(plan.registers)
    queue = Queue() if plan.devices else None
    if queue is None:
        for (_, register, _), value in zip(plan.feeds, fed, strict=True):
            registers[register] = value
        run_steps(plan, plan.steps, registers, run, None, recording, hurries=hurries)
    else:
        try:
            with queue:
                for (_, register, where), value in zip(plan.feeds, fed, strict=True):
                    registers[register] = value if where is None else queue.bring(value, register, where)
                run_steps(plan, plan.steps, registers, run, queue, recording)
                if not run.depth:
                    queue.keep_plan(plan, fed)
                found = queue.results(plan, registers, on_devices)
        except ResourceExhaustedError as error:
            registers.clear()
            forget_values(error)
            raise
    if programs is not None and recording is not None:
        programs.record(key, plan, recording)
    if queue is None:
        found = [registers[register] for register in plan.fetches]
    return with_reads(plan, found, run)


def forget_values(error: BaseException) -> None:
    """Clear the frames of an error and of its causes. While the error exists, they would hold the memory that
    was lacking, and everything after it would fail as well."""
    seen: BaseException | None = error
    while seen is not None:
        clear_frames(seen.__traceback__)
        seen = seen.__cause__ or seen.__context__


def with_reads(plan: Plan, found: list[Any], run: RunState) -> list[Any]:
    """Fetched references to variables as the variables' values."""
    for index in plan.reads:
        found[index] = bring(run.resources.read(handle_in(found[index])), None)
    return found
