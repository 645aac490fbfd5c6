"""Call lists: consecutive steps of a program that a device computes without a line of Python between them.

A kernel that is a few calls of C functions says so with a :class:`MachineKernel`.  A plan puts the kernels of its steps
into a :class:`CallList`, plain data, and :meth:`graphops_registry.device_def.DeviceType.compile_calls` makes of it what
runs.
"""

from __future__ import annotations

import ctypes
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Protocol

import numpy as np


@dataclass(frozen=True, slots=True)
class Operand:
    """An argument of a call: the address of an operand of the kernel, its inputs first, then its outputs, or a place
    ``offset`` bytes after it."""

    number: int
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a C function.

    Attributes:
        function: its address. It takes integers of 64 bits and addresses, and works without Python.
        arguments: their values.
        checked: whether it returns an ``int``, which is 0 unless it failed; else its result means nothing.
    """

    function: int
    arguments: tuple[int | Operand, ...]
    checked: bool = True


@dataclass(frozen=True, slots=True)
class Word:
    """An integer of 64 bits in memory that must be the address of an operand when the calls are made.

    Attributes:
        operand: the number of the operand.
        address: of the integer.
        offset: bytes that are added.
    """

    operand: int
    address: int
    offset: int = 0

    def write(self, place: int) -> None:
        """Note that the operand lies there."""
        ctypes.c_int64.from_address(self.address).value = place + self.offset


class BoundKernel:
    """A kernel's calls with the objects that they need, for one run at a time.

    Attributes:
        calls: what to call, in order.
        words: where else than in the arguments of calls the addresses of operands are needed.
        placing: what to call, in order, before the others when an operand lies elsewhere than at the last time: the
            number of the operand, and the call.
        scratch_bytes: memory that the calls need beside the operands, see :meth:`place_scratch`.
        states: functions with their results when the calls were made. The thread that runs the calls calls them before;
            if any returns something else, the calls are no longer valid.
    """

    calls: Sequence[Call] = ()
    words: Sequence[Word] = ()
    placing: Sequence[tuple[int, Call]] = ()
    scratch_bytes: int = 0
    states: Sequence[tuple[Callable[[], Hashable], Hashable]] = ()

    def place_scratch(self, address: int) -> None:
        """Note where scratch memory lies, aligned to 64 bytes. Other kernels use it too, each while it runs."""


class MachineKernel(ABC):
    """A kernel for given shapes, and perhaps for constant inputs, as calls of C functions. Operands are in C order.

    Attributes:
        needs_finite: whether the calls compute what the kernel computes only if no input holds NaN or infinity, and
            :meth:`bound` says that nothing overflows.
        is_copy: the only output is the only input, in another shape perhaps: they may share memory.
        is_layout_blind: whether the kernel gives the same bits in C order wherever operands lie in memory. Many of
            NumPy's functions do not.
        may_be_in_place: whether the output has the same bits where it lies in the memory of an input of its size.
        saves: about how many seconds it takes longer to call the kernel from Python.
        largest: what :meth:`bound` returns, ``None`` where it is not known.
    """

    needs_finite: bool = False
    is_copy: bool = False
    is_layout_blind: bool = False
    may_be_in_place: bool = False
    saves: float = 1e-6
    largest: Callable[[Sequence[float]], float] | None = None

    def bound(self, bounds: Sequence[float]) -> float:
        """What no absolute value of a result exceeds, nor one on the way to it.

        Args:
            bounds: for each input what no absolute value of it exceeds. Nothing is asked if one is infinite.

        Returns:
            Infinity where it is not known.
        """
        return inf if self.largest is None else self.largest(bounds)

    @abstractmethod
    def bind(self) -> BoundKernel:
        """The calls, for one run at a time."""


class CopyKernel(MachineKernel):
    """The only output is the only input, in another shape perhaps. The list itself knows how to copy."""

    is_copy = True
    saves = 3e-7

    def bound(self, bounds: Sequence[float]) -> float:
        return bounds[0]

    def bind(self) -> BoundKernel:
        return BoundKernel()


class FixedCalls(BoundKernel, MachineKernel):
    """A kernel whose calls need no objects of their own, for any number of runs at a time.

    Args:
        calls: they name operands as :class:`Operand`.
        largest: see :class:`MachineKernel`; by default it is the largest bound of the inputs.
        saves: see :class:`MachineKernel`.
        owned: what must live as long as the calls: arrays whose addresses they have.
    """

    def __init__(
        self,
        calls: Sequence[Call],
        largest: Callable[[Sequence[float]], float] = max,
        saves: float = 1e-6,
        owned: Sequence[Any] = (),
    ) -> None:
        self.saves = saves
        self.calls = calls
        self.largest = largest
        self._owned = tuple(owned)

    def bind(self) -> BoundKernel:
        return self


@dataclass(frozen=True, slots=True, eq=False)
class Temporary:
    """Memory between the parts of a :class:`JoinedKernel`: an array of its own."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]


