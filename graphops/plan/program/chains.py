"""Element-wise steps of a program that the device computes in one pass over memory.

Steps that only compute numbers may change their places among their neighbours.  So those whose results have one shape
stand together, and become a :class:`graphops_registry.kernels.chain.Chain`.  Only steps whose results are the same in a
chain, bit for bit, take part: a program may have its chains compiled after many runs, and the numbers must not change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from math import prod
from typing import TYPE_CHECKING, Final

from graphops.plan.choose.kernel_choice import Choice
from graphops.plan.step import mark_last_uses
from graphops_registry.device_def import device_type
from graphops_registry.kernels.call_list import MachineKernel
from graphops_registry.kernels.chain import Chain, ChainInput, ChainStep, CompiledChain

if TYPE_CHECKING:
    from graphops.plan.make import Plan
    from graphops.plan.program.program import RunRecord

_CALL: Final = 0.5e-6  # seconds that a call of a ufunc takes before it computes anything
_PER_BYTE: Final = 2e-10  # seconds that a byte takes to be written and read again, beyond the nearest cache
_LEAST: Final = 2  # steps of a chain
_LEAST_BYTES: Final = 1 << 13  # results; for smaller ones a chain must have more steps to be worth its own call
_LEAST_OF_SMALL: Final = 4
_MOST: Final = 2048  # steps of a chain
_ATTRS: Final = ("alpha", "data_format", "DstT", "Truncate")


@dataclass(frozen=True)
class Group:
    """Steps that may become a chain, by their indices, and the shape of their results."""

    members: tuple[int, ...]
    shape: tuple[int, ...]


@dataclass(frozen=True)
class Schedule:
    """A plan whose groups stand together.

    Attributes:
        plan, recording: with the steps in another order.
        position: for each step its new index.
        groups: by the index of their first step.
        kinds: how many groups have different ops; chains of the same ops mostly share their machine code.
        saved: seconds that a run saves with chains; an estimate.
    """

    plan: Plan
    recording: RunRecord
    position: Sequence[int]
    groups: Mapping[int, Group]
    kinds: int
    saved: float


def schedule(plan: Plan, recording: RunRecord, computing: Mapping[int, bool]) -> Schedule | None:
    """The order in which chains stand together, or ``None`` if there are none.

    Args:
        computing: what the code does for each step: whether it computes anything; steps that are missing may do
            anything, and keep their places.
    """
    order: list[int] = []
    groups: list[Group] = []
    run: list[int] = []
    for index, step in enumerate(plan.steps):
        choice = recording.choices[index]
        if index in computing and step.guards is None and (not computing[index] or may_chain(choice)):
            run.append(index)
            continue
        _arrange(plan, recording, run, computing, order, groups)
        run = []
        order.append(index)
    _arrange(plan, recording, run, computing, order, groups)
    groups = [group for group in groups if _is_worth_it(recording, group)]
    if not groups:
        return None
    position = [0] * len(order)
    for new, old in enumerate(order):
        position[old] = new
    steps = [copy(plan.steps[index]) for index in order]
    permanent = {register for register, content in enumerate(plan.registers) if content is not None}
    mark_last_uses(steps, {*plan.fetches, *permanent})
    moved = [Group(tuple(position[index] for index in group.members), group.shape) for group in groups]
    return Schedule(
        replace(plan, steps=tuple(steps)),
        recording.reordered(order),
        position,
        {group.members[0]: group for group in moved},
        len({tuple(plan.steps[index].node.type for index in group.members) for group in groups}),
        sum(_saved(recording, group) for group in groups),
    )


def may_chain(choice: Choice | None) -> bool:
    """Whether a step may be one of a chain."""
    return choice is not None and device_type("CPU").may_chain(choice.definition, choice.spec)


def _arrange(
    plan: Plan,
    recording: RunRecord,
    run: Sequence[int],
    computing: Mapping[int, bool],
    order: list[int],
    groups: list[Group],
) -> None:
    """Put the steps of ``run`` into ``order``, those of one shape together as far as what they read allows it."""
    made = {register: index for index in run for register in plan.steps[index].outputs if register >= 0}
    waits: dict[int, int] = {}
    readers: dict[int, list[int]] = {}
    free: list[int] = []  # ready, and nothing is computed for them
    ready: dict[tuple[int, ...] | None, list[int]] = {}  # the others, by the shape of their results

    def offer(index: int) -> None:
        if computing[index]:
            ready.setdefault(recording.shapes[index][0], []).append(index)
        else:
            free.append(index)

    for index in run:
        sources = {made[register] for register in plan.steps[index].inputs if register in made}
        waits[index] = len(sources)
        for source in sources:
            readers.setdefault(source, []).append(index)
        if not sources:
            offer(index)
    shape: tuple[int, ...] | None = None
    members: list[int] = []
    left = len(run)
    while left:
        if free:
            index = free.pop()
        else:
            if not ready.get(shape) or len(members) == _MOST:
                if len(members) >= _LEAST and shape is not None:
                    groups.append(Group(tuple(members), shape))
                members = []
                shape = min((each for each in ready if ready[each]), key=lambda each: ready[each][0])
            index = ready[shape].pop(0)
            members.append(index)
        order.append(index)
        left -= 1
        for reader in readers.get(index, ()):
            waits[reader] -= 1
            if not waits[reader]:
                offer(reader)
    if len(members) >= _LEAST and shape is not None:
        groups.append(Group(tuple(members), shape))


def _bytes(recording: RunRecord, index: int) -> int:
    choice = recording.chosen(index)
    return prod(recording.shapes[index][0] or ()) * choice.spec.output_dtypes[0].size


def _is_worth_it(recording: RunRecord, group: Group) -> bool:
    size = max(_bytes(recording, index) for index in group.members)
    return len(group.members) >= (_LEAST if size >= _LEAST_BYTES else _LEAST_OF_SMALL)


def _saved(recording: RunRecord, group: Group) -> float:
    return sum(_CALL + _PER_BYTE * _bytes(recording, index) for index in group.members[1:])


def chain_of(
    plan: Plan,
    recording: RunRecord,
    group: Group,
    origin: Callable[[int], int],
    needed: Callable[[int], bool],
) -> tuple[Chain, list[int], list[int]]:
    """The chain of a group, the registers that it reads, and those that it writes.

    Args:
        origin: the register that first had the value of another one.
        needed: whether a register's value is read after the group.
    """
    inputs: dict[int, ChainInput] = {}
    numbers: dict[int, int] = {}
    steps = [(index, plan.steps[index], recording.chosen(index).spec) for index in group.members]
    inner = {origin(step.outputs[0]) for _, step, _ in steps}
    for _, step, spec in steps:
        for register, shape, dtype in zip(map(origin, step.inputs), spec.shapes, spec.dtypes, strict=True):
            if register not in inner:
                inputs.setdefault(register, ChainInput(shape, dtype))
    numbers.update((register, number) for number, register in enumerate(inputs))
    made: list[ChainStep] = []
    written: dict[int, int] = {}
    for _, step, spec in steps:
        attrs = tuple((name, spec.attrs[name]) for name in _ATTRS if name in spec.attrs)
        made.append(ChainStep(spec.op.name, attrs, tuple(numbers[origin(register)] for register in step.inputs)))
        output = origin(step.outputs[0])
        numbers[output] = len(inputs) + len(made) - 1
        if needed(output):
            written[output] = len(made) - 1
    chain = Chain(tuple(inputs.values()), tuple(made), tuple(written.values()), group.shape)
    return chain, list(inputs), list(written)


def compiled(chain: Chain) -> CompiledChain | None:
    """What runs a chain, if the device can."""
    return device_type("CPU").compile_chain(chain) if chain.outputs else None


def machine_kernel_of(run: CompiledChain) -> MachineKernel | None:
    """A compiled chain for a call list, if it can be in one."""
    make = getattr(run, "machine_kernel", None)
    found: MachineKernel | None = None if make is None else make()
    return found


def chain_kernel(chain: Chain) -> MachineKernel | None:
    """The same for a chain that is not compiled yet."""
    run = compiled(chain)
    return None if run is None else machine_kernel_of(run)
