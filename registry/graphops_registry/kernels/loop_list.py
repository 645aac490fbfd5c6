"""Loops that a device computes without a line of Python between two iterations.

The condition and the body of a loop are one :class:`~graphops_registry.kernels.call_list.CallList`, the condition
first.  What varies from one iteration to the next has memory of its own for the whole loop, and the body's last steps
write it.  Elements of sequences, which are no arrays, are read and written as a :class:`SequenceAccess` says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np

from graphops_registry.kernels.call_list import BoundKernel, CallList, ListedValue, MachineKernel

Array = np.ndarray[Any, Any]


class OpenSequence(NamedTuple):
    """What a loop finds in a sequence.

    Attributes:
        elements: the arrays, ``None`` for those that the kernel itself must read or write; or one array in C order
            whose entries they are.
        owner: what is changed by a write beside the value that the kernel returns, if anything is.
        forgets: whether an element can be read once.
        room: how many elements can be added at the end; ``None``: any number.
    """

    elements: Sequence[Array | None] | Array
    owner: object | None = None
    forgets: bool = False
    room: int | None = 0


@dataclass(frozen=True)
class Changes:
    """What a loop did with a sequence.

    Attributes:
        read: the indices of elements that were read, if a read changes the sequence.
        written: the indices of elements that were written.
        storage: an array whose entries at these indices are what was written.
        pushed: what was added at the end: arrays, or one array whose entries they are; ``None`` if nothing was.
        popped: how many were taken from the end.
    """

    read: Sequence[int] = ()
    written: Sequence[int] = ()
    storage: Array | None = None
    pushed: Sequence[Array] | Array | None = None
    popped: int = 0

    def arrays(self) -> dict[int, Array]:
        """The elements that were written, by their indices."""
        storage = self.storage
        return {} if storage is None else {index: storage[index, ...] for index in self.written}


class SequenceAccess(ABC):
    """How a kernel reads or writes one element of a sequence of arrays.

    Attributes:
        sequence: which input holds the sequence, or names it.
        index: which input is the element's index, an int32; ``None``: the kernel takes the last element away, or adds
            one at the end.
        item: which input is written; ``None`` if the element is read.
        element_output: which output is the element that is read.
        sequence_output: which output is the sequence after that, if one is.
        passes: which input the output of a write is, as it is.
        in_place: whether a sequence changes in place when it is read or written.
        once: of a write: whether only an element that is not there can be written.
        adds: of a write: whether it is added to the element, of float32, if that is there.
    """

    sequence: int = 0
    index: int | None = 1
    item: int | None = None
    element_output: int | None = None
    sequence_output: int | None = None
    passes: int | None = None
    in_place: bool = False
    once: bool = False
    adds: bool = False

    @abstractmethod
    def opened(self, sequence: Any, element: ListedValue) -> OpenSequence | None:
        """What is there.

        Args:
            sequence: the input.
            element: what elements must be.

        Returns:
            ``None`` if the kernel would refuse such elements, or does something else with them. An element that is
            ``None`` cannot be read; if ``once``, only such an element can be written.
        """

    @abstractmethod
    def closed(self, sequence: Any, changes: Changes) -> Any:
        """Do what a loop has done; the sequence after that."""


Action = Literal["read", "check", "write", "add", "note", "peek", "drop", "room", "push"]


class SameBytes(MachineKernel):
    """A step that fails unless its two operands, of ``size`` bytes, are equal."""

    def __init__(self, size: int) -> None:
        self.size = size

    def bind(self) -> BoundKernel:
        return BoundKernel()


class ElementKernel(MachineKernel):
    """What a step does with an element. The list itself knows how.

    * ``read``: operands are the index and the element; it fails if the element is not there.
    * ``check``: the index; it fails if no element can be written there.
    * ``write``: the index and the element.
    * ``add``: the same, for an element of float32 to which it is added if it is there.
    * ``note``: the index, of an element that was read.
    * ``peek``: the last element, which has memory of its own: it is only written if it is another one than at the last
      time. It fails if there is none.
    * ``drop``: nothing; the last element is no longer there.
    * ``room``: nothing; it fails if no element can be added.
    * ``push``: the element that is added. If ``size`` is 0 it is only counted: see :attr:`LoopSequence.same`.

    Args:
        sequence: the number of the sequence.
        size: bytes of an element.
        once: of ``check``: whether an element that is there cannot be written.
    """

    def __init__(self, action: Action, sequence: int, size: int = 0, once: bool = False) -> None:
        self.action = action
        self.sequence = sequence
        self.size = size
        self.once = once

    def bind(self) -> BoundKernel:
        return BoundKernel()


@dataclass(frozen=True)
class LoopSequence:
    """A sequence that a loop reads or writes.

    Attributes:
        position: of the loop's variable that holds it.
        element: what each element is.
        accesses: of all steps that use it.
        same: the position of a variable that stays the same, if that is what each iteration adds. Then nothing is
            copied: all elements are the variable's array.
    """

    position: int
    element: ListedValue
    accesses: tuple[SequenceAccess, ...]
    same: int | None = None

    @cached_property
    def element_bytes(self) -> int:
        """The size of an element."""
        return prod(self.element.shape) * self.element.dtype.itemsize

    @cached_property
    def write(self) -> SequenceAccess | None:
        """How elements are replaced or added, if they are."""
        return next((access for access in self.accesses if access.item is not None), None)

    @cached_property
    def grows(self) -> bool:
        """Whether elements are added."""
        return self.write is not None and self.write.index is None

    @cached_property
    def replaces(self) -> bool:
        """Whether elements are replaced."""
        return self.write is not None and self.write.index is not None

    @cached_property
    def notes_reads(self) -> bool:
        """Whether it matters which elements are read."""
        return any(access.in_place and access.item is None for access in self.accesses)

    @cached_property
    def shrinks(self) -> bool:
        """Whether elements are taken from the end."""
        return any(access.item is None and access.index is None for access in self.accesses)


@dataclass(frozen=True, slots=True)
class LoopList:
    """A loop.

    Attributes:
        calls: the steps. What is given to the list are variables that stay the same; nothing is wanted.
        condition: how many of the steps are the condition's.
        predicate: the value, of one byte, that says whether the loop goes on.
        given: of each value that is given the position of the variable.
        variables: of each variable that varies its position, and its value.
        sequences: by their numbers in :class:`ElementKernel`.
    """

    calls: CallList
    condition: int
    predicate: int
    given: tuple[int, ...]
    variables: tuple[tuple[int, int], ...]
    sequences: tuple[LoopSequence, ...]


class BoundLoop(Protocol):
    """A loop with memory for what lies between its steps, for one run at a time."""

    def __call__(
        self, values: Sequence[Any], check: Callable[[], bool] | None = None, turns: int | None = None
    ) -> tuple[bool, int, Sequence[Any]] | None:
        """Run iterations.

        Args:
            values: of the loop's variables.
            check: is called now and then, and says whether to stop after this iteration; what it raises ends the run.
            turns: about how many iterations there will be; ``None`` if that is not known.

        Returns:
            Whether the loop has ended, how many iterations there were, and the values after them. If the loop has not
            ended and ``check`` did not stop it, the next iteration must run step by step. ``None``: so must all;
            nothing has changed.
        """
        ...
