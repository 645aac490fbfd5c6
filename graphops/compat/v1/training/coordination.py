"""Where sessions and threads agree to stop: ``tf.train.Coordinator`` where it is, and the least of it elsewhere."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import graphops.compat.v1 as tf
from graphops_registry.errors import OutOfRangeError


def coordinator(clean_stop_exception_types: Sequence[type[BaseException]] | None = None) -> Any:
    """A new Coordinator.

    Args:
        clean_stop_exception_types: errors that are an ordinary end; default OutOfRangeError.
    """
    if "Coordinator" in dir(tf.train):
        return tf.train.Coordinator(clean_stop_exception_types=clean_stop_exception_types)
    return _Stop((OutOfRangeError,) if clean_stop_exception_types is None else tuple(clean_stop_exception_types))


def start_queue_runners(session: Any, coord: Any, runners: Iterable[Any] | None = None) -> list[threading.Thread]:
    """Start the threads of queue runners, by default of those that the graph's collection has."""
    chosen = session.graph.get_collection(tf.GraphKeys.QUEUE_RUNNERS) if runners is None else runners
    return [thread for each in chosen for thread in each.create_threads(session, coord=coord, daemon=True, start=True)]


class _Stop:
    """A request to stop, and the error that was its reason: what a Coordinator is without queues."""

    def __init__(self, clean: tuple[type[BaseException], ...]) -> None:
        self._clean = clean
        self._event = threading.Event()
        self._error: BaseException | None = None
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()

    def should_stop(self) -> bool:
        return self._event.is_set()

    def request_stop(self, ex: Any = None) -> None:
        with self._lock:
            if not self._event.is_set():
                error = ex[1] if isinstance(ex, tuple) else ex
                self._error = None if isinstance(error, self._clean) else error
                self._event.set()

    def clear_stop(self) -> None:
        with self._lock:
            self._error = None
            self._event.clear()

    def wait_for_stop(self, timeout: float | None = None) -> bool:
        return self._event.wait(timeout)

    def raise_requested_exception(self) -> None:
        if self._error is not None:
            raise self._error

    @contextmanager
    def stop_on_exception(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            self.request_stop(error)

    def register_thread(self, thread: threading.Thread) -> None:
        self._threads.append(thread)

    def join(
        self,
        threads: Iterable[threading.Thread] | None = None,
        stop_grace_period_secs: float = 120,
        ignore_live_threads: bool = False,
    ) -> None:
        all_of_them = [*self._threads, *(threads or ())]
        while not self._event.is_set() and any(thread.is_alive() for thread in all_of_them):
            self._event.wait(0.05)
        end = time.monotonic() + stop_grace_period_secs
        for thread in all_of_them:
            if thread is not threading.current_thread():
                thread.join(max(0.0, end - time.monotonic()))
        self._threads = []
        self.raise_requested_exception()
        living = [thread.name for thread in all_of_them if thread.is_alive()]
        if living and not ignore_live_threads:
            raise RuntimeError(f"Coordinator stopped with threads still running: {' '.join(living)}")


class Looper(threading.Thread):
    """A thread that calls a function until a Coordinator stops.

    Args:
        timer_interval_secs: when it is called: each so many seconds from now on, or without a pause for ``None``.
        begin: called first.
    """

    def __init__(
        self,
        coord: Any,
        timer_interval_secs: float | None,
        target: Callable[..., Any],
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
        begin: Callable[[], Any] | None = None,
    ) -> None:
        super().__init__(daemon=True)
        self._coord = coord
        self._interval = timer_interval_secs
        self._work = target, args or (), kwargs or {}
        self._begin = begin
        coord.register_thread(self)

    def run(self) -> None:
        target, args, kwargs = self._work
        with self._coord.stop_on_exception():
            if self._begin is not None:
                self._begin()
            following = time.monotonic()
            while not self._coord.should_stop():
                if self._interval is not None:
                    following += self._interval
                    if self._coord.wait_for_stop(max(0.0, following - time.monotonic())):
                        return
                target(*args, **kwargs)
