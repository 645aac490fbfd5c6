"""The environment of the steps of a plan in a run, and the notes that errors get there."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from graphops.graph.node import add_node_notes
from graphops.graph.slots import INSPECTION
from graphops.plan.accounts import Ledger
from graphops.plan.calls import FunctionPlans, bring
from graphops.plan.choose.kernel_choice import Choice
from graphops.plan.contexts import StepContext
from graphops.plan.execute import Execution
from graphops.plan.failing_node import failing_node
from graphops.plan.kernel_errors import wrap_kernel_error
from graphops_registry.errors import CancelledError, DeadlineExceededError, GraphopsError
from graphops_registry.kernels.context import IN_A_PLAN, Context
from graphops_registry.resource import handle_in

if TYPE_CHECKING:
    from graphops.plan.run_state import RunState
    from graphops.plan.step import Step


class PlanExecution(Execution):
    """The environment of the steps of a plan in a run.

    Args:
        functions: what the plan may call.
        ledger: counts what its results hold.

    Attributes:
        told: the last error that was explained; a caller that catches it need not explain it again.
    """

    __slots__ = ("functions", "hurries", "ledger", "state", "told")
    unasked: Context = IN_A_PLAN
    brings = False

    def __init__(self, run: RunState, functions: FunctionPlans | None, ledger: Ledger, hurries: bool = False) -> None:
        self.state = run
        self.functions = functions
        self.ledger = ledger
        self.watch = ledger.watch
        self.plainly = run.metadata is None and run.debug is None
        self.hurries = hurries
        self.told: Exception | None = None

    def context(self, step: Step) -> Context:
        return StepContext(self.state, step, self.functions)

    def bring(self, step: Step, inputs: list[Any]) -> list[Any]:
        """Replace references to variables by the variables' values, for those inputs that the kernel takes by value."""
        for index, on_host in step.reads:
            value = self.state.resources.read(handle_in(inputs[index]))
            inputs[index] = bring(value, None if on_host else step.where)
        return inputs

    def admit(self, step: Step, choice: Choice) -> None:
        self.ledger.check(choice, step)

    def run(self, step: Step, choice: Choice, context: Context, inputs: Sequence[Any]) -> Sequence[Any]:
        state, start = self.state, time.perf_counter_ns()
        outputs = super().run(step, choice, context, inputs)
        self.note_queued(step, choice, outputs)
        if state.metadata is not None:
            state.metadata.add(step, choice, start, time.perf_counter_ns(), inputs, outputs)
        if state.debug is not None:
            state.debug.after(step.node, inputs, outputs)
        return outputs

    def note_queued(self, step: Step, choice: Choice, outputs: Sequence[Any]) -> None:
        """What the step did may be queued on a device."""

    def explained(self, error: Exception, step: Step, choice: Choice | None, inputs: Sequence[Any]) -> Exception:
        self.told = with_notes(error, step, choice, inputs, self.state.repro)
        return self.told


def with_notes(
    error: Exception, step: Step, choice: Choice | None, inputs: Sequence[Any], repro: str | None = None
) -> Exception:
    """``error`` as a user should see it, with the node, its inputs and the line that made it.

    Where the step is what a pass made of several nodes, the error is that of the one which fails.

    Args:
        repro: a folder that the node is written to.
    """
    definition = step.kernels.definitions[0] if choice is None else choice.definition
    wrapped = wrap_kernel_error(error, definition, choice)
    node, found = step.node, failing_node(step.node, inputs, wrapped)
    if found is not None:
        node, inputs, wrapped = found
    shown = [
        f"{tensor.name} {tensor.dtype.name}{tuple(value.shape)}"
        for tensor, value in zip(node.inputs, inputs, strict=False)
        if hasattr(value, "shape")
    ]
    add_node_notes(wrapped, node, shown)
    if not isinstance(wrapped, GraphopsError):
        wrapped.add_note(f"  in kernel {definition.name} on {step.where}")
    if repro is not None and not isinstance(wrapped, (CancelledError, DeadlineExceededError)):
        INSPECTION.note_repro(wrapped, repro, node, node.attrs, inputs)
    return wrapped
