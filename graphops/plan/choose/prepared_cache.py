"""One bounded cache of prepared kernels for the whole process, shared by threads, plans and ``eager``."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final

from graphops_registry.locks import new_lock

DEFAULT_CAPACITY: Final = 4096


class PreparedCache:
    """Least recently used entries leave first. A miss prepares outside the lock; the first one stored wins."""

    def __init__(self, capacity: int = DEFAULT_CAPACITY) -> None:
        self.capacity = capacity
        self._entries: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = new_lock()
        self.hits = 0
        self.misses = 0

    def get(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """The entry for ``key``, made by ``make`` if it is not there."""
        with self._lock:
            found = self._entries.get(key)
            if found is not None:
                self._entries.move_to_end(key)
                self.hits += 1
                return found
            self.misses += 1
        made = make()
        with self._lock:
            kept = self._entries.setdefault(key, made)
            self._entries.move_to_end(key)
            while len(self._entries) > self.capacity:
                self._entries.popitem(last=False)
        return kept

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()

    def __len__(self) -> int:
        return len(self._entries)


PREPARED: Final = PreparedCache()
