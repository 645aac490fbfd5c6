"""Running a plan by replaying a recording of what it does on a device.

A recording always uses the memory that it was recorded with.  So the inputs of the body are first copied into buffers.
Values of variables are not copied: the recording reads the variable's array directly.  When the variable holds another
array, the work is recorded again, with a buffer for that variable.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from copy import copy
from typing import Any, Final

import numpy as np

from graphops.plan.choose.kernel_choice import Choice, NodeKernels
from graphops.plan.devices.capture_parts import Parts, find_parts
from graphops.plan.devices.queue import Queue
from graphops.plan.execute import Execution, execute
from graphops.plan.make import Plan
from graphops.plan.program.program import Key, RunRecord
from graphops.plan.run import forget_values, run_plan, with_reads
from graphops.plan.run_state import RunState
from graphops.plan.run_steps import run_steps
from graphops.plan.step import Step, mark_last_uses
from graphops_registry.device_def import Lane, Recording
from graphops_registry.errors import GraphopsError, ResourceExhaustedError
from graphops_registry.kernels.context import IN_A_PLAN
from graphops_registry.locks import new_lock


def run_captured(plan: Plan, fed: Sequence[Any], run: RunState, *, on_devices: bool) -> list[Any]:
    """The values of the plan's fetches, by a recording if there is one for feeds of these shapes or can be.

    Args and Raises: those of :func:`graphops.plan.run.run_plan`.
    """
    captures = plan.captures
    key = tuple([array.shape for array in fed])
    captured = captures.found.get(key)
    if captured is not None:
        values = captured.run(fed, run, on_devices)
        if values is not None:
            return with_reads(plan, values, run)
    elif captures.due(key):
        recording = RunRecord()
        values = run_plan(plan, fed, run, on_devices=on_devices, recording=recording)
        parts = find_parts(plan, recording)
        if isinstance(parts, str):
            captures.refuse(key, parts)
        else:
            captures.found[key] = Captured(plan, key, parts, recording)
        return values
    return run_plan(plan, fed, run, on_devices=on_devices)


class _Chosen:
    """A step of the body: its kernel is the one that the plan's run took."""

    __slots__ = ("_choice", "kernels")
    reads: Final = ()
    operands_stay: Final = True

    def __init__(self, kernels: NodeKernels, choice: Choice) -> None:
        self.kernels = kernels
        self._choice = choice

    def choose(self, values: Sequence[Any], hurries: bool = False, /) -> Choice:
        return self._choice


