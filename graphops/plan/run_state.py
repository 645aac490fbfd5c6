"""One run: what kernels may ask of it, what it holds, and what a user sees when a node fails."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final

from graphops.graph.node import add_node_notes
from graphops.graph.slots import INSPECTION, NODE_FILES
from graphops.plan.accounts import Account, CountedResources
from graphops.plan.calls import FunctionCalls, FunctionPlans, bring
from graphops.plan.choose.kernel_choice import Choice, wrap_kernel_error
from graphops.plan.step import Step
from graphops.plan.trace import RunMetadata
from graphops_registry.errors import CancelledError, DeadlineExceededError, GraphopsError
from graphops_registry.resource import handle_in

_LONGEST: Final = 1e9  # seconds; integers may be too large for a float


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
        asked: when the caller asked for the run, on the clock of ``time.monotonic``, if that was before now.

    Attributes:
        deadline: on the clock of ``time.monotonic``.
        watched: whether there is anything to check for: a deadline, or ``cancel()`` was called.
        depth: of the function call that is under way.
        account: counts the bytes that results hold, when there is a limit.
        plainly: whether nobody watches the nodes one by one: a plan may run as a program.
    """

    __slots__ = (
        "_file_folders", "_files", "account", "deadline", "debug", "depth", "metadata", "plainly", "repro", "resources",
        "stopped", "timeout", "watched",
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
        asked: float | None = None,
    ) -> None:
        self._file_folders = file_folders
        self._files: Any = None
        self.resources = resources
        self.metadata = metadata
        self.repro = repro
        self.debug = debug
        self.plainly = metadata is None and debug is None and memory_limit is None
        self.depth = 0
        self.account = Account(memory_limit)
        self.timeout = timeout
        self.deadline = None
        if timeout is not None:
            self.deadline = (time.monotonic() if asked is None else asked) + min(timeout, _LONGEST)
        self.stopped = False
        self.watched = timeout is not None

    @property
    def files(self) -> Any:
        """The files that nodes may read and write."""
        if self._files is None:
            self._files = NODE_FILES.NodeFiles(self._file_folders)
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
        run = self._run
        if run.account.limit is None:
            return run.resources
        return CountedResources(run.resources, run.account, self._step.node.type)

    @property
    def random(self) -> Any:
        return self._run.resources

    @property
    def functions(self) -> Any:
        return (
            None
            if self._functions is None
            else FunctionCalls(self._functions, self._run, self._step.node.type, self._step.calls)
        )

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
        self._run.account.check(size, self._step.node.type)

    def hold(self, value: Any) -> None:
        """Count an array that a list, a stack or a tensor array keeps from now on, as long as anybody keeps it.

        Raises:
            ResourceExhaustedError: it exceeds what the limit leaves.
        """
        self._run.account.hold(value, self._step.node.type)


def read_references(step: Step, inputs: list[Any], run: RunState) -> None:
    """Put the values of variables in place of the references that stand for them, where the kernel wants them."""
    for index, on_host in step.reads:
        value = run.resources.read(handle_in(inputs[index]))
        inputs[index] = bring(value, None if on_host else step.where)


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
        INSPECTION.note_repro(wrapped, repro, step.node, step.node.attrs, inputs)
    if wrapped is error:
        raise error
    raise wrapped from error
