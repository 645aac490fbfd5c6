"""A call list for the state that things are in: its memory, and its calls as a table of words."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.calls.elements import ElementCalls, SameBytesCall
from graphops_cpu.calls.finite_inputs import LIMIT, Look
from graphops_cpu.calls.machine import COUNTS, HEADER, Machine
from graphops_cpu.calls.memory_plan import Lifetime, memory_plan
from graphops_cpu.runtime.aligned import Block, aligned
from graphops_registry.kernels.call_list import BoundKernel, Call, CallList, ListedStep, Operand
from graphops_registry.kernels.loop_list import ElementKernel, SameBytes

Array = np.ndarray[Any, Any]

_LIMIT_BITS: Final = int(np.float32(LIMIT).view(np.uint32))


class ListPlan:
    """What does not depend on where arrays lie.

    Attributes:
        listed, code: the list, and the functions that it calls.
        before: for each step the values that are looked at before it.
        alias: for each value the one whose memory it has, mostly itself.
        offsets: of the values between steps, in the block.
        size: bytes of the block.
        caller: for each array of the caller, given ones first, its value.
        may_be_copied: the given values that only kernels read which copy them if they are not in C order.
    """

    def __init__(self, listed: CallList, found: Sequence[Look], code: Machine) -> None:
        self.listed = listed
        self.code = code
        self.before: dict[int, list[int]] = {}
        for look in found:
            self.before.setdefault(look.step, []).append(look.value)
        self.caller = (*range(listed.given), *listed.wanted)
        readers = [(value, step.kernel) for step in listed.steps for value in step.read]
        self.may_be_copied = {
            value
            for value in range(listed.given)
            if all(kernel.is_layout_blind for other, kernel in readers if other == value)
        }
        own = {*listed.wanted, *listed.kept}
        self.alias = list(range(len(listed.values)))
        for step in listed.steps:
            if step.kernel.is_copy and step.operands[1] not in own:
                self.alias[step.operands[1]] = self.alias[step.operands[0]]
        inner = {value: Lifetime(self.bytes_of(value), 0, len(listed.steps)) for value in listed.kept}
        outside = {*self.caller, *listed.constants}
        for number, step in enumerate(listed.steps):
            for operand in step.operands:
                value = self.alias[operand]
                if value not in outside and value not in listed.kept:
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


class _Table:
    """The calls of a list as words.

    Attributes:
        words: see :mod:`graphops_cpu.calls.machine`.
        fixed: words that are addresses of values of the list: word, value, offset.
        caller: words that are addresses of arrays of the caller: word, number of the array, offset.
    """

    def __init__(self, index: dict[int, int]) -> None:
        self.words: list[int] = []
        self.fixed: list[tuple[int, int, int]] = []
        self.caller: list[tuple[int, int, int]] = []
        self._index = index

    def add(self, call: Call, operands: Sequence[int]) -> None:
        """Write a call of a kernel whose operands are these values."""
        count = next(each for each in COUNTS if each >= len(call.arguments))
        self.words += (call.function, count, int(call.checked))
        for argument in call.arguments:
            if isinstance(argument, Operand):
                value = operands[argument.number]
                if value in self._index:
                    self.caller.append((len(self.words), self._index[value], argument.offset))
                else:
                    self.fixed.append((len(self.words), value, argument.offset))
                argument = 0
            self.words.append(argument)
        self.words += (0,) * (count - len(call.arguments))

    def made(self, address: Callable[[int], int]) -> Array:
        """The words, with the addresses of the list's values."""
        found = np.array(self.words, np.int64)
        for word, value, offset in self.fixed:
            found[word] = address(value) + offset
        return found


class BoundList:
    """The calls of a list for the state that things are in now, with what they need.

    Attributes:
        words: the table.
        begin, ends: where the first step begins, and where each ends.
        kernels: of the steps, ``None`` where there is nothing to do.
    """

    __slots__ = ("_memory", "_patches", "_state", "_states", "begin", "ends", "kernels", "words")

    def __init__(self, plan: ListPlan, arrays: int) -> None:
        listed = plan.listed
        self.kernels = [None if plan.is_alias(step) else _kernel(plan, step) for step in listed.steps]
        kernels = [kernel for kernel in self.kernels if kernel is not None]
        scratch = max((kernel.scratch_bytes for kernel in kernels), default=0)
        self._memory = Block(aligned(plan.size) + scratch)
        base = self._memory.address

        def address(value: int) -> int:
            constant = listed.constants.get(value)
            return self.address(plan, value) if constant is None else constant.ctypes.data

        index = {value: number for number, value in enumerate(plan.caller)}
        once, table = _Table({}), _Table(index)
        patches: list[list[tuple[int, int]]] = [[] for _ in plan.caller]  # for each array: addresses of words, offsets
        table.add(Call(plan.code.place, (arrays, 0, len(patches))), ())  # 0: filled in below
        for step, kernel in zip(listed.steps, self.kernels, strict=True):
            if kernel is None:
                continue
            operands = [plan.alias[value] for value in step.operands]
            if kernel.scratch_bytes:
                kernel.place_scratch(base + aligned(plan.size))
            for word in kernel.words:
                value = operands[word.operand]
                if value in index:
                    patches[index[value]].append((word.address, word.offset))
                else:
                    word.write(address(value))
            for operand, call in kernel.placing:
                (table if operands[operand] in index else once).add(call, operands)
        self.begin = len(table.words)
        self.ends: list[int] = []
        for number, (step, kernel) in enumerate(zip(listed.steps, self.kernels, strict=True)):
            for value in plan.before.get(number, ()):
                count = prod(listed.values[value].shape)
                table.add(Call(plan.code.is_below, (Operand(0), count, _LIMIT_BITS)), [plan.alias[value]])
            for call in kernel.calls if kernel is not None else ():
                table.add(call, [plan.alias[value] for value in step.operands])
            self.ends.append(len(table.words))
        self.words = table.made(address)
        for at, number, offset in table.caller:
            patches[number].append((self.words.ctypes.data + 8 * at, offset))
        entries = [word for places in patches for word in (len(places), *(each for pair in places for each in pair))]
        self._patches = np.array([*entries, 0], np.int64)
        self.words[HEADER + 1] = self._patches.ctypes.data
        first = once.made(address)
        plan.code.run(first.ctypes.data, 0, first.size)
        states: dict[Callable[[], Hashable], Hashable] = {}
        for kernel in kernels:
            states.update(kernel.states)
        self._states, self._state = tuple(states), list(states.values())

    def address(self, plan: ListPlan, value: int) -> int:
        """Where a value between steps lies."""
        return self._memory.address + plan.offsets[plan.alias[value]]

    def view(self, offset: int, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """A part of the memory as an array."""
        return self._memory.view(offset, shape, dtype)

    @property
    def has_states(self) -> bool:
        """Whether the calls depend on anything, such as the number of threads."""
        return bool(self._states)

    def is_valid(self) -> bool:
        """Whether things are in the state that the calls are for; the calling thread is brought into it."""
        return self._state == [state() for state in self._states]


def _kernel(plan: ListPlan, step: ListedStep) -> BoundKernel:
    kernel = step.kernel
    if kernel.is_copy:
        return _CopyCall(plan.code, plan.bytes_of(step.operands[0]))
    if isinstance(kernel, SameBytes):
        return SameBytesCall(plan.code, kernel)
    return ElementCalls(plan.code, kernel) if isinstance(kernel, ElementKernel) else kernel.bind()


def is_plain(array: Array) -> bool:
    """Whether machine code can take an array as it is."""
    return array.flags.c_contiguous and array.flags.aligned
