"""Running steps one by one: the loop of runs that are no program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from graphops.plan.accounts import Ledger
from graphops.plan.calls import FunctionPlans
from graphops.plan.choose.kernel_choice import Choice
from graphops.plan.devices.queue import Queue
from graphops.plan.execute import execute
from graphops.plan.loops.branches import PickStep, is_done
from graphops.plan.plan_execution import PlanExecution
from graphops.plan.run_state import RunState
from graphops.plan.step import Step

if TYPE_CHECKING:
    from graphops.plan.make import Plan
    from graphops.plan.program.program import RunRecord


def run_steps(
    plan: Plan,
    steps: Sequence[Step],
    registers: list[Any],
    run: RunState,
    queue: Queue | None,
    recording: RunRecord | None = None,
    *,
    hurries: bool = False,
) -> None:
    """Run some steps of a plan.

    Args:
        registers: read and written.
        queue: where work for devices goes, when the plan has any.
        hurries: whether kernels that start slowly stand back for others, because this is the plan's first run.
    """
    ledger, take = Ledger(run.account), registers.__getitem__
    if queue is None:
        ctx = PlanExecution(run, plan.functions, ledger, hurries)
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
                if ledger.limit is not None and isinstance(step, PickStep):
                    ledger.hand_on(registers, step)
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
