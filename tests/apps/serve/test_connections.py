"""Connections that keep the server waiting, and the end of the server, over real sockets."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from graphops.apps.serve.app import App
from graphops.apps.serve.calls import Answer
from graphops.apps.serve.server import HttpServer
from graphops.apps.serve.settings import Limits, Settings

READY = b"GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n"
SLOW = b"GET /v1/models/slow HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Backend:
    """Answers once it is told to."""

    ready = True

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.asked = 0

    async def answer(self, call: Any) -> Answer:
        self.asked += 1
        await self.go.wait()
        return Answer(200, b"{}")

    async def start(self) -> None: ...

    async def close(self) -> None:
        self.go.set()


class Client:
    """A connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def status(self, request: bytes = READY) -> int:
        self.writer.write(request)
        head = await self.reader.readuntil(b"\r\n\r\n")
        sizes = [int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.startswith(b"content-length")]
        await (self.reader.readexactly(sizes[0]) if sizes else self.reader.read())
        return int(head.split()[1])

    async def is_closed(self) -> bool:
        """Wait until the server closes it."""
        try:
            return await self.reader.read() == b""
        except ConnectionError:
            return True


def serving(
    work: Callable[[HttpServer, Backend, Callable[[], Awaitable[Client]]], Awaitable[None]], **changed: Any
) -> None:
    """Run ``work`` beside a server with the changed limits."""
    drain = changed.pop("drain", 0.0)

    async def both() -> None:
        backend = Backend()
        settings = Settings(limits=Limits(**changed), drain=drain)
        server = HttpServer(settings, App(settings, backend))
        listening = socket.create_server(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        clients: list[Client] = []

        async def connect() -> Client:
            clients.append(Client(*await asyncio.open_connection("127.0.0.1", port)))
            return clients[-1]

        running = asyncio.create_task(server._serve([listening]))
        try:
            async with asyncio.timeout(30):
                await work(server, backend, connect)
        finally:
            server.should_exit = True
            backend.go.set()
            for client in clients:
                client.writer.close()
            await running

    asyncio.run(both())


def test_idle_connections_shut_nobody_out() -> None:
    """Sixty that send nothing or half a head, where eight have room: the next client gets in, and the first go."""

    async def work(server: HttpServer, backend: Backend, connect: Any) -> None:
        user = await connect()
        assert await user.status() == 200
        idle = [await connect() for _ in range(60)]
        for each in idle[::2]:
            each.writer.write(b"GET /readyz HTTP/1.1\r\nHost: lo")
        for _ in range(5):
            assert await (await connect()).status() == 200
        assert len(server.server_state.connections) <= 9
        assert await idle[0].is_closed()
        assert await user.status() == 200  # who has asked before goes last

    serving(work, connections=8)


def test_where_all_are_busy_the_next_gets_503() -> None:
    async def work(server: HttpServer, backend: Backend, connect: Any) -> None:
        asking = [asyncio.create_task((await connect()).status(SLOW)) for _ in range(4)]
        while backend.asked < 4:
            await asyncio.sleep(0.01)
        for _ in range(3):
            assert await (await connect()).status(SLOW) == 503
        backend.go.set()
        assert await asyncio.gather(*asking) == [200] * 4
        assert await (await connect()).status() == 200

    serving(work, connections=4)


@pytest.mark.parametrize("begin", [b"", b"GET /rea", READY[:-2]], ids=["nothing", "half a line", "half a head"])
def test_a_head_that_does_not_come(begin: bytes) -> None:
    """The connection is closed, also when bytes drip in, and after a request that was whole."""

    async def work(server: HttpServer, backend: Backend, connect: Any) -> None:
        new, old = await connect(), await connect()
        assert await old.status() == 200

        async def drip(client: Client) -> None:
            client.writer.write(begin)
            while begin:
                await asyncio.sleep(0.02)
                client.writer.write(b"x")

        dripping = [asyncio.create_task(drip(each)) for each in (new, *([old] if begin else []))]
        assert await new.is_closed()
        if begin:
            assert await old.is_closed()
        for each in dripping:
            each.cancel()

    serving(work, head_seconds=0.2)


def test_a_head_without_end() -> None:
    async def work(server: HttpServer, backend: Backend, connect: Any) -> None:
        client = await connect()
        client.writer.write(READY[:-2])

        async def send() -> None:
            while True:
                client.writer.write(b"a: " + b"b" * 8000 + b"\r\n")
                await asyncio.sleep(0.001)

        sending = asyncio.create_task(send())
        await client.reader.read()  # a refusal, or nothing
        sending.cancel()
        while server.server_state.connections:
            await asyncio.sleep(0.01)

    serving(work, head_seconds=60.0)


def test_an_idle_connection_is_closed_after_its_answer() -> None:
    async def work(server: HttpServer, backend: Backend, connect: Any) -> None:
        client = await connect()
        assert await client.status() == 200
        assert await client.is_closed()

    serving(work, idle_seconds=1)


def test_an_answer_of_several_pieces() -> None:
    """It comes whole and in order, and a short one in one piece."""

    async def work(server: HttpServer, backend: Backend, connect: Any) -> None:
        data = bytes(range(256)) * 5000

        async def answer(call: Any) -> Answer:
            return Answer(200, data)

        backend.answer = answer  # type: ignore[method-assign]
        client = await connect()
        client.writer.write(SLOW)
        await client.reader.readuntil(b"\r\n\r\n")
        assert await client.reader.readexactly(len(data)) == data
        client.writer.write(READY)
        whole = await client.reader.read(1 << 16)
        assert whole.endswith(b'\r\n\r\n{"ready": true}')

    serving(work)


def test_a_client_that_does_not_read_its_answer() -> None:
    async def work(server: HttpServer, backend: Backend, connect: Any) -> None:
        async def much(call: Any) -> Answer:
            return Answer(200, b" " * (32 << 20))

        backend.answer = much  # type: ignore[method-assign]
        client = await connect()
        client.writer.transport.pause_reading()
        client.writer.write(SLOW)
        while not server.server_state.connections:
            await asyncio.sleep(0.01)
        while server.server_state.connections:
            await asyncio.sleep(0.05)

    serving(work, head_seconds=0.2, seconds=0.3)


def test_the_server_says_that_it_ends_while_requests_end() -> None:
    """SIGTERM: new connections hear 503 from /readyz and are asked to leave; the request under way has its answer."""

    async def work(server: HttpServer, backend: Backend, connect: Any) -> None:
        slow = asyncio.create_task((await connect()).status(SLOW))
        while not backend.asked:
            await asyncio.sleep(0.01)
        server.handle_exit(signal.SIGTERM, None)
        assert await (await connect()).status() == 503
        await asyncio.sleep(0.3)  # the server has noticed by now
        client = await connect()
        assert await client.status() == 503
        assert await client.is_closed()
        backend.go.set()
        assert await slow == 200
        server.handle_exit(signal.SIGINT, None)  # no longer

    serving(work, drain=20.0)
