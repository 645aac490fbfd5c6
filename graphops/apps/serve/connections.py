"""Connections of clients: how many there may be, and how long each may keep the server waiting."""

from __future__ import annotations

import asyncio
from math import inf
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from graphops.apps.serve.settings import Limits

_HEADER_BYTES: Final = 64 << 10  # of the head of a request
_LONG: Final = 16 << 10  # bytes
_OTHER_FILES: Final = 128  # that the process may have open beside its connections


class Connections:
    """Closes the connections that keep the server waiting.

    A request must come with its whole head within ``limits.head_seconds``, from the connection's beginning or from the
    head's first byte, and within 64 KiB. One connection more than :attr:`most` closes the idle one that
    is worth least: one that never sent a request before one that did, and the oldest of these. If none is idle, the new
    one's request gets 503.

    A body whose request has its answer already is read and dropped, so that a client that sends all of it first gets to
    read that answer; but no more of it than a request may have, and in the time that a head may take.

    Attributes:
        most: connections that may be open.
    """

    def __init__(self, limits: Limits) -> None:
        self.most = max(1, min(limits.connections, _files() - _OTHER_FILES))
        self._seconds = limits.head_seconds
        self._body_bytes = limits.body_bytes
        self._open: set[_Connection] = set()

    def make(self, **given: Any) -> asyncio.Protocol:
        """A protocol for a new connection; uvicorn says with what."""
        return _Connection(_Parser(**given), self)

    def opened(self, new: _Connection) -> None:
        """Count one in, and make room for it."""
        new.due = new.since + self._seconds
        self._open.add(new)
        if len(self._open) > self.most:
            idle = (each for each in self._open if each is not new and each.is_idle and not each.transport.is_closing())
            least = min(idle, key=lambda each: (each.has_asked, each.since), default=None)
            if least is not None:
                least.transport.abort()

    def received(self, connection: _Connection, count: int, is_head: bool) -> None:
        """Note that bytes have come without a whole head.

        Args:
            is_head: whether they are of the next head, and not of the body of the last request.
        """
        if is_head:
            connection.head_bytes += count
            if connection.head_bytes > _HEADER_BYTES:  # httptools has no bound of its own
                connection.transport.abort()
                return
        elif connection.is_idle:  # nobody reads them
            connection.dropped_bytes += count
            if connection.dropped_bytes > self._body_bytes:
                connection.transport.abort()
                return
            if not connection.has_body_left:
                connection.due = inf
                connection.keep_alive()
                return
        if connection.is_idle and connection.due == inf:
            connection.due = connection.loop.time() + self._seconds

    def closed(self, connection: _Connection) -> None:
        """Count one out."""
        self._open.discard(connection)

    def sweep(self) -> None:
        """Close what has kept the server waiting for too long; to be called once in a while."""
        now = asyncio.get_running_loop().time()
        for each in [each for each in self._open if each.due < now]:
            each.transport.abort()
        for each in self._open:  # a client that does not read must not keep what was to be sent to it
            if each.due == inf and each.transport.is_closing():
                each.due = now + self._seconds


class _Together:
    """A transport that sends what is written in one step of the event loop in one piece: a head with its body.

    Two pieces are two calls of the system here, and two at the client.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._parts: list[bytes] = []
        self.get_extra_info = transport.get_extra_info
        self.is_closing = transport.is_closing
        self.pause_reading = transport.pause_reading
        self.resume_reading = transport.resume_reading

    def write(self, data: bytes) -> None:
        if not self._parts:
            self._loop.call_soon(self._send)
        self._parts.append(data)
        if len(data) > _LONG:  # the client may be slow, which only the transport notices
            self._send()

    def _send(self) -> None:
        if self._parts:
            self._transport.write(b"".join(self._parts))
            self._parts.clear()

    def close(self) -> None:
        self._send()
        self._transport.close()


class _Parser(HttpToolsProtocol):
    """uvicorn's protocol, which also knows where the body of a request ends.

    uvicorn itself does not note that once the request has its answer, and an answer may come before the body has: what
    follows could be the rest of the body or the next request.

    Attributes:
        has_body_left: whether the end of a request is to come whose head was whole.
    """

    has_body_left = False

    def on_headers_complete(self) -> None:
        self.has_body_left = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.has_body_left = False
        super().on_message_complete()


class _Connection(asyncio.Protocol):
    """uvicorn's protocol, and what :class:`Connections` knows of it.

    Attributes:
        since: when its last request came, or else the connection itself.
        due: when it must have sent the head of a request; infinite while nothing is expected.
        has_asked: whether it has ever sent one.
        head_bytes: that have come since, and are no head yet.
        dropped_bytes: of its body that have come after its answer.
    """

    transport: Any

    def __init__(self, inner: Any, connections: Connections) -> None:
        self._inner = inner
        self._connections = connections
        self.loop = asyncio.get_running_loop()
        self.since = self.loop.time()
        self.due = inf
        self.has_asked = False
        self.head_bytes = self.dropped_bytes = 0

    @property
    def is_idle(self) -> bool:
        """Whether no request is under way."""
        cycle = self._inner.cycle
        return cycle is None or cycle.response_complete

    @property
    def has_body_left(self) -> bool:
        """Whether the rest of the last request is to come, waited for or not."""
        return bool(self._inner.has_body_left)

    def keep_alive(self) -> None:
        """Begin the time in which the next request must come: uvicorn does that after answers, and ends it when any
        bytes come."""
        inner = self._inner
        inner.timeout_keep_alive_task = self.loop.call_later(inner.timeout_keep_alive, inner.timeout_keep_alive_handler)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self._connections.opened(self)
        self._inner.connection_made(_Together(self.transport, self.loop))

    def data_received(self, data: bytes) -> None:
        cycle, is_body = self._inner.cycle, self.has_body_left
        self._inner.data_received(data)
        if self._inner.cycle is not cycle:  # a head was whole
            self.due, self.has_asked, self.since = inf, True, self.loop.time()
            self.head_bytes = self.dropped_bytes = 0
        else:
            self._connections.received(self, len(data), not is_body)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.closed(self)
        self._inner.connection_lost(exc)

    def eof_received(self) -> bool | None:
        ends: bool | None = self._inner.eof_received()
        return ends

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()


def _files() -> int:
    """How many files the process may have open."""
    try:
        import resource
    except ImportError:  # a system that is not POSIX
        return 1 << 20
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 1 << 20 if soft == resource.RLIM_INFINITY else soft


__all__ = ["Connections"]
