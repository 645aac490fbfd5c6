"""Consecutive steps of a program that the device runs as one call list."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphops_registry.device_def import device_type
from graphops_registry.kernels.call_list import BoundCalls, CallList, ListedStep, ListedValue, MachineKernel

_CALL: Final = 2e-6  # seconds that the call of a list takes before its steps begin ...
_ARRAY: Final = 4e-7  # ... and for each array of the caller


@dataclass(frozen=True)
class Item:
    """What a step, or a chain of steps, is to a list.

    Attributes:
        make: makes the kernel, if there is one.
        inputs: its inputs: registers, or constant arrays.
        outputs: registers, each a negative number of its own where nobody reads it.
        values: of the inputs, then of the outputs.
        last: index of the last step that it computes.
    """

    make: Callable[[], MachineKernel | None]
    inputs: tuple[int | np.ndarray[Any, Any], ...]
    outputs: tuple[int, ...]
    values: tuple[ListedValue, ...]
    last: int


@dataclass(frozen=True)
class Part:
    """Steps ``first..last`` of a plan, whose items have these kernels."""

    first: int
    last: int
    items: tuple[tuple[Item, MachineKernel], ...]


def parts(items: Mapping[int, Item], nothing: Collection[int], steps: int) -> dict[int, Part]:
    """The longest parts that a list can compute, by the index of their first step.

    Args:
        items: by the index of their first step.
        nothing: steps for which nothing is computed.
        steps: how many there are.
    """
    found: dict[int, Part] = {}
    members: list[tuple[Item, MachineKernel]] = []
    first = index = 0
    while index <= steps:
        item = items.get(index)
        kernel = None if item is None else item.make()
        if item is not None and kernel is not None:
            if not members:
                first = index
            members.append((item, kernel))
            index = item.last + 1
            continue
        if index not in nothing:
            if sum(kernel.saves for _, kernel in members) > _CALL:
                found[first] = Part(first, members[-1][0].last, tuple(members))
            members = []
        index += 1
    return found


@dataclass(frozen=True)
class Listed:
    """A list, the registers that it is given, and those that it computes, with what these are."""

    make: Callable[[], BoundCalls]
    given: tuple[int, ...]
    given_values: tuple[ListedValue, ...]
    wanted: tuple[int, ...]
    values: tuple[ListedValue, ...]


def listed(part: Part, origin: Callable[[int], int], needed: Callable[[int], bool]) -> Listed | None:
    """A part as a list, if the device can run it.

    Args:
        origin: the register that first had the value of another one.
        needed: whether a register's value is read after the part.
    """
    made: dict[int, ListedValue] = {}
    given: dict[int, ListedValue] = {}
    for item, _ in part.items:
        for each, value in zip(item.inputs, item.values, strict=False):
            if not isinstance(each, np.ndarray) and origin(each) not in made:
                given[origin(each)] = value
        for each, value in zip(item.outputs, item.values[len(item.inputs) :], strict=True):
            made[origin(each)] = value
    values = [*given.values(), *made.values()]
    number = {register: index for index, register in enumerate((*given, *made))}
    constants: dict[int, np.ndarray[Any, Any]] = {}
    steps: list[ListedStep] = []
    for item, kernel in part.items:
        operands: list[int] = []
        for each, value in zip(item.inputs, item.values, strict=False):
            if isinstance(each, np.ndarray):
                constants[len(values)] = np.ascontiguousarray(each)
                operands.append(len(values))
                values.append(value)
            else:
                operands.append(number[origin(each)])
        operands += [number[origin(each)] for each in item.outputs]
        steps.append(ListedStep(kernel, tuple(operands), len(item.outputs)))
    wanted = tuple(register for register in made if needed(register))
    saved = sum(kernel.saves for _, kernel in part.items)
    if not wanted or saved < _CALL + _ARRAY * (len(given) + len(wanted)):
        return None
    whole = CallList(tuple(values), len(given), tuple(number[each] for each in wanted), constants, tuple(steps))
    run = device_type("CPU").compile_calls(whole)
    if run is None:
        return None
    return Listed(run, tuple(given), tuple(given.values()), wanted, tuple(made[each] for each in wanted))


def values_of(shapes: Sequence[tuple[int, ...]], dtypes: Sequence[Any]) -> tuple[ListedValue, ...]:
    """Arrays of these shapes and dtypes."""
    return tuple(ListedValue(shape, dtype.numpy_dtype) for shape, dtype in zip(shapes, dtypes, strict=True))
