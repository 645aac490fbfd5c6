"""From a chain to a function that runs it: :func:`compile_chain`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphops_cpu.runtime.other_processes import free_threads
from graphops_cpu.simd.chains.language import Structure, is_per_row, last_axis, structure_of
from graphops_cpu.simd.chains.layout import Code, View, is_row_wise, plan_of
from graphops_cpu.simd.chains.segments import cut
from graphops_cpu.simd.compile import parallel
from graphops_cpu.simd.compile.loops import PARALLEL_WORK, give_up, why_unusable
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import InternalError
from graphops_registry.kernels.call_list import MachineKernel
from graphops_registry.kernels.chain import Chain
from graphops_registry.locks import new_rlock

if TYPE_CHECKING:
    from graphops_cpu.simd.chains.driver import Entry

Array = np.ndarray[Any, Any]

_MOST_STRUCTURES: Final = 4096
_MOST_PLANS: Final = 16
_WEIGHT: Final = 10  # instructions on a vector that take as long as a multiply-add of the work that Loops count

_lock = new_rlock()
_codes: dict[Structure, tuple[Code, Any]] = {}


def compile_chain(chain: Chain) -> BoundChain | None:
    """A function that runs a chain, ``None`` where there is no compiler for it.

    Structures that were compiled before are not compiled again: not in this process, nor in another one while the
    machine, the versions and the sources of this package stay the same.
    """
    if why_unusable() is not None:
        return None
    structure = structure_of(chain)
    if structure is None:
        return None
    work = prod(chain.shape) * structure.weight / _WEIGHT
    with _lock:
        try:
            code = _code_of(structure)
            runs = _loops(work >= PARALLEL_WORK) if code is not None else None
        except Exception as error:  # Numba or LLVM does not work here
            give_up(error)
            return None
    if code is None or runs is None:
        return None
    arguments = _arguments(chain, structure)
    plan = None
    if prod(chain.shape):
        plan = plan_of(chain.shape, [each.contiguous() for each in arguments], len(chain.inputs), code)
        if plan is None:
            return None
    return BoundChain(chain, arguments, code, plan, *runs)


def _code_of(structure: Structure) -> Code | None:
    found = _codes.get(structure)
    if found is None:
        if len(_codes) >= _MOST_STRUCTURES:
            return None  # machine code is never unloaded
        from graphops_cpu.simd.chains.machine import lanes_of, machine_of

        parts = cut(structure)
        machine = machine_of(structure, parts)
        found = Code(machine.addresses, parts.slots, lanes_of(structure)), machine.library
        _codes[structure] = found
    return found[0]


def _loops(threads: bool) -> tuple[Entry, Entry | None]:
    """The loops around segments in one thread, and over threads if they are wanted and can be had."""
    from graphops_cpu.simd.chains import driver

    return driver.serial(), driver.threaded() if threads and parallel.why_serial() is None else None


@dataclass(frozen=True)
class _Argument:
    """An array that a chain reads or writes."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    per_row: bool

    def view(self, strides: tuple[int, ...]) -> View:
        """The array with these strides."""
        return View(self.shape, strides, self.dtype.itemsize, self.per_row)

    def contiguous(self) -> View:
        """The array in C order."""
        sizes = [*self.shape[1:], 1][: len(self.shape)]
        strides = [self.dtype.itemsize * prod(sizes[axis:]) for axis in range(len(sizes))]
        return self.view(tuple(strides))


def _arguments(chain: Chain, structure: Structure) -> list[_Argument]:
    axis = last_axis(chain.shape)
    found = [_Argument(given.shape, given.dtype.numpy_dtype, is_per_row(given.shape, axis)) for given in chain.inputs]
    for step in chain.outputs:
        dtype = as_dtype(structure.steps[step].dtype).numpy_dtype
        found.append(_Argument(chain.shape, dtype, per_row=False))
    return found