class Captured:
    """The recording of a plan's body, with the buffers that it reads. One thread replays it at a time.

    Attributes:
        parts: of the plan.
    """

    def __init__(self, plan: Plan, key: Key, parts: Parts, recording: RunRecord) -> None:
        self.parts = parts
        self._plan = plan
        self._key = key
        self._recording = recording
        self._before, self._between, self._after = map(self._steps, (parts.before, parts.body, parts.after))
        keep = {r for r, value in enumerate(plan.registers) if value is not None}
        keep |= {*plan.fetches, *(t.source for t in (*plan.final, *parts.late)), *(t.target for t in parts.late)}
        mark_last_uses([*self._before, *self._between, *self._after], keep)
        self._shapes = {  # that the recorded kernels are for
            register: shape
            for number in parts.body
            for register, shape in zip(plan.steps[number].inputs, recording.chosen(number).spec.shapes, strict=True)
        }
        self._lock = new_lock()
        self._local = threading.local()
        self._recorded: Recording | None = None
        self._buffers: dict[int, Any] = {}  # register -> memory that the body reads
        self._outputs: dict[int, Any] = {}
        self._inputs: dict[int, Any] = {}  # register -> the array that the recording reads
        self._done: Any = None  # a point after the last replay
        self._local.ran = True

    def _steps(self, numbers: Sequence[int]) -> list[Step]:
        """Copies of steps, with all the transfers that they need: those of steps that do not run, too."""
        found = []
        for number in numbers:
            step = copy(self._plan.steps[number])
            step.transfers = (*self.parts.moved[number], *step.transfers)
            found.append(step)
        return found

    def run(self, fed: Sequence[Any], run: RunState, on_devices: bool) -> list[Any] | None:
        """The values of the plan's fetches; ``None`` when another thread is at it, or when this thread has not run the
        plan node by node."""
        if not hasattr(self._local, "ran"):  # each thread has its own library handles, which must exist before a replay
            self._local.ran = True
            return None
        if not self._lock.acquire(blocking=False):
            return None
        try:
            return self._run(fed, run, on_devices)
        except ResourceExhaustedError as error:
            forget_values(error)
            raise
        finally:
            self._lock.release()

    def _run(self, fed: Sequence[Any], run: RunState, on_devices: bool) -> list[Any]:
        plan, parts = self._plan, self.parts
        device, index = parts.where.device, parts.where.index
        registers = list(plan.registers)
        for register, value in parts.settled.items():
            registers[register] = value
        with Queue() as queue:
            for (_, register, where), value in zip(plan.feeds, fed, strict=True):
                is_buffered = register in parts.fed and register not in parts.shared and isinstance(value, np.ndarray)
                registers[register] = value if where is None or is_buffered else queue.bring(value, register, where)
            run_steps(plan, self._before, registers, run, queue)
            lane = queue.lane(device, index, 0)
            lane.wait(self._done)
            queue.enter(lane)
            if self._prepare(registers, lane, queue):
                self._replay(registers, lane, queue)
            else:  # what ran before must not run twice: go on node by node
                for (_, register, where), value in zip(plan.feeds, fed, strict=True):
                    if where is not None and isinstance(registers[register], np.ndarray):
                        registers[register] = queue.bring(value, register, where)
                run_steps(plan, self._between, registers, run, queue)
            run_steps(plan, self._after, registers, run, queue)
            for transfer in parts.late:
                if registers[transfer.target] is None:
                    registers[transfer.target] = queue.transfer(transfer, registers[transfer.source])
            queue.keep_plan(plan, fed)
            found = queue.results(plan, registers, on_devices)
        self._done = lane.mark() if on_devices else None
        return found

    def _replay(self, registers: list[Any], lane: Lane, queue: Queue) -> None:
        """Queue the recorded work."""
        parts, device = self.parts, self.parts.where.device
        if self._recorded is not None:
            self._recorded.replay(lane)
        for register, value in self._outputs.items():
            registers[register] = device.copy(value) if register in parts.taken else value
            queue.note(register, lane, register in parts.taken)

    def _prepare(self, registers: list[Any], lane: Lane, queue: Queue) -> bool:
        """Fill the buffers; record the body if that was not done, or if an array that it reads was replaced.

        Returns:
            Whether it can be replayed.
        """
        parts, device = self.parts, self.parts.where.device
        values = {}
        for transfer in parts.copied:
            value = registers[transfer.target]
            if value is not None:  # a step before the body has copied it already
                values[transfer.target] = value
                continue
            value = registers[transfer.source]
            is_here = isinstance(value, np.ndarray)  # the result of a function may be on any device
            values[transfer.target] = value if is_here else queue.transfer(transfer, value)
        values |= {register: registers[register] for register in (*parts.fed, *parts.read)}
        if any(value.shape != self._shapes.get(register, value.shape) for register, value in values.items()):
            return False  # a variable of another shape: other kernels
        queue.join_to(values, lane)
        queue.enter(lane)
        for register, value in values.items():
            known = self._inputs.get(register)
            if known is value:  # what a variable held when the work was recorded
                continue
            if known is None and register in parts.read:
                self._inputs[register] = value
            elif register not in self._buffers:
                self._buffers[register] = self._inputs[register] = device.empty(
                    value.shape, value.dtype, parts.where.index
                )
                self._recorded = None
            if register in self._buffers:
                device.copy_into(value, self._buffers[register])
        return self._recorded is not None or self._record(registers)

    def _record(self, registers: list[Any]) -> bool:
        """Record the body; what cannot be recorded after all runs as it is, from now on."""
        parts, device = self.parts, self.parts.where.device
        inside = list(registers)
        for register, value in self._inputs.items():
            inside[register] = value
        try:
            self._recorded = device.capture(lambda: self._body(inside), parts.where.index)
        except Exception as error:  # any error: if it is serious, running node by node names the node
            kind = "" if isinstance(error, GraphopsError) else f"{type(error).__name__}: "
            self._plan.captures.refuse(self._key, f"{kind}{error}")
            return False
        self._outputs = {register: inside[register] for register in parts.outputs}
        return True

    def _body(self, registers: list[Any]) -> None:
        """Queue the body; empty the registers that nothing else reads as soon as possible."""
        queue, ctx = Queue(), Execution(IN_A_PLAN, sys.maxsize)
        keep = {*self.parts.outputs, *self._inputs, *self.parts.settled}
        try:
            for number in self.parts.body:
                step, choice = self._plan.steps[number], self._recording.chosen(number)
                queue.before(step)
                inputs = [registers[register] for register in step.inputs]
                _, outputs = execute(_Chosen(step.kernels, choice), inputs, ctx)
                queue.after(step, outputs, choice.prepared.aliases)
                for register, value in zip(step.outputs, outputs, strict=True):
                    if register >= 0:
                        registers[register] = value
                queue.free(step)
                for register in step.free:
                    if register not in keep:
                        registers[register] = None
            queue.join()
        finally:
            queue.enter(None)
