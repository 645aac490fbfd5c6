"""Answers that do not wait for the body of their request: what comes after them."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from tests.apps.serve.test_connections import READY, SLOW, serving

EARLY = b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
CHUNKED = b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
BODIES = [(EARLY % 5, b"12345"), (CHUNKED, b"5\r\n12345\r\n0\r\n\r\n")]


async def flood(client: Any, most: int, piece: bytes = b"a" * 8192) -> int:
    """How many bytes the server takes, at most ``most``."""
    sent = 0
    try:
        while sent < most:
            client.writer.write(piece)
            await client.writer.drain()
            sent += len(piece)
            await asyncio.sleep(0)
    except ConnectionError:
        pass
    return sent


@pytest.mark.parametrize(("head", "body"), BODIES, ids=["length", "chunked"])
def test_a_head_without_end_after_a_body_that_nobody_read(head: bytes, body: bytes) -> None:
    async def work(server: Any, backend: Any, connect: Any) -> None:
        client = await connect()
        for _ in range(2):
            assert await client.status(head) == 200
            client.writer.write(body)
            await asyncio.sleep(0.02)
        assert await client.status() == 200
        assert await client.status(head) == 200
        client.writer.write(body)
        await asyncio.sleep(0.02)
        client.writer.write(READY[:-2] + b"a: ")
        assert await flood(client, 32 << 20) < 16 << 20  # the system holds some of it for both ends
        assert await client.is_closed()

    serving(work, head_seconds=60.0)


def test_a_head_without_end_behind_a_request_that_has_no_answer_yet() -> None:
    async def work(server: Any, backend: Any, connect: Any) -> None:
        client = await connect()
        client.writer.write(SLOW)
        while not backend.asked:
            await asyncio.sleep(0.01)
        client.writer.write(READY[:-2] + b"a: ")
        sending = asyncio.create_task(flood(client, 16 << 20, b"a" * 65536))
        done, _ = await asyncio.wait([sending], timeout=2)
        assert not done or sending.result() < 16 << 20
        backend.go.set()
        assert await sending < 16 << 20
        assert await client.is_closed()

    serving(work, head_seconds=60.0)


def test_a_long_request_behind_one_that_has_no_answer_yet() -> None:
    async def work(server: Any, backend: Any, connect: Any) -> None:
        client = await connect()
        client.writer.write(SLOW + SLOW.replace(b"\r\n\r\n", b"\r\nContent-Length: 200000\r\n\r\n") + b"a" * 200_000)
        while not backend.asked:
            await asyncio.sleep(0.01)
        backend.go.set()
        assert await client.status(b"") == 200
        assert await client.status(READY) == 200
        assert await client.status(b"") == 200

    serving(work)


@pytest.mark.parametrize(("head", "body"), BODIES, ids=["length", "chunked"])
def test_how_long_a_connection_is_kept_after_a_body_that_nobody_read(head: bytes, body: bytes) -> None:
    """As long as after any other; a head of its own time begins with its first byte."""

    async def work(server: Any, backend: Any, connect: Any) -> None:
        client, other = await connect(), await connect()
        for each in (client, other):
            assert await each.status(head) == 200
            each.writer.write(body[:3])
            await asyncio.sleep(0.05)
            each.writer.write(body[3:])
        begin = time.monotonic()
        await asyncio.sleep(1.5)  # longer than a head may take
        assert await other.status() == 200
        assert await client.is_closed()
        assert 1.8 < time.monotonic() - begin < 6

    serving(work, head_seconds=0.3, idle_seconds=2)


def test_a_body_that_nobody_reads_has_an_end() -> None:
    """It is dropped, so that a client that sends all of it reads the answer; but not more than a request may have, and
    not for longer than a head may take."""

    async def work(server: Any, backend: Any, connect: Any) -> None:
        good = await connect()
        assert await good.status(EARLY % 600_000 + b"b" * 600_000) == 200
        assert await good.status() == 200
        endless = await connect()
        assert await endless.status(EARLY % (1 << 30)) == 200
        assert await flood(endless, 64 << 20) < 32 << 20
        assert await endless.is_closed()
        slow = await connect()
        assert await slow.status(EARLY % 1000) == 200

        async def drip() -> None:
            while True:
                slow.writer.write(b"b")
                await asyncio.sleep(0.02)

        dripping = asyncio.create_task(drip())
        assert await slow.is_closed()
        dripping.cancel()

    serving(work, head_seconds=1.0, body_bytes=1 << 20)
