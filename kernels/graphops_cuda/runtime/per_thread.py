"""Objects that one thread at a time may use: streams, handles of libraries, pinned memory."""

from __future__ import annotations

import threading
from collections import defaultdict, deque
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class PerThread(Generic[K, V]):
    """An object of each thread's own for each key.

    When a thread ends, the next one that needs an object takes over what it left: to destroy a handle waits for all of
    the device, which would end what another thread records there, and the memory that CuPy's pool keeps for a stream is
    given to no other.

    Args:
        make: a new object for a key.
    """

    def __init__(self, make: Callable[[K], V]) -> None:
        self._make = make
        self._left: defaultdict[K, deque[V]] = defaultdict(deque)
        self._local = threading.local()

    def get(self, key: K) -> V:
        """This thread's object for ``key``."""
        own: _Own[K, V] | None = getattr(self._local, "own", None)
        if own is None:
            own = self._local.own = _Own(self._left)
        found = own.found.get(key)
        if found is None:
            try:
                found = self._left[key].popleft()
            except IndexError:
                found = self._make(key)
            own.found[key] = found
        return found


class _Own(Generic[K, V]):
    """What one thread has. It goes with its thread, and then others have it."""

    def __init__(self, left: defaultdict[K, deque[V]]) -> None:
        self.found: dict[K, V] = {}
        self._left = left

    def __del__(self) -> None:
        for key, value in self.found.items():
            self._left[key].append(value)
