"""``graphops run --out``: which files are written, for any names of blocks."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphops.apps.cli import main


def _block(name: str, value: float) -> Any:
    return {"id": name, "op": "Const", "attrs": {"dtype": "float", "value": value}}


def _run(folder: Path, page: Any, out: str) -> int:
    (folder / "page.json").write_text(json.dumps({"graphops_page": 1, **page}))
    return main(["run", str(folder / "page.json"), "--out", str(folder / out)])


def _within(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


@pytest.mark.parametrize("names", [("..", "..", "elsewhere"), ("..",), (".",), ("a", "..", ".."), ("a", ".")])
def test_pages_that_are_no_names_of_folders(tmp_path: Path, capsys: Any, names: tuple[str, ...]) -> None:
    page: Any = {"blocks": [_block("b", 1)]}
    for name in reversed(names):
        page = {"pages": {name: page}}
    (tmp_path / "deep" / "deeper").mkdir(parents=True)
    before = _within(tmp_path)
    page = {**page, "blocks": [_block("b", 2)], "fetches": ["/".join((*names, "b")), "b"]}
    assert _run(tmp_path, page, "deep/deeper/out") == 1
    assert "--out must have files within it" in capsys.readouterr().err
    assert _within(tmp_path) == before | {"page.json"}


def test_blocks_may_have_dots(tmp_path: Path) -> None:
    names = ("..", ".", "a.b", "...")
    page = {"blocks": [_block(name, number) for number, name in enumerate(names)], "fetches": list(names)}
    assert _run(tmp_path, page, "out") == 0
    found = {path.name: float(np.load(path)) for path in (tmp_path / "out").iterdir()}
    assert found == {f"{name}.output.npy": number for number, name in enumerate(names)}


def test_folders_that_are_links(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out" / "a").symlink_to(tmp_path / "elsewhere")
    page = {"pages": {"a": {"pages": {"b": {"blocks": [_block("c", 1)]}}}}, "fetches": ["a/b/c"]}
    assert _run(tmp_path, page, "out") == 1
    assert "must not hold links" in capsys.readouterr().err
    assert not list((tmp_path / "elsewhere").iterdir())


def test_a_file_is_no_folder(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "out").write_text("kept")
    assert _run(tmp_path, {"blocks": [_block("c", 1)], "fetches": ["c"]}, "out") == 2
    shown = capsys.readouterr()
    assert "--out must be a folder for a page" in shown.err
    assert not shown.out  # said before anything is computed
    assert (tmp_path / "out").read_text() == "kept"


def test_a_pipe_with_the_name_of_a_result(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    file = tmp_path / "out" / "c.output.npy"
    os.mkfifo(file)
    reader = os.open(file, os.O_RDONLY | os.O_NONBLOCK)  # without one, who opens it to write waits
    try:
        assert _run(tmp_path, {"blocks": [_block("c", 3)], "fetches": ["c"]}, "out") == 0
    finally:
        os.close(reader)
    assert file.is_file()
    assert np.load(file) == 3
    assert _within(tmp_path / "out") == {"c.output.npy"}
