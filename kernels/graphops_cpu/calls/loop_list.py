"""A loop as a call list, ready to run: :func:`compile_loop`."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Sequence
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.calls.bound_list import BoundList, ListPlan, is_plain
from graphops_cpu.calls.call_list import plan_of
from graphops_cpu.calls.elements import ElementCalls
from graphops_cpu.calls.loop_functions import COUNT, ENDED, FORGETS, GOES_ON, MARKS, STORAGE, TABLE
from graphops_cpu.runtime.addresses import address_of
from graphops_registry.kernels.loop_list import LoopList, LoopSequence, OpenSequence

Array = np.ndarray[Any, Any]

_MOST_BYTES: Final = 1 << 28  # of the elements that a loop may write
_FIRST: Final = 4  # iterations before the first look at the clock
_SECONDS: Final = 0.005  # about how long a run goes on without looking whether it must stop


def compile_loop(loop: LoopList) -> Callable[[], BoundLoop] | None:
    """What makes :class:`BoundLoop` of a loop, ``None`` where it cannot run without Python."""
    plan = plan_of(loop.calls)
    return None if plan is None else lambda: BoundLoop(loop, plan)


class _Opened:
    """A sequence while a loop runs.

    Args:
        sequence: what is known of it.
        found: what is in it now.
    """

    def __init__(self, sequence: LoopSequence, found: OpenSequence) -> None:
        element, count = sequence.element, len(found.elements)
        self.found = found
        self._sequence = sequence
        self._size = prod(element.shape) * element.dtype.itemsize
        taken = sequence.write is not None and sequence.write.in_place
        entries = [0 if array is None else int(taken) or self._entry(array) for array in found.elements]
        self._table = np.array(entries, np.int64)
        self._marks = np.zeros(count, np.uint8)
        self._storage: Array | None = None
        if sequence.write is not None:
            self._storage = np.empty((count, *element.shape), element.dtype)

    def _entry(self, array: Array) -> int:
        """The address of an element that machine code can read."""
        element = self._sequence.element
        fits = array.shape == element.shape and array.dtype == element.dtype and is_plain(array)
        return address_of(array) if fits else 0

    def describe(self, words: Array) -> None:
        """Fill in a description."""
        words[TABLE], words[COUNT] = self._table.ctypes.data, len(self._table)
        words[STORAGE] = 0 if self._storage is None else self._storage.ctypes.data
        words[MARKS], words[FORGETS] = self._marks.ctypes.data, self.found.forgets

    def closed(self, value: Any) -> Any:
        """The sequence after the loop."""
        written: dict[int, Array] = {}
        if self._storage is not None:
            places = self._storage.ctypes.data + self._size * np.arange(len(self._table))
            written = {int(index): self._storage[index, ...] for index in np.flatnonzero(self._table == places)}
        read = np.flatnonzero(self._marks).tolist()
        access = self._sequence.write or self._sequence.accesses[0]
        return access.closed(value, read, written) if read or written else value


def _opened(sequences: Sequence[LoopSequence], values: Sequence[Any]) -> list[_Opened] | None:
    """The sequences of a loop, if all of them can be read and written by machine code."""
    opened: list[_Opened] = []
    owners: list[tuple[object, bool]] = []
    for sequence in sequences:
        value, element = values[sequence.position], sequence.element
        every = [access.opened(value, element) for access in sequence.accesses]
        found = every[0]
        if found is None or None in every:
            return None
        size = len(found.elements) * prod(element.shape) * element.dtype.itemsize
        if sequence.write is not None and not 0 < size <= _MOST_BYTES:
            return None
        if found.owner is not None:  # two names of one sequence, one of which is written
            same = [writes for owner, writes in owners if owner is found.owner]
            if same and (sequence.write is not None or any(same)):
                return None
            if same and found.forgets:
                return None
            owners.append((found.owner, sequence.write is not None))
        opened.append(_Opened(sequence, found))
    return opened


class BoundLoop:
    """See :class:`graphops_registry.kernels.loop_list.BoundLoop`."""

    __slots__ = ("_arrays", "_loop", "_now", "_plan", "_turns", "_views")

    def __init__(self, loop: LoopList, plan: ListPlan) -> None:
        self._loop = loop
        self._plan = plan
        self._arrays = (ctypes.c_int64 * len(plan.caller))()
        self._turns = ctypes.c_int64()
        self._bind()

    def _bind(self) -> BoundList:
        plan = self._plan
        self._now = now = BoundList(plan, ctypes.addressof(self._arrays))
        self._views: list[Array] = []
        for _, value in self._loop.variables:
            listed = plan.listed.values[value]
            self._views.append(now.view(plan.offsets[value], listed.shape, listed.dtype))
        return now

    def __call__(
        self, values: Sequence[Any], check: Callable[[], None] | None = None
    ) -> tuple[bool, int, Sequence[Any]] | None:
        loop = self._loop
        now = self._now
        if not now.is_valid():
            now = self._bind()
        given = self._given(values)
        opened = None if given is None else _opened(loop.sequences, values)
        if given is None or opened is None or not self._fits(values):
            return None
        self._arrays[:] = [id(array) for array in given]
        run, words = self._plan.code.run, now.words.ctypes.data
        if run(words, 0, now.begin) >= 0:
            return None
        for kernel in now.kernels:
            if isinstance(kernel, ElementCalls):
                opened[kernel.sequence].describe(kernel.description)
        for (position, _), view in zip(loop.variables, self._views, strict=True):
            view[...] = values[position]
        ended, turns = self._repeat(now, check)
        if not turns and not ended:
            return None
        results = list(values)
        for (position, _), view in zip(loop.variables, self._views, strict=True):
            results[position] = view.copy()
        for sequence, each in zip(loop.sequences, opened, strict=True):
            results[sequence.position] = each.closed(values[sequence.position])
        return ended, turns, results

    def _repeat(self, now: BoundList, check: Callable[[], None] | None) -> tuple[bool, int]:
        """Whether the loop has ended, and after how many iterations."""
        loop, words = self._loop, now.words.ctypes.data
        body = now.ends[loop.condition - 1] if loop.condition else now.begin
        predicate, counted = now.address(self._plan, loop.predicate), ctypes.addressof(self._turns)
        turns, most = 0, _FIRST
        while True:
            start = time.perf_counter()
            status = self._plan.code.repeat(words, now.begin, body, now.ends[-1], predicate, most, counted)
            turns += self._turns.value
            if status != GOES_ON:
                return status == ENDED, turns
            if check is not None:
                check()
            if time.perf_counter() - start < _SECONDS:
                most *= 2

    def _given(self, values: Sequence[Any]) -> list[Array] | None:
        """The variables that stay the same, as machine code can take them."""
        given: list[Array] = []
        for number, position in enumerate(self._loop.given):
            array, listed = values[position], self._plan.listed.values[number]
            if not isinstance(array, np.ndarray) or array.shape != listed.shape or array.dtype != listed.dtype:
                return None
            if not is_plain(array):
                if number not in self._plan.may_be_copied:
                    return None
                array = np.array(array, order="C")
            given.append(array)
        return given

    def _fits(self, values: Sequence[Any]) -> bool:
        """Whether the variables that vary are what the calls are for."""
        return all(
            isinstance(values[position], np.ndarray)
            and values[position].shape == view.shape
            and values[position].dtype == view.dtype
            for (position, _), view in zip(self._loop.variables, self._views, strict=True)
        )
