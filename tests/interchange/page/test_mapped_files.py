"""Files of arrays that are cut or written to while a page that names them is in use."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphops.interchange.page import build_page, read_page
from graphops.interchange.page.mapped_files import check_files, files_in_use
from graphops_registry.errors import DataLossError
from tests.systems import on_linux

ARRAY = np.arange(1 << 18, dtype=np.float32)  # 1 MiB
WEIGHTS = {"file": "w.bin", "offset": 0, "dtype": "float", "shape": [1 << 18]}
PAGE: dict[str, Any] = {
    "graphops_page": 1,
    "blocks": [
        {"id": "w", "op": "Const", "attrs": {"dtype": "float", "value": WEIGHTS}},
        {"id": "p", "op": "Placeholder", "attrs": {"dtype": "float", "shape": [1 << 18]}},
        {"id": "sum", "op": "AddV2"},
    ],
    "wires": [{"from": "w:output", "to": "sum:x"}, {"from": "p:output", "to": "sum:y"}],
    "feeds": {"p": {**WEIGHTS, "file": "fed.bin"}},
    "fetches": ["sum"],
}
# A run, then a step and a look at values with a file that is cut: without the check each ends the process (SIGBUS).
CUT = """
import json, os, sys
from pathlib import Path
from graphops.apps.edit.runner import Runner
page, folder, cut = json.loads(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
said = []
runner = Runner(said.append, folder)
runner.handle({"type": "step", "id": "1", "page": page})
os.truncate(folder / cut, 0)
runner.handle({"type": "value", "id": "v", "pin": "w:output" if cut == "w.bin" else "p:output", "view": {}})
runner.handle({"type": "step", "id": "2", "page": page})
print(json.dumps([m for m in said if m["type"] in ("finished", "problem", "value")]))
"""


def write(folder: Path) -> None:
    for name in ("w.bin", "fed.bin"):
        (folder / name).write_bytes(ARRAY.tobytes())


@on_linux
@pytest.mark.parametrize("cut", ["w.bin", "fed.bin"])
def test_a_file_that_is_cut_between_steps_does_not_end_the_process(cut: str, tmp_path: Path) -> None:
    write(tmp_path)
    command = [sys.executable, "-c", CUT, json.dumps(PAGE), str(tmp_path), cut]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    first, value, problem, last = json.loads(done.stdout)
    assert (first["status"], last["status"]) == ("done", "failed")
    assert "must keep the 1,048,576 bytes" in value["message"]
    assert f"'{cut}'" in problem["message"] or "from byte 0 on, got 0 in all" in problem["message"]


@on_linux
def test_what_is_seen_of_a_file(tmp_path: Path) -> None:
    write(tmp_path)
    built = build_page(read_page(json.dumps(PAGE)), folder=tmp_path)
    (file,) = built.files  # the feed is read by the run
    assert file.path.name == "w.bin"
    check_files(built.files)
    again = build_page(read_page(json.dumps(PAGE)), folder=tmp_path)
    assert again.files == built.files  # mapped once
    os.truncate(tmp_path / "w.bin", 1 << 19)
    with pytest.raises(DataLossError, match=r"must keep the 1,048,576 bytes .*, got 524,288: 'w.bin' was cut"):
        file.check()


def test_a_file_that_is_written_to_or_replaced(tmp_path: Path) -> None:
    write(tmp_path)
    built = build_page(read_page(json.dumps(PAGE)), folder=tmp_path)
    other = tmp_path / "other"
    other.write_bytes(b"short")
    os.replace(other, tmp_path / "w.bin")  # what is mapped stays whole
    check_files(built.files)
    (tmp_path / "w.bin").unlink()
    check_files(built.files)
    write(tmp_path)
    built = build_page(read_page(json.dumps(PAGE)), folder=tmp_path)
    with (tmp_path / "w.bin").open("r+b") as file:
        file.write(b"x")
    os.utime(tmp_path / "w.bin", ns=(0, 0))
    with pytest.raises(DataLossError, match="must stay as it was .*, but 'w.bin' was written to"):
        check_files(built.files)


def test_files_within_files(tmp_path: Path) -> None:
    write(tmp_path)
    with files_in_use() as outer:
        built = build_page(read_page(json.dumps(PAGE)), folder=tmp_path)
        assert outer == built.files
    assert [file.path.name for file in outer] == ["w.bin"]
