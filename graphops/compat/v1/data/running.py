"""An iteration under way: the values that its pipeline reads, its threads, and how both end."""

from __future__ import annotations

import atexit
import os
import threading
import time
import weakref
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Final

from graphops.graph.graph import Tensor
from graphops_registry.errors import CancelledError, FailedPreconditionError

POLL: Final = 0.05  # seconds between two looks at whether to stop, for who waits
_PATIENCE: Final = 1.0  # seconds for threads to end with the interpreter
_all: Final[weakref.WeakSet[Any]] = weakref.WeakSet()


class Core:
    """What the stages of an iteration share.

    Args:
        resources: the Session's store.
        files: says which files may be read.
    """

    def __init__(self, resources: Any, files: Any) -> None:
        self.resources = resources.with_own_states()
        self.files = files
        self.memory_limit: int | None = resources.memory_limit
        self.stopped = False
        self._process = os.getpid()
        self._on_close: list[Callable[[], None]] = []
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        _all.add(self)

    def check(self) -> None:
        """Raise if the iteration has ended.

        Raises:
            CancelledError: it was closed.
            FailedPreconditionError: its threads are in the parent process.
        """
        if self.stopped:
            raise CancelledError("the iterator must be open to give elements, but it was closed")
        if self._process != os.getpid():
            raise FailedPreconditionError(
                "an iterator must be initialised in the process that uses it, but it was in the parent process"
            )

    def on_close(self, action: Callable[[], None]) -> None:
        """Call ``action`` when the iteration ends; at once if it has."""
        with self._lock:
            if not self.stopped:
                self._on_close.append(action)
                return
        action()

    def start(self, work: Callable[[], None]) -> None:
        """Run ``work`` in a thread, which is to end when the iteration does."""
        thread = threading.Thread(target=work, name="graphops data", daemon=True)
        with self._lock:
            self.check()
            self._threads.append(thread)
        thread.start()

    def close(self) -> None:
        """End the iteration: threads stop at their next element. Does not wait for them."""
        with self._lock:
            self.stopped = True
            actions, self._on_close = self._on_close, []
        for action in actions:
            action()

    def join(self, deadline: float) -> None:
        """Wait for threads, until ``deadline`` on the clock of ``time.monotonic`` at most."""
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(max(0.0, deadline - time.monotonic()))


class Running:
    """What a stage sees of its iteration.

    Args:
        core: of the whole iteration.
        values: of the tensors that the pipeline reads.
    """

    def __init__(self, core: Core, values: Mapping[Tensor, Any]) -> None:
        self.core = core
        self._values = values
        self._states: dict[Hashable, Any] = {}

    def value(self, tensor: Tensor) -> Any:
        """The value of a tensor that the pipeline reads."""
        return self._values[tensor]

    def number(self, tensor: Tensor) -> int:
        """The value of a scalar."""
        return int(self._values[tensor])

    def state(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """What a stage keeps from one repetition to the next."""
        if key not in self._states:
            self._states[key] = make()
        return self._states[key]

    def within(self, values: Mapping[Tensor, Any]) -> Running:
        """The same iteration, for a pipeline within the pipeline that reads other values."""
        return Running(self.core, values)


class Handover:
    """Elements go from one thread to others through a buffer of bounded size.

    Args:
        core: who waits is woken when it ends.
        size: of the buffer.
    """

    def __init__(self, core: Core, size: int) -> None:
        self._core = core
        self._size = size
        self._items: list[Any] = []
        self._condition = threading.Condition()
        core.on_close(self.wake)

    def wake(self) -> None:
        """Let everyone who waits look again."""
        with self._condition:
            self._condition.notify_all()

    def put(self, item: Any) -> None:
        """Add an item, when there is room.

        Raises:
            CancelledError: the iteration has ended.
        """
        with self._condition:
            while len(self._items) >= self._size:
                self._core.check()
                self._condition.wait(POLL * 10)
            self._core.check()
            self._items.append(item)
            self._condition.notify_all()

    def get(self, check: Callable[[], None]) -> Any:
        """Take the oldest item, when there is one; ``check`` may raise meanwhile."""
        with self._condition:
            while not self._items:
                self._core.check()
                check()
                self._condition.wait(POLL)
            self._condition.notify_all()
            return self._items.pop(0)


def no_check() -> None:
    """Nothing to check for."""


@atexit.register
def _close_all() -> None:
    """End all threads before the interpreter does."""
    cores: Sequence[Core] = list(_all)
    for core in cores:
        core.close()
    deadline = time.monotonic() + _PATIENCE
    for core in cores:
        core.join(deadline)
