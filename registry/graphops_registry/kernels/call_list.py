"""Call lists: consecutive steps of a program that a device computes without a line of Python between them.

A kernel that is a few calls of C functions says so with a :class:`MachineKernel`.  A plan puts the kernels of its steps
into a :class:`CallList`, plain data, and :meth:`graphops_registry.device_def.DeviceType.compile_calls` makes of it what
runs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
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


class BoundKernel:
    """A kernel's calls with the objects that they need, for one run at a time.

    Attributes:
        calls: what to call, in order.
        scratch_bytes: memory that the calls need beside the operands, see :meth:`place_scratch`.
        states: functions with their results when the calls were made. The thread that runs the calls calls them before;
            if any returns something else, the calls are no longer valid.
    """

    calls: Sequence[Call] = ()
    scratch_bytes: int = 0
    states: Sequence[tuple[Callable[[], Hashable], Hashable]] = ()

    def place(self, operand: int, address: int) -> None:
        """Note where an operand lies from now on, for kernels whose calls do not name it as an :class:`Operand`."""

    def place_scratch(self, address: int) -> None:
        """Note where scratch memory lies, aligned to 64 bytes. Other kernels use it too, each while it runs."""


class MachineKernel(ABC):
    """A kernel for given shapes, and perhaps for constant inputs, as calls of C functions. Operands are in C order.

    Attributes:
        needs_finite: whether the calls compute what the kernel computes only if no input holds NaN or infinity, and
            :meth:`bound` says that nothing overflows.
        is_copy: the only output is the only input, in another shape perhaps: they may share memory.
        saves: about how many seconds it takes longer to call the kernel from Python.
    """

    needs_finite: bool = False
    is_copy: bool = False
    saves: float = 1e-6

    def bound(self, bounds: Sequence[float]) -> float:
        """What no absolute value of a result exceeds, nor one on the way to it.

        Args:
            bounds: for each input what no absolute value of it exceeds. Nothing is asked if one is infinite.

        Returns:
            Infinity where it is not known.
        """
        return inf

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
        largest: see :meth:`MachineKernel.bound`; by default it is the largest bound of the inputs.
        saves: see :class:`MachineKernel`.
    """

    def __init__(
        self, calls: Sequence[Call], largest: Callable[[Sequence[float]], float] = max, saves: float = 1e-6
    ) -> None:
        self.saves = saves
        self.calls = calls
        self._largest = largest

    def bound(self, bounds: Sequence[float]) -> float:
        return self._largest(bounds)

    def bind(self) -> BoundKernel:
        return self


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


@dataclass(frozen=True, slots=True)
class CallList:
    """Steps in the order in which they run.

    Attributes:
        values: all arrays. The first ``given`` are arguments.
        wanted: the numbers of the values that are results.
        constants: values that never change, by their number: arrays in C order.
    """

    values: tuple[ListedValue, ...]
    given: int
    wanted: tuple[int, ...]
    constants: Mapping[int, np.ndarray[Any, Any]]
    steps: tuple[ListedStep, ...]


class BoundCalls(Protocol):
    """A call list with memory for what lies between its steps, for one run at a time."""

    def __call__(self, given: Sequence[Any], results: Sequence[Any], check: Callable[[], None] | None = None) -> bool:
        """Run all steps.

        Args:
            given: arrays of the shapes and dtypes of the first values.
            results: arrays in C order for the wanted values; they share no memory with ``given``. They are overwritten.
            check: is called between steps; what it raises ends the run.

        Returns:
            Whether the results are there. If not, the values are such that the steps must run one by one.
        """
        ...
