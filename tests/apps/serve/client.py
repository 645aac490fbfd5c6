"""A client over one connection, and the memory of a server: for the long runs beside the tests."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NamedTuple


class Reply(NamedTuple):
    """An answer."""

    status: int
    head: bytes
    body: bytes


def request(method: str, path: str, body: bytes = b"", kind: str = "application/json") -> bytes:
    """A request as bytes; a path may have any that a line of HTTP can hold."""
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode("latin-1") + body


class Client:
    """A connection to a port of this machine, opened again when the server has closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, *pieces: bytes, pause: float = 0.0, seconds: float = 60.0) -> Reply:
        """Send a request in pieces, with a pause after each but the last, and read the answer.

        Raises:
            ConnectionError, IncompleteReadError: the server closed the connection without an answer.
            TimeoutError: there was none in time.
        """
        async with asyncio.timeout(seconds):
            reader, writer = await self.open()
            for number, piece in enumerate(pieces):
                if number:
                    await asyncio.sleep(pause)
                writer.write(piece)
            try:
                head = await reader.readuntil(b"\r\n\r\n")
                lines = head.lower().split(b"\r\n")
                sizes = [int(line.partition(b":")[2]) for line in lines if line.startswith(b"content-length")]
                size = sizes[0] if sizes else None
                head_only = pieces[0].startswith(b"HEAD ")
                body = b"" if head_only else await (reader.read() if size is None else reader.readexactly(size))
            except BaseException:
                self.close()
                raise
        if size is None or b"connection: close" in lines:
            self.close()
        return Reply(int(head.split()[1]), head, body)

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """The two ends, for who wants to do with them what no client should."""
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self._reader, self._writer

    def close(self) -> None:
        """Leave, whatever is under way."""
        if self._writer is not None:
            self._writer.transport.abort()
        self._reader = self._writer = None


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        found += [int(each) for each in task.read_text().split()]
    return found


def memory(*processes: int) -> float:
    """MiB that processes hold of the machine's memory, together; those that are gone count nothing."""
    total = 0
    for each in processes:
        try:
            text = Path(f"/proc/{each}/status").read_text()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("VmRSS"))
    return total / 1024


__all__ = ["Client", "Reply", "children", "memory", "request"]
