"""Copies of pages that were not saved: one for each page, and what people and disks do to them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import graphops as go
from graphops.apps.edit.autosaves import AUTOSAVE, Autosaves
from graphops.apps.edit.files import Folder
from tests.apps.edit.conftest import Server
from tests.apps.edit.test_service import PAGE, X, page, refused

UNNAMED = f"{AUTOSAVE}.json"


def kept(server: Server) -> list[Any]:
    return [copy["name"] for copy in server.request("GET", "/api/autosaves")[1]["kept"]]


def test_a_copy_for_each_page(server: Server) -> None:
    assert refused(server, "GET", "/api/autosave")[0] == 404
    assert server.request("GET", "/api/state")[1]["recovered"] is False
    pages = {name: page(X, title=str(name)) for name in (None, "a.json", "b/c.json")}
    for name, drawn in pages.items():
        assert server.request("PUT", "/api/autosave", {"page": drawn, "name": name})[0] == 204
    for name, drawn in pages.items():
        _, found, _ = server.request("GET", "/api/autosave" if name is None else f"/api/autosave?name={name}")
        assert (found["page"], found["name"]) == (drawn, name)
    assert sorted(kept(server), key=str) == [None, "a.json", "b/c.json"]
    assert {path.stat().st_mode & 0o777 for path in server.folder.glob(f"{AUTOSAVE}*")} == {0o600}
    assert server.request("GET", "/api/state")[1]["recovered"] is True
    assert server.request("GET", "/api/files")[1]["files"] == []
    assert server.request("DELETE", "/api/autosave?name=a.json")[0] == 204
    assert refused(server, "GET", "/api/autosave?name=a.json")[0] == 404
    # A page that was saved since is not offered; its copy can still be had by who was offered it before.
    server.request("PUT", "/api/file?name=b/c.json", {"page": PAGE})
    later = server.request("GET", "/api/autosave?name=b/c.json")[1]["modified"] + 10
    os.utime(server.folder / "b" / "c.json", (later, later))
    assert kept(server) == [None]
    assert server.request("DELETE", "/api/autosave")[0] == 204
    assert (kept(server), server.request("GET", "/api/state")[1]["recovered"]) == ([], False)
    for name in ("../x.json", "x.npy", 3):
        refused(server, "PUT", "/api/autosave", {"page": PAGE, "name": name})
        refused(server, "GET", f"/api/autosave?name={name}")
        refused(server, "DELETE", f"/api/autosave?name={name}")
    refused(server, "PUT", "/api/autosave", {"page": {}})


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b"null", b'null\n{"page": {}}', b'"a.json"\n{"graphops_page": 1}', b"\xff" * 9, b"[" * 10_000,
     b'"../x.json"\n{"graphops_page": 1}', b'3\n{"graphops_page": 1}', b'{}\n{"graphops_page": 1}'],
)  # fmt: skip
def test_a_corrupt_copy_is_none(server: Server, data: bytes) -> None:
    (server.folder / UNNAMED).write_bytes(data)
    assert refused(server, "GET", "/api/autosave")[0] == 404
    assert server.request("GET", "/api/state")[1]["recovered"] is (data[:5] == b"null\n")  # its first line is right
    assert server.request("DELETE", "/api/autosave")[0] == 204


def test_a_copy_that_is_a_link(server: Server, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text('null\n{"graphops_page": 1}')
    (server.folder / UNNAMED).symlink_to(tmp_path / "secret")
    try:
        assert refused(server, "GET", "/api/autosave")[0] == 404
        assert refused(server, "PUT", "/api/autosave", {"page": PAGE})[0] == 403
        assert kept(server) == []
    finally:
        (server.folder / UNNAMED).unlink()


def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    copies = Autosaves(Folder(tmp_path, 1 << 20))
    for number in range(25):
        copies.put(PAGE, f"p{number}.json")
        for path in tmp_path.iterdir():  # all that are there are a second older than the next
            about = path.stat()
            os.utime(path, (about.st_atime, about.st_mtime - 1))
    assert [copy["name"] for copy in copies.all()] == [f"p{number}.json" for number in range(24, 4, -1)]
    assert len(list(tmp_path.iterdir())) == 20


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old copy stays whole, nothing half-written is left, and the error is one of ours."""
    copies = Autosaves(Folder(tmp_path, 1 << 20))
    copies.put(PAGE, None)

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(go.errors.NotFoundError, match="No space left on device"):
        copies.put(page(X), None)
    found = copies.get(None)
    assert found is not None
    assert found["page"] == json.loads(json.dumps(PAGE))
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("value", [[1] * 400, ["é" * 200]])
def test_a_copy_takes_no_more_room_than_the_page_took(tmp_path: Path, value: Any) -> None:
    """What the service takes it also gives back."""
    drawn = page({"id": "a", "op": "Const", "attrs": {"value": value}})
    folder = Folder(tmp_path, 1000)
    assert len(json.dumps(drawn, ensure_ascii=False, separators=(",", ":")).encode()) < 1000
    Autosaves(folder).put(drawn, "a.json")
    found = Autosaves(folder).get("a.json")
    assert found is not None
    assert found["page"] == drawn


def test_nothing_is_written_that_could_not_be_read(tmp_path: Path) -> None:
    drawn = page({"id": "a", "op": "Const", "attrs": {"value": [1] * 400}})
    for write in (lambda: Folder(tmp_path, 1000).write("a.json", drawn, False),
                  lambda: Autosaves(Folder(tmp_path, 800)).put(drawn, "a.json")):  # fmt: skip
        with pytest.raises(go.errors.ResourceExhaustedError, match="bytes to be read again, got"):
            write()
    assert list(tmp_path.iterdir()) == []
