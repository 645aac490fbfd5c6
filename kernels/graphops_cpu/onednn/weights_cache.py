"""Filters in the layout that a primitive wants, kept for as long as the filter itself lives.

Only arrays that nobody can write to are remembered: constants and the values of variables.  An assignment installs a
new array, so that what is remembered is never out of date.
"""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Callable, Hashable
from itertools import count
from typing import Any, Final

import numpy as np

from graphops_cpu.onednn.objects import MemoryDesc
from graphops_cpu.onednn.scratch import Block
from graphops_registry.locks import new_lock, new_rlock

Array = np.ndarray[Any, Any]

CAPACITY: Final = 512 << 20  # bytes
_MOST_LAYOUTS: Final = 256


class _Kept:
    """A block, whose filter it is, and when it was last asked for."""

    __slots__ = ("block", "used", "weights")

    def __init__(self, weights: weakref.ref[Array], block: Block, used: int) -> None:
        self.weights, self.block, self.used = weights, block, used


class WeightsCache:
    """Blocks by (filter, layout).

    When there are too many bytes, the block that was not asked for the longest leaves, but none that the rest were
    asked for only once or twice since: where a graph has more filters than fit, each run asks for all of them, and
    those that are there had better stay.

    Args:
        capacity: in bytes.
    """

    def __init__(self, capacity: int = CAPACITY) -> None:
        self.capacity = capacity
        self.bytes = 0
        self._lock = new_rlock()  # a filter may be freed, which calls us, while this thread holds it
        self._blocks: dict[Hashable, _Kept] = {}
        self._seen: dict[Hashable, weakref.ref[Array]] = {}
        self._clock = 0  # how often blocks were asked for; which of two threads counted does not matter

    def get(self, weights: Array, layout: Hashable, size: int, make: Callable[[], Block]) -> Block | None:
        """The block for ``weights``; ``None`` the first time that it is asked for, when it may be the last, and where
        there is no room.

        Args:
            weights: an array that nobody can write to.
            layout: what ``make`` makes.
            size: bytes of the block.
            make: makes the block.
        """
        key = (id(weights), layout)
        self._clock = now = self._clock + 1
        found = self._blocks.get(key)
        if found is not None and found.weights() is weights:
            found.used = now
            return found.block
        with self._lock:
            seen = self._seen.get(key)
            if seen is None or seen() is not weights:
                self._seen[key] = weakref.ref(weights, lambda _: self._forget(key))
                return None
            if not self._has_room(size, now):
                return None
        block = make()
        with self._lock:
            if key not in self._blocks and self._has_room(size, now):
                self._blocks[key] = _Kept(seen, block, now)
                self.bytes += block.size
        return block

    def _has_room(self, size: int, now: int) -> bool:
        """Whether a block fits, now that those which nobody asks for any more have left."""
        while self.bytes + size > self.capacity and self._blocks:
            oldest = min(self._blocks, key=lambda key: self._blocks[key].used)
            if now - self._blocks[oldest].used <= 4 * len(self._seen):
                return False
            self._drop(oldest)
        return self.bytes + size <= self.capacity

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
            self.bytes -= entry.block.size


WEIGHTS: Final = WeightsCache()


_layouts: OrderedDict[int, MemoryDesc] = OrderedDict()  # those that were asked for last stand last
_numbers = count()
_layouts_lock = new_lock()


def layout_of(desc: MemoryDesc) -> Hashable:
    """What stands for a layout in keys: equal descriptors, those of different programs too, share their blocks."""
    with _layouts_lock:
        for number, known in _layouts.items():
            if known == desc:
                _layouts.move_to_end(number)
                return number
        if len(_layouts) >= _MOST_LAYOUTS:
            _layouts.popitem(last=False)
        _layouts[number := next(_numbers)] = desc
        return number


def is_constant(array: Array) -> bool:
    """Whether nobody can write to an array of a Session: it owns its memory and is closed to writing."""
    return array.base is None and not array.flags.writeable
