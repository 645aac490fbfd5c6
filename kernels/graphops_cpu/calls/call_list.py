"""A call list, ready to run: :func:`compile_calls`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.calls.finite_inputs import LIMIT, Look, looks
from graphops_cpu.calls.machine import COUNTS, Machine, machine
from graphops_cpu.calls.memory_plan import ALIGNMENT, Lifetime, aligned, memory_plan
from graphops_cpu.runtime.addresses import address_of
from graphops_registry.kernels.call_list import BoundKernel, Call, CallList, ListedStep, Operand

Array = np.ndarray[Any, Any]

_LIMIT_BITS: Final = int(np.float32(LIMIT).view(np.uint32))
_FLOAT: Final = np.dtype(np.float32)


def compile_calls(listed: CallList) -> Callable[[], BoundCalls] | None:
    """What makes :class:`BoundCalls` of a list, ``None`` where the list cannot run without Python."""
    code = machine()
    if code is None:
        return None
    found = looks(listed)
    if found is None or any(listed.values[look.value].dtype != _FLOAT for look in found):
        return None
    plan = _Plan(listed, found, code)
    return lambda: BoundCalls(plan)


class _Plan:
    """What does not depend on where arrays lie.

    Attributes:
        before: for each step the values that are looked at before it.
        alias: for each value the one whose memory it has, mostly itself.
        offsets: of the values between steps, in the block.
        size: bytes of the block.
        caller: for each array of the caller, given ones first, its value.
    """

    def __init__(self, listed: CallList, found: Sequence[Look], code: Machine) -> None:
        self.listed = listed
        self.code = code
        self.before: dict[int, list[int]] = {}
        for look in found:
            self.before.setdefault(look.step, []).append(look.value)
        self.caller = (*range(listed.given), *listed.wanted)
        self.alias = list(range(len(listed.values)))
        for step in listed.steps:
            if step.kernel.is_copy and step.operands[1] not in listed.wanted:
                self.alias[step.operands[1]] = self.alias[step.operands[0]]
        inner: dict[int, Lifetime] = {}
        outside = {*self.caller, *listed.constants}
        for number, step in enumerate(listed.steps):
            for operand in step.operands:
                value = self.alias[operand]
                if value not in outside:
                    before = inner.get(value)
                    first = number if before is None else before.first
                    inner[value] = Lifetime(self.bytes_of(value), first, number)
        places, self.size = memory_plan(list(inner.values()))
        self.offsets = dict(zip(inner, places, strict=True))

    def bytes_of(self, value: int) -> int:
        """The size of a value."""
        listed = self.listed.values[value]
        return prod(listed.shape) * listed.dtype.itemsize

    def is_alias(self, step: ListedStep) -> bool:
        """Whether there is nothing to do for a step."""
        return step.kernel.is_copy and self.alias[step.operands[1]] == self.alias[step.operands[0]]


class _CopyCall(BoundKernel):
    """A copy of all bytes."""

    def __init__(self, code: Machine, size: int) -> None:
        self.calls = (Call(code.copy_rows, (Operand(1), Operand(0), 1, size, 0, 0)),)


class BoundCalls:
    """See :class:`graphops_registry.kernels.call_list.BoundCalls`."""

    __slots__ = (
        "_at",
        "_ends",
        "_kernels",
        "_memory",
        "_patches",
        "_places",
        "_plan",
        "_run",
        "_start",
        "_state",
        "_states",
        "_stop",
        "_words",
    )

    def __init__(self, plan: _Plan) -> None:
        self._plan = plan
        self._run = plan.code.run
        self._bind()

    def _bind(self) -> None:
        """Make the calls for the state that things are in now."""
        plan, listed = self._plan, self._plan.listed
        self._kernels: list[BoundKernel] = []
        states: dict[Callable[[], Hashable], Hashable] = {}
        words: list[int] = []
        # For each array of the caller: the words that are addresses in it, with their offsets, and kernels' operands.
        self._patches: list[list[tuple[int, int]]] = [[] for _ in plan.caller]
        self._places: list[list[tuple[BoundKernel, int]]] = [[] for _ in plan.caller]
        self._ends: list[int] = []  # of the steps
        inner: list[tuple[int, int, int]] = []  # word, value, offset
        index = {value: number for number, value in enumerate(plan.caller)}
        bound = [None if plan.is_alias(step) else self._kernel(step) for step in listed.steps]
        scratch = max((each.scratch_bytes for each in bound if each is not None), default=0)
        size = aligned(plan.size) + scratch
        self._memory: Array = np.empty(size + ALIGNMENT, np.uint8)
        base = self._memory.ctypes.data
        base += -base % ALIGNMENT
        for number, (step, kernel) in enumerate(zip(listed.steps, bound, strict=True)):
            for value in plan.before.get(number, ()):
                count = prod(listed.values[value].shape)
                call = Call(plan.code.is_below, (Operand(0), count, _LIMIT_BITS))
                self._write(words, call, (plan.alias[value],), index, inner)
            if kernel is None:
                continue
            self._kernels.append(kernel)
            states.update(kernel.states)
            if kernel.scratch_bytes:
                kernel.place_scratch(base + aligned(plan.size))
            operands = tuple(plan.alias[value] for value in step.operands)
            for operand, value in enumerate(operands):
                if value in index:
                    self._places[index[value]].append((kernel, operand))
                else:
                    kernel.place(operand, self._address(value, base))
            for call in kernel.calls:
                self._write(words, call, operands, index, inner)
            self._ends.append(len(words))
        self._words = np.array(words, np.int64)
        for word, value, offset in inner:
            self._words[word] = self._address(value, base) + offset
        self._start, self._stop = self._words.ctypes.data, len(words)
        self._at = [0] * len(plan.caller)
        self._states = tuple(states)
        self._state = list(states.values())

    def _address(self, value: int, base: int) -> int:
        """Where a value lies that is none of the caller's."""
        constant = self._plan.listed.constants.get(value)
        return base + self._plan.offsets[value] if constant is None else constant.ctypes.data

    def _kernel(self, step: ListedStep) -> BoundKernel:
        if step.kernel.is_copy:
            return _CopyCall(self._plan.code, self._plan.bytes_of(step.operands[0]))
        return step.kernel.bind()

    def _write(
        self,
        words: list[int],
        call: Call,
        operands: tuple[int, ...],
        index: dict[int, int],
        inner: list[tuple[int, int, int]],
    ) -> None:
        count = next(each for each in COUNTS if each >= len(call.arguments))
        words += (call.function, count, int(call.checked))
        for argument in call.arguments:
            if isinstance(argument, Operand):
                value = operands[argument.number]
                if value in index:
                    self._patches[index[value]].append((len(words), argument.offset))
                else:
                    inner.append((len(words), value, argument.offset))
                argument = 0
            words.append(argument)
        words += (0,) * (count - len(call.arguments))

    def __call__(
        self, given: Sequence[Array], results: Sequence[Array], check: Callable[[], None] | None = None
    ) -> bool:
        for array in given:
            flags = array.flags
            if not (flags.c_contiguous and flags.aligned):
                return False
        if self._state != [state() for state in self._states]:
            self._bind()
        at = self._at
        for number, array in enumerate((*given, *results)):
            address = address_of(array)
            if address != at[number]:
                self._place(number, address)
        if check is None:
            return bool(self._run(self._start, 0, self._stop) < 0)
        start = 0
        for stop in self._ends:
            check()
            if self._run(self._start, start, stop) >= 0:
                return False
            start = stop
        return True

    def _place(self, number: int, address: int) -> None:
        for word, offset in self._patches[number]:
            self._words[word] = address + offset
        for kernel, operand in self._places[number]:
            kernel.place(operand, address)
        self._at[number] = address
