"""Steps on variables that follow one another in a program, and those of them that run in one call.

The step of a small variable takes a few microseconds, and the call of its kernel ten times as long. A network has one
for each of its biases, scales and offsets.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graphops.plan.program.awaited_steps import AwaitedSteps
from graphops_registry.kernels.variable_steps import VariableStep
from graphops_registry.resource import ResourceHandle

if TYPE_CHECKING:
    from graphops.plan.step import Step

_MOST_HANDLES: Final = 128  # of the steps of one call; their locks are taken one within the other


@dataclass(frozen=True)
class VariableNote:
    """A step on variables.

    Attributes:
        prepared: its kernel.
        handles: its variables.
        own: the register of the input that is its own.
        shared: the registers of the inputs after the handles that others may have, too.
        numbers: what these are: the bytes of small constants, registers elsewhere.
    """

    prepared: VariableStep
    handles: tuple[ResourceHandle, ...]
    own: int
    shared: tuple[int, ...]
    numbers: tuple[Hashable, ...]

    @property
    def kind(self) -> Hashable:
        """Steps for which it is equal may run together."""
        return self.prepared.kind, self.numbers


@dataclass(frozen=True)
class VariableSteps:
    """Steps ``first..last`` of a plan. Each is on variables of its own, or computes nothing.

    Attributes:
        notes: of those that are on variables.
        groups: those of them that run in one call.
    """

    first: int
    last: int
    notes: Mapping[int, VariableNote]
    groups: tuple[tuple[int, ...], ...]


def variable_steps(
    notes: Mapping[int, VariableNote], nothing: Collection[int], steps: Sequence[Step]
) -> dict[int, VariableSteps]:
    """Where steps on variables follow one another, and some of them may run together, by the index of the first one.

    Their order may change, as no step waits for another one.

    Args:
        notes: by the index of the step.
        nothing: steps for which nothing is computed.
        steps: all of the plan.
    """
    found: dict[int, VariableSteps] = {}
    awaited = AwaitedSteps(steps, nothing) if len(notes) > 1 else None
    members: list[int] = []
    changed: set[Hashable] = set()
    for index in range(len(steps) + 1):
        note = notes.get(index)
        if note is None and index in nothing:
            continue
        keys = () if note is None else [handle.key for handle in note.handles]
        goes_on = (
            note is not None
            and awaited is not None
            and bool(members)
            and changed.isdisjoint(keys)
            and awaited.last(index) < members[0]
        )
        if not goes_on:
            groups = _groups(members, notes)
            if groups:
                noted = {each: notes[each] for each in members}
                found[members[0]] = VariableSteps(members[0], members[-1], noted, groups)
            members, changed = [], set()
        if note is not None:
            members.append(index)
            changed.update(keys)
    return found


def _groups(members: Sequence[int], notes: Mapping[int, VariableNote]) -> tuple[tuple[int, ...], ...]:
    """Those of the members that run together."""
    by_kind: dict[Hashable, list[int]] = {}
    for index in members:
        if notes[index].prepared.gains:
            by_kind.setdefault(notes[index].kind, []).append(index)
    found: list[tuple[int, ...]] = []
    for group in by_kind.values():
        most = max(_MOST_HANDLES // len(notes[group[0]].handles), 1)
        found += [tuple(group[first : first + most]) for first in range(0, len(group), most)]
    return tuple(group for group in found if len(group) > 1)
