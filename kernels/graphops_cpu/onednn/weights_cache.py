"""A cache of filters in the layout of a primitive; an entry is dropped when its filter is freed.

Only arrays that cannot change are cached: constants and the values of variables.  An assignment installs a new array,
so an entry is never out of date.
"""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Callable, Hashable
from itertools import count
from typing import Any, Final

import numpy as np

from graphops_cpu.onednn.objects import MemoryDesc
from graphops_cpu.runtime.aligned import Block
from graphops_registry.locks import new_lock, new_rlock

Array = np.ndarray[Any, Any]

CAPACITY: Final = 512 << 20  # bytes
_MOST_LAYOUTS: Final = 256


class _Kept:
    """A block, its filter, and the time of its last use."""

    __slots__ = ("block", "used", "weights")

    def __init__(self, weights: weakref.ref[Array], block: Block, used: int) -> None:
        self.weights, self.block, self.used = weights, block, used


class WeightsCache:
    """Blocks by (filter, layout).

    When the cache is full, the least recently used block is dropped, unless the other blocks have been used only a few
    times since.  That happens when a graph has more filters than fit: each run uses all of them in turn, and it is
    better to keep some than to replace all.

    Attributes:
        dropped: how many blocks were dropped to make room. Who holds a block beyond its use asks for it again when this
            changes, so that memory is freed.

    Args:
        capacity: in bytes.
    """

    def __init__(self, capacity: int = CAPACITY) -> None:
        self.capacity = capacity
        self.bytes = 0
        self.dropped = 0
        self._lock = new_rlock()  # reentrant: while this thread holds it, a filter may be freed, which calls _forget
        self._blocks: dict[Hashable, _Kept] = {}
        self._seen: dict[Hashable, weakref.ref[Array]] = {}
        self._clock = 0  # counts calls of get(); two threads may lose a count, which does no harm

    def get(self, weights: Array, layout: Hashable, size: int, make: Callable[[], Block]) -> Block | None:
        """The block for ``weights``. ``None`` at the first call for them, which may be the only one, and if there is no
        room.

        Args:
            weights: an array that cannot change.
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
        """Whether a block fits; drops blocks that are no longer used."""
        while self.bytes + size > self.capacity and self._blocks:
            oldest = min(self._blocks, key=lambda key: self._blocks[key].used)
            if now - self._blocks[oldest].used <= 4 * len(self._seen):
                return False
            self._drop(oldest)
            self.dropped += 1
        return self.bytes + size <= self.capacity

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._blocks.clear()
            self._seen.clear()
            self.bytes = 0
            self.dropped += 1

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


_layouts: OrderedDict[int, MemoryDesc] = OrderedDict()  # the most recently used ones last
_numbers = count()
_layouts_lock = new_lock()


def layout_of(desc: MemoryDesc) -> Hashable:
    """The key of a layout. Equal descriptors have equal keys, even in different programs, and so share blocks."""
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
    """Whether an array of a Session can never change: it is read-only, and so is what owns its memory."""
    base = array.base
    if array.flags.writeable:
        return False
    return base is None or (isinstance(base, np.ndarray) and base.base is None and not base.flags.writeable)
