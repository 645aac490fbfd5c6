"""The server's side of the worker process: starts it, talks to it, ends it, and says so when it dies."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from graphops.edit.worker import main

Json = dict[str, Any]
_GRACE: Final = 1.0  # seconds that a run has to stop by itself


class Worker:
    """One process for one editor.

    Args:
        folder: where files that pages name may be.
        memory_limit: bytes that the results of one step may take.
        heard: is called in the event loop with each message that the process sends.
    """

    def __init__(self, folder: Path, memory_limit: int | None, heard: Callable[[Json], None]) -> None:
        self._folder = folder
        self._memory_limit = memory_limit
        self._heard = heard
        self._process: Any = None
        self._pipe: Any = None
        self._running: Any = None  # the id of the run under way
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def running(self) -> bool:
        """Whether a run is under way."""
        return self._running is not None

    def send(self, message: Json) -> None:
        """Pass a message on; the process is started if there is none."""
        if self._process is None or not self._process.is_alive():
            self._start()
        if message["type"] in ("run", "step"):
            self._running = message.get("id") or "run"
        self._pipe.send_bytes(json.dumps(message).encode())

    async def stop(self) -> None:
        """End the run under way: by itself, or with the process if that takes more than a second."""
        process, running = self._process, self._running
        if process is None or running is None:
            return
        self.send({"type": "stop"})
        for _ in range(20):
            await asyncio.sleep(_GRACE / 20)
            if self._running != running or self._process is not process:
                return
        self._running = None
        self.close()
        self._heard({"type": "finished", "id": running, "status": "stopped", "seconds": None})

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.join(5)
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None

    def _start(self) -> None:
        self.close()
        context = multiprocessing.get_context("spawn")  # threads of the server must not be half copied
        self._loop = asyncio.get_running_loop()
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=main, args=(theirs, str(self._folder), self._memory_limit), daemon=True, name="graphops page"
        )
        self._process.start()
        theirs.close()
        arguments = (self._pipe, self._process, self._loop)
        threading.Thread(target=self._listen, args=arguments, daemon=True).start()

    def _listen(self, pipe: Any, process: Any, loop: asyncio.AbstractEventLoop) -> None:
        """In a thread: everything that one process says, and that it has ended."""

        def tell(function: Callable[..., None], *arguments: Any) -> None:
            try:
                loop.call_soon_threadsafe(function, *arguments)
            except RuntimeError:  # the loop is closed: the server ends
                return

        while True:
            try:
                data = pipe.recv_bytes()
            except (EOFError, OSError):
                break
            tell(self._arrived, process, json.loads(data))
        process.join(5)
        tell(self._ended, process)

    def _arrived(self, process: Any, message: Json) -> None:
        if process is not self._process:
            return  # of a process that was ended
        if message["type"] == "finished":
            self._running = None
        if message["type"] != "ready":
            self._heard(message)

    def _ended(self, process: Any) -> None:
        if process is not self._process:
            return
        self._process = None
        if self._running is None:
            return
        key, self._running = self._running, None
        code = process.exitcode
        how = f"signal {-code}" if code is not None and code < 0 else f"status {code}"
        self._heard({"type": "problem", "id": key, "block": None, "pin": None, "kind": "UnavailableError",
                     "message": f"the process that ran the page ended with {how}; the next run starts a new one",
                     "notes": []})  # fmt: skip
        self._heard({"type": "finished", "id": key, "status": "died", "seconds": None})
