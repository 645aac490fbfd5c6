"""Float32 copies of constant half and bfloat16 arrays, made once.

Only copies of arrays that can never change are kept: constants and values of variables, which are read-only and own
their memory.  A copy is made when an array is used the second time, so arrays that are used once cost no memory.  It is
dropped when its original is freed, or when more recently used copies need the space.  The copies cannot change either,
so other caches (blocked weights of filters) can use them as keys.
"""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import numpy as np

from graphops_registry.locks import new_rlock

Array: TypeAlias = np.ndarray[Any, Any]

_MOST_BYTES: Final = 256 << 20
_MOST_ENTRIES: Final = 4096


class ConstantCopies:
    """A bounded cache from immutable arrays to something made of each. Thread-safe.

    Args:
        most_bytes: how much memory the copies may hold.
    """

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self.bytes = 0
        self._most_bytes = most_bytes
        # By identity: a weak reference to the original, and its copy, None after the first sight.
        self._entries: OrderedDict[int, tuple[weakref.ref[Array], Array | None]] = OrderedDict()
        self._lock = new_rlock()  # reentrant: a weak reference may die while the lock is held

    def get(self, array: Array, make: Callable[[Array], Array]) -> Array:
        """``make(array)``, perhaps made before."""
        if array.flags.writeable or array.base is not None:
            return make(array)
        key = id(array)
        with self._lock:
            entry = self._entries.get(key)
            if entry is None or entry[0]() is not array:
                self._forget(key)
                self._entries[key] = (weakref.ref(array, lambda ref: self._dead(key, ref)), None)
                self._shrink()
                return make(array)
            self._entries.move_to_end(key)
            if entry[1] is not None:
                return entry[1]
        copy = make(array)
        if copy is array or copy.base is not None or copy.nbytes > self._most_bytes:
            return copy
        copy.flags.writeable = False
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None and entry[0]() is array:
                if entry[1] is not None:  # another thread was faster
                    return entry[1]
                self._entries[key] = (entry[0], copy)
                self.bytes += copy.nbytes
                self._shrink()
        return copy

    def __len__(self) -> int:
        """How many copies there are."""
        with self._lock:
            return sum(copy is not None for _, copy in self._entries.values())

    def _dead(self, key: int, ref: weakref.ref[Array]) -> None:
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None and entry[0] is ref:
                self._forget(key)

    def _forget(self, key: int) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None and entry[1] is not None:
            self.bytes -= entry[1].nbytes

    def _shrink(self) -> None:
        while self.bytes > self._most_bytes or len(self._entries) > _MOST_ENTRIES:
            self._forget(next(iter(self._entries)))
