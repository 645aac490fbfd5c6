"""Functions of the host that a stream calls, on a thread of their own as the driver does."""

from __future__ import annotations

import queue as queues
import threading
from collections.abc import Callable
from typing import Final

from cuda_model import pending, streams, work
from cuda_model.clocks import Clock
from cuda_model.streams import Stream

_queue: Final[queues.Queue[Callable[[], object]]] = queues.Queue()
_thread: threading.Thread | None = None


def queue(function: Callable[[], object], stream: int) -> None:
    """``cudaLaunchHostFunc``: call ``function`` after what is queued; it must not call CUDA."""

    def run(_stream: Stream, clock: Clock) -> None:
        pending.run_until(clock)
        _start()
        _queue.put(function)

    work.queue("a host function", run, (), (), stream)


def drain() -> None:
    """Wait until those that were reached have returned."""
    if threading.current_thread() is not _thread:
        _queue.join()


def _start() -> None:
    global _thread
    if _thread is None:
        _thread = threading.Thread(target=_loop, name="emulated CUDA driver", daemon=True)
        _thread.start()


def _loop() -> None:
    streams.enter_host_function()
    while True:
        function = _queue.get()
        try:
            function()
        finally:
            _queue.task_done()
