"""A chain in a call list."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import inf, prod
from typing import Any, Final, NamedTuple

import numpy as np

from graphops_cpu.simd.chains.language import RULES
from graphops_cpu.simd.chains.layout import View
from graphops_cpu.simd.chains.memory import DATA, DESCRIPTION, FIELDS, ITEMSIZE, NOTHING
from graphops_cpu.simd.compile.machine_calls import thread_state
from graphops_registry.kernels.call_list import BoundKernel, Call, MachineKernel, Word
from graphops_registry.kernels.chain import Chain

Array = np.ndarray[Any, Any]

_ROUNDING: Final = 1.01  # results are rounded, so a bound is a little larger than it is computed to be
_LARGEST: Final = 1e38


class Loops(NamedTuple):
    """Addresses of the loops around a chain, in one thread, and over threads if it may have them."""

    serial: int
    threaded: int | None


class ChainKernel(MachineKernel):
    """A chain's machine code on arrays in C order.

    Args:
        plan: for such arrays.
        views: of inputs and outputs.
        owned: what must live as long as the code is used.
    """

    saves = 5e-7

    def __init__(self, chain: Chain, plan: Array, views: Sequence[View], loops: Loops, owned: Any) -> None:
        self._chain = chain
        self._plan = plan
        self._views = tuple(views)
        self._loops = loops
        self._owned = owned

    def bound(self, bounds: Sequence[float]) -> float:
        known = list(bounds)
        for step in self._chain.steps:
            known.append(_bound(step.op, [known[operand] for operand in step.operands]))
        return max(known[len(bounds) :])

    def bind(self) -> BoundKernel:
        return _BoundChain(self._chain, self._plan, self._views, self._loops, self._owned)


def _bound(op: str, given: Sequence[float]) -> float:
    """What no absolute value of an op's result exceeds."""
    rule = RULES[op].bound
    if rule == "sum":
        found = sum(given)
    elif rule == "product":
        found = prod(given)
    elif rule == "largest":
        found = max(*given, 1.0)
    else:
        return inf
    return found * _ROUNDING if found < _LARGEST else inf


class _BoundChain(BoundKernel):
    """The call, with descriptions of the arrays as the loops expect them."""

    def __init__(self, chain: Chain, plan: Array, views: Sequence[View], loops: Loops, owned: Any) -> None:
        inputs = len(chain.inputs)
        self._owned = (plan, owned)
        self._table = np.full(2 + DESCRIPTION * len(views) + 2, NOTHING, np.int64)
        outs = 1 + DESCRIPTION * inputs
        self._table[0], self._table[outs] = inputs, len(views) - inputs
        places: list[int] = []
        for number, view in enumerate(views):
            at = 1 + DESCRIPTION * number + (number >= inputs)
            rank = len(view.shape)
            self._table[at : at + FIELDS] = 0
            self._table[at + ITEMSIZE] = view.itemsize
            self._table[at + FIELDS : at + FIELDS + 2 * rank] = (*view.shape, *view.strides)
            places.append(at + DATA)
        base = self._table.ctypes.data
        self.words = [Word(number, base + 8 * at) for number, at in enumerate(places)]
        self._results = np.zeros(2, np.int64)
        result = self._results.ctypes.data
        chunks = thread_state()
        arguments = [result, result + 8, 0, 0, plan.size, plan.itemsize, plan.ctypes.data, plan.size, plan.itemsize]
        arguments += [base, base + 8 * outs]
        if loops.threaded is not None and chunks > 1:
            self.calls = [Call(loops.threaded, (*arguments, chunks))]
        else:
            self.calls = [Call(loops.serial, tuple(arguments))]
        self.states: Sequence[tuple[Callable[[], Hashable], Hashable]] = ((thread_state, chunks),)
