"""The files that were opened last, and what people and disks do to the list."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from graphops.apps.edit.files import Folder
from graphops.apps.edit.recents import RECENT, Recents
from graphops_registry.errors import GraphopsError, NotFoundError, PermissionDeniedError
from tests.apps.edit.conftest import Server
from tests.apps.edit.test_service import PAGE, refused
from tests.systems import on_linux


@pytest.fixture
def recents(tmp_path: Path) -> Recents:
    for name in ("a.json", "b.pb", "x.npy", *(f"p{number}.json" for number in range(25))):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "saved_model.pb").write_bytes(b"")
    return Recents(Folder(tmp_path, 1 << 20))


def test_the_newest_first_and_none_that_is_gone(recents: Recents, tmp_path: Path) -> None:
    assert recents.all() == []
    for name in ("a.json", "b.pb", "model", "a.json"):
        recents.add(name)
    assert recents.all() == ["a.json", "model", "b.pb"]
    assert Recents(Folder(tmp_path, 1 << 20)).all() == ["a.json", "model", "b.pb"]  # as a later service has it
    (tmp_path / "model" / "saved_model.pb").unlink()
    (tmp_path / "a.json").unlink()
    assert recents.all() == ["b.pb"]
    for number in range(25):
        recents.add(f"p{number}.json")
    assert recents.all() == [f"p{number}.json" for number in reversed(range(5, 25))]
    assert Folder(tmp_path, 1 << 20).list()[0]["name"] != RECENT
    if os.name == "posix":
        assert (tmp_path / RECENT).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", ["../a.json", "/etc/passwd", "none.json", "x.npy", RECENT, "", 3, None, ["a.json"]])
def test_names_that_are_refused(recents: Recents, name: Any) -> None:
    with pytest.raises(GraphopsError, match="name of a"):
        recents.add(name)
    assert recents.all() == []


@pytest.mark.parametrize(
    "data", [b"", b"{", b"{}", b"3", b'["../a.json", 3, null, "none.json", ""]', b"\xff", b"[" * 5000,
             b'["' + b"x" * 70_000 + b'"]'],
)  # fmt: skip
def test_a_corrupt_list_is_empty(recents: Recents, tmp_path: Path, data: bytes) -> None:
    (tmp_path / RECENT).write_bytes(data)
    assert recents.all() == []
    recents.add("a.json")
    assert recents.all() == ["a.json"]


@on_linux
def test_links_are_not_followed(recents: Recents, tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside.json"
    outside.write_text(json.dumps(["a.json"]))
    (tmp_path / "link.json").symlink_to(outside)
    with pytest.raises(PermissionDeniedError):
        recents.add("link.json")
    (tmp_path / RECENT).symlink_to(outside)
    assert recents.all() == []
    with pytest.raises(PermissionDeniedError):
        recents.add("a.json")
    assert json.loads(outside.read_text()) == ["a.json"]


def test_a_folder_that_cannot_be_written_to(recents: Recents, tmp_path: Path) -> None:
    (tmp_path / RECENT).mkdir()
    with pytest.raises(NotFoundError):
        recents.add("a.json")


def test_requests(server: Server) -> None:
    assert server.request("GET", "/api/recent")[1] == {"recent": []}
    for name in ("one.json", "two.json"):
        server.request("PUT", f"/api/file?name={name}", {"page": PAGE})
        assert server.request("PUT", "/api/recent", {"name": name})[0] == 204
    assert server.request("GET", "/api/recent")[1] == {"recent": ["two.json", "one.json"]}
    assert refused(server, "PUT", "/api/recent", {"name": "none.json"})[0] == 404
    assert refused(server, "PUT", "/api/recent", {"name": "one.json"}, x_graphops_token=None)[0] == 403
    assert refused(server, "PUT", "/api/recent", {})[0] == 400
