"""Starting the server, and ending it without losing requests."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from types import FrameType
from typing import Any

import uvicorn

from graphops.apps.serve import logs
from graphops.apps.serve.app import App, Backend
from graphops.apps.serve.calls import Answer, Call
from graphops.apps.serve.connections import Connections
from graphops.apps.serve.garbage import collect_rarely
from graphops.apps.serve.service import Service
from graphops.apps.serve.settings import Settings
from graphops_registry.errors import UnavailableError


class InProcess:
    """A :class:`Service` in this process as a backend."""

    def __init__(self, settings: Settings) -> None:
        self._service = Service(settings)

    @property
    def ready(self) -> bool:
        return self._service.models.ready

    async def answer(self, call: Call) -> Answer:
        return await self._service.answer(call)

    async def start(self) -> None:
        self._service.start()

    async def close(self) -> None:
        await asyncio.to_thread(self._service.close)


def serve(settings: Settings) -> None:
    """Serve until SIGTERM or Ctrl-C; requests that are under way then have ``settings.grace`` seconds to end.

    Raises:
        UnavailableError: the port is taken.
        GraphopsError: a configuration that is wrong.
    """
    listening = _listen(settings.host, settings.port)
    with listening:
        logs.set_up()
        backend: Backend
        if settings.workers:
            from graphops.apps.serve.workers import Workers

            workers = Workers(settings)
            app = App(settings, workers)
            workers.ended = app.metrics.worker_ended
        else:
            collect_rarely()
            backend = InProcess(settings)
            app = App(settings, backend)
        host, port = listening.getsockname()[:2]
        logs.LOG.info(
            "serving at http://%s:%d", f"[{host}]" if ":" in host else host, port, extra={"facts": {"port": port}}
        )
        HttpServer(settings, app).run(sockets=[listening])


class HttpServer(uvicorn.Server):
    """uvicorn with bounds for connections; it says that it is not ready before it stops."""

    def __init__(self, settings: Settings, app: App) -> None:
        limits = settings.limits
        self._connections = Connections(limits)
        make: Any = self._connections.make  # uvicorn calls it as it calls its own classes
        super().__init__(uvicorn.Config(
            app, http=make, log_config=None, access_log=False, server_header=False, ws="none", lifespan="on",
            loop="asyncio", timeout_graceful_shutdown=max(1, round(settings.grace)),
            timeout_keep_alive=max(1, round(limits.idle_seconds)),
            limit_concurrency=self._connections.most + 1,
        ))  # fmt: skip
        self._app = app
        self._drain = settings.drain

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Part of what :meth:`run` does."""
        self._app.stopping = True
        super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        """Part of what :meth:`run` does, ten times a second."""
        if counter % 5 == 0:
            self._connections.sweep()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Part of what :meth:`run` does."""
        self._app.stopping = True
        end = time.monotonic() + self._drain
        # Ctrl-C is somebody's who waits, and no load balancer's.
        while time.monotonic() < end and signal.SIGINT not in self._captured_signals:
            await asyncio.sleep(0.05)
            self._connections.sweep()
        await super().shutdown(sockets)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        found = socket.socket(family, kind, protocol)
    except OSError as reason:
        raise UnavailableError(f"--rest_api_host must be an address of this machine, got '{host}' ({reason})") from None
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(1024)
    except OSError as reason:
        found.close()
        raise UnavailableError(f"port {port} of '{host}' must be free to listen on, got '{reason.strerror}'") from None
    return found
