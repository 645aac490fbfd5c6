"""The command ``graphops edit``: what it serves, and what it refuses before anybody sees a page."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from graphops.apps.cli import main
from graphops.apps.edit import server


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Any]:
    """Folder and file of each call."""
    found: list[Any] = []
    monkeypatch.setattr(server, "serve", lambda folder, file, *more, **named: found.append((folder.resolve(), file)))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pages").mkdir()
    for name in ("pages/a.json", "pages/g.pb", "pages/note.txt", "pages/.hidden.json", "pages/con.json"):
        (tmp_path / name).write_text("{}")
    (tmp_path / "pages" / "d.json").mkdir()
    (tmp_path / "pages" / "in.json").symlink_to("a.json")
    return found


@pytest.mark.parametrize(
    ("arguments", "folder", "file"),
    [
        ([], ".", None),
        (["pages"], "pages", None),
        (["pages/a.json"], "pages", "a.json"),
        (["pages/new.json"], "pages", "new.json"),
        (["pages/g.pb"], "pages", "g.pb"),
        (["pages/a.json", "--folder", "."], ".", "pages/a.json"),
        (["pages/in.json"], "pages", "a.json"),
    ],
)
def test_what_is_served(served: list[Any], arguments: list[str], folder: str, file: str | None) -> None:
    assert main(["edit", *arguments]) == 0
    assert served == [(Path(folder).resolve(), file)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["pages/.hidden.json"], "name of a file must be a name that every system takes"),
        (["pages/con.json"], "name of a file must be a name that every system takes"),
        (["a\nb.json"], "name of a file must be a name that every system takes"),
        (["pages/note.txt"], "name of a file must end in .json, .pb"),
        (["pages/no.pb"], "FILE must be a page, or a model that is there"),
        (["pages/d.json", "--folder", "."], "FILE must be a page, or a model that is there"),
        (["pages/a.json", "--folder", "pages/d.json"], "FILE must be in the folder"),
        (["--folder", "nothing"], "--folder must be a folder"),
        (["--memory-limit", "0"], "--memory-limit must be at least 1"),
        (["--port", "65536"], "--port must be a port"),
        (["--port", "-1"], "--port must be a port"),
    ],
)
def test_what_is_refused(
    served: list[Any], arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["edit", *arguments]) == 2
    assert message in capsys.readouterr().err
    assert served == []


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    import socket

    import graphops as go

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(go.errors.UnavailableError, match="must be free to listen on"):
            server.serve(tmp_path, None, taken.getsockname()[1], open_browser=False)
    assert os.listdir(tmp_path) == []
