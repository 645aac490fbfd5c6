"""A loop as a call list, ready to run: :func:`compile_loop`."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphops_cpu.calls.bound_list import BoundList, ListPlan, is_plain
from graphops_cpu.calls.call_list import plan_of
from graphops_cpu.calls.elements import ElementCalls
from graphops_cpu.calls.loop_functions import (
    CAPACITY,
    COUNT,
    ENDED,
    FAILED,
    FORGETS,
    GOES_ON,
    MARKS,
    PUSHED,
    STORAGE,
    TABLE,
    WORDS,
)
from graphops_cpu.runtime.addresses import address_of
from graphops_cpu.runtime.large_results import empty
from graphops_registry.kernels.call_list import ListedValue
from graphops_registry.kernels.loop_list import Changes, LoopList, LoopSequence, OpenSequence

Array = np.ndarray[Any, Any]

_MOST_BYTES: Final = 1 << 28  # of the elements that a loop may write
_FEW: Final = 64  # elements for which there is memory at first
_NO_MARKS: Final = np.zeros(0, np.uint8)
_ANY: Final = np.iinfo(np.int64).max
# Elements of each sequence for each iteration. To find where one lies takes a tenth of an iteration in Python.
_MOST_FOR_EACH: Final = 8
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
        count: about how many iterations there are.
        same: what each iteration adds, see :attr:`LoopSequence.same`.
        words: see :mod:`graphops_cpu.calls.loop_functions`; they are written.
    """

    def __init__(
        self, sequence: LoopSequence, found: OpenSequence, count: int, same: Array | None, words: Array
    ) -> None:
        self.found = found
        self._same = same
        self._sequence = sequence
        self._element = sequence.element
        self._size = sequence.element_bytes
        self._table = self._addresses(found.elements)
        count_now = len(self._table)
        self._storage: Array | None = None
        self._marks = np.zeros(count_now, np.uint8) if sequence.notes_reads else _NO_MARKS
        self._words = words
        words[:] = 0
        words[TABLE], words[COUNT] = address_of(self._table), count_now
        words[MARKS], words[FORGETS] = address_of(self._marks), found.forgets
        if same is not None:
            words[CAPACITY] = _ANY if found.room is None else found.room
        elif sequence.grows:
            self._grow(count)
        elif sequence.replaces:
            self._make_room(count_now)

    def _addresses(self, elements: Sequence[Array | None] | Array) -> Array:
        """Of each element the address; 0 for those that machine code can neither read nor write."""
        element, write = self._element, self._sequence.write
        taken = write is not None and write.once  # then what is there only must not be written again
        if isinstance(elements, np.ndarray):
            count = len(elements)
            if taken or not _fits(elements, elements.shape[1:], element):
                return np.full(count, taken, np.int64)
            first = address_of(elements)
            return np.arange(first, first + self._size * count, self._size)
        found: list[int] = []
        last, place = None, 0
        for array in elements:
            if array is not last:  # a list may hold one array many times
                last, place = array, 0 if array is None else int(taken) or self._address(array)
            found.append(place)
        return np.array(found, np.int64)

    def _address(self, array: Array) -> int:
        """The address of an element that machine code can read."""
        return address_of(array) if _fits(array, array.shape, self._element) else 0

    def _make_room(self, count: int) -> None:
        """Have memory for so many elements."""
        before, self._storage = self._storage, empty((count, *self._element.shape), self._element.dtype)
        if before is not None:
            self._storage[: len(before)] = before
        self._words[STORAGE], self._words[CAPACITY] = address_of(self._storage), count

    def _grow(self, count: int) -> None:
        room = self.found.room
        self._make_room(min(count, max(1, _MOST_BYTES // self._size), count if room is None else room))

    def more_room(self) -> bool:
        """Whether it was full, and has more room now."""
        before = self._storage
        if before is None or not self._sequence.grows or self._words[PUSHED] < len(before):
            return False
        self._grow(2 * len(before))
        return bool(self._words[CAPACITY] > len(before))

    def closed(self, value: Any) -> Any:
        """The sequence after the loop."""
        pushed, left = int(self._words[PUSHED]), int(self._words[COUNT])
        read = np.flatnonzero(self._marks).tolist() if self._sequence.notes_reads else ()
        written: Sequence[int] = ()
        if self._sequence.replaces and self._storage is not None:
            places = address_of(self._storage) + self._size * np.arange(len(self._table))
            written = np.flatnonzero(self._table == places).tolist()
        popped = len(self._table) - left
        if not (read or written or pushed or popped):
            return value
        changes = Changes(read, written, self._storage, self._added(pushed) if pushed else None, popped)
        access = self._sequence.write or self._sequence.accesses[0]
        return access.closed(value, changes)

    def _added(self, count: int) -> Sequence[Array] | Array:
        """What was added at the end."""
        if self._storage is not None:
            return self._storage[:count]
        return [] if self._same is None else [self._same] * count


def _opened(
    sequences: Sequence[LoopSequence],
    values: Sequence[Any],
    given: Mapping[int, Array],
    words: Sequence[Array],
    turns: int | None,
) -> list[_Opened] | None:
    """The sequences of a loop, if all of them can be read and written by machine code, and if that is worth while for
    so many iterations.

    Args:
        values: of the loop's variables.
        given: those that stay the same, in C order, by their positions.
        words: of each sequence.
    """
    usable: list[tuple[LoopSequence, OpenSequence]] = []
    owners: list[tuple[object, bool]] = []  # and whether the loop changes what others see of it
    for sequence in sequences:
        value, element = values[sequence.position], sequence.element
        every = [access.opened(value, element) for access in sequence.accesses]
        found = every[0]
        if found is None or None in every:
            return None
        if sequence.write is not None and sequence.write.adds and not _all_fit(found.elements, element):
            return None
        if sequence.replaces and not 0 < len(found.elements) * sequence.element_bytes <= _MOST_BYTES:
            return None
        if found.owner is not None:
            changes = sequence.write is not None or sequence.shrinks or found.forgets
            same = [changed for owner, changed in owners if owner is found.owner]
            if same and (changes or any(same)):  # two names of one sequence
                return None
            owners.append((found.owner, changes))
        usable.append((sequence, found))
    lengths = [len(found.elements) for _, found in usable]
    single = sum(len(found.elements) for _, found in usable if not isinstance(found.elements, np.ndarray))
    if turns is not None and single > _MOST_FOR_EACH * len(lengths) * (turns + _FEW):
        return None
    count = max([_FEW, *lengths])
    return [
        _Opened(sequence, found, count, None if sequence.same is None else given[sequence.same], of_sequence)
        for (sequence, found), of_sequence in zip(usable, words, strict=True)
    ]


def _all_fit(elements: Sequence[Array | None] | Array, element: ListedValue) -> bool:
    """Whether machine code can read each element that is there."""
    if isinstance(elements, np.ndarray):
        return _fits(elements, elements.shape[1:], element)
    return all(array is None or _fits(array, array.shape, element) for array in elements)


def _fits(array: Array, shape: tuple[int, ...], element: ListedValue) -> bool:
    """Whether machine code can read elements of this shape where the array lies."""
    return shape == element.shape and array.dtype == element.dtype and is_plain(array)


def _have_more_room(opened: Sequence[_Opened]) -> bool:
    """Whether any sequence was full; all of them have more room now."""
    return sum(each.more_room() for each in opened) > 0


class BoundLoop:
    """See :class:`graphops_registry.kernels.loop_list.BoundLoop`."""

    __slots__ = ("_arrays", "_loop", "_most", "_now", "_plan", "_turns", "_views", "_words")

    def __init__(self, loop: LoopList, plan: ListPlan) -> None:
        self._loop = loop
        self._plan = plan
        self._arrays = (ctypes.c_int64 * len(plan.caller))()
        self._turns = ctypes.c_int64()
        self._most = _FIRST
        self._words = [np.zeros(WORDS, np.int64) for _ in loop.sequences]
        self._bind()

    def _bind(self) -> BoundList:
        plan = self._plan
        self._now = now = BoundList(plan, ctypes.addressof(self._arrays))
        for kernel in now.kernels:
            if isinstance(kernel, ElementCalls):
                kernel.cell[0] = address_of(self._words[kernel.sequence])
        self._views: list[Array] = []
        for _, value in self._loop.variables:
            listed = plan.listed.values[value]
            self._views.append(now.view(plan.offsets[value], listed.shape, listed.dtype))
        return now

    def __call__(
        self, values: Sequence[Any], check: Callable[[], bool] | None = None, turns: int | None = None
    ) -> tuple[bool, int, Sequence[Any]] | None:
        loop = self._loop
        now = self._now
        if not now.is_valid():
            now = self._bind()
        given = self._given(values)
        by_position = {} if given is None else dict(zip(loop.given, given, strict=True))
        opened = None if given is None else _opened(loop.sequences, values, by_position, self._words, turns)
        if given is None or opened is None or not self._fits(values):
            return None
        self._arrays[:] = [id(array) for array in given]
        run, words = self._plan.code.run, now.words.ctypes.data
        if run(words, 0, now.begin) >= 0:
            return None
        for (position, _), view in zip(loop.variables, self._views, strict=True):
            view[...] = values[position]
        ended, count = self._repeat(now, opened, check)
        if not count and not ended:
            return None
        results = list(values)
        for (position, _), view in zip(loop.variables, self._views, strict=True):
            results[position] = view.copy()
        for sequence, each in zip(loop.sequences, opened, strict=True):
            results[sequence.position] = each.closed(values[sequence.position])
        return ended, count, results

    def _repeat(self, now: BoundList, opened: Sequence[_Opened], check: Callable[[], bool] | None) -> tuple[bool, int]:
        """Whether the loop has ended, and after how many iterations."""
        loop, words = self._loop, now.words.ctypes.data
        body = now.ends[loop.condition - 1] if loop.condition else now.begin
        predicate, counted = now.address(self._plan, loop.predicate), ctypes.addressof(self._turns)
        turns, most = 0, self._most
        while True:
            start = time.perf_counter()
            status = self._plan.code.repeat(words, now.begin, body, now.ends[-1], predicate, most, counted)
            turns += self._turns.value
            if status == ENDED:
                return True, turns
            if status == FAILED and not _have_more_room(opened):
                return False, turns
            if check is not None and check():
                return False, turns
            if status == GOES_ON:  # after as many iterations as were asked for
                most = 2 * most if time.perf_counter() - start < _SECONDS else max(most // 2, _FIRST)
                self._most = most  # a later run will hardly be slower

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
