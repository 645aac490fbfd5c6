"""The HTTP server in front of the models, as an ASGI application: limits, health, metrics, its page."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any, Final, Protocol

from graphops.apps.serve.calls import JSON, Answer, Call, Facts
from graphops.apps.serve.guard import DATA_HEADERS, HEADERS, Guard
from graphops.apps.serve.logs import LOG
from graphops.apps.serve.metrics import CONTENT_TYPE, Metrics
from graphops.apps.serve.settings import Settings

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
_PIECE: Final = 256 << 10  # bytes of an answer that are sent at once
_STATIC: Final = Path(__file__).parent / "static"
_FILES: Final = {
    "/": ("serve.html", "text/html; charset=utf-8"),
    "/docs": ("docs.html", "text/html; charset=utf-8"),
    "/static/serve.js": ("serve.js", "text/javascript; charset=utf-8"),
    "/static/docs.js": ("docs.js", "text/javascript; charset=utf-8"),
    "/static/serve.css": ("serve.css", "text/css; charset=utf-8"),
}
_CORS: Final = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-allow-methods", b"POST, GET"),
    (b"access-control-allow-headers", b"Content-Type, Authorization"),
]


class Backend(Protocol):
    """What runs models: a :class:`Service` in this process, or worker processes."""

    @property
    def ready(self) -> bool:
        """Whether every model answers."""

    async def answer(self, call: Call) -> Answer:
        """The answer to a request; it raises nothing but being cancelled."""

    async def start(self) -> None:
        """Begin."""

    async def close(self) -> None:
        """End."""


class App:
    """The ASGI application."""

    def __init__(self, settings: Settings, backend: Backend) -> None:
        self._settings = settings
        self._limits = settings.limits
        self._backend = backend
        self._guard = Guard(settings)
        self._in_flight = 0
        self._bytes = 0
        self.metrics = Metrics(lambda: self._in_flight)
        self.stopping = False  # readyz says so, and new requests go elsewhere

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008})

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                await self._backend.start()
                await send({"type": "lifespan.startup.complete"})
            else:
                await self._backend.close()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        method, path = scope["method"], scope["path"]
        headers = dict(scope["headers"])
        if path == "/healthz":
            await self._send(send, Answer(200, b'{"status":"ok"}'))
        elif path == "/readyz":
            ready = self._backend.ready and not self.stopping
            await self._send(send, Answer(200 if ready else 503, json.dumps({"ready": ready}).encode()))
        elif method in ("GET", "HEAD") and path in _FILES:
            name, kind = _FILES[path]
            await self._send(send, Answer(200, (_STATIC / name).read_bytes(), kind), method == "HEAD")
        elif method == "OPTIONS" and self._settings.cors:
            await self._send(send, Answer(200, b""))
        elif (refused := self._guard.refuses(headers)) is not None:
            await self._send(send, _plain_error(*refused))
        elif method == "GET" and path == self._settings.metrics_path:
            await self._send(send, Answer(200, self.metrics.text(), CONTENT_TYPE))
        else:
            await self._model(scope, headers, receive, send)

    # -- requests for models ------------------------------------------------------------------------------------------

    async def _model(self, scope: Scope, headers: dict[bytes, bytes], receive: Receive, send: Send) -> None:
        limits = self._limits
        begin = time.monotonic()
        if self._in_flight >= limits.in_flight:
            self.metrics.refused()
            await self._send(send, _busy(f"requests without an answer must be at most {limits.in_flight}; try again"))
            return
        if headers.get(b"content-encoding", b"identity") != b"identity":
            await self._send(send, _plain_error(415, "a body must come without Content-Encoding"))
            return
        taken = 0
        self._in_flight += 1
        try:
            body = bytearray()
            refusal = self._too_long(headers)
            more = refusal is None
            while more:
                async with asyncio.timeout(max(limits.seconds - (time.monotonic() - begin), 0.001)):
                    message = await receive()
                if message["type"] == "http.disconnect":
                    return
                chunk = message.get("body", b"")
                more = message.get("more_body", False)
                body += chunk
                taken += len(chunk)
                self._bytes += len(chunk)
                if len(body) > limits.body_bytes:
                    refusal = _too_long(limits.body_bytes)
                elif self._bytes > limits.bytes_in_flight:
                    self.metrics.refused()
                    refusal = _busy("bodies of requests must fit into the memory that is meant for them; try again")
                more = more and refusal is None
            if refusal is not None:
                await self._send(send, refusal, close=True)
                return
            raw = scope.get("raw_path") or scope["path"].encode()
            kind = headers.get(b"content-type", b"").decode("latin-1").partition(";")[0].strip().lower()
            left = limits.seconds - (time.monotonic() - begin)
            call = Call(scope["method"], raw.decode("latin-1"), scope["query_string"].decode("latin-1"), kind,
                        bytes(body), max(left, 0.001))  # fmt: skip
            del body
            answer = await self._answer_or_gone(call, receive)
            seconds = time.monotonic() - begin
            if answer is None:
                self.metrics.request(Facts(code="CANCELLED"), seconds)
                return
            if answer.status in (429, 503):
                self.metrics.refused()
            if call.path == "/state.json" and answer.status == 200:
                state = json.loads(answer.data) | {"requests": self.metrics.summary()}
                answer = Answer(200, json.dumps(state).encode())
            elif call.path.lower().startswith("/v1/"):
                self.metrics.request(answer.facts, seconds)
                if self._settings.log_requests:
                    _log(call, answer, seconds)
            await self._send(send, answer)
        except TimeoutError:
            sentence = f"the body of a request must come within {limits.seconds:g} s"
            await self._send(send, _plain_error(408, sentence), close=True)
        finally:
            self._in_flight -= 1
            self._bytes -= taken

    async def _answer_or_gone(self, call: Call, receive: Receive) -> Answer | None:
        """The answer, or ``None`` if the client no longer waits for one."""
        asking = asyncio.current_task()
        leaving = asyncio.ensure_future(_gone(receive))
        is_over = has_left = False

        def left(done: asyncio.Future[None]) -> None:
            nonlocal has_left
            if asking is not None and not is_over and not done.cancelled():
                has_left = True
                asking.cancel()

        leaving.add_done_callback(left)
        try:
            return await self._backend.answer(call)
        except asyncio.CancelledError:
            if asking is None or not has_left or asking.uncancel():
                raise  # the server ends
            return None
        finally:
            is_over = True
            leaving.cancel()

    def _too_long(self, headers: dict[bytes, bytes]) -> Answer | None:
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 18 or int(length) > self._limits.body_bytes:
            return _too_long(self._limits.body_bytes)
        return None

    async def _send(self, send: Send, answer: Answer, head: bool = False, close: bool = False) -> None:
        headers = [(b"content-type", answer.content_type.encode()), (b"content-length", b"%d" % len(answer.data))]
        headers += [(name.encode(), value.encode()) for name, value in answer.headers.items()]
        headers += HEADERS if answer.content_type.startswith("text/") else DATA_HEADERS
        if self._settings.cors:
            headers += _CORS
        # The rest of the body would be read as the next request; and who asks again must go to another server.
        if close or self.stopping:
            headers.append((b"connection", b"close"))
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        data = b"" if head else answer.data
        place = 0
        try:
            async with asyncio.timeout(self._limits.seconds):
                while len(data) - place > _PIECE:  # between two messages a slow client is waited for
                    piece = data[place : place + _PIECE]
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
                    place += _PIECE
                await send({"type": "http.response.body", "body": data[place:]})
        except TimeoutError:
            return  # a client that does not read: uvicorn closes the connection of an answer that is not whole


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _plain_error(status: int, sentence: str) -> Answer:
    return Answer(status, json.dumps({"error": sentence}).encode(), JSON)


def _busy(sentence: str) -> Answer:
    return Answer(429, json.dumps({"error": sentence}).encode(), JSON, {"retry-after": "1"})


def _too_long(most: int) -> Answer:
    return _plain_error(413, f"a request must have at most {most:,} bytes")


def _log(call: Call, answer: Answer, seconds: float) -> None:
    facts = answer.facts
    LOG.info("request", extra={"facts": {
        "method": call.method, "path": call.path[:200], "status": answer.status, "ms": round(seconds * 1e3, 3),
        "bytes_in": len(call.body), "bytes_out": len(answer.data), "model": facts.model, "version": facts.version,
        "rows": facts.rows, "batch": facts.batch, "waited_ms": round(facts.waited * 1e3, 3),
        "runtime_ms": round(facts.runtime * 1e3, 3),
    }})  # fmt: skip


__all__ = ["App", "Backend"]
