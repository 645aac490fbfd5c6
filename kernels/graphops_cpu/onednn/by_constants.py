"""Convolutions whose filters are constants: what can be known of a constant is found once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from math import inf, prod
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.finite import is_tame_unwarned, tame_limit
from graphops_cpu.onednn.arrays import Array
from graphops_cpu.onednn.machine_kernels import ProgramCalls
from graphops_cpu.onednn.program import IDLE, Program, Run
from graphops_cpu.onednn.weights_cache import WEIGHTS, is_constant
from graphops_cpu.runtime.addresses import address_of
from graphops_cpu.runtime.aligned import Block
from graphops_cpu.runtime.large_results import empty
from graphops_registry.kernels.call_list import MachineKernel
from graphops_registry.kernels.context import IN_A_PLAN, Context

_WEIGHTS: Final = 1  # the place of the filter among the operands x, w, y
_FLOAT: Final[np.dtype[Any]] = np.dtype(np.float32)


def kept_weights(program: Program, w: Array, addresses: tuple[int, ...], ctx: Context) -> Block | None:
    """The cached filter in the program's layout, if that is not the user's layout and the filter can never change."""
    desc = program.weights_desc
    if desc is None or not ctx.arrays_are_constant or not is_constant(w):
        return None
    return WEIGHTS.get(
        w, program.weights_layout, desc.size, lambda: program.in_inner_layout(_WEIGHTS, addresses[_WEIGHTS])
    )


def settled_weights(program: Program, w: Array, addresses: tuple[int, ...]) -> Block | None:
    """The same for a filter that is certainly used again: the cache keeps nothing when it first hears of one."""
    for _ in range(2):
        kept = kept_weights(program, w, addresses, IN_A_PLAN)
    return kept


def run_program(
    program: Program, w: Array, addresses: tuple[int, ...], ctx: Context, idle: deque[Run] | None = None
) -> None:
    """Run a program whose second operand is ``w``, with the copy that is kept of it if there is one; ``idle``: see
    :meth:`Program.run`."""
    kept = kept_weights(program, w, addresses, ctx)  # asked at each run: the cache may drop it, or have room only later
    if kept is None:
        program.run(addresses, idle=idle)
    else:
        program.run(addresses, _WEIGHTS, kept.address, idle)


class ByConstants:
    """A convolution in float32 by constants, see :meth:`graphops_registry.kernels.prepared.Prepared.direct_for`.

    Args:
        program: the program for the number of threads that is in use now.
        x_shape: of the input, which is not empty.
        shape: of the result.
        w: the filter in C order.
        arguments: constant operands of what is fused, in C order.
        guarded: whether the plain kernel must compute if a NaN can arise; of the constants it is known that none does.
        bound: makes what says how large results can be, see :class:`ProgramCalls`.
    """

    __slots__ = ("_arguments", "_bound", "_fixed", "_guarded", "_idle", "_limit", "_program", "_shape", "_w")

    def __init__(
        self,
        program: Callable[[], Program],
        x_shape: tuple[int, ...],
        shape: tuple[int, ...],
        w: Array,
        arguments: Sequence[Array],
        guarded: bool,
        bound: Callable[[], Callable[[Sequence[float]], float] | None],
    ) -> None:
        self._program = program
        self._shape = shape
        self._w = w
        self._arguments = tuple(arguments)
        self._fixed = tuple(map(address_of, arguments))
        self._guarded = guarded
        self._bound = bound
        self._limit = tame_limit(prod(x_shape))
        # Of each program: memory objects in which the addresses of the constants stay.
        self._idle: dict[Program, deque[Run]] = {}

    def __call__(self, x: Array, *added: Array, out: Array | None = None) -> Array | None:
        """The result; ``added``: the array that is added to it, if one is."""
        for array in (x, *added):
            flags = array.flags
            if not (flags.c_contiguous and flags.aligned):
                return None
        if self._guarded and not (is_tame_unwarned(x, self._limit) and all(map(_is_finite, added))):
            return None
        program = self._program()
        idle = self._idle.get(program)
        if idle is None:
            idle = self._idle[program] = deque(maxlen=IDLE)
        result = empty(self._shape, _FLOAT) if out is None else out
        addresses = (address_of(x), address_of(self._w), address_of(result), *self._fixed, *map(address_of, added))
        run_program(program, self._w, addresses, IN_A_PLAN, idle)
        return result

    def machine_kernel(self) -> MachineKernel:
        """The same for a call list."""
        return ProgramCalls(
            self._program,
            self._w,
            self._arguments,
            self._kept,
            self._bound(),
            self._guarded,
        )

    def _kept(self, program: Program) -> Block | None:
        return settled_weights(program, self._w, (0, address_of(self._w), 0, *self._fixed))


def _is_finite(array: Array) -> bool:
    return is_tame_unwarned(array, inf)
