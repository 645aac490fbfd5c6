"""The process that runs pages, so that a run that hangs or crashes does not stop the server.

The parent sends messages of the editor.  ``{"type": "stop"}`` with the number of a run is read while the run is going
on.  The runner's messages go back the same way, and ``handled`` after each message.  Both ends pass JSON as bytes, so
nothing that arrives is executed.
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
    from graphops.apps.edit.notices import watch_log
    from graphops.apps.edit.runner import Runner
    from graphops.plugins.packages import load_kernels

    lock = threading.Lock()

    def send(message: Json) -> None:
        data = json.dumps(message, allow_nan=False).encode()
        with lock:
            pipe.send_bytes(data)

    watch_log(send)
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