class BoundChain:
    """A chain's machine code with a plan for its arrays. Several threads may call it at once.

    The plan of the last call is tried first.  The machine code compares it with the arrays, so that a call for arrays
    that lie in memory as before costs no Python for each of them.
    """

    __slots__ = (
        "_arguments",
        "_chain",
        "_code",
        "_first",
        "_inputs",
        "_plan",
        "_plans",
        "_serial",
        "_shape",
        "_threaded",
    )

    def __init__(
        self,
        chain: Chain,
        arguments: list[_Argument],
        code: Code,
        plan: Array | None,
        serial: Entry,
        threaded: Entry | None,
    ) -> None:
        self._chain = chain
        self._shape = chain.shape
        self._arguments = arguments
        self._inputs = len(chain.inputs)
        self._code = code
        self._first = self._plan = plan  # for arrays in C order. None: there is nothing to compute
        self._plans: dict[Any, Array] = {}
        self._serial = serial
        self._threaded = threaded

    def __call__(self, inputs: Sequence[Array], outs: Sequence[Array]) -> None:
        """Compute the chain, see :data:`graphops_registry.kernels.chain.CompiledChain`.

        Raises:
            InternalError: the arrays are not those that the chain is for.
        """
        inputs, outs = tuple(inputs), tuple(outs)
        if self._plan is not None and self._run(self._plan, inputs, outs):
            self._run_otherwise(inputs, outs)

    def machine_kernel(self) -> MachineKernel | None:
        """The same for a call list."""
        if self._first is None:
            return None
        from graphops_cpu.simd.chains.machine_kernel import ChainKernel, Loops

        loops = Loops(self._serial.address, None if self._threaded is None else self._threaded.address)
        views = [each.contiguous() for each in self._arguments]
        return ChainKernel(self._chain, self._first, views, loops, self._code)

    def _run(self, plan: Array, inputs: tuple[Array, ...], outs: tuple[Array, ...]) -> int:
        if self._threaded is not None:
            chunks = free_threads(parallel.chunk_count(True))
            if chunks > 1:
                return self._threaded.run(plan, inputs, outs, chunks)
        return self._serial.run(plan, inputs, outs)

    def _run_otherwise(self, inputs: tuple[Array, ...], outs: tuple[Array, ...]) -> None:
        """Run with another plan, for other strides; inputs that are not row-wise are copied."""
        self._check((*inputs, *outs))
        rows = [each.view(a.strides) for each, a in zip(self._arguments, inputs, strict=False)]
        inputs = tuple(
            a if is_row_wise(row, self._shape) else np.ascontiguousarray(a)
            for row, a in zip(rows, inputs, strict=True)
        )  # fmt: skip
        plan = self._plan_for(inputs, outs)
        if plan is None:  # too many dimensions
            inputs = tuple(np.ascontiguousarray(a) for a in inputs)
            plan = self._plan_for(inputs, outs)
        if plan is None or self._run(plan, inputs, outs):
            raise InternalError("a chain of element-wise steps must be run on arrays that it was compiled for")
        self._plan = plan

    def _plan_for(self, inputs: tuple[Array, ...], outs: tuple[Array, ...]) -> Array | None:
        key = tuple(a.strides for a in (*inputs, *outs))
        plan = self._plans.get(key)
        if plan is None:
            views = [each.view(strides) for each, strides in zip(self._arguments, key, strict=True)]
            plan = plan_of(self._shape, views, self._inputs, self._code)
            if plan is not None:
                if len(self._plans) >= _MOST_PLANS:
                    self._plans.clear()
                self._plans[key] = plan
        return plan

    def _check(self, arrays: tuple[Array, ...]) -> None:
        wanted = [(each.shape, each.dtype) for each in self._arguments]
        found = [(a.shape, a.dtype) for a in arrays]
        if wanted != found:
            raise InternalError(f"a chain of element-wise steps must be run on {wanted}, got {found}")
        if not all(a.flags.c_contiguous for a in arrays[self._inputs :]):
            raise InternalError("the results of a chain of element-wise steps must be contiguous arrays")
