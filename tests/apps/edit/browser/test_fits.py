"""Wires into blocks that are not right yet, and all that is wrong with a block, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.apps.edit.browser.conftest import Editor, save_page

pytestmark = pytest.mark.full
BLOCKS = [
    {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": {"shape": [1, 1, 1, 1], "values": [1]}}},
    {"id": "t", "op": "Const", "attrs": {"dtype": "string", "value": "a"}},
    {"id": "conv", "op": "Conv2D", "attrs": {"padding": "same", "strides": [1, 1, 1, 1]},
     "inputs": {"input": {"dtype": "int32", "shape": [1, 1, 1, 1], "values": [1]}}},
]  # fmt: skip
UI = {"positions": {"x": [0, 0], "t": [0, 250], "conv": [400, 0]}}


def test_a_wrong_attr_refuses_no_right_wire(make_editor: Callable[..., Editor], folder: Path) -> None:
    """Also where a value stands, which the wire replaces."""
    save_page(folder, "p.json", {"graphops_page": 1, "blocks": BLOCKS, "ui": UI})
    editor = make_editor(str(folder / "p.json"))
    editor.window.wait_for_timeout(400)
    editor.connect("t-output", "conv-filter")
    editor.find("bubble").wait_for()
    assert "filter of op 'Conv2D' must" in str(editor.find("bubble").text_content())
    assert editor.wires() == set()
    editor.connect("x-output", "conv-input")
    assert editor.wires() == {("x:output", "conv:input")}
    editor.connect("x-output", "conv-filter")
    assert editor.wires() == {("x:output", "conv:input"), ("x:output", "conv:filter")}


def test_a_block_shows_all_that_is_wrong_with_it(make_editor: Callable[..., Editor], folder: Path) -> None:
    wires = [{"from": "t:output", "to": "conv:filter"}]
    blocks = [*BLOCKS[:2], {**BLOCKS[2], "inputs": {}}]
    save_page(folder, "p.json", {"graphops_page": 1, "blocks": blocks, "wires": wires, "ui": UI})
    editor = make_editor(str(folder / "p.json"))
    editor.find("problem-conv").wait_for()
    assert "(and 2 more)" in str(editor.find("problem-conv").text_content())
    editor.select("conv")
    inspector = editor.find("inspector")
    for name, words in (
        ("padding", "must be one of 'SAME', 'VALID', 'EXPLICIT', got 'same'"),
        ("filter", "filter of op 'Conv2D' must have"),
        ("input", "input of op 'Conv2D' must be given"),
    ):
        assert words in " ".join(inspector.locator(".field .fault").all_text_contents()), name
        assert words in " ".join(inspector.locator(".problems li").all_text_contents()), name
