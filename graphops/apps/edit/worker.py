"""The process that runs pages, so that a run that hangs or dies takes nothing else down.

The parent sends messages of the editor; ``{"type": "stop"}`` is heard while a run is under way, and says which run is
meant by its number.  What the runner says goes back the same way, and ``handled`` after each message.  Both ends pass
JSON as bytes: nothing that arrives is code.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import threading
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

Json = dict[str, Any]


def main(pipe: Connection, folder: str, memory_limit: int | None) -> None:
    """Serve until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    from graphops.apps.edit.runner import Runner
    from graphops.plugins.packages import load_kernels

    lock = threading.Lock()

    def send(message: Json) -> None:
        data = json.dumps(message, allow_nan=False).encode()
        with lock:
            pipe.send_bytes(data)

    runner = Runner(send, Path(folder), memory_limit)
    waiting: queue.SimpleQueue[Json] = queue.SimpleQueue()

    def listen() -> None:
        while True:
            try:
                message = json.loads(pipe.recv_bytes())
            except (EOFError, OSError):
                os._exit(0)  # the server is gone: no one waits for the messages of a run
            if message["type"] == "stop":
                runner.cancel(message["number"])
            else:
                waiting.put(message)

    threading.Thread(target=listen, daemon=True).start()
    load_kernels()
    while True:
        runner.handle(waiting.get())
        send({"type": "handled"})
