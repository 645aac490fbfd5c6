"""What the steps of a program are to call lists and to loops, noted while its code is generated."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphops.plan.accounts import LARGE
from graphops.plan.choose.kernel_choice import Choice
from graphops.plan.contexts import StepContext
from graphops.plan.program.call_lists import Item, values_of
from graphops.plan.program.chains import Group, chain_kernel, chain_of, machine_kernel_of, may_chain
from graphops.plan.program.loop_lists import ElementNote, Notes, ReadNote, cannot_fail
from graphops.plan.program.program_values import Uses, Value
from graphops.plan.program.variable_steps import VariableNote
from graphops_registry.device_def import device_type
from graphops_registry.kernels.call_list import ListedValue, MachineKernel
from graphops_registry.kernels.chain import Chain, CompiledChain
from graphops_registry.kernels.loop_list import SequenceAccess
from graphops_registry.kernels.variable_steps import VariableStep
from graphops_registry.resource import handle_in

if TYPE_CHECKING:
    from graphops.plan.calls import FunctionPlans
    from graphops.plan.make import Plan
    from graphops.plan.program.program import RunRecord
    from graphops.plan.run_state import RunState
    from graphops.plan.step import Step

_NOTHING: Final = np.zeros((), np.float32)
_NUMBER: Final = 16  # bytes: constants of so many are compared by their values


class StepNotes:
    """See the module.

    Args:
        varying: steps that may give other shapes than recorded.
        chains: whether chains are compiled.
        known: what is known of each register at the moment.

    Attributes:
        items: what steps, or chains of steps, are to call lists, by the index of the first one.
        loop_items, elements, reads, expected, settled: what steps are to loops beside that, see ``Notes``.
        on_variables: steps that change variables.
    """

    def __init__(
        self,
        plan: Plan,
        recording: RunRecord,
        uses: Uses,
        varying: Collection[int],
        chains: bool,
        known: Mapping[int, Value],
    ) -> None:
        self._plan = plan
        self._recording = recording
        self._uses = uses
        self._varying = varying
        self._chains = chains
        self._known = known
        self._unread = count(-1, -1)  # registers that nobody reads: kernels write all their outputs
        self.items: dict[int, Item] = {}
        self.loop_items: dict[int, Item] = {}
        self.elements: dict[int, ElementNote] = {}
        self.reads: dict[int, ReadNote] = {}
        self.expected: dict[int, list[tuple[int, np.ndarray[Any, Any]]]] = {}
        self.settled: set[int] = set()
        self.on_variables: dict[int, VariableNote] = {}

    def for_loops(self, feed_shapes: Sequence[tuple[int, ...]], computing: Mapping[int, bool]) -> Notes:
        """What the steps are to loops, when all of them are noted.

        Args:
            computing: for steps without any effect whether they compute anything.
        """
        fetched = [self._known[register] for register in self._plan.fetches]
        return Notes(
            {**self.items, **self.loop_items},
            self.elements,
            self.reads,
            self.expected,
            self.settled.union(index for index, computes in computing.items() if not computes),
            len(self._plan.steps),
            dict(self._uses.first),
            tuple(register for _, register, _ in self._plan.feeds),
            tuple(
                None if tensor.dtype.is_host_only else ListedValue(shape, tensor.dtype.numpy_dtype)
                for (tensor, _, _), shape in zip(self._plan.feeds, feed_shapes, strict=True)
            ),
            tuple(
                value.constant if isinstance(value.constant, np.ndarray) else register
                for register, value in zip(self._plan.fetches, fetched, strict=True)
            ),
        )

    def note(self, index: int, step: Step, choice: Choice, inputs: Sequence[Value], is_certain: bool) -> None:
        """Note what a step is to a call list, or to a loop.

        Args:
            is_certain: whether its inputs always have the values that are known of them.
        """
        if isinstance(choice.prepared, VariableStep):
            if is_certain:
                self._on_variables(index, step, choice, choice.prepared, inputs)
            return
        access = choice.prepared.sequence_access()
        if access is not None:
            self._element(index, step, choice, access, inputs)
            return
        self.note_read(index, step, choice)
        shapes_out, prepared, spec = choice.prepared.output_shapes, choice.prepared, choice.spec
        constants = [value.constant for value in inputs]
        if max(step.outputs, default=0) < 0 and cannot_fail(prepared.machine_kernel(constants)):
            self.settled.add(index)  # nobody reads it
        outputs = [shape for shape in shapes_out if shape is not None]
        if len(outputs) != len(shapes_out) or max(step.outputs, default=-1) < 0 or choice.bytes > LARGE:
            return
        if choice.definition.uses - {"cancel"} or step.node.op_def.is_stateful:
            return
        if any(dtype.is_host_only for dtype in (*spec.dtypes, *spec.output_dtypes)):
            return
        kernel = prepared.machine_kernel(constants)
        of_all = None
        if kernel is None and len(outputs) == 1:
            kernel = of_all = device_type("CPU").elementwise_kernel(choice.definition, prepared, spec)
        make: Callable[[], MachineKernel | None] = partial(_same, kernel)
        if of_all is not None:
            taken = [self.constant_or(register) for register in step.inputs]
            shapes, dtypes = [*spec.shapes], [*spec.dtypes]
        elif kernel is not None:
            varying = [position for position, constant in enumerate(constants) if constant is None]
            taken = [step.inputs[position] for position in varying]
            shapes, dtypes = [spec.shapes[i] for i in varying], [spec.dtypes[i] for i in varying]
        elif self._chains and may_chain(choice):  # what compiles chains is there
            chain, registers, _ = chain_of(
                self._plan, self._recording, Group((index,), outputs[0]), self._uses.origin, lambda _: True
            )
            make = partial(chain_kernel, chain)
            taken = [self.constant_or(register) for register in registers]
            shapes, dtypes = [each.shape for each in chain.inputs], [each.dtype for each in chain.inputs]
        else:
            return
        values = values_of([*shapes, *outputs], [*dtypes, *spec.output_dtypes])
        items = self.items if is_certain else self.loop_items
        written = tuple(register if register >= 0 else next(self._unread) for register in step.outputs)
        items[index] = Item(make, tuple(taken), written, values, index)

    def _on_variables(
        self, index: int, step: Step, choice: Choice, prepared: VariableStep, inputs: Sequence[Value]
    ) -> None:
        """Note a step that changes variables, unless somebody reads what it gives."""
        if max(step.outputs, default=-1) >= 0 or choice.bytes > LARGE:
            return
        count = len(step.kernels.host_inputs)
        if not count:
            return
        handles = [handle_in(value.constant) for value in inputs[:count]]
        others = [at for at in range(count, len(inputs)) if at != prepared.own]
        shared = [self._uses.origin(step.inputs[at]) for at in others]
        constants = [inputs[at].constant for at in others]
        numbers = [
            register if constant is None or constant.nbytes > _NUMBER else (constant.shape, constant.tobytes())
            for register, constant in zip(shared, constants, strict=True)
        ]
        own = self._uses.origin(step.inputs[prepared.own])
        self.on_variables[index] = VariableNote(prepared, tuple(handles), own, tuple(shared), tuple(numbers))

    def _element(self, index: int, step: Step, choice: Choice, access: SequenceAccess, inputs: Sequence[Value]) -> None:
        """Note a step that reads or writes an element."""
        if access.item is None:
            output = access.element_output or 0
            shape, dtype = self._recording.shapes[index][output], choice.spec.output_dtypes[output]
        else:
            shape, dtype = inputs[access.item].shape, choice.spec.dtypes[access.item]
        if shape is None or dtype.is_host_only or index in self._varying:
            return
        value = ListedValue(shape, dtype.numpy_dtype)
        given = tuple(map(self.constant_or, step.inputs))
        self.elements[index] = ElementNote(access, given, tuple(step.outputs), value)

    def note_read(self, index: int, step: Step, choice: Choice) -> None:
        """Note a step that can be carried out before a loop."""
        decisive = choice.prepared.reads_ahead
        if decisive is None or index in self._varying or not all(step.inputs[i] >= 0 for i in decisive):
            return
        values: list[ListedValue | None] = []
        for shape, dtype in zip(self._recording.shapes[index], choice.spec.output_dtypes, strict=True):
            values.append(None if shape is None or dtype.is_host_only else ListedValue(shape, dtype.numpy_dtype))
        read = partial(_read_ahead, self._plan.functions, step, choice, decisive)
        sources = tuple(step.inputs[position] for position in decisive)
        shared = "resources" in choice.definition.uses
        self.reads[index] = ReadNote(sources, tuple(step.outputs), tuple(values), read, shared)

    def constant_or(self, register: int) -> int | np.ndarray[Any, Any]:
        """What a register always holds, or the register."""
        constant = self._known[register].constant
        return constant if isinstance(constant, np.ndarray) else register

    def note_chain(
        self, members: Sequence[int], run: CompiledChain, chain: Chain, inputs: Sequence[int], outputs: Sequence[int]
    ) -> None:
        """Note steps that are computed together.

        Args:
            members: the steps.
            inputs, outputs: registers.
        """
        dtypes = [self._recording.chosen(members[step]).spec.output_dtypes[0] for step in chain.outputs]
        values = values_of([*(each.shape for each in chain.inputs), *(chain.shape for _ in outputs)],
                           [*(each.dtype for each in chain.inputs), *dtypes])  # fmt: skip
        taken = tuple(self.constant_or(register) for register in inputs)
        self.items[members[0]] = Item(partial(machine_kernel_of, run), taken, tuple(outputs), values, members[-1])


def _read_ahead(
    functions: FunctionPlans, step: Step, choice: Choice, decisive: Sequence[int], run: RunState, given: Sequence[Any]
) -> Sequence[Any]:
    """The outputs of a step for those inputs on which they depend; the others only say when it runs."""
    inputs: list[Any] = [_NOTHING] * len(step.inputs)
    for position, value in zip(decisive, given, strict=True):
        inputs[position] = value
    return choice.prepared.run(StepContext(run, step, functions), inputs, None)


def _same(kernel: MachineKernel | None) -> MachineKernel | None:
    return kernel
