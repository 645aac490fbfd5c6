"""A call list, ready to run: :func:`compile_calls`."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Final

import numpy as np

from graphops_cpu.calls.bound_list import BoundList, ListPlan, is_plain
from graphops_cpu.calls.finite_inputs import looks
from graphops_cpu.calls.machine import machine
from graphops_cpu.calls.thread_choice import ThreadChoice
from graphops_cpu.runtime.threads import limited_threads, thread_count, thread_generation
from graphops_registry.kernels.call_list import CallList

Array = np.ndarray[Any, Any]

_FLOAT: Final = np.dtype(np.float32)


def compile_calls(listed: CallList) -> Callable[[], BoundCalls] | None:
    """What makes :class:`BoundCalls` of a list, ``None`` where the list cannot run without Python."""
    plan = plan_of(listed)
    return None if plan is None else lambda: BoundCalls(plan)


def plan_of(listed: CallList) -> ListPlan | None:
    """What does not depend on where arrays lie; ``None`` where the list cannot run without Python."""
    code = machine()
    found = None if code is None else looks(listed)
    if code is None or found is None or any(listed.values[look.value].dtype != _FLOAT for look in found):
        return None
    return ListPlan(listed, found, code)


class BoundCalls:
    """See :class:`graphops_registry.kernels.call_list.BoundCalls`."""

    __slots__ = ("_arrays", "_choice", "_few", "_few_count", "_generation", "_now", "_plan", "_run")

    def __init__(self, plan: ListPlan) -> None:
        self._plan = plan
        self._run = plan.code.run
        self._arrays = (ctypes.c_int64 * len(plan.caller))()
        self._now = BoundList(plan, ctypes.addressof(self._arrays))
        self._few: BoundList | None = None  # for fewer threads than there are
        self._few_count = 0
        self._choice = self._new_choice()

    def _new_choice(self) -> ThreadChoice | None:
        """Nothing to choose where no kernel uses threads, or there is one."""
        self._generation = thread_generation()
        count = thread_count()
        return ThreadChoice(count) if self._now.has_states and count > 1 else None

    def __call__(
        self, given: Sequence[Array], results: Sequence[Array], check: Callable[[], None] | None = None
    ) -> bool:
        if self._generation != thread_generation():
            self._choice = self._new_choice()
        choice = self._choice
        if choice is None or check is not None:
            return self._run_usual(given, results, check)
        start = perf_counter()
        done = (
            self._run_usual(given, results, None)
            if choice.count == choice.usual
            else self._run_few(given, results, choice)
        )
        if done:
            choice.note(perf_counter() - start)
        if self._few is not None and choice.keeps_all:
            self._few = None  # its memory
        return done

    def _run_usual(self, given: Sequence[Array], results: Sequence[Array], check: Callable[[], None] | None) -> bool:
        """With all threads."""
        now = self._now
        if not now.is_valid():
            now = self._now = BoundList(self._plan, ctypes.addressof(self._arrays))
        self._arrays[:] = [id(array) for array in (*given, *results)]
        words = now.words.ctypes.data
        if check is None:
            failed = self._run(words, 0, now.ends[-1])
            return failed < 0 or (failed == 0 and self._run_on_copies(given, results, None))
        if self._run(words, 0, now.begin) >= 0:
            return self._run_on_copies(given, results, check)
        start = now.begin
        for stop in now.ends:
            check()
            if self._run(words, start, stop) >= 0:
                return False
            start = stop
        return True

    def _run_few(self, given: Sequence[Array], results: Sequence[Array], choice: ThreadChoice) -> bool:
        """With fewer threads. They may add in another order; then all threads are used from now on."""
        wanted: list[bytes] | None = None
        if self._few is None or self._few_count != choice.count:
            if not self._run_usual(given, results, None):
                return False
            wanted = [result.tobytes() for result in results]
        try:
            with limited_threads(choice.count):
                if self._few is None or self._few_count != choice.count or not self._few.is_valid():
                    self._few, self._few_count = BoundList(self._plan, ctypes.addressof(self._arrays)), choice.count
                self._arrays[:] = [id(array) for array in (*given, *results)]
                failed = self._run(self._few.words.ctypes.data, 0, self._few.ends[-1])
        finally:
            self._now.is_valid()  # gives the calling thread its number of threads back
        if wanted is not None and failed < 0 and wanted != [result.tobytes() for result in results]:
            choice.stop()
            self._few = None
            return self._run_usual(given, results, None)
        return failed < 0 or (failed == 0 and self._run_on_copies(given, results, None))

    def _run_on_copies(
        self, given: Sequence[Array], results: Sequence[Array], check: Callable[[], None] | None
    ) -> bool:
        """The same where an array that is given is not in C order; nothing has run yet."""
        copies = list(given)
        for number, array in enumerate(given):
            if not is_plain(array):
                if number not in self._plan.may_be_copied:
                    return False
                copies[number] = np.array(array, order="C")
        return all(map(is_plain, results)) and self._run_usual(copies, results, check)
