"""The bytes that a run holds, counted if there is a ``memory_limit``: results of steps, and state that is kept."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from graphops.plan.choose.kernel_choice import Choice
from graphops.plan.choose.memory_checks import check_bytes, check_memory
from graphops.plan.step import Step
from graphops_registry.device_def import device_type
from graphops_registry.resource import ResourceHandle

LARGE: Final = 1 << 26  # bytes; for smaller results the machine's free memory is not checked
BYTES_OF_VIEW: Final = 512  # bytes of an array object, and of its entries in this module


def bytes_of(value: Any) -> int:
    """The memory of an array: of strings their characters, too, each string object once."""
    size = int(getattr(value, "nbytes", 0))
    if isinstance(value, np.ndarray) and value.dtype.kind == "O":
        texts = {id(item): len(item) for item in value.flat if isinstance(item, bytes)}
        size += sum(texts.values())
    return size


class Account:
    """The bytes that one run holds.

    Args:
        limit: ``None`` where nothing is counted.

    Attributes:
        live: bytes.
    """

    __slots__ = ("_owners", "_values", "limit", "live")

    def __init__(self, limit: int | None) -> None:
        self.limit = limit
        self.live = 0
        self._values: dict[int, Any] = {}  # id of a held array -> a weak reference to it
        self._owners: dict[int, list[int]] = {}  # id of the memory's owner -> how many such arrays, bytes

    def check(self, size: int, op: str) -> None:
        """Refuse ``size`` more bytes if they do not fit.

        Raises:
            ResourceExhaustedError: they exceed what the limit leaves, or the machine's memory.
        """
        check_bytes(size, op, self.limit, self.live)

    def holds(self, value: Any) -> bool:
        """Whether :meth:`hold` counts the array."""
        return id(value) in self._values

    def hold(self, value: Any, op: str) -> None:
        """Count an array that no step of a plan holds, until it is freed: an element of a list, a stack or a tensor
        array, or what a function returned to the loop that called it.

        What counts is the memory behind it, once, however many views of it are held.

        Raises:
            ResourceExhaustedError: it does not fit.
        """
        if self.limit is None or id(value) in self._values:
            return
        owner = value
        while isinstance(getattr(owner, "base", None), type(value)):
            owner = owner.base
        known = self._owners.get(id(owner))
        size = BYTES_OF_VIEW + (bytes_of(owner) if known is None else 0)
        self.check(size, op)
        self.live += size
        if known is None:
            known = self._owners[id(owner)] = [0, size - BYTES_OF_VIEW]
        known[0] += 1
        key, owner_key = id(value), id(owner)

        def gone(_: object) -> None:
            del self._values[key]
            known[0] -= 1
            self.live -= BYTES_OF_VIEW
            if not known[0]:
                del self._owners[owner_key]
                self.live -= known[1]

        try:
            self._values[key] = weakref.ref(value, gone)
        except TypeError:  # it is not known when such an array is freed: it stays counted
            self._values[key] = value


class Ledger:
    """Counts the bytes that a plan's results hold, when there is a limit.

    ``watch`` is the size above which a step is checked at all: without a limit, results beyond the machine's memory.
    """

    __slots__ = ("account", "bytes_in_registers", "limit", "watch")

    def __init__(self, account: Account) -> None:
        self.account = account
        self.limit = account.limit
        self.bytes_in_registers: dict[int, int] = {}  # register -> those of the value that it holds
        self.watch = -1 if self.limit is not None else LARGE

    def check(self, choice: Choice, step: Step) -> None:
        """Refuse what does not fit.

        Raises:
            ResourceExhaustedError: with the sizes.
        """
        limit = self.limit
        if limit is None:
            device, index = (device_type("CPU"), 0) if step.on_host else (step.where.device, step.where.index)
            limit = device.memory(index)[1]
        check_memory(choice, limit, self.account.live)

    def book(self, registers: list[Any], step: Step, choice: Choice) -> None:
        """Count what a step gave, and what is not needed after it."""
        for index, register in enumerate(step.outputs):
            value = registers[register] if register >= 0 else None
            if register >= 0 and index not in choice.prepared.aliases and not self.account.holds(value):
                size = bytes_of(value)
                self.bytes_in_registers[register] = size
                self.account.live += size
        self.release(step.free)

    def hand_on(self, registers: list[Any], step: Step) -> None:
        """Count what a Merge took as its output, if the input is not needed after it."""
        output = step.outputs[0]
        for register in step.inputs[:2]:
            if output >= 0 and register in step.free and registers[register] is registers[output]:
                self.bytes_in_registers[output] = self.bytes_in_registers.pop(register, 0)
                return

    def release(self, free: Sequence[int]) -> None:
        """Count what registers held as gone."""
        for register in free:
            self.account.live -= self.bytes_in_registers.pop(register, 0)

    def close(self) -> None:
        """The plan is done: what is left belongs to the caller, who counts it itself."""
        if self.bytes_in_registers:
            self.account.live -= sum(self.bytes_in_registers.values())


class CountedResources:
    """A Session's ResourceStore as the nodes of one run see it: what they add to variables counts in the run.

    A variable outlives the run that sets it. Without this a graph could put result after result aside.
    """

    __slots__ = ("_account", "_store", "_what")

    def __init__(self, store: Any, account: Account, op: str) -> None:
        self._store = store
        self._account = account
        self._what = op

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    @property
    def memory_limit(self) -> int | None:
        """The limit of the run, in bytes."""
        return self._account.limit

    def assign(self, handle: ResourceHandle, value: Any) -> None:
        before = self._size(handle)
        self._account.check(bytes_of(value), self._what)  # it is copied, and the old value is there until then
        self._store.assign(handle, value)
        self._account.live += self._size(handle) - before

    def update(self, handle: ResourceHandle, function: Callable[[Any], Any]) -> None:
        before = self._size(handle)
        self._account.check(before, self._what)  # the new value is made beside the old one
        self._store.update(handle, function)
        self._account.live += self._size(handle) - before

    def update_rows(self, handle: ResourceHandle, function: Callable[[Any], Any]) -> None:
        self._account.check(self._size(handle), self._what)  # the new value may be made beside the old one
        self._store.update_rows(handle, function)

    def update_all(self, handles: Sequence[ResourceHandle], function: Callable[..., Sequence[Any]]) -> None:
        before = sum(map(self._size, handles))
        self._account.check(before, self._what)
        self._store.update_all(handles, function)
        self._account.live += sum(map(self._size, handles)) - before

    def update_in_place(
        self,
        handles: Sequence[ResourceHandle],
        changes: Sequence[bool],
        function: Callable[[Sequence[Any], Sequence[Any]], None],
    ) -> None:
        self._account.check(sum(map(self._size, handles)), self._what)  # new values may be made beside the old ones
        self._store.update_in_place(handles, changes, function)

    def destroy(self, handle: ResourceHandle, *, ignore_missing: bool = True) -> None:
        before = self._size(handle)
        self._store.destroy(handle, ignore_missing=ignore_missing)
        self._account.live -= before

    def _size(self, handle: ResourceHandle) -> int:
        return bytes_of(self._store.value_now(handle))
