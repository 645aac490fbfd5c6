"""A primitive with the reorders before and after it, which runs on other arrays each time.

A primitive may need an operand in a special layout.  Then a *reorder* copies the operand to that layout, or the result
back from it, through scratch memory.  The objects that belong to one run (memory objects with addresses) are taken from
a pool and returned to it, so that any number of threads can run one program.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from ctypes import string_at
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np

from graphops_cpu.onednn.constants import Argument
from graphops_cpu.onednn.library import ExecutionArgument, library
from graphops_cpu.onednn.objects import (
    Attributes,
    Memory,
    MemoryDesc,
    OneDnnError,
    Primitive,
    PrimitiveDesc,
    thread_stream,
)
from graphops_cpu.onednn.scratch import scratch
from graphops_cpu.onednn.weights_cache import layout_of
from graphops_cpu.runtime.aligned import Block, aligned
from graphops_cpu.runtime.other_processes import free_threads

_LONG: Final = 300_000_000  # products that take some milliseconds: as long as threads wait for a core
_DIFFERENT: Final = 64  # words of a result, half of which are different ones in any that says something
_SAMPLE: Final = 4096  # words
_MOST_COMPARED: Final = 8  # runs after which it is given up
IDLE: Final = 8  # sets of memory objects that a program keeps; more threads rarely run one node at once


@dataclass(frozen=True, slots=True)
class Operand:
    """An array that a primitive reads or writes.

    Attributes:
        argument: what it is to the primitive.
        given: how the user has it.
        result: whether the primitive writes it.
        offset: bytes from the beginning of the user's array to the first element that takes part.
    """

    argument: int
    given: MemoryDesc
    result: bool = False
    offset: int = 0


def _tells(bits: bytes) -> bool:
    """Whether equal results of two programs say anything: sums of zeros are the same in every order."""
    words = np.frombuffer(bits, np.uint16)
    step = max(words.size // _SAMPLE, 1)  # most results say enough in a few words, and all take milliseconds
    return any(len(np.unique(words[::each])) > min(words.size, _DIFFERENT) // 2 for each in dict.fromkeys((step, 1)))


class Descriptors(Protocol):
    """A primitive's descriptor and its operands, in the order in which programs take addresses."""

    @property
    def desc(self) -> PrimitiveDesc: ...

    @property
    def operands(self) -> Sequence[Operand]: ...


class _Step:
    """One primitive, and its arguments as (what it is, number of a place)."""

    __slots__ = ("arguments", "primitive", "text")

    def __init__(self, desc: PrimitiveDesc, arguments: list[tuple[int, int]]) -> None:
        self.primitive = Primitive(desc)
        self.text = desc.text
        self.arguments = arguments


