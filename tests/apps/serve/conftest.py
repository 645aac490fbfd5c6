"""A server in this process, without sockets: what it answers to is what uvicorn would hand it."""

from __future__ import annotations

import asyncio
import json
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

# Without the extra 'serve' there is nothing here to test.
collect_ignore_glob = [] if find_spec("uvicorn") and find_spec("prometheus_client") else ["test_*.py"]
MODELS = Path(__file__).parent / "models"


class Local:
    """An application that runs in an event loop of its own."""

    def __init__(self, settings: Any) -> None:
        from graphops.apps.serve.app import App
        from graphops.apps.serve.server import InProcess

        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self.backend = InProcess(settings)
        self.app = App(settings, self.backend)
        self.wait(self.backend.start())

    def wait(self, awaitable: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(awaitable, self.loop).result(60)

    def until(self, holds: Callable[[], Any]) -> Any:
        """What ``holds`` gives, once that is true."""
        end = time.monotonic() + 30
        while not (found := holds()):
            assert time.monotonic() < end, "it never came true"
            time.sleep(0.01)
        return found

    def ready(self) -> Local:
        self.until(lambda: self.backend.ready)
        return self

    async def send(
        self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None, gone: bool = False
    ) -> tuple[int, bytes, dict[str, str]]:
        given = {"host": "localhost:8501", "content-length": str(len(body)), **(headers or {})}
        path, _, query = path.partition("?")
        scope = {
            "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": query.encode(),
            "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in given.items()],
        }  # fmt: skip
        messages: list[Any] = [{"type": "http.request", "body": body, "more_body": False}]
        sent: list[Any] = []

        async def receive() -> Any:
            if messages:
                return messages.pop(0)
            if not gone:
                await asyncio.Event().wait()
            return {"type": "http.disconnect"}

        async def take(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, take)
        if not sent:
            return 0, b"", {}
        body = b"".join(message["body"] for message in sent[1:])
        return sent[0]["status"], body, {name.decode(): value.decode() for name, value in sent[0]["headers"]}

    def request(
        self, method: str, path: str, body: Any = b"", headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """Status, and the JSON of the answer, or its bytes."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        status, content, about = self.wait(self.send(method, path, data, headers))
        return status, json.loads(content) if about.get("content-type") == "application/json" else content

    def get(self, path: str) -> tuple[int, Any]:
        return self.request("GET", path)

    def post(self, path: str, body: Any) -> tuple[int, Any]:
        return self.request("POST", path, body)

    def close(self) -> None:
        self.wait(self.backend.close())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(10)
        self.loop.close()


@pytest.fixture(scope="module")
def serving() -> Iterator[Callable[..., Local]]:
    """Starts servers: ``serving("dense")`` or ``serving(models=(...), batching=...)``."""
    started: list[Local] = []

    def start(*names: str, ready: bool = True, **changed: Any) -> Local:
        from graphops.apps.serve.settings import ModelConfig, Settings

        models = tuple(ModelConfig(name, str(MODELS / name)) for name in names)
        settings = replace(Settings(models=models, poll=0.05, metrics_path="/monitoring/prometheus/metrics"), **changed)
        started.append(Local(settings))
        return started[-1].ready() if ready else started[-1]

    yield start
    for each in started:
        each.close()


@pytest.fixture
def copied(tmp_path: Path) -> Callable[..., Path]:
    """Copies a version of a model to ``dense/3`` for ``copied("dense", 3)``; returns the folder of versions."""

    def copy(name: str, version: int, target: str | None = None) -> Path:
        folder = tmp_path / (target or name)
        hidden = tmp_path / f"copy of {name}"
        shutil.copytree(MODELS / name / "1", hidden)
        folder.mkdir(exist_ok=True)
        hidden.rename(folder / str(version))
        return folder

    return copy