PartOperand = int | np.ndarray[Any, Any] | Temporary
"""An operand of the whole, an array in C order that never changes, or what a part hands on to another one."""

Parts = Sequence[tuple[MachineKernel, Sequence[PartOperand]]]
"""Kernels, each with its operands."""


class JoinedKernel(MachineKernel):
    """Kernels one after the other, as one.

    Attributes:
        parts: each with its operands.

    Args:
        parts: see above.
        saves, largest: see :class:`MachineKernel`.
    """

    def __init__(
        self,
        parts: Parts,
        saves: float,
        largest: Callable[[Sequence[float]], float] | None = None,
    ) -> None:
        self.parts = tuple(parts)
        self.saves = saves
        self.largest = largest

    def bind(self) -> BoundKernel:
        return _BoundParts(self.parts)


class _BoundParts(BoundKernel):
    def __init__(self, parts: Parts) -> None:
        used = {each for _, operands in parts for each in operands if isinstance(each, Temporary)}
        memory = {each: np.empty(each.shape, each.dtype) for each in used}
        self._parts = [
            (kernel.bind(), [memory[each] if isinstance(each, Temporary) else each for each in operands])
            for kernel, operands in parts
        ]
        calls: list[Call] = []
        words: list[Word] = []
        states: list[tuple[Callable[[], Hashable], Hashable]] = []
        for bound, operands in self._parts:
            self.scratch_bytes = max(self.scratch_bytes, bound.scratch_bytes)
            states += bound.states
            for word in bound.words:
                operand = operands[word.operand]
                if isinstance(operand, int):
                    words.append(replace(word, operand=operand))
                else:
                    word.write(operand.ctypes.data)
            every = [*(call for _, call in bound.placing), *bound.calls]
            calls += [replace(call, arguments=_renamed(call.arguments, operands)) for call in every]
        self.calls, self.words, self.states = calls, words, states

    def place_scratch(self, address: int) -> None:
        for bound, _ in self._parts:
            bound.place_scratch(address)


def _renamed(
    arguments: Sequence[int | Operand], operands: Sequence[int | np.ndarray[Any, Any]]
) -> tuple[int | Operand, ...]:
    """The arguments of a part, with the operands of the whole."""
    found: list[int | Operand] = []
    for argument in arguments:
        if isinstance(argument, Operand):
            operand = operands[argument.number]
            at = (
                Operand(operand, argument.offset) if isinstance(operand, int) else operand.ctypes.data + argument.offset
            )
            found.append(at)
        else:
            found.append(argument)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class ListedValue:
    """An array that steps of a list write or read."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]


@dataclass(frozen=True, slots=True)
class ListedStep:
    """A step of a list.

    Attributes:
        operands: the numbers of the values that it reads, then of those that it writes.
        outputs: how many it writes.
    """

    kernel: MachineKernel
    operands: tuple[int, ...]
    outputs: int = 1

    @property
    def read(self) -> tuple[int, ...]:
        """The numbers of the values that it reads."""
        return self.operands[: len(self.operands) - self.outputs]

    @property
    def written(self) -> tuple[int, ...]:
        """The numbers of the values that it writes."""
        return self.operands[len(self.operands) - self.outputs :]


@dataclass(frozen=True, slots=True)
class CallList:
    """Steps in the order in which they run.

    Attributes:
        values: all arrays. The first ``given`` are arguments.
        wanted: the numbers of the values that are results.
        constants: values that never change, by their number: arrays in C order.
        kept: the numbers of values that have memory of their own from one run to the next.
    """

    values: tuple[ListedValue, ...]
    given: int
    wanted: tuple[int, ...]
    constants: Mapping[int, np.ndarray[Any, Any]]
    steps: tuple[ListedStep, ...]
    kept: tuple[int, ...] = ()


class BoundCalls(Protocol):
    """A call list with memory for what lies between its steps, for one run at a time."""

    def __call__(self, given: Sequence[Any], results: Sequence[Any], check: Callable[[], None] | None = None) -> bool:
        """Run all steps.

        Args:
            given: arrays of the shapes and dtypes of the first values.
            results: arrays in C order for the wanted values. They are overwritten. They share no memory with ``given``;
                but where no kernel has states, so that the steps run once, a result may be the array of ``given`` that
                the same step reads, if the kernel reads each element before it writes there.
            check: is called between steps; what it raises ends the run.

        Returns:
            Whether the results are there. If not, the values are such that the steps must run one by one.
        """
        ...
