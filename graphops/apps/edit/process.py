"""The server's side of the worker process: starts it, exchanges messages, ends it, and reports if it dies."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from graphops.apps.edit.worker import main
from graphops_registry.errors import AlreadyExistsError, InvalidArgumentError, ResourceExhaustedError, UnavailableError

Json = dict[str, Any]
_GRACE: Final = 1.0  # seconds that a run has to stop by itself
_MOST_WAITING: Final = 64  # messages that the process has not dealt with
_LOOKS: Final = 1.0  # seconds between looks at a process that says nothing
_MOST_BYTES: Final = 1 << 16  # of a message that holds no page


class Worker:
    """One process for one editor. All methods are for the event loop.

    Args:
        folder: where files that pages name may be.
        memory_limit: bytes that the results of one step may take.
        heard: is called with each message that the process sends.
    """

    def __init__(self, folder: Path, memory_limit: int | None, heard: Callable[[Json], None]) -> None:
        self._folder = folder
        self._memory_limit = memory_limit
        self._heard = heard
        self._process: Any = None
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._running = False
        self._key: Any = None  # the id of the run under way
        self._runs = 0  # that this process was sent
        self._waiting: deque[Json] = deque()  # messages that it has not dealt with

    @property
    def run(self) -> Any:
        """The id of the run under way; ``None`` without one."""
        return self._key if self._running else None

    def send(self, message: Json, data: bytes) -> None:
        """Pass a message on; the process is started if there is none.

        Args:
            message: of type ``run``, ``step``, ``reset``, ``value``, ``save`` or ``load``.
            data: the same as JSON.

        Raises:
            AlreadyExistsError: a run while another one is under way.
            InvalidArgumentError: a large message that holds no page.
            ResourceExhaustedError: many messages that the process has not dealt with.
            UnavailableError: no process could be started.
        """
        runs = message["type"] in ("run", "step")
        if self._process is not None and not self._process.is_alive():
            self._ended(self._process)  # its last words may not be here yet
        if runs and self._running:
            raise AlreadyExistsError("a run is under way: stop it first")
        if not runs and message["type"] != "load" and len(data) > _MOST_BYTES:
            raise InvalidArgumentError(f"a message without a page must have at most {_MOST_BYTES:,} bytes")
        if len(self._waiting) >= _MOST_WAITING:
            raise ResourceExhaustedError(f"messages must wait for their answers: {_MOST_WAITING} are under way")
        if self._process is None:
            self._start()
        if runs:
            self._running, self._key = True, message.get("id")
            self._runs += 1
        self._waiting.append({"type": message["type"], "id": message.get("id")})
        self._outgoing.put(data)

    async def stop(self, key: str | None = None) -> None:
        """End the run under way: by itself, or with the process if that takes more than a second.

        Args:
            key: the id of the run that is meant; ``None`` for any.
        """
        process, number = self._process, self._runs
        if process is None or not self._running or key not in (None, self._key):
            return
        self._outgoing.put(json.dumps({"type": "stop", "number": number}).encode())
        for _ in range(20):
            await asyncio.sleep(_GRACE / 20)
            if self._process is not process or not self._running or self._runs != number:
                return
        self.close()
        self._over("stopped")

    def close(self) -> None:
        """End the process; its threads see that and end too."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()

    def _start(self) -> None:
        process, pipe = started("graphops page", main, str(self._folder), self._memory_limit)
        self._process, self._outgoing = process, queue.SimpleQueue()
        self._runs = 0
        # Writing may block until the process has come up and reads: that is no matter for the event loop.
        writing = threading.Thread(target=_write, args=(pipe, self._outgoing), daemon=True)
        writing.start()
        arguments = (pipe, process, self._outgoing, writing, asyncio.get_running_loop())
        threading.Thread(target=self._listen, args=arguments, daemon=True).start()

    def _listen(
        self, pipe: Any, process: Any, outgoing: queue.SimpleQueue[bytes | None], writing: threading.Thread,
        loop: asyncio.AbstractEventLoop,
    ) -> None:  # fmt: skip
        """In a thread: everything that one process says, and that it has ended."""

        def tell(function: Callable[..., None], *arguments: Any) -> None:
            try:
                loop.call_soon_threadsafe(function, *arguments)
            except RuntimeError:  # the loop is closed: the server ends
                return

        while True:
            try:
                data = heard(pipe, process)
            except (EOFError, OSError):
                break
            tell(self._arrived, process, json.loads(data))
        how_it_ended(process)
        outgoing.put(None)
        writing.join(5)
        pipe.close()  # only now: nothing reads or writes by its number any more
        tell(self._ended, process)

    def _arrived(self, process: Any, message: Json) -> None:
        if process is not self._process:
            return  # of a process that was ended
        if message["type"] == "handled":
            self._waiting.popleft()
            return
        if message["type"] == "finished":
            self._running = False
        self._heard(message)

    def _ended(self, process: Any) -> None:
        if process is not self._process:
            return
        self._process = None
        if self._running:
            how = how_it_ended(process, 0.0)
            self._tell_of(f"the process that ran the page ended with {how}; the next run starts a new one", self._key)
        self._over("died")

    def _over(self, status: str) -> None:
        """Respond in place of the process: to the current run, and to the messages behind it."""
        if self._running:
            self._running = False
            self._heard({"type": "finished", "id": self._key, "status": status, "seconds": None})
        while self._waiting:
            message = self._waiting.popleft()
            if message["type"] == "reset":
                self._heard(message)  # nothing is left to be forgotten
            elif message["type"] in ("value", "save", "load"):
                self._tell_of("the values of a run must be there, but its process has ended", message["id"])

    def _tell_of(self, sentence: str, key: Any) -> None:
        self._heard({"type": "problem", "id": key, "block": None, "pin": None, "kind": "UnavailableError",
                     "message": sentence, "notes": []})  # fmt: skip


def started(name: str, main: Callable[..., None], *arguments: Any) -> tuple[Any, Any]:
    """A new process, and the pipe to it; ``main`` gets the other end and the arguments.

    Raises:
        UnavailableError: the machine starts none.
    """
    context = multiprocessing.get_context("spawn")  # threads of the server must not be half copied
    pipe, theirs = context.Pipe()
    process = context.Process(target=main, args=(theirs, *arguments), daemon=True, name=name)
    try:
        process.start()
    except OSError as error:
        pipe.close()
        raise UnavailableError(f"another process must be possible, got '{error.strerror or error}'") from None
    finally:
        theirs.close()
    return process, pipe


def heard(pipe: Any, process: Any) -> bytes:
    """What a process says next; in a thread.

    Raises:
        EOFError, OSError: it has ended. A process that it started may hold the pipe open for longer.
    """
    while not pipe.poll(_LOOKS):
        if not process.is_alive() and not pipe.poll(0):
            raise EOFError
    data: bytes = pipe.recv_bytes()
    return data


def how_it_ended(process: Any, seconds: float = 5.0) -> str:
    """Wait for the end of a process that closed its pipe, and say how it came.

    (``Process.join`` would wait for everything that the process started, too.)
    """
    until = time.monotonic() + seconds
    while process.is_alive() and time.monotonic() < until:
        time.sleep(0.02)
    code = process.exitcode
    return f"signal {-code}" if code is not None and code < 0 else f"status {code}"


def _write(pipe: Any, outgoing: queue.SimpleQueue[bytes | None]) -> None:
    """In a thread: pass on what is to be sent to one process."""
    while (data := outgoing.get()) is not None:
        try:
            pipe.send_bytes(data)
        except (OSError, ValueError):
            return  # it has ended, which the other thread sees
