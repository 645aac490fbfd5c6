"""Checks before every request: Host, Origin, token and size, and headers that keep a page to itself.

Any web site can make a browser send requests to this machine.  Such requests do not have the token, which only pages of
this server know; and if another name was made to point to this machine, their Host is that name.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
TOKEN_HEADER: Final = "x-graphops-token"
TOKEN_PATH: Final = "/api/token"  # where a ticket is exchanged for the token
UPLOAD_PATH: Final = "/api/upload"  # where files are written as they come
LONGEST_HELLO: Final = 4096  # bytes that are read from a client before it sent the token
_HEADERS: Final = [
    (b"content-security-policy",
     b"default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
]  # fmt: skip


class Guard:
    """ASGI middleware.

    Args:
        app: what is guarded.
        hosts: the values of ``Host`` that are right, such as ``127.0.0.1:8000``.
        token: what requests to ``/api/`` must carry.
        most_bytes: of a request's body; of one that needs no token, 4096 at most.
        most_uploaded: of the body of an upload, which is not held in memory.
    """

    def __init__(
        self, app: Any, hosts: frozenset[str], token: str, most_bytes: int, most_uploaded: int | None = None
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._token = token
        self._most_bytes = most_bytes
        self._most = {TOKEN_PATH: min(most_bytes, LONGEST_HELLO), UPLOAD_PATH: most_uploaded or most_bytes}
        self.stop: Callable[[], None] = lambda: None  # ends what requests wait for, before the server waits for them

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        reason = self._refuses(scope)
        if reason is not None:
            await _refuse(scope, receive, send, 403, "PermissionDeniedError", reason)
            return
        length = Headers(scope=scope).get("content-length", "0")
        most = self._most.get(scope["path"], self._most_bytes)
        too_large = f"a request must have at most {most:,} bytes"
        if not length.isdecimal() or len(length) > 18 or int(length) > most:
            await _refuse(scope, receive, send, 413, "ResourceExhaustedError", too_large)
            return
        got = 0

        async def limited() -> MutableMapping[str, Any]:
            nonlocal got
            message = await receive()
            if message["type"] == "http.request":
                got += len(message.get("body", b""))
                if got > most:
                    raise HTTPException(413, too_large)  # the application turns it into a response
            return message

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        await self._app(scope, limited, with_headers)

    def _refuses(self, scope: Scope) -> str | None:
        """Why a request is none of this server's own page, if so."""
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return "Host of a request must be this server's own"
        for origin in headers.getlist("origin"):
            scheme, _, host = origin.lower().partition("://")
            if scheme != "http" or host not in self._hosts:
                return "Origin of a request must be this server's own"
        if (
            scope["type"] == "http"
            and scope["path"].startswith("/api/")
            and scope["path"] != TOKEN_PATH  # that path takes a ticket instead
            and not self.knows(headers.get(TOKEN_HEADER, ""))
        ):
            return f"a request must carry the right token in {TOKEN_HEADER}"
        return None

    def knows(self, token: object) -> bool:
        """Whether ``token`` is the right one; takes as long for any wrong one."""
        return isinstance(token, str) and token.isascii() and hmac.compare_digest(token, self._token)


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, kind: str, message: str) -> None:
    if scope["type"] == "websocket":
        await receive()  # the request to connect
        await send({"type": "websocket.close", "code": 1008, "reason": message})
        return
    error: dict[str, Any] = {"kind": kind, "message": message, "notes": [], "block": None, "pin": None}
    await JSONResponse({"error": error}, status)(scope, receive, send)
