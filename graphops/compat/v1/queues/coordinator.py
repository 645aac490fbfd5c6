"""``tf.train.Coordinator``: threads that stop together, and hand the error of one of them to the thread that waits."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Final

from graphops.compat.v1 import logging
from graphops_registry.errors import OutOfRangeError

_LOOK: Final = 1.0  # seconds between two looks at whether all threads have ended by themselves
_Raised = tuple[type[BaseException], BaseException, TracebackType | None]


class Coordinator:
    """Threads ask it whether to stop; each of them can ask all of them to.

    Args:
        clean_stop_exception_types: errors that mean that the work is done; by default OutOfRangeError.
    """

    def __init__(self, clean_stop_exception_types: Iterable[type[BaseException]] | None = None) -> None:
        self._clean = (OutOfRangeError,) if clean_stop_exception_types is None else tuple(clean_stop_exception_types)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._raised: BaseException | None = None
        self._joined = False
        self._threads: set[threading.Thread] = set()

    def request_stop(self, ex: BaseException | _Raised | None = None) -> None:
        """Ask all threads to stop.

        Args:
            ex: why: an error, or what ``sys.exc_info()`` gives. The first one that is no clean stop is raised by
                :meth:`join`; by this call if the threads have joined.

        Raises:
            BaseException: that error.
        """
        error = ex[1] if isinstance(ex, tuple) and len(ex) == 3 else ex
        if ex is not None and not isinstance(error, BaseException):
            error = ValueError(f"ex of request_stop() must be an error or sys.exc_info() of one, got {ex!r}")
        if isinstance(error, self._clean):
            error = None
        with self._lock:
            if isinstance(error, BaseException):
                if self._joined:
                    raise error
                if not self._stop.is_set() and self._raised is None:
                    logging.info("Error reported to Coordinator: %s, %s", type(error), error)
                    self._raised = error
            self._stop.set()

    def clear_stop(self) -> None:
        """Forget that anybody asked to stop."""
        with self._lock:
            self._joined = False
            self._raised = None
            self._stop.clear()

    def should_stop(self) -> bool:
        """Whether somebody asked to stop."""
        return self._stop.is_set()

    @contextmanager
    def stop_on_exception(self) -> Iterator[None]:
        """Within the block an error asks all threads to stop, and goes no further."""
        try:
            yield
        except BaseException:
            self.request_stop(sys.exc_info())  # type: ignore[arg-type]

    def wait_for_stop(self, timeout: float | None = None) -> bool:
        """Wait until somebody asks to stop; whether it was so within the timeout, in seconds."""
        return self._stop.wait(timeout)

    def register_thread(self, thread: threading.Thread) -> None:
        """Let :meth:`join` wait for a thread."""
        with self._lock:
            self._threads.add(thread)

    def join(
        self,
        threads: Iterable[threading.Thread] | None = None,
        stop_grace_period_secs: float = 120,
        ignore_live_threads: bool = False,
    ) -> None:
        """Wait until the threads have ended, by themselves or because they were asked to.

        Args:
            threads: others than those that are registered.
            stop_grace_period_secs: how long they may take once they were asked.
            ignore_live_threads: whether it is no error if they take longer.

        Raises:
            BaseException: the error for which they were asked to stop.
            RuntimeError: they take longer.
        """
        with self._lock:
            waited = list(self._threads.union(threads or ()))
        while _alive(waited) and not self._stop.wait(_LOOK if len(waited) > 1 else _LOOK / 10):
            pass
        end = time.monotonic() + stop_grace_period_secs
        for thread in waited:
            while thread.is_alive() and time.monotonic() < end:
                thread.join(max(0.0, end - time.monotonic()))
        left = _alive(waited)
        with self._lock:
            self._joined = True
            self._threads = set()
            if self._raised is not None:
                raise self._raised
            if left:
                said = f"Coordinator stopped with threads still running: {' '.join(left)}"
                if not ignore_live_threads:
                    raise RuntimeError(said)
                logging.info(said)

    @property
    def joined(self) -> bool:
        """Whether :meth:`join` has ended."""
        return self._joined

    def raise_requested_exception(self) -> None:
        """Raise the error for which the threads were asked to stop, if there was one."""
        with self._lock:
            if self._raised is not None:
                raise self._raised


def _alive(threads: Sequence[threading.Thread]) -> list[str]:
    return [thread.name for thread in threads if thread.is_alive()]


class LooperThread(threading.Thread):
    """A thread that does the same again and again until a Coordinator asks it to stop.

    Args:
        coord: the Coordinator; an error in the thread asks all threads to stop.
        timer_interval_secs: between two beginnings; ``None``: without a pause.
        target, args, kwargs: what it does; subclasses have :meth:`run_loop`.
    """

    def __init__(
        self,
        coord: Coordinator,
        timer_interval_secs: float | None,
        target: Callable[..., Any] | None = None,
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
    ) -> None:
        if not isinstance(coord, Coordinator):
            raise ValueError(f"coord of LooperThread must be a Coordinator, got {coord!r}")
        if target is None and (args or kwargs):
            raise ValueError("target of LooperThread must be given where args or kwargs are, got None")
        super().__init__(daemon=True)
        self._coord = coord
        self._interval = timer_interval_secs
        self._work = target
        self._given = tuple(args or ()), dict(kwargs or {})
        coord.register_thread(self)

    @staticmethod
    def loop(
        coord: Coordinator,
        timer_interval_secs: float | None,
        target: Callable[..., Any],
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
    ) -> LooperThread:
        """A thread that has started."""
        thread = LooperThread(coord, timer_interval_secs, target=target, args=args, kwargs=kwargs)
        thread.start()
        return thread

    def run(self) -> None:
        """What the thread does."""
        with self._coord.stop_on_exception():
            self.start_loop()
            if self._interval is None:
                while not self._coord.should_stop():
                    self.run_loop()
            else:
                following = time.time()
                while not self._coord.wait_for_stop(following - time.time()):
                    following += self._interval
                    self.run_loop()
            self.stop_loop()

    def start_loop(self) -> None:
        """Called once before the first turn."""

    def stop_loop(self) -> None:
        """Called once after the last turn."""

    def run_loop(self) -> None:
        """One turn."""
        if self._work is not None:
            arguments, named = self._given
            self._work(*arguments, **named)


__all__ = ["Coordinator", "LooperThread"]
