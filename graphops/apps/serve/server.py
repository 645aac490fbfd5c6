"""Starting the server, and ending it without losing requests."""

from __future__ import annotations

import asyncio
import socket
from typing import Final

import uvicorn

from graphops.apps.serve import logs
from graphops.apps.serve.app import App, Backend
from graphops.apps.serve.calls import Answer, Call
from graphops.apps.serve.service import Service
from graphops.apps.serve.settings import Settings
from graphops_registry.errors import UnavailableError

_HEADER_BYTES: Final = 64 << 10


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
            backend = InProcess(settings)
            app = App(settings, backend)
        host, port = listening.getsockname()[:2]
        logs.LOG.info(
            "serving at http://%s:%d", f"[{host}]" if ":" in host else host, port, extra={"facts": {"port": port}}
        )
        config = uvicorn.Config(
            app, log_config=None, access_log=False, server_header=False, ws="none", lifespan="on", loop="asyncio",
            timeout_graceful_shutdown=max(1, round(settings.grace)), h11_max_incomplete_event_size=_HEADER_BYTES,
            timeout_keep_alive=60, limit_concurrency=max(1024, 4 * settings.limits.in_flight),
        )  # fmt: skip
        _Server(config, app).run(sockets=[listening])


class _Server(uvicorn.Server):
    """Says that it is not ready before it stops."""

    def __init__(self, config: uvicorn.Config, app: App) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Part of what :meth:`run` does."""
        self._app.stopping = True
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
