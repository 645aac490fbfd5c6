"""What a stack is while a graph runs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphops_registry.dtypes import DType
from graphops_registry.errors import ResourceExhaustedError, must
from graphops_registry.kernel_def import Array
from graphops_registry.locks import new_lock


class Stack:
    """Items, and how many there may be. Threads may share it.

    Args:
        limit: ``None``: any number.
    """

    def __init__(self, dtype: DType, limit: int | None) -> None:
        self.dtype = dtype
        self._limit = limit
        self._items: list[Array] = []
        self._lock = new_lock()

    @property
    def room(self) -> int | None:
        """How many more items there may be; ``None``: any number."""
        return None if self._limit is None else self._limit - len(self._items)

    def push(self, items: Sequence[Array]) -> None:
        """Put items on it, the last one on top.

        Raises:
            ResourceExhaustedError: there would be too many.
        """
        with self._lock:
            if self._limit is not None and len(self._items) + len(items) > self._limit:
                raise ResourceExhaustedError(f"a stack must hold at most {self._limit} values, got one more")
            self._items.extend(items)

    def pop(self) -> Array:
        """Take the item on top.

        Raises:
            InvalidArgumentError: there is none.
        """
        with self._lock:
            if not self._items:
                raise must("handle", "StackPopV2", "be a stack with something on it", "an empty one")
            return self._items.pop()

    def drop(self, count: int) -> None:
        """Take so many items away."""
        with self._lock:
            del self._items[len(self._items) - count :]

    def on_host(self) -> list[Array | None]:
        """The items, ``None`` for those that are no arrays of the host."""
        with self._lock:
            return [item if isinstance(item, np.ndarray) else None for item in self._items]

    def clear(self) -> None:
        """Take all items away."""
        with self._lock:
            self._items.clear()