class Program:
    """A primitive, ready to run on any thread.

    A *place* is an array: first those of the operands as the user has them, in order, then operands in the primitive's
    layout and scratch memory.

    Attributes:
        scratch_bytes: memory that a run takes beyond the operands.
        implementation: oneDNN's name for how it computes.
        threads: how many threads it was made for, and runs with unless other processes use their cores.
        inner: operand -> the place of its copy in the primitive's layout, for those that are reordered.
        weights_desc: the primitive's layout of the weights, if they are an input and are reordered; ``weights_layout``
            is the key for caches of what the reorder makes of given weights.

    Args:
        desc: what is computed.
        operands: in the order in which ``run`` takes addresses.
        small: the work takes microseconds, for which it is not worth to let other threads have the interpreter.
        threads: how many it is for, as ``desc`` is.
        products: multiplications, which say how long it takes.
        others: the descriptors for another number of threads, or why there are none.
    """

    def __init__(
        self,
        desc: PrimitiveDesc,
        operands: Sequence[Operand],
        *,
        small: bool,
        threads: int,
        products: int = 0,
        others: Callable[[int], Descriptors | str] | None = None,
    ) -> None:
        found = library()
        calls = found.calls if small else found.long_calls
        self.execute, self.wait, self.set_address = (
            calls.primitive_execute, found.calls.stream_wait, found.calls.memory_set_data_handle
        )  # fmt: skip
        self.implementation = desc.implementation
        self.threads = threads
        self._small = small
        self._others = others if threads > 1 and products < _LONG else None
        self._with_fewer: dict[int, Program | None] = {}
        self._undecided = _MOST_COMPARED
        self._use_threads, self._usual_threads, self._on_threads = found.use_threads, found.threads, found.on_threads
        with self._on_threads(threads):
            self._make(desc, operands)

    def _make(self, desc: PrimitiveDesc, operands: Sequence[Operand]) -> None:
        self.places: list[MemoryDesc] = [operand.given for operand in operands]
        self.operand_offsets = [operand.offset for operand in operands]
        self.scratch_offsets: list[int] = []  # of the places after those
        self.scratch_bytes = 0
        self.inner: dict[int, int] = {}
        arguments: list[tuple[int, int]] = []
        reorders: dict[int, _Step] = {}
        scratchpads: list[tuple[_Step, MemoryDesc]] = []
        for place, operand in enumerate(operands):
            wanted = desc.memory(operand.argument)
            if wanted == operand.given:
                arguments.append((operand.argument, place))
                continue
            own = self.inner[place] = self._add(wanted, self.scratch_bytes)
            self.scratch_bytes += aligned(wanted.size)
            arguments.append((operand.argument, own))
            source, target = (own, place) if operand.result else (place, own)
            reorder = PrimitiveDesc("reorder", self.places[source], self.places[target], attributes=Attributes())
            reorders[place] = _Step(reorder, [(Argument.SRC, source), (Argument.DST, target)])
            scratchpads.append((reorders[place], reorder.scratchpad))
        weights = [place for place in self.inner if operands[place].argument == Argument.WEIGHTS]
        self.weights_desc = self.places[self.inner[weights[0]]] if weights else None
        # How they are given counts, too: a square matrix and its transpose have copies of one layout.
        self.weights_layout = (
            None if self.weights_desc is None else (layout_of(self.places[weights[0]]), layout_of(self.weights_desc))
        )
        main = _Step(desc, arguments)
        scratchpads.append((main, desc.scratchpad))
        self._share_scratchpads(scratchpads)
        before = [(place, step) for place, step in reorders.items() if not operands[place].result]
        after = [(place, step) for place, step in reorders.items() if operands[place].result]
        self.steps: list[tuple[int, _Step]] = [*before, (-1, main), *after]  # (whose reorder it is, step)
        self._idle: deque[Run] = deque(maxlen=IDLE)

    def _add(self, desc: MemoryDesc, offset: int) -> int:
        """A new place in scratch memory."""
        self.places.append(desc)
        self.scratch_offsets.append(offset)
        return len(self.places) - 1

    def _share_scratchpads(self, needs: list[tuple[_Step, MemoryDesc]]) -> None:
        """The steps run one after the other: their scratchpads begin at the same place."""
        most = 0
        for step, desc in needs:
            size = desc.size
            if size:
                step.arguments.append((Argument.SCRATCHPAD, self._add(desc, self.scratch_bytes)))
                most = max(most, size)
        self.scratch_bytes += aligned(most)

    def run(self, addresses: tuple[int, ...], operand: int = -1, copy: int = 0, idle: deque[Run] | None = None) -> None:
        """Compute.

        Args:
            addresses: where the operands lie now, in their order. They stay there until this returns.
            operand: number of an operand that is not reordered now ...
            copy: ... because it lies here in the primitive's layout.
            idle: memory objects of a caller whose operands mostly lie where they did; they need not be set again.

        Raises:
            OneDnnError: oneDNN failed.
        """
        if self.threads > 1 and (free := free_threads(self.threads)) < self.threads and self._others is not None:
            fewer = self._with_fewer.get(free, self)
            if fewer is self:
                fewer = self._compared(free, addresses)
            if fewer is not None and (operand < 0 or fewer.weights_layout == self.weights_layout):
                fewer.run(addresses, operand, copy)
                return
        self._use_threads(self.threads)
        try:
            self._run(addresses, operand, copy, self._idle if idle is None else idle)
        finally:  # as by on_threads, which takes longer than a small product
            if self.threads == 1:
                self._use_threads(self._usual_threads())

    def _compared(self, threads: int, addresses: tuple[int, ...]) -> Program | None:
        """The program for fewer threads, if its results are the same bits as this one's."""
        self._with_fewer[threads] = None  # this one runs below
        try:
            found = self._others(threads) if self._others is not None else ""
            if isinstance(found, str):
                return None
            fewer = Program(found.desc, found.operands, small=self._small, threads=threads)
        except (OneDnnError, MemoryError):
            return None
        results = [
            (addresses[place] + self.operand_offsets[place], self.places[place].size)
            for place, operand in enumerate(found.operands)
            if operand.result
        ]
        found_bits: list[list[bytes]] = []
        for program in (fewer, self):
            program.run(addresses)
            found_bits.append([string_at(*each) for each in results])
        if all(map(_tells, found_bits[0])):
            self._with_fewer[threads] = fewer if found_bits[0] == found_bits[1] else None
        elif self._undecided:
            self._undecided -= 1
            del self._with_fewer[threads]  # the next run is compared
        return self._with_fewer.get(threads)

    def _run(self, addresses: tuple[int, ...], operand: int, copy: int, idle: deque[Run]) -> None:
        try:
            run = idle.pop()
        except IndexError:
            run = Run(self)
        block: Block | None = None  # held until the end
        if self.scratch_bytes:
            block = scratch(self.scratch_bytes)
            if block.address != run.base:
                run.place_scratch(self, block.address)
        if addresses != run.addresses:
            run.place(self, addresses)
        sequence = run.sequence
        if operand != run.replaced or copy != run.copy:
            run.replace(self, operand, copy)
            sequence = run.sequence
        stream, execute = thread_stream(), self.execute
        for primitive, count, arguments in sequence:
            if status := execute(primitive, stream, count, arguments):
                raise OneDnnError(status, f"run a {self.steps[-1][1].text}")
        self.wait(stream)
        idle.append(run)

    def in_inner_layout(self, operand: int, address: int) -> Block:
        """A new copy of an operand in the primitive's layout."""
        copy = Block(self.places[self.inner[operand]].size)
        run = Run(self)
        block = scratch(self.scratch_bytes)
        run.place_scratch(self, block.address)
        run.place(self, tuple(address if place == operand else 0 for place in range(len(self.operand_offsets))))
        self.set_address(run.memories[self.inner[operand]].handle, copy.address)
        index = next(index for index, (place, _) in enumerate(self.steps) if place == operand)
        primitive, count, arguments = run.sequence[index]
        with self._on_threads(self.threads):
            if status := self.execute(primitive, thread_stream(), count, arguments):
                raise OneDnnError(status, f"run a {self.steps[index][1].text}")
            self.wait(thread_stream())
        return copy


