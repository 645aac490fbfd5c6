"""Two editors, or an editor and another program, with one file: none overwrites unseen what the other wrote."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

import graphops as go
from graphops.apps.edit.files import Folder
from tests.apps.edit.conftest import Server
from tests.apps.edit.test_service import PAGE, X, page


def put(server: Server, name: str, drawn: Any, **more: Any) -> tuple[int, Any]:
    status, found, _ = server.request("PUT", f"/api/file?name={name}", {"page": drawn, **more})
    return status, found


def test_a_save_names_the_version_that_was_loaded(server: Server) -> None:
    _, first = put(server, "two.json", page(X))
    loaded = server.request("GET", "/api/file?name=two.json")[1]["version"]
    assert loaded == first["version"]
    status, second = put(server, "two.json", page(X, title="one"), version=loaded)
    assert (status, second["version"] != loaded) == (200, True)
    status, found = put(server, "two.json", page(X, title="other"), version=loaded)
    assert (status, found["error"]["kind"], found["version"]) == (409, "AbortedError", second["version"])
    assert json.loads((server.folder / "two.json").read_text())["title"] == "one"
    assert put(server, "two.json", page(X, title="other"), version=found["version"])[0] == 200
    assert json.loads((server.folder / "two.json").read_text())["title"] == "other"


def test_a_file_that_another_program_changed_or_removed(server: Server) -> None:
    _, first = put(server, "changed.json", PAGE)
    path = server.folder / "changed.json"
    path.write_bytes(path.read_bytes() + b"\n")
    assert put(server, "changed.json", PAGE, version=first["version"])[0] == 409
    path.write_bytes(b"no page at all")
    status, found = put(server, "changed.json", PAGE, version=first["version"])
    assert status == 409
    path.unlink()
    assert put(server, "changed.json", PAGE, version=found["version"])[0] == 200


def test_a_version_that_is_none(server: Server) -> None:
    put(server, "odd.json", PAGE)
    assert put(server, "odd.json", PAGE, version=3)[0] == 400
    assert put(server, "odd.json", PAGE, version="")[0] == 409
    assert put(server, "odd.json", PAGE, version=None)[0] == 409
    assert put(server, "odd.json", PAGE, version="", overwrite=True)[0] == 200


def test_of_many_saves_at_once_one_wins(tmp_path: Path) -> None:
    folder = Folder(tmp_path, 1 << 20)
    version = folder.write("a.json", page(X))["version"]
    start = threading.Barrier(8)
    results: list[bool] = []

    def save(number: int) -> None:
        start.wait()
        try:
            folder.write("a.json", page(X, title=str(number)), version=version)
            results.append(True)
        except go.errors.AbortedError:
            results.append(False)

    threads = [threading.Thread(target=save, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [False] * 7 + [True]


def test_a_version_does_not_lead_out_of_the_folder(server: Server, tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text("{}")
    (server.folder / "link.json").symlink_to(tmp_path / "secret.json")
    status, found = put(server, "link.json", PAGE, version="x")
    assert (status, set(found)) == (403, {"error"})
    (server.folder / "link.json").unlink()


@pytest.mark.parametrize("headers", [{"x_graphops_token": "wrong"}, {"origin": "http://example.org"}])
def test_who_may_not_save_learns_no_version(server: Server, headers: dict[str, str]) -> None:
    put(server, "own.json", PAGE)
    status, found, _ = server.request("PUT", "/api/file?name=own.json", {"page": PAGE, "version": "x"}, **headers)
    assert (status, set(found)) == (403, {"error"})
