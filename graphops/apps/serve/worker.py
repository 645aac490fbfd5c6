"""A worker process: a :class:`Service` that answers what the server sends through a socket.

``python -m graphops.apps.serve.worker FD``; the first message has the settings.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from dataclasses import asdict
from functools import partial
from typing import Any

from graphops.apps.serve import frames, logs
from graphops.apps.serve.calls import Answer, Call
from graphops.apps.serve.garbage import collect_rarely
from graphops.apps.serve.service import Service
from graphops.apps.serve.settings import Settings


def main(number: int) -> None:
    """Answer until the other end is gone."""
    for each in (signal.SIGINT, signal.SIGTERM):  # they are for the server, which ends this process
        signal.signal(each, signal.SIG_IGN)
    collect_rarely()
    logs.set_up()
    with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
        asyncio.run(_serve(socket.socket(fileno=number)))
    os._exit(0)  # threads may still run a model that nobody waits for


async def _serve(connection: socket.socket) -> None:
    reader, writer = await asyncio.open_connection(sock=connection, limit=1 << 20)
    head, _ = await frames.read(reader)
    loop = asyncio.get_running_loop()

    def tell() -> None:
        models = service.models
        writer.write(frames.framed({"type": "state", "ready": models.ready, "looked": models.looked}))

    def changed() -> None:
        loop.call_soon_threadsafe(tell)

    service = Service(Settings.from_text(head["settings"]), changed)
    tell()
    service.start()
    running: dict[int, asyncio.Task[None]] = {}

    async def answer(key: int, call: Call) -> None:
        found = await service.answer(call)
        writer.write(_answer(key, found))
        await writer.drain()

    while True:
        head, body = await frames.read(reader)
        key = head["id"]
        if head["type"] == "cancel":
            task = running.get(key)
            if task is not None:
                task.cancel()
            writer.write(frames.framed({"type": "cancelled", "id": key}))  # a sign of life, even if nothing is answered
            continue
        call = Call(head["method"], head["path"], head["query"], head["content_type"], body, head["seconds"])
        task = running[key] = asyncio.create_task(answer(key, call))
        task.add_done_callback(partial(_forget, running, key))


def _forget(running: dict[int, asyncio.Task[None]], key: int, _: asyncio.Task[None]) -> None:
    running.pop(key, None)


def _answer(key: int, answer: Answer) -> bytes:
    head: dict[str, Any] = {
        "type": "answer", "id": key, "status": answer.status, "content_type": answer.content_type,
        "headers": dict(answer.headers), "facts": asdict(answer.facts),
    }  # fmt: skip
    return frames.framed(head, answer.data)


if __name__ == "__main__":
    main(int(sys.argv[1]))
