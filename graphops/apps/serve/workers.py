"""Worker processes that run the models, so that the server survives what ends one of them.

The server itself parses HTTP and nothing else.  A worker that ends is replaced; the requests that it had get 503, since
nobody knows what became of them.  So is one that says nothing any more, for longer than a request may take.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import Callable
from typing import Any, Final

from graphops.apps.serve import frames
from graphops.apps.serve.calls import Answer, Call, Facts, error_answer
from graphops.apps.serve.logs import LOG
from graphops.apps.serve.settings import Settings
from graphops_registry.errors import DeadlineExceededError, UnavailableError

_LONGEST_WAIT: Final = 10.0  # seconds before a worker that keeps ending is started again
_LATE: Final = 5.0  # seconds after the deadline of a request when its worker counts as stuck


class _Worker:
    """A process and the connection to it.

    Attributes:
        ready: whether it has all models.
        looked: whether it has looked at all of them.
    """

    def __init__(self, number: int, settings: Settings, ended: Callable[[], None]) -> None:
        self._number = number
        self._settings = settings
        self._ended = ended
        self._process: subprocess.Popen[bytes] | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._next = 0
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._heard = 0.0  # when it last said something
        self._check: asyncio.TimerHandle | None = None
        self.ready = False
        self.looked = False

    @property
    def load(self) -> int:
        return len(self._waiting)

    @property
    def is_there(self) -> bool:
        return self._writer is not None

    async def run(self) -> None:
        """Start the process, again and again, until this is cancelled."""
        wait = 0.0
        while True:
            loop = asyncio.get_running_loop()
            begun = loop.time()
            try:
                await self._once()
            except (OSError, asyncio.IncompleteReadError) as error:
                LOG.error("worker %d has ended (%s)", self._number, type(error).__name__)
            finally:
                self._drop()
            self._ended()
            wait = 0.1 if loop.time() - begun > _LONGEST_WAIT else min(max(2 * wait, 0.1), _LONGEST_WAIT)
            await asyncio.sleep(wait)

    async def _once(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "graphops.apps.serve.worker", str(theirs.fileno())]
            self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
        reader, writer = await asyncio.open_connection(sock=ours, limit=1 << 20)
        writer.write(frames.framed({"settings": self._settings.text()}))
        self._writer = writer
        while True:
            head, body = await frames.read(reader)
            self._heard = asyncio.get_running_loop().time()
            if head["type"] == "state":
                self.ready, self.looked = head["ready"], head["looked"]
            if head["type"] != "answer":
                continue
            result = self._waiting.get(head["id"])
            if result is not None and not result.done():
                facts = Facts(**head["facts"])
                result.set_result(Answer(head["status"], body, head["content_type"], head["headers"], facts))

    async def answer(self, call: Call) -> Answer:
        """The process's answer; 503 if there is no process, or no more, and 504 if it says nothing."""
        writer = self._writer
        if writer is None:
            return _gone()
        self._next += 1
        key = self._next
        result: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[key] = result
        head: dict[str, Any] = {
            "type": "call", "id": key, "method": call.method, "path": call.path, "query": call.query,
            "content_type": call.content_type, "seconds": call.seconds,
        }  # fmt: skip
        is_sent = False
        try:
            async with asyncio.timeout(call.seconds + _LATE):
                await writer.drain()  # a body that is not written yet goes with its client
                writer.write(frames.framed(head, call.body))
                is_sent = True
                return await result
        except TimeoutError:
            self._end_stuck()
            return error_answer(DeadlineExceededError(f"a request must have an answer within {call.seconds:g} s"))
        except OSError:
            return _gone()
        except asyncio.CancelledError:
            if is_sent and writer is self._writer:
                writer.write(frames.framed({"type": "cancel", "id": key}))
                self._expect_word(call.seconds + _LATE)
            raise
        finally:
            self._waiting.pop(key, None)

    def _expect_word(self, seconds: float) -> None:
        """End the process if it says nothing for so long: where all clients leave before their deadlines, nobody waits
        until those have passed."""
        if self._check is not None:
            return
        loop = asyncio.get_running_loop()
        now, process = loop.time(), self._process

        def check() -> None:
            self._check = None
            if process is self._process and self._heard < now:
                self._end_stuck()

        self._check = loop.call_later(seconds, check)

    def _end_stuck(self) -> None:
        LOG.error("worker %d does not answer any more and is ended", self._number)
        self.kill()

    def kill(self) -> None:
        """End the process at once."""
        if self._process is not None:
            self._process.kill()

    def _drop(self) -> None:
        """The process is gone, or must go: nobody gets an answer of it any more."""
        self.ready = self.looked = False
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
        for result in self._waiting.values():
            if not result.done():
                result.set_result(_gone())


class Workers:
    """A backend of several processes; each request goes to the one that has the fewest.

    Attributes:
        ended: is called when a process has ended by itself.
    """

    def __init__(self, settings: Settings) -> None:
        self.ended: Callable[[], None] = lambda: None
        self._workers = [_Worker(number, settings, lambda: self.ended()) for number in range(settings.workers)]
        self._tasks: list[asyncio.Task[None]] = []
        self._begun = False  # whether a process has looked at all models

    @property
    def ready(self) -> bool:
        """Whether a process has all models."""
        return any(worker.ready for worker in self._workers)

    async def answer(self, call: Call) -> Answer:
        """The answer of a worker; 503 if there is none, or if it ended meanwhile."""
        there = [worker for worker in self._workers if worker.is_there]
        looked = [worker for worker in there if worker.looked]
        if looked or self._begun:  # one that takes another's place does not know of models that it has not loaded
            self._begun, there = True, looked
        chosen = min(there, key=lambda worker: (not worker.ready, worker.load), default=None)
        if chosen is None:
            return error_answer(UnavailableError("a worker process must be there to answer; try again"))
        return await chosen.answer(call)

    async def start(self) -> None:
        """Start the processes."""
        self._tasks = [asyncio.create_task(worker.run()) for worker in self._workers]

    async def close(self) -> None:
        """End them."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _gone() -> Answer:
    return error_answer(UnavailableError("the worker process must stay to answer, but it has ended; try again"))
