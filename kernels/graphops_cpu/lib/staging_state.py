"""Staging areas in a Session: what is in them, and who waits."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

from graphops_cpu.lib.waiting import Lines
from graphops_registry.dtypes import DType
from graphops_registry.errors import InvalidTypeError, ResourceExhaustedError, must
from graphops_registry.kernel_def import Array
from graphops_registry.kernels.context import Context

STAGING: Final = "staging area"
_PUT, _TAKE, _PEEK = 0, 1, 2  # lines


class StagingArea:
    """Tuples of arrays, the oldest first; the Session's store keeps it.

    Args:
        capacity: how many tuples there may be; 0: any number.
        memory_limit: how many bytes they may have together; 0: any number.
    """

    def __init__(self, capacity: int, memory_limit: int) -> None:
        self._capacity = capacity
        self._limit = memory_limit
        self._items: deque[Sequence[Array]] = deque()
        self._bytes = 0
        self._lines = Lines(3)

    def put(self, ctx: Context, values: Sequence[Array]) -> None:
        """Add a tuple; waits for room.

        Raises:
            ResourceExhaustedError: it alone exceeds the limit.
        """
        size = _bytes(values)
        if 0 < self._limit < size:
            rule = f"fit into its memory_limit of {self._limit:,} bytes"
            raise must("values", "Stage", rule, f"{size:,} bytes", kind=ResourceExhaustedError)

        def step() -> bool:
            if 0 < self._capacity <= len(self._items) or 0 < self._limit < self._bytes + size:
                return False
            self._items.append(values)
            self._bytes += size
            return True

        self._lines.wait(ctx, _PUT, step)

    def take(self, ctx: Context, op: str, types: Sequence[DType]) -> list[Array]:
        """Take the oldest tuple; waits while there is none.

        Raises:
            InvalidTypeError: it has other dtypes.
        """
        found: list[Array] = []

        def step() -> bool:
            if not self._items:
                return False
            _require(op, types, self._items[0])
            found.extend(self._items.popleft())
            self._bytes -= _bytes(found)
            return True

        self._lines.wait(ctx, _TAKE, step)
        return found

    def peek(self, ctx: Context, op: str, types: Sequence[DType], index: int) -> list[Array]:
        """Copies of a tuple's arrays; waits until there is one at that place.

        Raises:
            InvalidTypeError: it has other dtypes.
        """
        found: list[Array] = []

        def step() -> bool:
            if index >= len(self._items):
                return False
            _require(op, types, self._items[index])
            found.extend(value.copy() for value in self._items[index])
            return True

        self._lines.wait(ctx, _PEEK, step)
        return found

    @property
    def size(self) -> int:
        return len(self._items)

    def clear(self) -> None:
        """Take all tuples away."""
        with self._lines.lock:
            self._items.clear()
            self._bytes = 0
            self._lines.wake()


def _bytes(values: Sequence[Array]) -> int:
    return sum(int(value.nbytes) for value in values)


def _require(op: str, types: Sequence[DType], values: Sequence[Array]) -> None:
    got = [value.dtype for value in values]
    if [dtype.numpy_dtype for dtype in types] != got:
        staged = ", ".join(map(str, got))
        raise must("attr 'dtypes'", op, f"be those of what is staged, {staged}",
                   ", ".join(dtype.name for dtype in types), kind=InvalidTypeError)  # fmt: skip
