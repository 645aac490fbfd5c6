"""Executing one step: choose its kernel, check that memory suffices, run it, check its outputs, report errors.

The loop over a plan's steps, the frame executor, recordings, ``Session.compare``, folding, ``eager`` and the search for
the node that fails all call :func:`execute`.  Each passes an :class:`Execution`, which holds what differs between them.
A generated program (:mod:`graphops.plan.program.program`) calls prepared kernels itself, and :func:`execute` for steps
that it cannot prepare.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NoReturn, Protocol

from graphops.plan.accounts import LARGE
from graphops.plan.choose.kernel_choice import Choice, NodeKernels
from graphops.plan.choose.memory_checks import check_memory
from graphops.plan.kernel_errors import wrap_kernel_error
from graphops_registry.device_def import device_type
from graphops_registry.kernels.context import NO_CONTEXT, Context


class Executable(Protocol):
    """What can be executed: a :class:`~graphops.plan.step.Step`, or a call that is not part of a plan."""

    @property
    def kernels(self) -> NodeKernels:
        """The candidates."""
        ...

    @property
    def reads(self) -> Sequence[Any]:
        """Which inputs are references to variables whose values the op reads."""
        ...

    @property
    def operands_stay(self) -> bool:
        """Whether operands that are values of variables are the same in the next run."""
        ...

    def choose(self, values: Sequence[Any], hurries: bool = False, /) -> Choice:
        """The kernel made ready for these inputs; ``hurries``: not one that starts slowly, if there is another one."""
        ...


class Lone:
    """A call that is not part of a plan; all its outputs are computed."""

    __slots__ = ("kernels", "wanted")
    reads: Final = ()
    operands_stay: Final = True

    def __init__(self, kernels: NodeKernels) -> None:
        self.kernels = kernels
        self.wanted = (True,) * len(kernels.output_dtypes)

    def choose(self, values: Sequence[Any], hurries: bool = False, /) -> Choice:
        return self.kernels.choose(values, self.wanted)


class Execution:
    """The environment of a step: its memory limits, its kernel's context, tracing, and the notes on its errors.

    This one is for calls that are no part of a plan.

    Args:
        context: the context that kernels get.
        limit: bytes; without one the machine's memory.

    Attributes:
        unasked: the context of kernels whose registration names nothing that they use.
        watch: :meth:`admit` is called for results of more bytes than this.
        brings: whether :meth:`bring` must be called for every step, not only for those that read variables.
        plainly: whether the kernel's own ``run`` is called directly, not through :meth:`run`.
        hurries: whether kernels that start slowly stand back, because this is a plan's first run.
    """

    __slots__ = ("limit", "plainly", "unasked", "watch")
    brings = False
    hurries = False

    def __init__(self, context: Context = NO_CONTEXT, limit: int | None = None) -> None:
        self.unasked = context
        self.limit = limit
        self.watch = LARGE if limit is None else -1
        self.plainly = True

    def context(self, step: Any) -> Context:
        """The context for the kernel of ``step``."""
        return self.unasked

    def bring(self, step: Any, inputs: list[Any]) -> list[Any]:
        """The inputs at the locations at which the kernel reads them."""
        return inputs

    def admit(self, step: Any, choice: Choice) -> None:
        """Refuse what does not fit, before anything is allocated.

        Raises:
            ResourceExhaustedError: with the sizes.
        """
        check_memory(choice, device_type("CPU").memory()[1] if self.limit is None else self.limit)

    def run(self, step: Any, choice: Choice, context: Context, inputs: Sequence[Any]) -> Sequence[Any]:
        """Run the kernel; a derived class may make a device current before, or record the work after."""
        return choice.run(context, inputs)

    def explained(self, error: Exception, step: Any, choice: Choice | None, inputs: Sequence[Any]) -> Exception:
        """``error`` as a user should see it: itself with notes, or another error whose cause it is."""
        definition = step.kernels.definitions[0] if choice is None else choice.definition
        return wrap_kernel_error(error, definition, choice)

    def fail(self, error: Exception, step: Any, choice: Choice | None, inputs: Sequence[Any]) -> NoReturn:
        """Raise ``error`` as :meth:`explained` shows it."""
        explained = self.explained(error, step, choice, inputs)
        if explained is error:
            raise error
        raise explained from error


def execute(step: Executable, inputs: list[Any], ctx: Execution) -> tuple[Choice, Sequence[Any]]:
    """Run one step.

    Args:
        inputs: one array for each input, wherever ``ctx`` takes them from.
        ctx: what surrounds it.

    Returns:
        What ran, and its outputs.

    Raises:
        Exception: the kernel, the shape rule or ``ctx`` fails; ``ctx`` explains the error.
    """
    choice: Choice | None = None
    try:
        if step.reads or ctx.brings:
            inputs = ctx.bring(step, inputs)
        choice = step.choose(inputs, ctx.hurries)
        if choice.bytes > ctx.watch:
            ctx.admit(step, choice)
        context = ctx.context(step) if step.kernels.uses else ctx.unasked if step.operands_stay else NO_CONTEXT
        if ctx.plainly:
            outputs = choice.prepared.run(context, inputs, None)
            if not choice.checked:
                choice.check(outputs)
        else:
            outputs = ctx.run(step, choice, context, inputs)
    except Exception as error:
        ctx.fail(error, step, choice, inputs)
    return choice, outputs
