"""Running a plan: one loop over its steps. This is the hot path."""

from __future__ import annotations

from collections.abc import Sequence
from traceback import clear_frames
from typing import Any

from graphops.plan.accounts import Ledger
from graphops.plan.calls import FunctionPlans, bring
from graphops.plan.choose.kernel_choice import Choice
from graphops.plan.devices.queue import Queue
from graphops.plan.execute import PlanExecution, execute
from graphops.plan.loops.branches import is_done
from graphops.plan.loops.frames import run_frames
from graphops.plan.make import Plan
from graphops.plan.program.program import Key, Programs, RunRecord
from graphops.plan.run_state import RunState
from graphops.plan.step import Step
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
    if run.plainly and recording is None:
        key = tuple([array.shape for array in fed])
        program = plan.programs.found.get(key)
        if program is not None:
            return with_reads(plan, program.run(fed, run), run)
        programs = plan.programs
        if (planned := programs.due(key)) is not None:
            plan, recording = planned, RunRecord()
    registers = list(plan.registers)
    queue = Queue() if plan.devices else None
    if queue is None:
        for (_, register, _), value in zip(plan.feeds, fed, strict=True):
            registers[register] = value
        run_steps(plan, plan.steps, registers, run, None, recording)
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


def run_steps(
    plan: Plan,
    steps: Sequence[Step],
    registers: list[Any],
    run: RunState,
    queue: Queue | None,
    recording: RunRecord | None = None,
) -> None:
    """Run some steps of a plan.

    Args:
        registers: read and written.
        queue: where work for devices goes, when the plan has any.
    """
    ledger, take = Ledger(run.account), registers.__getitem__
    if queue is None:
        ctx = PlanExecution(run, plan.functions, ledger)
    else:
        ctx = _QueuedExecution(run, plan.functions, ledger, queue)
    inputs: list[Any] = []
    choice: Choice | None = None
    step: Step | None = None
    try:
        for step in steps:
            choice, inputs = None, []
            if run.watched:
                run.check()
            if queue is not None:
                for transfer in step.transfers:
                    if registers[transfer.target] is None:
                        registers[transfer.target] = queue.transfer(transfer, registers[transfer.source])
                if not step.on_host:
                    queue.before(step)
                elif step.calls:
                    queue.before_call(step, plan.devices)
            if step.guards is not None and is_done(step, registers):
                ledger.release(step.free)
                if recording is not None:
                    recording.add(None, ())
            else:
                inputs = list(map(take, step.inputs))
                choice, outputs = execute(step, inputs, ctx)
                for register, value in zip(step.outputs, outputs, strict=True):
                    if register >= 0:
                        registers[register] = value
                if ledger.limit is not None:
                    ledger.book(registers, step, choice)
                if recording is not None:
                    recording.add(choice, outputs)
                if queue is not None:
                    queue.free(step)
            for register in step.free:
                registers[register] = None
        if run.watched:
            run.check()
    except Exception as error:
        if queue is not None:
            queue.abandon()
        if step is None or error is ctx.told:
            raise
        ctx.fail(error, step, choice, inputs)
    finally:
        ledger.close()


class _QueuedExecution(PlanExecution):
    """What surrounds steps some of which queue work on devices."""

    __slots__ = ("queue",)

    def __init__(self, run: RunState, functions: FunctionPlans, ledger: Ledger, queue: Queue) -> None:
        super().__init__(run, functions, ledger)
        self.queue = queue
        self.plainly = False

    def bring(self, step: Step, inputs: list[Any]) -> list[Any]:
        inputs = super().bring(step, inputs)
        self.queue.keep(inputs)
        return inputs

    def note_queued(self, step: Step, choice: Choice, outputs: Sequence[Any]) -> None:
        if not step.on_host or step.calls:
            self.queue.after(step, outputs, choice.prepared.aliases)
            if not self.state.plainly:  # a run that watches each node must know when it is done, and what failed
                self.queue.wait_for_step()


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
