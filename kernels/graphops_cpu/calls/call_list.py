"""A call list, ready to run: :func:`compile_calls`."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from graphops_cpu.calls.bound_list import BoundList, ListPlan, is_plain
from graphops_cpu.calls.finite_inputs import looks
from graphops_cpu.calls.machine import machine
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

    __slots__ = ("_arrays", "_now", "_plan", "_run")

    def __init__(self, plan: ListPlan) -> None:
        self._plan = plan
        self._run = plan.code.run
        self._arrays = (ctypes.c_int64 * len(plan.caller))()
        self._now = BoundList(plan, ctypes.addressof(self._arrays))

    def __call__(
        self, given: Sequence[Array], results: Sequence[Array], check: Callable[[], None] | None = None
    ) -> bool:
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
        return all(map(is_plain, results)) and self(copies, results, check)
