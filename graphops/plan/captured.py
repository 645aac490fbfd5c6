"""Running a plan by replaying a recording of what it does on a device.

A recording works on the memory that it was recorded with.  What the body reads is therefore copied into buffers first,
but for values of variables: as long as a variable holds the array that it held when the work was recorded, the
recording reads that; when it has changed, the work is recorded once more, with a buffer for it.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from graphops.never_cancelled import NEVER_CANCELLED
from graphops.plan.capture_parts import Parts, find_parts
from graphops.plan.make import Plan
from graphops.plan.program import Key, Recording
from graphops.plan.queue import Queue
from graphops.plan.run import run_plan, run_steps, with_reads
from graphops.plan.run_state import RunState
from graphops_registry.device_def import Lane
from graphops_registry.device_def import Recording as DeviceRecording
from graphops_registry.errors import GraphopsError


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
        recording = Recording()
        values = run_plan(plan, fed, run, on_devices=on_devices, recording=recording)
        parts = find_parts(plan, recording)
        if isinstance(parts, str):
            captures.reasons[key] = parts
        else:
            captures.found[key] = Captured(plan, key, parts, recording)
        return values
    return run_plan(plan, fed, run, on_devices=on_devices)


class Captured:
    """The recording of a plan's body, with the buffers that it reads. One thread replays it at a time.

    Attributes:
        parts: of the plan.
    """

    def __init__(self, plan: Plan, key: Key, parts: Parts, recording: Recording) -> None:
        self.parts = parts
        self._plan = plan
        self._key = key
        self._choices = recording.choices
        self._lock = threading.Lock()
        self._recorded: DeviceRecording | None = None
        self._buffers: dict[int, Any] = {}  # register -> memory that the body reads
        self._outputs: dict[int, Any] = {}
        self._inputs: dict[int, Any] = {}  # register -> the array that the recording reads
        self._done: Any = None  # a point after the last replay

    def run(self, fed: Sequence[Any], run: RunState, on_devices: bool) -> list[Any] | None:
        """The values of the plan's fetches; ``None`` when another thread is at it."""
        if not self._lock.acquire(blocking=False):
            return None
        try:
            return self._run(fed, run, on_devices)
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
                is_buffered = register in parts.fed and register not in parts.shared
                registers[register] = value if where is None or is_buffered else queue.bring(value, register, where)
            steps = plan.steps
            run_steps(plan, [steps[number] for number in parts.before], registers, run, queue, free=False)
            lane = queue.lane(device, index, 0)
            lane.wait(self._done)
            queue.enter(lane)
            if self._prepare(registers):
                self._replay(registers, lane, queue)
            else:  # what ran before must not run twice: go on node by node
                for (_, register, where), value in zip(plan.feeds, fed, strict=True):
                    if where is not None and register in parts.fed and register not in parts.shared:
                        registers[register] = queue.bring(value, register, where)
                run_steps(plan, [steps[number] for number in parts.body], registers, run, queue, free=False)
            run_steps(plan, [steps[number] for number in parts.after], registers, run, queue, free=False)
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
            queue.note(register, lane)

    def _prepare(self, registers: list[Any]) -> bool:
        """Fill the buffers; record the body if that was not done, or if an array that it reads was replaced.

        Returns:
            Whether it can be replayed.
        """
        parts, device = self.parts, self.parts.where.device
        values = {t.target: registers[t.source] for t in parts.copied}
        values |= {register: registers[register] for register in (*parts.fed, *parts.read)}
        for register, value in values.items():
            known = self._inputs.get(register)
            if known is value:  # what a variable held when the work was recorded
                continue
            if known is not None and known.shape != value.shape:  # a variable of another shape: other kernels
                return False
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
        except GraphopsError as error:
            self._plan.captures.reasons[self._key] = str(error)
            self._plan.captures.found.pop(self._key, None)
            return False
        self._outputs = {register: inside[register] for register in parts.outputs}
        return True

    def _body(self, registers: list[Any]) -> None:
        """Queue the body; registers that nobody else reads are emptied as soon as they may be."""
        queue = Queue()
        keep = {*self.parts.outputs, *self._inputs, *self.parts.settled}
        try:
            for number in self.parts.body:
                step, choice = self._plan.steps[number], self._choices[number]
                queue.before(step)
                outputs = choice.run(NEVER_CANCELLED, [registers[register] for register in step.inputs])
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
