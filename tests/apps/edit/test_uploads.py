"""Files that are sent into the folder: whole or not at all, by good names alone, and never too much."""

from __future__ import annotations

import asyncio
import http.client
import json
import shutil
import socket as sockets
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.apps.edit import uploads
from graphops.apps.edit.files import Folder
from graphops.apps.edit.uploads import Uploads
from graphops_registry.errors import (
    AlreadyExistsError,
    DeadlineExceededError,
    GraphopsError,
    NotFoundError,
    ResourceExhaustedError,
    UnavailableError,
)
from tests.apps.edit.conftest import Server, start
from tests.apps.edit.test_service import refused
from tests.systems import on_linux


async def parts(*data: bytes) -> AsyncIterator[bytes]:
    for part in data:
        yield part


def take(folder: Path, name: Any, *data: bytes, most: int = 1000, overwrite: Any = None, length: Any = None) -> Any:
    return asyncio.run(Uploads(Folder(folder, 10), most).take(name, overwrite, length, parts(*data)))


def test_parts_become_a_file(tmp_path: Path) -> None:
    assert take(tmp_path, "a.pb", b"ab", b"", b"c") == {"name": "a.pb", "bytes": 3}
    assert (tmp_path / "a.pb").read_bytes() == b"abc"
    with pytest.raises(AlreadyExistsError, match="'a.pb' exists"):
        take(tmp_path, "a.pb", b"new")
    take(tmp_path, "a.pb", b"new", overwrite="true")
    assert (tmp_path / "a.pb").read_bytes() == b"new"


@pytest.mark.parametrize(
    "name",
    ["../a.pb", "/etc/a.pb", "a/../../b.pb", ".hidden.pb", "a.json", "a.py", "a.pb\x00", "con.pb", "", None, 3, "a.npz",
     "C:\\a.pb", "a" * 200 + ".pb", "1/2/3/4/5.pb"],
)  # fmt: skip
def test_names_that_are_refused(tmp_path: Path, name: Any) -> None:
    with pytest.raises(GraphopsError, match="name of a file must"):
        take(tmp_path, name, b"x")
    assert list(tmp_path.iterdir()) == []


def test_too_much_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(ResourceExhaustedError, match="at most 1,000 bytes"):
        take(tmp_path, "a.pb", *[b"x" * 400] * 3)
    with pytest.raises(ResourceExhaustedError, match="at most 1,000 bytes"):
        take(tmp_path, "a.pb", b"", length=1001)
    assert list(tmp_path.iterdir()) == []


def test_the_disk_must_have_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=(64 << 20) + 5))
    take(tmp_path, "a.pb", b"12345")
    with pytest.raises(ResourceExhaustedError, match="at most 5 bytes for the service and the disk"):
        take(tmp_path, "b.pb", b"123456")
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=1))
    with pytest.raises(ResourceExhaustedError, match="at most 0 bytes"):
        take(tmp_path, "b.pb", b"1")
    assert [path.name for path in tmp_path.iterdir()] == ["a.pb"]


def test_a_client_that_sends_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "_PATIENCE", 0.05)

    async def stalled() -> AsyncIterator[bytes]:
        yield b"x"
        await asyncio.sleep(60)

    with pytest.raises(DeadlineExceededError, match="between its parts"):
        asyncio.run(Uploads(Folder(tmp_path, 10), 1000).take("a.pb", None, None, stalled()))
    assert list(tmp_path.iterdir()) == []


def test_two_at_once(tmp_path: Path) -> None:
    async def three() -> None:
        open_ = asyncio.Event()

        async def waiting() -> AsyncIterator[bytes]:
            await open_.wait()
            yield b"x"

        service = Uploads(Folder(tmp_path, 10), 1000)
        under_way = [asyncio.create_task(service.take(f"{n}.pb", None, None, waiting())) for n in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(UnavailableError, match="at most 2 files"):
            await service.take("2.pb", None, None, parts(b"x"))
        open_.set()
        await asyncio.gather(*under_way)
        await service.take("2.pb", None, None, parts(b"x"))

    asyncio.run(three())
    assert len(list(tmp_path.iterdir())) == 3


def test_the_service_ends_while_a_file_is_sent(tmp_path: Path) -> None:
    async def end() -> None:
        service, asked = Uploads(Folder(tmp_path, 10), 1000), asyncio.Event()

        async def stalled() -> AsyncIterator[bytes]:
            yield b"x"
            asked.set()
            await asyncio.sleep(60)

        under_way = asyncio.create_task(service.take("a.pb", None, None, stalled()))
        await asked.wait()
        service.end()
        with pytest.raises(UnavailableError, match="it ends"):
            await under_way
        with pytest.raises(UnavailableError, match="it ends"):
            await service.take("a.pb", None, None, parts(b"x"))

    asyncio.run(end())
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="^'no/a.pb' must be in a folder that exists"):
        take(tmp_path, "no/a.pb", b"x")


