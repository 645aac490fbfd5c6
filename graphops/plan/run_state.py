"""One run: what kernels may ask of it, what it holds, and what a user sees when a node fails."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from graphops.kernel_choice import Choice, check_bytes, check_memory, wrap_kernel_error
from graphops.node import add_node_notes
from graphops.plan.calls import FunctionCalls, FunctionPlans, bring
from graphops.plan.step import Step
from graphops.repro import note_repro
from graphops.trace import RunMetadata
from graphops_registry.errors import CancelledError, DeadlineExceededError, GraphopsError
from graphops_registry.resource import handle_in


class RunState:
    """One run: whether it should stop, what kernels may ask for, and what is kept of it.

    Args:
        resources: the Session's ResourceStore.
        timeout: seconds.
        memory_limit: bytes; see :class:`SessionConfig`.
        metadata: filled when not ``None``.
        repro: a folder that a failing node is written to.
        file_folders: where nodes may read and write files; see :class:`SessionConfig`.
        debug: its ``after(node, inputs, outputs)`` is called after each node.

    Attributes:
        deadline: on the clock of ``time.monotonic``.
        watched: whether there is anything to check for: a deadline, or ``cancel()`` was called.
        depth: of the function call that is under way.
        live: bytes that results hold, when there is a limit.
        plainly: whether nobody watches the nodes one by one: a plan may run as a program.
    """

    __slots__ = (
        "_file_folders", "_files", "deadline", "debug", "depth", "live", "memory_limit", "metadata", "plainly", "repro",
        "resources", "stopped", "timeout", "watched",
    )  # fmt: skip

    def __init__(
        self,
        resources: Any,
        timeout: float | None,
        *,
        memory_limit: int | None = None,
        metadata: RunMetadata | None = None,
        repro: str | None = None,
        debug: Any = None,
        file_folders: Sequence[str] | None = (),
    ) -> None:
        self._file_folders = file_folders
        self._files: Any = None
        self.resources = resources
        self.memory_limit = memory_limit
        self.metadata = metadata
        self.repro = repro
        self.debug = debug
        self.plainly = metadata is None and debug is None and memory_limit is None
        self.depth = 0
        self.live = 0
        self.timeout = timeout
        self.deadline = None if timeout is None else time.monotonic() + timeout
        self.stopped = False
        self.watched = timeout is not None

    @property
    def files(self) -> Any:
        """The files that nodes may read and write."""
        if self._files is None:
            from graphops.checkpoint.node_files import NodeFiles

            self._files = NodeFiles(self._file_folders)
        return self._files

    def cancel(self) -> None:
        """Ask the run to stop; from any thread."""
        self.stopped = self.watched = True

    def check(self) -> None:
        """Raise if the run was cancelled or is out of time.

        Raises:
            CancelledError: ``cancel()`` was called.
            DeadlineExceededError: the timeout has passed.
        """
        if self.stopped:
            raise CancelledError("the run must not be cancelled to finish, but cancel() was called")
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise DeadlineExceededError(f"the run must finish within its timeout of {self.timeout} s, but it did not")


class StepContext:
    """What a kernel gets: the Context protocol of the registry."""

    __slots__ = ("_functions", "_run", "_step")

    def __init__(self, run: RunState, step: Step, functions: FunctionPlans | None = None) -> None:
        self._run = run
        self._step = step
        self._functions = functions

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
        return None if self._functions is None else FunctionCalls(self._functions, self._run, self._step.calls)

    @property
    def files(self) -> Any:
        return self._run.files

    @property
    def stream(self) -> Any:
        return self._step.where.device.stream(self._step.where.index)

    def check_cancelled(self) -> None:
        """Raise when the run should stop; kernels that take long call it now and then."""
        self._run.check()

    def check_memory(self, size: int) -> None:
        """Refuse ``size`` bytes that do not fit, for kernels that learn only when they run what they need.

        Raises:
            ResourceExhaustedError: they exceed what the limit leaves, or the machine's memory.
        """
        check_bytes(size, self._step.node.type, self._run.memory_limit, self._run.live)

    def keep(self, size: int) -> None:
        """Count bytes that a list or a stack keeps from now on; a negative size: that it no longer keeps.

        Raises:
            ResourceExhaustedError: they exceed what the limit leaves.
        """
        if self._run.memory_limit is not None:
            if size > 0:
                self.check_memory(size)
            self._run.live += size


def read_references(step: Step, inputs: list[Any], run: RunState) -> None:
    """Put the values of variables in place of the references that stand for them, where the kernel wants them."""
    for index, on_host in step.reads:
        value = run.resources.read(handle_in(inputs[index]))
        inputs[index] = bring(value, None if on_host else step.where)


class Ledger:
    """Counts the bytes that a plan's results hold, when there is a limit.

    ``watch`` is the size above which a step is checked at all: without a limit, results beyond the machine's memory.
    """

    __slots__ = ("held", "limit", "run", "watch")

    def __init__(self, run: RunState) -> None:
        self.run = run
        self.limit = run.memory_limit
        self.held: dict[int, int] = {}  # register -> bytes
        self.watch = -1 if self.limit is not None else 1 << 26

    def check(self, choice: Choice, step: Step) -> None:
        """Refuse what does not fit.

        Raises:
            ResourceExhaustedError: with the sizes.
        """
        from graphops_registry.device_def import device_type

        limit = self.limit
        if limit is None:
            device, index = (device_type("CPU"), 0) if step.on_host else (step.where.device, step.where.index)
            limit = device.memory(index)[1]
        check_memory(choice, limit, self.run.live)

    def book(self, registers: list[Any], step: Step, choice: Choice) -> None:
        """Count what a step gave, and what is not needed after it."""
        for index, register in enumerate(step.outputs):
            if register >= 0 and index not in choice.prepared.aliases:
                size = int(getattr(registers[register], "nbytes", 0))
                self.held[register] = size
                self.run.live += size
        for register in step.free:
            self.run.live -= self.held.pop(register, 0)

    def close(self) -> None:
        """The plan is done: what is left belongs to the caller, who counts it itself."""
        if self.held:
            self.run.live -= sum(self.held.values())


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
