"""Compiled loops as C functions, for call lists.

A function that Numba compiled takes, in machine code, the address of its result and that of an error, and then its
arguments; an array of one dimension is seven of them: two owners, number of elements, bytes of one, address, number of
elements, stride.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from graphops_cpu.calls.machine import machine
from graphops_cpu.simd.compile import parallel
from graphops_registry.kernels.call_list import BoundKernel, Call, MachineKernel, Operand

Array = np.ndarray[Any, Any]

_RESULT_WORDS: Final = 8


@dataclass(frozen=True, slots=True)
class OperandArray:
    """An argument of loops: an operand of the kernel, flat."""

    number: int
    elements: int
    itemsize: int


@dataclass(frozen=True, slots=True)
class ChunkMemory:
    """An argument of loops: memory for each chunk, one after the other, flat."""

    elements: int
    dtype: np.dtype[Any]


Argument = Array | OperandArray | ChunkMemory | int


class MachineLoops(NamedTuple):
    """Addresses of compiled loops.

    Attributes:
        serial: ``kernel(*arguments, start, stop[, chunk])``.
        takes_chunk: whether it takes the number of the chunk.
        parallel: the launcher, or a twin of the kernel with a loop over threads of its own.
        is_launcher: which of them it is.
    """

    serial: int
    takes_chunk: bool
    parallel: int | None = None
    is_launcher: bool = False


class BoundLoops(BoundKernel):
    """The call of a function that Numba compiled.

    Args:
        owned: what must live as long as the call is made.
        counts_failures: whether its result, an integer, must be 0.
        on_threads: whether it is the call for as many threads as there are now.
    """

    def __init__(
        self,
        function: int,
        arguments: Sequence[int | Operand],
        owned: Sequence[Any],
        counts_failures: bool = False,
        on_threads: bool = True,
    ) -> None:
        self._owned = owned
        self._results = np.zeros(2 * _RESULT_WORDS, np.int64)
        result = self._results.ctypes.data
        error = result + self._results.nbytes // 2
        self.calls = [Call(function, (result, error, *arguments))]
        found = machine()
        if counts_failures and found is not None:
            self.calls.append(Call(found.read, (result,)))
        self.states = ((thread_state, thread_state()),) if on_threads else ()


def thread_state() -> int:
    """How many threads loops take; those of the calling thread are brought up to date."""
    return parallel.chunk_count(True)


class LoopKernel(MachineKernel):
    """Loops over rows.

    Args:
        loops: their addresses.
        rows, arguments: as for :class:`graphops_cpu.simd.compile.loops.CompiledLoops`.
        chunks: into how many chunks rows are cut now.
        bound: see :meth:`MachineKernel.bound`; unknown by default.
    """

    saves = 6e-6
    is_layout_blind = True

    def __init__(
        self,
        loops: MachineLoops,
        rows: int,
        arguments: Sequence[Argument],
        chunks: Callable[[], int],
        bound: Callable[[Sequence[float]], float] | None = None,
    ) -> None:
        self._loops = loops
        self._rows = rows
        self._arguments = tuple(arguments)
        self._chunks = chunks
        self.largest = bound

    def bind(self) -> BoundKernel:
        loops, rows, chunks = self._loops, self._rows, self._chunks()
        arguments = [
            np.zeros(chunks * each.elements, each.dtype) if isinstance(each, ChunkMemory) else each
            for each in self._arguments
        ]
        owned = [each for each in arguments if isinstance(each, np.ndarray)]
        if chunks == 1 or loops.parallel is None:
            last = (0, rows, 0) if loops.takes_chunk else (0, rows)
            words = (*_flattened(arguments), *last)
            return BoundLoops(loops.serial, words, owned, on_threads=loops.parallel is not None)
        if not loops.is_launcher:
            return BoundLoops(loops.parallel, (*_flattened(arguments), rows, chunks), owned)
        numbers = [each for each in arguments if isinstance(each, int)]
        arrays = [each for each in arguments if not isinstance(each, int)]
        launched: list[int | Operand] = [loops.serial, rows, chunks, *numbers]
        for array in arrays:
            launched += _words(array, as_bytes=True)
        return BoundLoops(loops.parallel, launched, owned, counts_failures=True)


def _flattened(arguments: Sequence[int | Array | OperandArray]) -> list[int | Operand]:
    """All arguments, as words."""
    words: list[int | Operand] = []
    for each in arguments:
        words += [each] if isinstance(each, int) else _words(each)
    return words


def _words(array: Array | OperandArray, as_bytes: bool = False) -> list[int | Operand]:
    """What a flat array is as an argument."""
    place: int | Operand
    if isinstance(array, OperandArray):
        elements, itemsize, place = array.elements, array.itemsize, Operand(array.number)
    else:
        elements, itemsize, place = array.size, array.itemsize, array.ctypes.data
    if as_bytes:
        elements, itemsize = elements * itemsize, 1
    return [0, 0, elements, itemsize, place, elements, itemsize]
