"""Running requests: several in one batch where a signature allows that, each by itself otherwise.

Everything here but the runs themselves happens in the event loop's thread, so there are no locks.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from graphops.apps.serve.calls import Facts
from graphops.apps.serve.served_model import ServedModel, ServedSignature
from graphops.apps.serve.settings import Batching
from graphops_registry.errors import DeadlineExceededError, UnavailableError

Array = np.ndarray[Any, Any]
Arrays = Mapping[str, Array]
_WAITING = 1024  # requests that wait for a thread without batching


@dataclass
class _Task:
    """A request that waits."""

    model: ServedModel
    signature: ServedSignature
    arrays: Arrays
    rows: int
    facts: Facts
    until: float  # time.monotonic() after which nobody waits
    result: asyncio.Future[dict[str, Array]]
    since: float = field(default_factory=time.monotonic)

    @property
    def is_wanted(self) -> bool:
        return not self.result.done()


@dataclass
class _Queue:
    """Requests that may run together: of one signature, with rows of one shape."""

    tasks: deque[_Task] = field(default_factory=deque)
    rows: int = 0


class Batcher:
    """Runs requests in threads.

    Args:
        threads: runs at the same time.
        batching: how requests run together; ``None`` for never.
        largest: bytes that the outputs of a request may have.
    """

    def __init__(self, threads: int, batching: Batching | None, largest: int) -> None:
        self._batching = batching
        self._free = batching.num_batch_threads if batching is not None else threads
        self._pool = ThreadPoolExecutor(self._free, thread_name_prefix="graphops run")
        self._largest = largest
        self._queues: dict[Any, _Queue] = {}
        self._timer: asyncio.TimerHandle | None = None

    async def run(
        self, model: ServedModel, signature: ServedSignature, arrays: Arrays, facts: Facts, until: float
    ) -> dict[str, Array]:
        """The outputs of a signature for the arrays of one request.

        Raises:
            UnavailableError: too many wait.
            DeadlineExceededError: its time was over before it ran.
            GraphopsError: what the model says.
        """
        batching = self._batching
        together = batching is not None and signature.batches and _rows(arrays) is not None
        rows = _rows(arrays) or 0
        facts.rows = rows
        largest = batching.max_batch_size if batching is not None and together else 0
        task = _Task(model, signature, arrays, rows, facts, until, asyncio.get_running_loop().create_future())
        key: Any = None
        if together and 0 < rows <= largest:
            shapes = tuple((array.shape[1:], array.dtype) for array in arrays.values())
            key = (id(model), signature.name, shapes)
        queue = self._queues.get(key)
        waiting = queue.rows if queue is not None and key is not None else len(queue.tasks) if queue is not None else 0
        most = largest * batching.max_enqueued_batches if key is not None and batching is not None else _WAITING
        if waiting + (rows if key is not None else 1) > max(most, rows):
            raise UnavailableError(
                f"requests of model '{model.name}' that wait must be fewer, got a queue that is full; try again"
            )
        if queue is None:
            queue = self._queues[key] = _Queue()
        queue.tasks.append(task)
        queue.rows += rows
        self._dispatch()
        try:
            return await task.result
        except asyncio.CancelledError:
            self._forget(key, queue, task)
            raise

    def _forget(self, key: Any, queue: _Queue, task: _Task) -> None:
        """Take out a task that nobody waits for, so that it keeps neither its place nor its arrays."""
        for place, each in enumerate(queue.tasks):
            if each is task:  # equality would compare arrays
                del queue.tasks[place]
                queue.rows -= task.rows
                break
        if not queue.tasks and self._queues.get(key) is queue:
            del self._queues[key]

    def close(self) -> None:
        """Start nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    # -- who is next --------------------------------------------------------------------------------------------------

    def _dispatch(self) -> None:
        """Start what is ready while there are threads; of several queues the one that waits longest comes first."""
        while self._free:
            now = time.monotonic()
            ready: tuple[float, Any] | None = None
            soonest: float | None = None
            for key, queue in list(self._queues.items()):
                self._drop(queue, now)
                if not queue.tasks:
                    del self._queues[key]
                    continue
                since = queue.tasks[0].since
                due = self._due(key, queue)
                if due <= now:
                    if ready is None or since < ready[0]:
                        ready = since, key
                elif soonest is None or due < soonest:
                    soonest = due
            if ready is None:
                self._look_again(soonest, now)
                return
            self._start(self._taken(ready[1], now))

    def _due(self, key: Any, queue: _Queue) -> float:
        """When a queue may run."""
        if key is None or self._batching is None or queue.rows >= self._batching.max_batch_size:
            return 0.0
        return queue.tasks[0].since + self._batching.batch_timeout_micros / 1e6

    def _look_again(self, when: float | None, now: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if when is not None:
            self._timer = asyncio.get_running_loop().call_later(max(when - now, 0.0), self._dispatch)

    @staticmethod
    def _drop(queue: _Queue, now: float) -> None:
        """Forget those at the head whose client is gone, or whose time is over."""
        while queue.tasks:
            task = queue.tasks[0]
            if task.is_wanted and task.until > now:
                return
            queue.tasks.popleft()
            queue.rows -= task.rows
            if task.is_wanted:
                task.result.set_exception(DeadlineExceededError("a request must have an answer in time, got none"))

    def _taken(self, key: Any, now: float) -> list[_Task]:
        """The tasks of the next run, no longer in their queue."""
        queue = self._queues[key]
        most = self._batching.max_batch_size if key is not None and self._batching is not None else 0
        found: list[_Task] = []
        rows = 0
        while queue.tasks and (not found or rows + queue.tasks[0].rows <= most):
            task = queue.tasks.popleft()
            queue.rows -= task.rows
            rows += task.rows
            found.append(task)
            self._drop(queue, now)
            if not most:
                break
        if not queue.tasks:
            del self._queues[key]
        return found

    # -- running ------------------------------------------------------------------------------------------------------

    def _start(self, tasks: list[_Task]) -> None:
        self._free -= 1
        loop = asyncio.get_running_loop()
        sizes = self._batching.allowed_batch_sizes if self._batching is not None and tasks[0].signature.batches else ()
        begin = time.monotonic()
        for task in tasks:
            task.facts.waited = begin - task.since
        job = loop.run_in_executor(self._pool, _run, tasks, sizes, self._largest)
        job.add_done_callback(lambda done: self._ended(tasks, done))

    def _ended(self, tasks: list[_Task], job: asyncio.Future[list[Any]]) -> None:
        self._free += 1
        if job.cancelled():
            found: list[Any] = [UnavailableError("the server must be running, but it stops")] * len(tasks)
        elif (error := job.exception()) is not None:
            found = [error] * len(tasks)
        else:
            found = job.result()
        for task, value in zip(tasks, found, strict=True):
            if task.result.done():
                continue
            if isinstance(value, BaseException):
                task.result.set_exception(value)
            else:
                task.result.set_result(value)
        self._dispatch()


def _rows(arrays: Arrays) -> int | None:
    """How many rows the inputs have, if all have the same number."""
    counts = {array.shape[0] if array.ndim else None for array in arrays.values()}
    return counts.pop() if len(counts) == 1 else None


def _run(tasks: Sequence[_Task], sizes: Sequence[int], largest: int) -> list[Any]:
    """In a thread: the outputs of each task, or the error in their place."""
    begin = time.perf_counter()
    if len(tasks) > 1 or sizes:
        found = _run_together(tasks, sizes, largest * len(tasks))
        if found is not None:
            seconds = time.perf_counter() - begin
            for task in tasks:
                task.facts.runtime = seconds
            return found
    results: list[Any] = []
    for task in tasks:  # alone, or because the batch failed: one request must not spoil the others
        begin = time.perf_counter()
        try:
            results.append(task.signature(task.arrays, largest) if task.is_wanted else None)
        except Exception as error:
            results.append(error)
        task.facts.runtime = time.perf_counter() - begin
        task.facts.batch = task.rows
    return results


def _run_together(tasks: Sequence[_Task], sizes: Sequence[int], largest: int) -> list[dict[str, Array]] | None:
    """The outputs of each task from one run; ``None`` if that does not work."""
    rows = sum(task.rows for task in tasks)
    padded = next((size for size in sizes if size >= rows), rows)
    if not rows or (len(tasks) == 1 and padded == rows):
        return None
    first = tasks[0]
    arrays = {}
    for name in first.arrays:
        parts = [task.arrays[name] for task in tasks]
        if padded > rows:  # with the first row again, which the model accepts as it accepts that one
            parts.append(np.repeat(first.arrays[name][:1], padded - rows, axis=0))
        arrays[name] = np.concatenate(parts)
    try:
        outputs = first.signature(arrays, largest)
    except Exception:
        return None
    if any(array.ndim == 0 or array.shape[0] != padded for array in outputs.values()):
        return None
    found: list[dict[str, Array]] = []
    at = 0
    for task in tasks:
        found.append({name: array[at : at + task.rows] for name, array in outputs.items()})
        at += task.rows
        task.facts.batch = padded
    return found
