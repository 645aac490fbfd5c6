"""A page that names no fetches: what runs in the editor runs headless, and gives the same."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.apps.edit.browser.conftest import Editor, save_page
from tests.apps.edit.conftest import ROOT

pytestmark = pytest.mark.full


def headless(*words: str) -> str:
    """What ``graphops`` prints."""
    found = subprocess.run([sys.executable, "-m", "graphops", *words], cwd=ROOT, text=True, capture_output=True)
    assert found.returncode == 0, found.stdout + found.stderr
    return found.stdout


def test_a_page_without_fetches_runs_headless_as_in_the_editor(
    make_editor: Callable[..., Editor], folder: Path
) -> None:
    blocks = [
        {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": [1, 2]}},
        {"id": "neg", "op": "Neg"},
        {"id": "sum", "op": "Sum", "inputs": {"reduction_indices": 0}},
    ]
    wires = [{"from": "x:output", "to": "neg:x"}, {"from": "neg:y", "to": "sum:input"}]
    ui = {"positions": {"x": [0, 0], "neg": [250, 0], "sum": [500, 0]}}
    save_page(folder, "p.json", {"graphops_page": 1, "blocks": blocks, "wires": wires, "ui": ui})
    editor = make_editor(str(folder / "p.json"))
    assert "done" in editor.run()
    assert "-3" in str(editor.find("result-sum").text_content())
    editor.window.keyboard.press("Control+s")
    assert "computes sum:output\n" in headless("check", str(folder / "p.json"))
    found = json.loads(headless("run", str(folder / "p.json"), "--json"))
    assert found == {"sum:output": {"dtype": "float32", "shape": [], "values": -3.0}}
