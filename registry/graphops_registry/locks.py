"""Locks that a forked process can go on with.

A fork copies locks as they are. One that another thread of the parent held at that moment stays locked in the child for
ever, because the thread that would release it does not exist there. So every lock of the library that lives as long as
the process, a graph or a Session is made here, and is free again in a child.

What another thread was doing under the lock is not finished in the child. That is harmless where a lock protects a
cache or a list that is looked at again, and the library uses such locks for nothing else.
docs/how-to/use_threads_and_processes.md says what it means for variables.
"""

from __future__ import annotations

import os
import threading
from typing import Any, Final
from weakref import WeakSet

_made: Final[WeakSet[Any]] = WeakSet()


def new_lock() -> threading.Lock:
    """A ``threading.Lock``."""
    made = threading.Lock()
    _made.add(made)
    return made


def new_rlock() -> Any:
    """A ``threading.RLock``."""
    made = threading.RLock()
    _made.add(made)
    return made


def _after_fork() -> None:
    """In a child: free all locks except those that the forking thread holds itself, where that is known."""
    for lock in list(_made):
        is_own = getattr(lock, "_is_owned", None)
        if is_own is None or not is_own():
            lock._at_fork_reinit()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
