"""Files that the nodes of a served model may read, and what errors say of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphops.apps.serve.calls import relative_to
from graphops.apps.serve.settings import ModelConfig
from tests.apps.serve.file_model import write_file_model

Ask = Callable[..., tuple[int, Any]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a version with a file, beside one with a secret that links in it lead to."""
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "key").write_text("the secret")
    found = write_file_model(tmp_path / "models" / "files" / "1")
    (found / "assets").mkdir()
    (found / "assets" / "words").write_text("a b c")
    (found / "link").symlink_to(tmp_path / "secret" / "key")
    (found / "linked").symlink_to(tmp_path / "secret")
    return found


@pytest.fixture
def ask(serving: Any, folder: Path) -> Ask:
    server = serving(models=(ModelConfig("files", str(folder.parent)),))

    def send(path: str, signature: str = "serving_default") -> tuple[int, Any]:
        found: tuple[int, Any] = server.post(
            "/v1/models/files:predict", {"signature_name": signature, "inputs": {"path": path}}
        )
        return found

    return send


def test_a_model_reads_its_own_files(ask: Ask, folder: Path) -> None:
    assert ask(f"{folder}/assets/words") == (200, {"outputs": "a b c"})
    assert ask(f"{folder}/assets/w*", "list") == (200, {"outputs": [f"{folder}/assets/words"]})


@pytest.mark.parametrize("path", ["link", "linked/key", "../../../secret/key", "assets/../../../../secret/key"])
@pytest.mark.parametrize("signature", ["serving_default", "list", "restore"])
def test_it_reads_no_others(ask: Ask, folder: Path, path: str, signature: str) -> None:
    status, answer = ask(f"{folder}/{path}", signature)
    assert (status, list(answer)) == (403, ["error"])
    assert str(folder) not in answer["error"]
    assert "the secret" not in answer["error"]
    assert ask(os.path.relpath(folder / path), signature)[0] == 403


def test_it_writes_none(ask: Ask, folder: Path) -> None:
    for path in ("new", "assets/words", "assets/new/words", "saved_model.pb", "link"):
        status, answer = ask(f"{folder}/{path}", "write")
        assert status == 403
        assert f"got '{path}'" in answer["error"]
    assert (folder / "assets" / "words").read_text() == "a b c"
    assert sorted(path.name for path in folder.iterdir()) == ["assets", "link", "linked", "saved_model.pb"]


def test_errors_name_files_from_the_folder_on(ask: Ask, folder: Path) -> None:
    for path in ("none", "assets"):
        for signature in ("serving_default", "restore"):
            status, answer = ask(f"{folder}/{path}", signature)
            assert status in (400, 404)
            assert path in answer["error"]
            assert str(folder.parent) not in answer["error"]


def test_the_status_of_a_version_that_cannot_be_loaded(serving: Any, tmp_path: Path) -> None:
    (tmp_path / "empty" / "1").mkdir(parents=True)
    server = serving(models=(ModelConfig("empty", str(tmp_path / "empty")),), ready=False)
    server.until(lambda: server.get("/v1/models/empty")[0] == 200)
    server.until(lambda: server.get("/v1/models/empty")[1]["model_version_status"][0]["state"] == "END")
    said = server.get("/v1/models/empty")[1]["model_version_status"][0]["status"]["error_message"]
    assert "got '.'" in said


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("got '/srv/m/1/a/b'", "got 'a/b'"),
        ("in (/srv/m/1), got '/srv/m/1'", "in (.), got '.'"),
        ("got '/srv/m/10/a' and '/srv/m/1.old'", "got '/srv/m/10/a' and '/srv/m/1.old'"),
        ("got '/real/m/1/a'", "got 'a'"),
    ],
)
def test_paths_of_a_sentence(text: str, expected: str) -> None:
    assert relative_to(("/srv/m/1", "/real/m/1"), text) == expected