class Run:
    """Memory objects for one run at a time, and where they point.

    Attributes:
        base: where scratch memory begins.
        addresses: of the operands.
        replaced, copy: the operand whose reorder is left out, or -1, and where its copy lies.
        sequence: handle of a primitive, number of arguments, arguments.
    """

    __slots__ = ("_all", "addresses", "base", "copy", "memories", "replaced", "sequence")

    def __init__(self, program: Program) -> None:
        self.memories = [Memory(desc) for desc in program.places]
        self._all: list[tuple[int, tuple[Any, int, Any]]] = []
        for operand, step in program.steps:
            arguments = (ExecutionArgument * len(step.arguments))(
                *(ExecutionArgument(argument, self.memories[place].handle) for argument, place in step.arguments)
            )
            self._all.append((operand, (step.primitive.handle, len(step.arguments), arguments)))
        self.sequence = [call for _, call in self._all]
        self.base = -1
        self.addresses: tuple[int, ...] = ()
        self.replaced = -1
        self.copy = 0

    def place(self, program: Program, addresses: tuple[int, ...]) -> None:
        """Point at the operands; an address that comes again needs no call."""
        last = self.addresses or (-1,) * len(addresses)
        for memory, offset, address, before in zip(
            self.memories, program.operand_offsets, addresses, last, strict=False
        ):
            if address != before:
                program.set_address(memory.handle, address + offset)
        self.addresses = addresses

    def place_scratch(self, program: Program, base: int) -> None:
        """Point at scratch memory."""
        for memory, offset in zip(self.memories[len(program.operand_offsets) :], program.scratch_offsets, strict=True):
            program.set_address(memory.handle, base + offset)
        self.base = base
        if self.replaced >= 0:
            program.set_address(self.memories[program.inner[self.replaced]].handle, self.copy)

    def replace(self, program: Program, operand: int, copy: int) -> None:
        """Leave out the reorder of an operand (-1: of none), whose copy lies at ``copy``."""
        if self.replaced >= 0:
            place = program.inner[self.replaced]
            offset = program.scratch_offsets[place - len(program.operand_offsets)]
            program.set_address(self.memories[place].handle, self.base + offset)
        self.replaced, self.copy = operand, copy
        self.sequence = [call for place, call in self._all if operand < 0 or place != operand]
        if operand >= 0:
            program.set_address(self.memories[program.inner[operand]].handle, copy)
