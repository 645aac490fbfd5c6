"""Exports of the editor, as files that a person downloads and uses."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from graphops.interchange.graph_def import load_graph
from tests.apps.edit.browser.conftest import Editor, save_page
from tests.apps.edit.browser.test_default_fetches import headless

pytestmark = pytest.mark.full
COUNT = {
    "graphops_page": 1,
    "blocks": [
        {"id": "v", "op": "VarHandleOp", "attrs": {"dtype": "float", "shape": []}},
        {"id": "begin", "op": "AssignVariableOp", "inputs": {"value": {"dtype": "float", "values": 10}}},
        {"id": "x", "op": "Placeholder", "attrs": {"dtype": "float", "shape": []}},
        {"id": "add", "op": "AssignAddVariableOp"},
        {"id": "read", "op": "ReadVariableOp", "attrs": {"dtype": "float"}, "after": ["add"]},
    ],
    "wires": [
        {"from": "v:resource", "to": "begin:resource"},
        {"from": "v:resource", "to": "add:resource"},
        {"from": "x:output", "to": "add:value"},
        {"from": "v:resource", "to": "read:resource"},
    ],
    "init": ["begin"], "feeds": {"x": 2.5}, "fetches": ["read"], "steps": 4,
}  # fmt: skip


def exported(editor: Editor, form: str, path: Path) -> None:
    """Download an export."""
    editor.find("export").click()
    with editor.window.expect_download() as download:
        editor.find(f"export-{form}").click()
    download.value.save_as(path)


def test_an_exported_program_runs_and_computes_what_the_page_does(
    make_editor: Callable[..., Editor], folder: Path, tmp_path: Path
) -> None:
    save_page(folder, "count.json", COUNT)
    editor = make_editor(str(folder / "count.json"))
    exported(editor, "python", tmp_path / "count.py")
    run = "import json, count; print(json.dumps({name: [str(v.dtype), v.tolist()] for name, v in count.run().items()}))"
    ways = [[sys.executable, "count.py"], [sys.executable, "-c", run]]
    plain, values = (
        subprocess.run(way, cwd=tmp_path, text=True, capture_output=True, check=True).stdout for way in ways
    )
    found = json.loads(headless("run", str(folder / "count.json"), "--json"))
    assert found == {"read:value": {"dtype": "float32", "shape": [], "values": 10 + 4 * 2.5}}
    assert json.loads(values) == {"read:value": ["float32", 20.0]}
    assert plain == headless("run", str(folder / "count.json")) == "read:value: float32 []\n20.\n"


def test_what_a_graph_def_cannot_hold_is_said(make_editor: Callable[..., Editor], folder: Path, tmp_path: Path) -> None:
    save_page(folder, "count.json", COUNT)
    editor = make_editor(str(folder / "count.json"))
    editor.find("export").click()
    assert "placeholders for feeds" in str(editor.find("export-graphdef").text_content())
    editor.window.keyboard.press("Escape")
    exported(editor, "graphdef", tmp_path / "count.pb")
    text = str(editor.find("toast").text_content())
    assert "no place for the values of 1 feed, fetches, init and the number of steps" in text
    assert load_graph(tmp_path / "count.pb").node("x").type == "Placeholder"
