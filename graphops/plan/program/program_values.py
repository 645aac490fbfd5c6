"""What is known of a program while its code is generated, and the generated code."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphops.plan.program.loop_lists import Notes

if TYPE_CHECKING:
    from graphops.plan.choose.kernel_choice import Choice
    from graphops.plan.make import Plan

_OWN_KERNELS: Final = "graphops_cpu"


@dataclass(frozen=True)
class Code:
    """A generated function ``program(fed, run, frame)``.

    Attributes:
        text, code: it.
        names: the objects that it refers to.
        step_of_line: line number -> index of the plan's step.
        inputs_of_step: step index -> the variables that hold its inputs.
        make_frame: makes the buffers that one run at a time may use; ``None`` without any.
        run_free, hands_out: see ``Program``.
        fetch_shapes: of the results, where they never vary.
        computing: for steps without any effect whether they compute anything; of steps that may do anything it says
            nothing.
        notes: what the steps are to loops, if that was asked for.
        held: positions of feeds that others may hold on to. They must be :func:`frozen`, so that no one writes to the
            caller's arrays.
    """

    text: str
    code: CodeType
    names: dict[str, Any]
    step_of_line: dict[int, int]
    inputs_of_step: dict[int, list[str]]
    make_frame: Callable[[], tuple[Any, ...]] | None
    run_free: bool
    hands_out: bool
    fetch_shapes: tuple[tuple[int, ...] | None, ...]
    computing: dict[int, bool]
    held: tuple[int, ...]
    notes: Notes | None = None


@dataclass
class Value:
    """What is known of a register.

    Attributes:
        variable: the name that holds it.
        shape: when it never varies.
        constant: its value, when that never varies.
        ours: whether its memory was allocated in this run by a kernel that keeps no other reference to it.
    """

    variable: str
    shape: tuple[int, ...] | None = None
    constant: Any = None
    ours: bool = False


class Uses:
    """Who reads which register of a plan, and what others may hold on to.

    Args:
        choices: the kernel of each step, ``None`` if none runs.
        hand_on: steps that give their input as it is, so that a second name is enough.

    Attributes:
        first: register that only hands a value on -> the one that had it first.
        last: of what a register had first, the index of the last step that reads it.
        fetched: registers that are returned.
        shared: those that kernels may hold on to: they are not known to leave their inputs alone.
        exposed: registers whose memory others may hold on to, the caller included.
        foreign: registers that kernels of other packages write.
    """

    def __init__(self, plan: Plan, choices: Sequence[Choice | None], hand_on: Collection[int]) -> None:
        self.first: dict[int, int] = {}
        self.last: dict[int, int] = {}
        self.shared: set[int] = set()
        self.foreign: set[int] = set()
        for index, step in enumerate(plan.steps):
            choice = choices[index]
            if index in hand_on:
                self.first[step.outputs[0]] = self.origin(step.inputs[0])
                self.last.update((self.origin(register), index) for register in step.inputs[1:])
                continue
            fresh = choice is not None and choice.prepared.fresh  # a Merge hands its input on
            if choice is not None and choice.definition.cls.__module__.partition(".")[0] != _OWN_KERNELS:
                self.foreign.update(step.outputs)
            for register, _ in step.guards or ():
                self.last[self.origin(register)] = index
            for register in step.inputs:
                origin = self.origin(register)
                self.last[origin] = index
                if not fresh:
                    self.shared.add(origin)
        self.fetched = {self.origin(register) for register in plan.fetches}
        self.exposed = self.fetched | self.shared

    def origin(self, register: int) -> int:
        """The register that first had the value of this one."""
        return self.first.get(register, register)

    def is_needed(self, register: int, index: int) -> bool:
        """Whether a step after this one, or the caller, needs the value that ``register`` had first."""
        return self.last.get(register, -1) > index or register in self.fetched


def frozen(fed: Sequence[Any], positions: Sequence[int]) -> Sequence[Any]:
    """The values with read-only views at these positions. Arrays of devices are only passed on, so no one writes to
    them anyway."""
    found = list(fed)
    for position in positions:
        array = found[position]
        if isinstance(array, np.ndarray) and array.flags.writeable:
            found[position] = view = array.view()
            view.flags.writeable = False
    return found