@on_linux
def test_links_are_not_followed(tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside.pb"
    outside.write_bytes(b"old")
    (tmp_path / "link.pb").symlink_to(outside)
    with pytest.raises(GraphopsError):
        take(tmp_path, "link.pb", b"new", overwrite="true")
    assert outside.read_bytes() == b"old"


# -- over HTTP --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service that takes files of 80 MiB: more than a request may have otherwise."""
    found = start(tmp_path_factory.mktemp("pages"), "--upload-limit", str(80 << 20))
    yield found
    found.end()


def test_a_model_that_is_larger_than_a_request(large: Server) -> None:
    weights = np.zeros((17 << 20,), np.float32)  # 68 MiB
    with go.Graph().as_default() as graph:
        go.raw_ops.Neg(x=go.constant(weights, name="w"), name="n")
    data = graph.as_graph_def().SerializeToString()
    assert large.request("GET", "/api/state")[1]["limits"] == {"upload": 64 << 20, "file": 80 << 20, "array": 8 << 20}
    status, found, _ = large.request("PUT", "/api/upload?name=large.pb", data)
    assert (status, found) == (200, {"name": "large.pb", "bytes": len(data)})
    assert (large.folder / "large.pb").stat().st_size == len(data)
    page = large.request("GET", "/api/file?name=large.pb")[1]["page"]
    assert page["blocks"][0]["attrs"]["value"]["shape"] == [17 << 20]
    assert refused(large, "PUT", "/api/upload?name=large.pb", b"x")[0] == 409


def test_what_is_too_large_or_not_whole(large: Server) -> None:
    status, message = refused(large, "PUT", "/api/upload?name=a.pb", b"x", content_length=str((80 << 20) + 1))
    assert (status, message) == (413, "a request must have at most 83,886,080 bytes")
    connection = http.client.HTTPConnection("127.0.0.1", large.port, timeout=30)
    connection.putrequest("PUT", "/api/upload?name=a.pb")
    connection.putheader("X-Graphops-Token", large.token)
    connection.putheader("Transfer-Encoding", "chunked")
    connection.endheaders()
    part = b"400000\r\n" + b"x" * (4 << 20) + b"\r\n"
    try:
        for _ in range(21):
            connection.send(part)
        connection.send(b"0\r\n\r\n")
    except OSError:
        pass  # it may hang up before it has heard everything
    answer = connection.getresponse()
    assert answer.status == 413
    assert json.loads(answer.read())["error"]["kind"] == "ResourceExhaustedError"
    connection.close()
    with sockets.create_connection(("127.0.0.1", large.port), 10) as half:
        head = f"PUT /api/upload?name=half.pb HTTP/1.1\r\nHost: 127.0.0.1:{large.port}\r\n"
        half.sendall(f"{head}X-Graphops-Token: {large.token}\r\nContent-Length: 1000\r\n\r\nabc".encode())
    wait = time.monotonic() + 10
    while any(path.name != "large.pb" for path in large.folder.iterdir()) and time.monotonic() < wait:
        time.sleep(0.05)
    assert {path.name for path in large.folder.iterdir()} <= {"large.pb"}


def test_who_may_send(large: Server) -> None:
    for headers in ({"x_graphops_token": None}, {"x_graphops_token": "wrong"}, {"host": "example.com"},
                    {"origin": "http://example.com"}):  # fmt: skip
        assert refused(large, "PUT", "/api/upload?name=b.pb", b"x", **headers)[0] == 403
    for name in ("../b.pb", "%2e%2e%2fb.pb", "b.json", ".b.pb", ""):
        assert refused(large, "PUT", f"/api/upload?name={name}", b"x")[0] == 400
    assert refused(large, "PUT", "/api/upload", b"x")[0] == 400
    assert refused(large, "PUT", "/api/upload?name=b.pb&overwrite=maybe", b"x")[0] == 400
    assert refused(large, "POST", "/api/upload?name=b.pb", b"x")[0] == 405
    assert not list(large.folder.glob("**/b.*"))
