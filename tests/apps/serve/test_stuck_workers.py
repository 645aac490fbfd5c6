"""Worker processes that are there, but neither read nor answer."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from graphops.apps.serve import workers as module
from graphops.apps.serve.calls import Call
from graphops.apps.serve.settings import Settings
from graphops.apps.serve.workers import Workers
from tests.systems import on_linux

pytestmark = [on_linux, pytest.mark.full]
LARGE = Call("POST", "/v1/models/none:predict", "", "application/json", b" " * (8 << 20), 2.0)


async def until(holds: Callable[[], Any]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.01)


def with_worker(work: Callable[[Workers, Any], Awaitable[None]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Run ``work`` beside one process."""
    monkeypatch.setattr(module, "_LATE", 0.2)

    async def run() -> None:
        backend = Workers(Settings(workers=1))
        await backend.start()
        worker = backend._workers[0]
        try:
            await until(lambda: worker.looked)
            async with asyncio.timeout(60):
                await work(backend, worker)
        finally:
            await backend.close()

    asyncio.run(run())


def test_requests_to_a_worker_that_does_not_read_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those whose body does not fit into the pipe, and those behind them; then another process answers."""

    async def work(backend: Workers, worker: Any) -> None:
        process = worker._process
        os.kill(process.pid, signal.SIGSTOP)
        answers = await asyncio.gather(*(backend.answer(LARGE) for _ in range(3)))
        assert {each.status for each in answers} <= {503, 504}
        assert answers[0].status == 504
        await until(lambda: worker.looked and worker._process is not process)
        assert (await backend.answer(LARGE)).status == 404

    with_worker(work, monkeypatch)


def test_a_worker_whose_clients_all_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is ended if it is stuck, and what the clients sent is not kept; it stays if it is well."""

    async def leave(backend: Workers) -> None:
        asking = asyncio.create_task(backend.answer(LARGE))
        await asyncio.sleep(0.01)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)

    async def work(backend: Workers, worker: Any) -> None:
        process = worker._process
        for _ in range(3):
            await leave(backend)
        await asyncio.sleep(2.5)
        assert worker._process is process
        os.kill(process.pid, signal.SIGSTOP)
        for _ in range(5):
            await leave(backend)
        assert worker._writer.transport.get_write_buffer_size() < 2 * len(LARGE.body)
        await until(lambda: worker.looked and worker._process is not process)

    with_worker(work, monkeypatch)
