"""Loops that a device computes without a line of Python between two iterations.

The condition and the body of a loop are one :class:`~graphops_registry.kernels.call_list.CallList`, the condition
first.  What varies from one iteration to the next has memory of its own for the whole loop, and the body's last steps
write it.  Elements of sequences, which are no arrays, are read and written as a :class:`SequenceAccess` says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np

from graphops_registry.kernels.call_list import BoundKernel, CallList, ListedValue, MachineKernel

Array = np.ndarray[Any, Any]


class OpenSequence(NamedTuple):
    """What a loop finds in a sequence.

    Attributes:
        elements: the arrays, ``None`` for those that the kernel itself must read or write.
        owner: what is changed by a write beside the value that the kernel returns, if anything is.
        forgets: whether an element can be read once.
    """

    elements: Sequence[Array | None]
    owner: object | None = None
    forgets: bool = False


class SequenceAccess(ABC):
    """How a kernel reads or writes one element of a sequence of arrays.

    Attributes:
        sequence, index: which inputs hold the sequence, or name it, and the element's index, an int32.
        item: which input is written; ``None`` if the output is the element.
        passes: which input the output of a write is; ``None`` if it is the sequence with the new element.
        in_place: whether a sequence changes in place when it is read or written.
    """

    sequence: int = 0
    index: int = 1
    item: int | None = None
    passes: int | None = None
    in_place: bool = False

    @abstractmethod
    def opened(self, sequence: Any, element: ListedValue) -> OpenSequence | None:
        """What is there.

        Args:
            sequence: the input.
            element: what elements must be.

        Returns:
            ``None`` if the kernel would refuse such elements, or does something else with them. An element that is
            ``None`` cannot be read; if ``in_place``, only such an element can be written.
        """

    @abstractmethod
    def closed(self, sequence: Any, read: Sequence[int], written: Mapping[int, Array]) -> Any:
        """Do what the reads and writes of a loop have done; the sequence after them."""


class ElementKernel(MachineKernel):
    """What a step does with an element. The list itself knows how.

    * ``read``: operands are the index and the element; it fails if the element is not there.
    * ``check``: the index; it fails if no element can be written there.
    * ``write``: the index and the element.
    * ``note``: the index, of an element that was read.

    Args:
        sequence: the number of the sequence.
        size: bytes of an element.
        once: of ``check``: whether an element that is there cannot be written.
    """

    def __init__(
        self, action: Literal["read", "check", "write", "note"], sequence: int, size: int = 0, once: bool = False
    ) -> None:
        self.action = action
        self.sequence = sequence
        self.size = size
        self.once = once

    def bind(self) -> BoundKernel:
        return BoundKernel()


@dataclass(frozen=True, slots=True)
class LoopSequence:
    """A sequence that a loop reads or writes.

    Attributes:
        position: of the loop's variable that holds it.
        element: what each element is.
        accesses: of all steps that use it.
    """

    position: int
    element: ListedValue
    accesses: tuple[SequenceAccess, ...]

    @property
    def write(self) -> SequenceAccess | None:
        """How it is written, if it is."""
        return next((access for access in self.accesses if access.item is not None), None)


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
        self, values: Sequence[Any], check: Callable[[], None] | None = None
    ) -> tuple[bool, int, Sequence[Any]] | None:
        """Run iterations.

        Args:
            values: of the loop's variables.
            check: is called now and then; what it raises ends the run.

        Returns:
            Whether the loop has ended, how many iterations there were, and the values after them. If the loop has not
            ended, the next iteration must run step by step. ``None``: so must all; nothing has changed.
        """
        ...
