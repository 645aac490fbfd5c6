"""Starting the service on this machine and opening a browser on it."""

from __future__ import annotations

import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from graphops.apps.edit.app import MOST_BYTES, make_app
from graphops.apps.edit.tickets import Tickets
from graphops.apps.edit.uploads import MOST_BYTES as MOST_UPLOADED
from graphops_registry.errors import UnavailableError

_HOST = "127.0.0.1"


def serve(
    folder: Path,
    file: str | None,
    port: int = 0,
    *,
    open_browser: bool = True,
    memory_limit: int | None = None,
    most_uploaded: int = MOST_UPLOADED,
) -> None:
    """Serve until Ctrl-C.

    Args:
        folder: the only one that the editor sees.
        file: the page that is opened first, by its name in the folder.
        port: 0 for any that is free.
        open_browser: whether to open one; the address is printed in any case.
        memory_limit: bytes that the results of one step may take.
        most_uploaded: bytes of a file that the browser sends into the folder.

    Raises:
        UnavailableError: the port is taken.
    """
    listening = _listen(port)
    port = listening.getsockname()[1]
    token = secrets.token_urlsafe(24)
    tickets = Tickets(token)
    app = make_app(folder, token, port, file, memory_limit, tickets=tickets, most_uploaded=most_uploaded)
    address = f"http://{_HOST}:{port}/"
    print(f"editing {folder / file if file else folder} at {address}?token={token}\nCtrl-C ends it", flush=True)
    if open_browser:
        # Every user of this machine can see what a browser is started with; the terminal is the user's own.
        threading.Timer(0.5, webbrowser.open, [f"{address}?ticket={tickets.issue()}"]).start()
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, ws="websockets-sansio", ws_max_size=MOST_BYTES, server_header=False,
        timeout_graceful_shutdown=2, lifespan="on",
    )  # fmt: skip
    with listening:
        _Server(config, app.stop).run(sockets=[listening])


class _Server(uvicorn.Server):
    """Ends the processes first when it ends, so that no request is waited for."""

    def __init__(self, config: uvicorn.Config, stop: Callable[[], None]) -> None:
        super().__init__(config)
        self._stop = stop

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Part of what :meth:`run` does."""
        self._stop()
        await super().shutdown(sockets)


def _listen(port: int) -> socket.socket:
    """A socket on the loopback address alone."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((_HOST, port))
        found.listen(64)
    except OSError as reason:
        found.close()
        raise UnavailableError(f"port {port} must be free to listen on, got '{reason.strerror}'") from None
    return found
