"""The server's side of the processes that parse and build pages: a few, ended when no client waits for them."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from graphops.apps.edit.jobs import Answer, main
from graphops.apps.edit.process import heard, how_it_ended, started
from graphops_registry.errors import UnavailableError

_MOST: Final = 2  # processes: a wire can be tried, and a file opened, while a large page is checked
_GRACE: Final = 2.0  # seconds that a process may go on with a response after its client left


class Gone(Exception):
    """The client no longer waits for the response."""


class Builders:
    """All methods are for the event loop.

    Args:
        folder: where files that pages name may be.
        most_bytes: of a file that is read, and of the constants of a graph that is drawn.
    """

    def __init__(self, folder: Path, most_bytes: int) -> None:
        self._arguments = (str(folder), most_bytes)
        self._all: set[_Builder] = set()
        self._free: list[_Builder] = []
        self._slots = asyncio.Semaphore(_MOST)
        self._closed = False
        self._threads = ThreadPoolExecutor(_MOST, "graphops builder")

    def prepare(self) -> None:
        """Start one process, so that the first request does not wait for it to come up."""
        with contextlib.suppress(UnavailableError):  # which the first request says
            self._free.append(self._new())

    async def ask(self, job: str, arguments: dict[str, Any], body: bytes, gone: Coroutine[Any, Any, None]) -> Answer:
        """The response of a process.

        Args:
            job: the name of one in ``jobs.py``.
            arguments: of the job, as JSON has them.
            body: the bytes of the request.
            gone: ends when the client no longer waits.

        Raises:
            UnavailableError: the process ended, or none could be started.
            Gone: the client left; a request that had to wait for a process is dropped, a process that goes on for
                longer than two seconds is ended.
        """
        head = json.dumps({"job": job, "arguments": arguments}).encode()
        begun = asyncio.Event()
        working = asyncio.ensure_future(self._work(head, body, begun))
        leaving = asyncio.ensure_future(gone)
        try:
            await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if begun.is_set():
                await asyncio.wait({working}, timeout=_GRACE)
            if not working.done():
                raise Gone
            return working.result()
        finally:
            leaving.cancel()
            working.cancel()

    def close(self) -> None:
        """End all processes, and tell the requests that wait for a response."""
        self._closed = True
        for builder in self._all:
            builder.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _work(self, head: bytes, body: bytes, begun: asyncio.Event) -> Answer:
        async with self._slots:
            if self._closed:
                raise UnavailableError("the service must go on for requests to be answered, but it ends")
            begun.set()
            builder = self._taken()
            try:
                loop = asyncio.get_running_loop()
                answer = await loop.run_in_executor(self._threads, builder.exchange, head, body)
            except BaseException:  # it has ended, or no client waits for it
                builder.kill()
                self._all.discard(builder)
                raise
            self._free.append(builder)
            return answer

    def _taken(self) -> _Builder:
        """A process that is not at work."""
        while self._free:
            builder = self._free.pop()
            if builder.process.is_alive():
                return builder
            self._all.discard(builder)
        return self._new()

    def _new(self) -> _Builder:
        builder = _Builder(self._arguments)
        self._all.add(builder)
        return builder


class _Builder:
    """One process."""

    def __init__(self, arguments: tuple[str, int]) -> None:
        self.process, self._pipe = started("graphops builder", main, *arguments)

    def exchange(self, head: bytes, body: bytes) -> Answer:
        """Pass a request on and wait for the answer; in a thread."""
        try:
            self._pipe.send_bytes(head)
            self._pipe.send_bytes(body)
            found = json.loads(heard(self._pipe, self.process))
            return Answer(found["status"], found["headers"], heard(self._pipe, self.process))
        except (EOFError, OSError):
            self._pipe.close()
            how = how_it_ended(self.process)
            message = f"the process that reads and builds pages ended with {how}; the next request starts a new one"
            raise UnavailableError(message) from None

    def kill(self) -> None:
        """End it; a thread that waits for its answer sees that."""
        self.process.kill()
