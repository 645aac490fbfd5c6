"""Which part of a plan can be recorded and replayed, for one combination of feed shapes, and what it needs.

The steps are divided into three parts that run one after another.  *Before*: steps that read variables, and those that
the host computes from feeds.  The *body*: steps on one device whose kernels, shapes and host values never vary; they
are recorded.  *After*: everything else, such as updates of variables.  A step whose outputs never vary is *settled*: it
is computed once and does not run again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphops.plan.placement import Placed
from graphops.plan.program.program_code import NOT_PURE
from graphops_registry.traits import Trait

if TYPE_CHECKING:
    from graphops.plan.devices.captured import Captured
    from graphops.plan.make import Plan
    from graphops.plan.program.program import Key, RunRecord
    from graphops.plan.step import Step, Transfer

RUNS_BEFORE: Final = 2  # kernels compile and libraries get their workspaces in the first ones
FEWEST: Final = 2  # steps that are worth a recording
_MOST_SEEN: Final = 256
_MOST: Final = 16  # combinations of shapes for which one plan has recordings


class Captures:
    """The recordings of a plan by the shapes of its feeds.

    Attributes:
        found: what can be replayed.
        reasons: why other shapes are not recorded.
    """

    __slots__ = ("_plan", "_seen", "found", "reasons")

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.found: dict[Key, Captured] = {}
        self.reasons: dict[Key, str] = {}
        self._seen: dict[Key, int] = {}

    def due(self, key: Key) -> bool:
        """Count a run with these shapes; whether it should be recorded."""
        if key in self.reasons or len(self.found) >= _MOST or self._plan.frames is not None:
            return False
        if len(self._seen) >= _MOST_SEEN:
            self._seen.clear()
        count = self._seen[key] = self._seen.get(key, 0) + 1
        return count > RUNS_BEFORE

    def text(self) -> list[str]:
        """A line for each combination of shapes, for :func:`graphops.inspect.explain.explain`."""
        lines = [f"feeds of {_shapes(key)}: {captured.parts.text()}" for key, captured in list(self.found.items())]
        return lines + [
            f"feeds of {_shapes(key)}: not recorded: {reason}" for key, reason in list(self.reasons.items())
        ]

    def refuse(self, key: Key, reason: str) -> None:
        """Do not record what is fed with these shapes."""
        if len(self.reasons) >= _MOST_SEEN:
            self.reasons.clear()
        self.reasons[key] = reason
        self.found.pop(key, None)


def _shapes(key: Key) -> str:
    return ", ".join(map(str, key)) or "none"


@dataclass(frozen=True)
class Parts:
    """The parts of a plan.

    Attributes:
        where: the device of the body.
        settled: registers whose values never vary.
        before, body, after: indices of steps.
        fed: registers of feeds that the body reads on the device.
        copied: transfers from the host that bring what the body reads.
        shared: those of ``fed`` that others read, too.
        read: registers that steps before the body give to it, on the device.
        outputs: registers that the body gives to others.
        taken: those of ``outputs`` that a step after the body may keep for ever.
        moved: for each step the copies that it needs and that belong to others, who may not run, or later.
        late: the copies that the fetches need.
    """

    where: Placed
    settled: dict[int, Any]
    before: tuple[int, ...]
    body: tuple[int, ...]
    after: tuple[int, ...]
    fed: tuple[int, ...]
    shared: frozenset[int]
    copied: tuple[Transfer, ...]
    read: tuple[int, ...]
    outputs: tuple[int, ...]
    taken: frozenset[int]
    moved: dict[int, tuple[Transfer, ...]]
    late: tuple[Transfer, ...]

    def text(self) -> str:
        """``12 nodes are replayed as one recording, 3 run before them and 2 after``."""
        return (
            f"{len(self.body)} nodes are replayed as one recording, {len(self.before)} run before them and "
            f"{len(self.after)} after"
        )


def find_parts(plan: Plan, recording: RunRecord) -> Parts | str:
    """The parts of ``plan`` when its steps do what a run of it did, or why there is no body worth recording."""
    if len(plan.devices) != 1:
        return f"the plan uses {len(plan.devices)} devices"
    return _Finder(plan, recording).parts()


class _Finder:
    def __init__(self, plan: Plan, recording: RunRecord) -> None:
        self.plan = plan
        self.recording = recording
        (self.where,) = plan.devices
        self.constant = {r: value for r, value in enumerate(plan.registers) if value is not None}
        self.settled: dict[int, Any] = {}
        self.part: dict[int, str] = {}  # step -> its part
        self.maker: dict[int, int] = {}  # register -> the step that computes it
        self.transfers: dict[int, Transfer] = {}  # target register -> what brings it there
        self.steps_of: dict[int, int] = {}  # number of a node (its copies have the same) -> its step
        self.moved: dict[int, tuple[Transfer, ...]] = {}
        self.late: tuple[Transfer, ...] = ()
        self.through: dict[int, set[str]] = {}  # settled step -> the parts of the steps that it runs after
        self.first_reason = ""

    def parts(self) -> Parts | str:
        steps = self.plan.steps
        for number, step in enumerate(steps):
            for transfer in step.transfers:
                self.transfers[transfer.target] = transfer
            self.part[number] = self._part(number, step)
            self.steps_of[step.node.id] = number
            for register in step.outputs:
                if register >= 0:
                    self.maker[register] = number
        body = self._numbers("body")
        if len(body) < FEWEST:
            reason = f": {self.first_reason}" if self.first_reason else ""
            return f"{len(body)} of {len(steps)} nodes can be recorded{reason}"
        self._move_copies()
        read = dict.fromkeys(r for number in body for r in steps[number].inputs if not self._is_own(r))
        feeds = {register for _, register, _ in self.plan.feeds}
        outputs = self._outputs(body)
        return Parts(
            self.where,
            self.settled,
            self._numbers("before"),
            body,
            self._numbers("after"),
            tuple(r for r in read if r in feeds),
            frozenset(r for r in read if r in feeds) & self._read_outside(),
            tuple(self.transfers[r] for r in read if r in self.transfers),
            tuple(r for r in read if r not in feeds and r not in self.transfers),
            outputs,
            self._taken(set(outputs)),
            self.moved,
            self.late,
        )

    def _move_copies(self) -> None:
        """Find the copies that steps need and others make, who may not run, or later."""
        steps, copies = self.plan.steps, self.transfers

        def needed(registers: Iterable[int]) -> Iterator[Transfer]:
            for register in registers:
                if register in copies:
                    yield from needed([copies[register].source])
                    yield copies[register]

        for number, part in self.part.items():
            own = steps[number].transfers
            if part != "settled":
                found = needed([*steps[number].inputs, *(t.source for t in own)])
                self.moved[number] = tuple(t for t in found if t not in own)
        self.late = tuple(needed([*self.plan.fetches, *(t.source for t in self.plan.final)]))

    def _copies(self, numbers: Iterable[int]) -> list[Transfer]:
        """The copies that are made for some steps that run."""
        return [t for n in numbers for t in (*self.moved[n], *self.plan.steps[n].transfers)]

    def _read_outside(self) -> set[int]:
        """The registers that are read by more than the body."""
        outside = (*self._numbers("before"), *self._numbers("after"))
        steps = self.plan.steps
        found = {r for number in outside for r in steps[number].inputs} | set(self.plan.fetches)
        return found | {t.source for t in (*self._copies(outside), *self.late, *self.plan.final)}

    def _numbers(self, part: str) -> tuple[int, ...]:
        return tuple(number for number, found in self.part.items() if found == part)

    def _is_own(self, register: int) -> bool:
        """Whether a register that the body reads is made by it, or never varies."""
        return register in self.constant or register in self.settled or self._part_of(register) == "body"

    def _part_of(self, register: int) -> str:
        """The part in which a register gets its value; that of what it is a copy of."""
        transfer = self.transfers.get(register)
        if transfer is not None:
            return self._part_of(transfer.source)
        maker = self.maker.get(register)
        return "before" if maker is None else self.part[maker]

    def _part(self, number: int, step: Step) -> str:
        needs = self._needs(step)
        if self._settle(number, step):
            self.through[number] = needs
            return "settled"
        if "after" in needs:
            return "after"
        reason = self._why_not(number, step)
        if reason is None:
            return "body"
        self.first_reason = self.first_reason or f"'{step.node.name}' ({step.node.type}) {reason}"
        return "after" if "body" in needs else "before"

    def _needs(self, step: Step) -> set[str]:
        """The parts of what must run before a step: it gives it something, or control edges say so, also those of
        steps that are settled and of nodes that are no steps, such as constants."""
        node = step.node
        numbers = {self.maker[r] for r in map(self._origin, step.inputs) if r in self.maker}
        seen: set[int] = set()
        stack = [*node.control_inputs, *(t.node for t in node.inputs if t.node.id not in self.steps_of)]
        while stack:
            other = stack.pop()
            if other.id in self.steps_of:
                numbers.add(self.steps_of[other.id])
            elif other.id not in seen:
                seen.add(other.id)
                stack += [*other.control_inputs, *(tensor.node for tensor in other.inputs)]
        found: set[str] = set()
        for number in numbers:
            found |= self.through.get(number) or {self.part[number]}
        return found

    def _origin(self, register: int) -> int:
        """The register that a register is a copy of, to the first one."""
        while register in self.transfers:
            register = self.transfers[register].source
        return register

    def _why_not(self, number: int, step: Step) -> str | None:
        """Why a step cannot be part of the body, or ``None``."""
        choice = self.recording.chosen(number)
        kernels = step.kernels
        if step.on_host:
            return "runs on the host"
        if step.reads or step.node.op_def.is_stateful or choice.definition.uses & NOT_PURE:
            return "has to do with state"
        if any(shape is None for shape in choice.prepared.output_shapes):
            return "has a result whose shape depends on values"
        if any(kernels.all_on_host or position in kernels.host_outputs for position in range(len(step.outputs))):
            return "gives a value to the host"
        if any(step.inputs[p] not in self.constant and step.inputs[p] not in self.settled for p in kernels.host_inputs):
            return "depends on a value of the host that varies"
        if any(transfer.to_host or transfer.across is not None for transfer in step.transfers):
            return "needs a value of another device"
        return None

    def _settle(self, number: int, step: Step) -> bool:
        """Whether the outputs never vary."""
        values = self.recording.values[number]
        known = all(register in self.constant or register in self.settled for register in step.inputs)
        by_shape = step.node.op.has(Trait.TELLS) and all(self._is_static(register) for register in step.inputs)
        impure = step.reads or step.node.op_def.is_stateful or step.kernels.uses & NOT_PURE
        if impure or not (known or by_shape):
            return False
        wanted = [(r, value) for r, value in zip(step.outputs, values, strict=True) if r >= 0]
        if not all(isinstance(value, np.ndarray) for _, value in wanted):
            return False
        for register, value in wanted:
            kept = value.copy() if value.flags.writeable else value
            kept.flags.writeable = False
            self.settled[register] = kept
        return True

    def _is_static(self, register: int) -> bool:
        """Whether the shape of a register follows from those of the feeds."""
        transfer = self.transfers.get(register)
        if transfer is not None:
            return self._is_static(transfer.source)
        maker = self.maker.get(register)
        return maker is None or self.part[maker] in ("settled", "body")

    def _outputs(self, body: Sequence[int]) -> tuple[int, ...]:
        steps = self.plan.steps
        made = {register for number in body for register in steps[number].outputs if register >= 0}
        used = {r for number in self._numbers("after") for r in steps[number].inputs}
        used |= {t.source for t in (*self._copies(self._numbers("after")), *self.late, *self.plan.final)}
        used |= set(self.plan.fetches)
        return tuple(sorted(made & used))

    def _taken(self, outputs: set[int]) -> frozenset[int]:
        """The outputs of the body that a later step may keep, itself or by way of a view."""
        root = {register: register for register in outputs}
        taken: set[int] = set()
        for number in self._numbers("after"):
            step, prepared = self.plan.steps[number], self.recording.chosen(number).prepared
            for position, source in prepared.aliases.items():
                if step.inputs[source] in root and step.outputs[position] >= 0:
                    root[step.outputs[position]] = root[step.inputs[source]]
            if not prepared.fresh:
                taken |= {root[register] for register in step.inputs if register in root}
        return frozenset(taken)
