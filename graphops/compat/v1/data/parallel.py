"""Stages with threads: prefetch, and map with several calls at once. Buffers are bounded; threads end with the
iteration."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Future, wait
from functools import partial
from queue import SimpleQueue
from typing import Any, Final

from graphops.compat.v1.data.functions import Counted, Traced
from graphops.compat.v1.data.pipeline import Stage
from graphops.compat.v1.data.running import POLL, Core, Handover, Running, no_check
from graphops.compat.v1.data.structure import Element
from graphops.graph.graph import Tensor
from graphops_registry.errors import CancelledError, must

AUTOTUNE: Final = -1
_MOST_THREADS: Final = 64
_OWN_CHOICE: Final = 2  # elements that prefetch(AUTOTUNE) holds


def processors() -> int:
    """How many processors there are."""
    return os.cpu_count() or 1


class Prefetch(Stage):
    """The elements, computed ahead by a thread; its input is how many it may hold."""

    may_wait = True

    def __init__(self, source: Stage, size: Tensor) -> None:
        super().__init__(source.structure, [source], [size])

    def begin(self, running: Running) -> Iterator[Element]:
        size = running.number(self.inputs[0])
        if size < AUTOTUNE:
            raise must("buffer_size", "Dataset.prefetch()", "be 0 or above, or AUTOTUNE", size)
        if size == 0:
            return self.sources[0].begin(running)
        return _Prefetched(self.sources[0], running, _OWN_CHOICE if size == AUTOTUNE else size)


class _Prefetched(Iterator[Element]):
    def __init__(self, source: Stage, running: Running, size: int) -> None:
        core = running.core
        self._buffer = buffer = Handover(core, size)
        self._ended = False
        core.start(lambda: _fetch(source, running, core, buffer))

    def __next__(self) -> Element:
        if self._ended:
            raise StopIteration
        found, error = self._buffer.get(no_check)
        if error is not None:
            raise error
        if found is None:
            self._ended = True
            raise StopIteration
        element: Element = found
        return element


def _fetch(source: Stage, running: Running, core: Core, buffer: Handover) -> None:
    """Put elements into the buffer, until there are none or the iteration ends."""
    try:
        elements: Iterator[Element] | None = None
        while True:
            try:
                if elements is None:
                    elements = source.begin(running)
                found = next(elements, None)
            except CancelledError:
                core.check()
                raise
            except Exception as error:
                buffer.put((None, error))
                if elements is None:
                    found = None
                else:
                    continue
            buffer.put((found, None))
            if found is None:
                return
    except CancelledError as error:
        if not core.stopped:
            buffer.put((None, error))


class ParallelMap(Stage):
    """What a function gives for each element, in their order, with several calls at once.

    Args:
        count: of calls; -1 for as many as there are processors.
    """

    may_wait = True

    def __init__(self, source: Stage, function: Traced, count: Tensor) -> None:
        super().__init__(function.structure, [source], [*function.inputs, count])
        self._function = function

    def begin(self, running: Running) -> Iterator[Element]:
        count = running.number(self.inputs[-1])
        if count < 1 and count != AUTOTUNE:
            raise must("num_parallel_calls", "Dataset.map()", "be 1 or above, or AUTOTUNE", count)
        threads = min(_MOST_THREADS, count if count > 0 else processors())
        call = Counted(self._function, running)
        return _MappedAtOnce(self.sources[0], running, call, threads)


class _MappedAtOnce(Iterator[Element]):
    def __init__(self, source: Stage, running: Running, call: Counted, count: int) -> None:
        self._core = running.core
        self._futures = Handover(running.core, count)
        self._waited_for: Future[Element] | None = None
        self._ended = False
        tasks: SimpleQueue[Any] = SimpleQueue()
        self._core.on_close(partial(_stop, tasks, count))
        self._core.start(partial(_feed, source, running, self._futures, tasks, call, count))

    def __next__(self) -> Element:
        if self._ended:
            raise StopIteration
        if self._waited_for is None:
            self._waited_for = self._futures.get(no_check)
            if self._waited_for is None:
                self._ended = True
                raise StopIteration
        future = self._waited_for
        while not future.done():
            self._core.check()
            wait([future], POLL)
        self._waited_for = None
        return future.result()


def _feed(
    source: Stage, running: Running, futures: Handover, tasks: SimpleQueue[Any], call: Counted, count: int
) -> None:
    """Hand elements to ``count`` threads, and what they will give to who reads ``futures``, in the same order."""
    elements: Iterator[Element] | None = None
    started = 0
    try:
        while True:
            future: Future[Element] = Future()
            try:
                if elements is None:
                    elements = source.begin(running)
                element = next(elements)
            except StopIteration:
                break
            except Exception as error:
                future.set_exception(error)
                futures.put(future)
                if elements is None:
                    break
                continue
            if started < count:
                running.core.start(partial(_work, tasks, call))
                started += 1
            futures.put(future)  # waits for room, so that no more elements than that are held
            tasks.put((future, element, call.number()))
        futures.put(None)
    except CancelledError:
        return
    finally:
        _stop(tasks, count)


def _stop(tasks: SimpleQueue[Any], count: int) -> None:
    """Let ``count`` threads end when they have done what is in ``tasks``."""
    for _ in range(count):
        tasks.put(None)


def _work(tasks: SimpleQueue[Any], call: Counted) -> None:
    """Compute what is in ``tasks`` until there is a ``None``."""
    while True:
        task = tasks.get()
        if task is None:
            return
        future, element, place = task
        try:
            future.set_result(call(element, place))
        except Exception as error:
            future.set_exception(error)
        del task, future, element
