"""Running a plan: the hot path, one loop over the steps."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from graphops.kernel_choice import Choice
from graphops.plan.calls import bring
from graphops.plan.frames import run_frames
from graphops.plan.make import Plan
from graphops.plan.program import Recording
from graphops.plan.run_state import Ledger, RunState, StepContext, raise_with_notes, read_references
from graphops.plan.step import Step
from graphops_registry.resource import handle_in


def run_plan(plan: Plan, fed: Sequence[Any], run: RunState) -> list[Any]:
    """The values of the plan's fetches, on the host.

    Args:
        fed: arrays in the order of ``plan.feeds``, where the plan wants them.

    Raises:
        GraphopsError: with notes that name the node, its inputs and the user's line.
    """
    if plan.frames is not None:
        return run_frames(plan, plan.frames, fed, run)
    recording: Recording | None = None
    if run.plainly:
        key = tuple([array.shape for array in fed])
        program = plan.programs.found.get(key)
        if program is not None:
            return _with_reads(plan, program.run(fed, run), run)
        if plan.programs.due(key):
            recording = Recording()
    registers = list(plan.registers)
    for (_, register, _), value in zip(plan.feeds, fed, strict=True):
        registers[register] = value
    metadata, debug = run.metadata, run.debug
    ledger = Ledger(run)
    inputs: list[Any] = []
    choice: Choice | None = None
    step: Step | None = None
    try:
        for step in plan.steps:
            if run.watched:
                run.check()
            if step.transfers:
                for transfer in step.transfers:
                    registers[transfer.target] = transfer.copy(registers[transfer.source])
            choice = None
            inputs = [registers[register] for register in step.inputs]
            if step.reads:
                read_references(step, inputs, run)
            choice = step.choose(inputs)
            if choice.bytes > ledger.watch:
                ledger.check(choice)
            start = time.perf_counter_ns() if metadata is not None else 0
            context = StepContext(run, step, plan.functions) if step.kernels.uses else None
            if step.on_host:
                outputs = choice.run(context, inputs)
            else:
                with step.where.device.use(step.where.index):
                    outputs = choice.run(context, inputs)
            if metadata is not None:
                metadata.add(step, choice, start, time.perf_counter_ns(), inputs, outputs)
            if debug is not None:
                debug.after(step.node, inputs, outputs)
            for register, value in zip(step.outputs, outputs, strict=True):
                if register >= 0:
                    registers[register] = value
            if ledger.limit is not None:
                ledger.book(registers, step, choice)
            if recording is not None:
                recording.add(choice, outputs)
            for register in step.free:
                registers[register] = None
        if run.watched:
            run.check()
    except Exception as error:
        if step is None:
            raise
        raise_with_notes(error, step, choice, inputs, run.repro)
    finally:
        ledger.close()
    if recording is not None:
        plan.programs.record(key, recording)
    for transfer in plan.final:
        registers[transfer.target] = transfer.copy(registers[transfer.source])
    return _with_reads(plan, [registers[register] for register in plan.fetches], run)


def _with_reads(plan: Plan, found: list[Any], run: RunState) -> list[Any]:
    """Fetched references to variables as the variables' values."""
    for index in plan.reads:
        found[index] = bring(run.resources.read(handle_in(found[index])), None)
    return found
