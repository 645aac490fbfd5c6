"""Running a plan: the hot path, one loop over the steps."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Any

from graphops.kernel_choice import Choice, check_memory, wrap_kernel_error
from graphops.node import add_node_notes
from graphops.plan.make import Plan
from graphops.plan.step import Step
from graphops.repro import note_repro
from graphops.trace import RunMetadata
from graphops_registry.errors import CancelledError, DeadlineExceededError, GraphopsError


class RunState:
    """One run: whether it should stop, and what kernels may ask for.

    Attributes:
        resources: the Session's ResourceStore.
        deadline: on the clock of ``time.monotonic``.
        stop: set by ``cancel()``.
    """

    __slots__ = ("deadline", "functions", "resources", "stop", "timeout")

    def __init__(self, resources: Any, timeout: float | None) -> None:
        self.resources = resources
        self.functions: Any = None
        self.timeout = timeout
        self.deadline = None if timeout is None else time.monotonic() + timeout
        self.stop = threading.Event()

    def check(self) -> None:
        """Raise if the run was cancelled or is out of time.

        Raises:
            CancelledError: ``cancel()`` was called.
            DeadlineExceededError: the timeout has passed.
        """
        if self.stop.is_set():
            raise CancelledError("the run must not be cancelled to finish, but cancel() was called")
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise DeadlineExceededError(f"the run must finish within its timeout of {self.timeout} s, but it did not")


class StepContext:
    """What a kernel gets: the Context protocol of the registry."""

    __slots__ = ("_run", "_step")

    def __init__(self, run: RunState, step: Step) -> None:
        self._run = run
        self._step = step

    @property
    def device(self) -> Any:
        return self._step.where.device

    @property
    def index(self) -> int:
        return self._step.where.index

    @property
    def name(self) -> str:
        return self._step.node.name

    @property
    def resources(self) -> Any:
        return self._run.resources

    @property
    def random(self) -> Any:
        return self._run.resources

    @property
    def functions(self) -> Any:
        return self._run.functions

    @property
    def stream(self) -> Any:
        return self._step.where.device.stream(self._step.where.index)

    def check_cancelled(self) -> None:
        """Raise when the run should stop; kernels that take long call it now and then."""
        self._run.check()


def run_plan(
    plan: Plan,
    fed: Sequence[Any],
    run: RunState,
    memory_limit: int | None,
    metadata: RunMetadata | None = None,
    repro: str | None = None,
) -> list[Any]:
    """The values of the plan's fetches, on the host.

    Args:
        fed: arrays in the order of ``plan.feeds``, where the plan wants them.
        memory_limit: bytes; see :class:`SessionConfig`.
        metadata: filled when not ``None``.
        repro: a folder that a failing node is written to.

    Raises:
        GraphopsError: with notes that name the node, its inputs and the user's line.
    """
    registers = list(plan.registers)
    for (_, register, _), value in zip(plan.feeds, fed, strict=True):
        registers[register] = value
    ledger = Ledger(memory_limit)
    interruptible = run.deadline is not None
    stop = run.stop
    inputs: list[Any] = []
    choice: Choice | None = None
    step: Step | None = None
    try:
        for step in plan.steps:
            if stop.is_set() or interruptible:
                run.check()
            if step.transfers:
                for transfer in step.transfers:
                    registers[transfer.target] = transfer.copy(registers[transfer.source])
            choice = None
            inputs = [registers[register] for register in step.inputs]
            choice = step.choose(inputs)
            if choice.bytes > ledger.watch:
                ledger.check(choice)
            start = time.perf_counter_ns() if metadata is not None else 0
            context = StepContext(run, step) if step.kernels.uses else None
            if step.on_host:
                outputs = choice.run(context, inputs)
            else:
                with step.where.device.use(step.where.index):
                    outputs = choice.run(context, inputs)
            if metadata is not None:
                metadata.add(step, choice, start, time.perf_counter_ns(), inputs, outputs)
            for register, value in zip(step.outputs, outputs, strict=True):
                if register >= 0:
                    registers[register] = value
            if ledger.limit is not None:
                ledger.book(registers, step, choice)
            for register in step.free:
                registers[register] = None
        if run.deadline is not None or stop.is_set():
            run.check()
    except Exception as error:
        if step is None:
            raise
        raise_with_notes(error, step, choice, inputs, repro)
    for transfer in plan.final:
        registers[transfer.target] = transfer.copy(registers[transfer.source])
    return [registers[register] for register in plan.fetches]


class Ledger:
    """Counts the bytes that a run holds, when there is a limit.

    ``watch`` is the size above which a step is checked at all: without a limit, results beyond the machine's memory.
    """

    __slots__ = ("held", "limit", "live", "watch")

    def __init__(self, limit: int | None) -> None:
        self.limit = limit
        self.live = 0
        self.held: dict[int, int] = {}  # register -> bytes
        self.watch = -1 if limit is not None else 1 << 26

    def check(self, choice: Choice) -> None:
        from graphops_registry.device_def import device_type

        limit = self.limit if self.limit is not None else device_type("CPU").memory()[1]
        check_memory(choice, limit, self.live)

    def book(self, registers: list[Any], step: Step, choice: Choice) -> None:
        for index, register in enumerate(step.outputs):
            if register >= 0 and index not in choice.prepared.aliases:
                size = int(getattr(registers[register], "nbytes", 0))
                self.held[register] = size
                self.live += size
        for register in step.free:
            self.live -= self.held.pop(register, 0)


def raise_with_notes(
    error: Exception, step: Step, choice: Choice | None, inputs: Sequence[Any], repro: str | None = None
) -> None:
    """Raise ``error`` as what a user should see, with the node, its inputs and the line that made it."""
    definition = step.kernels.definitions[0] if choice is None else choice.definition
    wrapped = wrap_kernel_error(error, definition, choice)
    shown = [
        f"{tensor.name} {tensor.dtype.name}{tuple(value.shape)}"
        for tensor, value in zip(step.node.inputs, inputs, strict=False)
        if hasattr(value, "shape")
    ]
    add_node_notes(wrapped, step.node, shown)
    if not isinstance(wrapped, GraphopsError):
        wrapped.add_note(f"  in kernel {definition.name} on {step.where}")
    if repro is not None and not isinstance(wrapped, (CancelledError, DeadlineExceededError)):
        note_repro(wrapped, repro, step.node, step.node.attrs, inputs)
    if wrapped is error:
        raise error
    raise wrapped from error
