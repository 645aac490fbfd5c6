"""Filters in the layout that a primitive wants, kept for as long as the filter itself lives.

Only arrays that nobody can write to are remembered: constants and the values of variables.  An assignment installs a
new array, so that what is remembered is never out of date.
"""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final

import numpy as np

from graphops_cpu.onednn.scratch import Block

Array = np.ndarray[Any, Any]

CAPACITY: Final = 256 << 20  # bytes


class WeightsCache:
    """Blocks by (filter, layout). The least recently used leave first when there are too many bytes.

    Args:
        capacity: in bytes.
    """

    def __init__(self, capacity: int = CAPACITY) -> None:
        self.capacity = capacity
        self.bytes = 0
        self._lock = threading.RLock()  # a filter may be freed, which calls us, while this thread holds it
        self._blocks: OrderedDict[Hashable, tuple[weakref.ref[Array], Block]] = OrderedDict()
        self._seen: dict[Hashable, weakref.ref[Array]] = {}

    def get(self, weights: Array, layout: Hashable, make: Callable[[], Block]) -> Block | None:
        """The block for ``weights``; ``None`` the first time that it is asked for, when it may be the last.

        Args:
            weights: an array that nobody can write to.
            layout: what ``make`` makes.
            make: makes the block.
        """
        key = (id(weights), layout)
        found = self._blocks.get(key)
        if found is not None and found[0]() is weights:
            if len(self._blocks) > 1:
                with self._lock:
                    if key in self._blocks:
                        self._blocks.move_to_end(key)
            return found[1]
        with self._lock:
            seen = self._seen.get(key)
            if seen is None or seen() is not weights:
                self._seen[key] = weakref.ref(weights, lambda _: self._forget(key))
                return None
        block = make()
        with self._lock:
            if key not in self._blocks and block.size <= self.capacity:
                self._blocks[key] = (seen, block)
                self.bytes += block.size
                while self.bytes > self.capacity:
                    self._drop(next(iter(self._blocks)))
        return block

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._blocks.clear()
            self._seen.clear()
            self.bytes = 0

    def _forget(self, key: Hashable) -> None:
        """The filter is gone."""
        with self._lock:
            self._seen.pop(key, None)
            self._drop(key)

    def _drop(self, key: Hashable) -> None:
        entry = self._blocks.pop(key, None)
        if entry is not None:
            self.bytes -= entry[1].size


WEIGHTS: Final = WeightsCache()


def is_constant(array: Array) -> bool:
    """Whether nobody can write to an array of a Session: it owns its memory and is closed to writing."""
    return array.base is None and not array.flags.writeable
