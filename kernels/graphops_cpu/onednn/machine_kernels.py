"""oneDNN's primitives in call lists."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Hashable, Sequence
from math import inf, prod
from typing import Any, Final

import numpy as np

from graphops_cpu.onednn.library import library
from graphops_cpu.onednn.objects import Stream
from graphops_cpu.onednn.program import Program, Run
from graphops_cpu.onednn.weights_cache import WEIGHTS
from graphops_cpu.runtime.addresses import address_of
from graphops_cpu.runtime.aligned import Block
from graphops_registry.kernels.call_list import BoundKernel, Call, MachineKernel, Operand

Array = np.ndarray[Any, Any]

_WEIGHTS: Final = 1  # the place of the filter among the operands x, w, y, and what is added
_RESULT: Final = 2
_MOST_SUMMED: Final = 1 << 22  # elements of a filter whose absolute values are added up
_ROUNDING: Final = 1.01  # sums in float32 of up to 10^5 products are larger by less
_LARGEST: Final = 1e38
_LARGEST_CUBED: Final = 1e12


def thread_state() -> Hashable:
    """What programs in call lists depend on: the number of threads of primitives, which the calling thread has from now
    on, and what the cache of filters has dropped."""
    found = library()
    count = found.threads()
    found.use_threads(count)
    return count, WEIGHTS.dropped


class BoundProgram(BoundKernel):
    """A program with memory objects of its own.

    Args:
        fixed: addresses of the operands that stay where they are, by their place; of the others 0.
        places: of the operands in the list's order.
        kept: the second operand in the program's layout, if there is such a copy.
        owned: what must live as long as the addresses are used.
    """

    def __init__(
        self,
        program: Program,
        state: Hashable,
        fixed: Sequence[int],
        places: Sequence[int],
        kept: Block | None,
        owned: Sequence[Any],
    ) -> None:
        found = library()
        self._program = program
        self._run = run = Run(program)
        self._owned = (kept, *owned)
        self._stream = Stream(found)
        run.place(program, tuple(fixed))
        if kept is not None:
            run.replace(program, _WEIGHTS, kept.address)
        self.scratch_bytes = program.scratch_bytes
        self.states = ((thread_state, state),)
        execute, stream = found.address("primitive_execute"), _value(self._stream.handle)
        calls = [
            Call(execute, (_value(primitive), stream, count, ctypes.addressof(arguments)))
            for primitive, count, arguments in run.sequence
        ]
        usual = found.threads()
        if found.openmp is not None and program.threads != usual:
            use = found.openmp.set_threads_address
            calls.insert(0, Call(use, (program.threads,), checked=False))
            calls.append(Call(use, (usual,), checked=False))
        self.calls = calls
        at = found.address("memory_set_data_handle")
        self.placing = [
            (
                operand,
                Call(at, (_value(run.memories[place].handle), Operand(operand, program.operand_offsets[place])), False),
            )
            for operand, place in enumerate(places)
        ]

    def place_scratch(self, address: int) -> None:
        self._run.place_scratch(self._program, address)


def _value(handle: ctypes.c_void_p) -> int:
    return handle.value or 0


class ProgramCalls(MachineKernel):
    """A program whose second operand is constant, with other constants after the result.

    Args:
        program: the program for the number of threads that is in use now.
        w: the second operand.
        arguments: the constants after the result. Operands that vary come after them.
        kept: the copy of ``w`` in the layout of a program, if there is one.
        bound: see :meth:`MachineKernel.bound`; ``None`` if it is not known.
        needs_finite: see :class:`MachineKernel`.
    """

    saves = 15e-6
    is_layout_blind = True

    def __init__(
        self,
        program: Callable[[], Program],
        w: Array,
        arguments: Sequence[Array],
        kept: Callable[[Program], Block | None],
        bound: Callable[[Sequence[float]], float] | None,
        needs_finite: bool,
    ) -> None:
        self._program = program
        self._w = w
        self._arguments = tuple(arguments)
        self._kept = kept
        self.largest = bound
        self.needs_finite = needs_finite

    def bind(self) -> BoundKernel:
        state = thread_state()
        program = self._program()
        first = 3 + len(self._arguments)
        extra = len(program.operand_offsets) - first
        fixed = [0, address_of(self._w), 0, *map(address_of, self._arguments), *[0] * extra]
        places = (0, *range(first, first + extra), 2)
        return BoundProgram(program, state, fixed, places, self._kept(program), (self._w, *self._arguments))


class ProductCalls(MachineKernel):
    """A program of a product, any of whose operands may vary.

    Args:
        program: the program for the number of threads that is in use now.
        constants: of the operands a, b and what is added; ``None`` for those that vary.
    """

    saves = 15e-6
    is_layout_blind = True

    def __init__(self, program: Callable[[], Program], constants: Sequence[Array | None]) -> None:
        self._program = program
        self._constants = tuple(constants)

    def bind(self) -> BoundKernel:
        state = thread_state()
        program = self._program()
        a, b, *added = (0 if each is None else address_of(each) for each in self._constants)
        varying = [place + (place > _WEIGHTS) for place, each in enumerate(self._constants) if each is None]
        return BoundProgram(program, state, (a, b, 0, *added), (*varying, _RESULT), None, self._constants)


class LinearBound:
    """What no result of a convolution or product exceeds, to which a bias and arrays are added.

    Args:
        w: the filter.
        summed: the axes over which one output adds.
        arguments: the bias, if there is one.
        slope: what follows multiplies by at most that.
        most: no result of what follows is above that.
        cubed: whether what follows takes the cube of its argument on the way.
    """

    def __init__(
        self,
        w: Array,
        summed: Sequence[int],
        arguments: Sequence[Array],
        *,
        slope: float = 1.0,
        most: float = inf,
        cubed: bool = False,
    ) -> None:
        self._offset = max((float(np.abs(each).max(initial=0)) for each in arguments), default=0.0)
        if w.size <= _MOST_SUMMED:
            self._gain = float(np.abs(w).sum(axis=tuple(summed)).max(initial=0))
        else:
            largest = float(max(w.max(initial=0), -w.min(initial=0)))
            self._gain = largest * prod(w.shape[axis] for axis in summed)
        self._slope, self._most = max(1.0, abs(slope)), most
        self._largest = _LARGEST_CUBED if cubed else _LARGEST

    def __call__(self, bounds: Sequence[float]) -> float:
        found = (self._gain * _ROUNDING * bounds[0] + self._offset + sum(bounds[1:])) * _ROUNDING * self._slope
        return min(max(found, 1.0), self._most) if found < self._largest else inf
