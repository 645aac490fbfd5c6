"""Functions made of a selection, and put in the place of their calls again, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.apps.edit.browser.conftest import Editor, save_page

pytestmark = pytest.mark.full

PAGE: dict[str, Any] = {
    "graphops_page": 1,
    "blocks": [
        {"id": "a", "op": "Const", "attrs": {"dtype": "float", "value": [1.0, 2.0]}},
        {"id": "b", "op": "Const", "attrs": {"dtype": "float", "value": [3.0, 5.0]}},
        {"id": "product", "op": "Mul"},
        {"id": "sum", "op": "AddV2"},
    ],
    "wires": [
        {"from": "a:output", "to": "product:x"},
        {"from": "b:output", "to": "product:y"},
        {"from": "product:z", "to": "sum:x"},
        {"from": "a:output", "to": "sum:y"},
    ],
    "fetches": ["sum"],
    "ui": {"positions": {"a": [0, 0], "b": [0, 160], "product": [300, 0], "sum": [600, 0]}},
}


def test_a_function_of_the_selection_and_back(make_editor: Callable[..., Editor], folder: Path) -> None:
    save_page(folder, "page.json", PAGE)
    editor = make_editor(str(folder / "page.json"))
    keys = editor.window.keyboard
    editor.until("document.querySelector('[data-testid=block-product] .pin.out .pin-type') !== null")
    editor.select("product")
    keys.down("Shift")
    editor.select("sum")
    keys.up("Shift")
    keys.press("Shift+f")
    editor.find("block-call").wait_for()
    named = editor.find("block-call").locator(".pin-name").all_text_contents()
    assert named == ["a", "b", "sum"]  # its arguments and its result
    page = editor.page()
    assert page["fetches"] == ["call:output:0"]
    assert editor.run().startswith("done ")
    editor.find("result-call").wait_for()
    assert "4, 12" in (editor.find("result-call").text_content() or "")  # 1 * 3 + 1, 2 * 5 + 2
    editor.find("block-call").click(button="right", position={"x": 40, "y": 8})
    editor.find("menu-enter-function").click()
    editor.find("block-function()/product").wait_for()
    keys.press("Alt+ArrowUp")
    editor.find("block-call").wait_for()
    editor.select("call")
    keys.press("Shift+i")
    editor.find("block-product").wait_for()
    page = editor.page()
    assert "functions" not in page
    assert editor.wires() == {(wire["from"], wire["to"]) for wire in PAGE["wires"]}
    keys.press("Control+z")
    keys.press("Control+z")
    assert editor.page()["blocks"] == PAGE["blocks"]


def test_what_cannot_become_a_function_is_said(make_editor: Callable[..., Editor], folder: Path) -> None:
    page = {"graphops_page": 1, "blocks": [{"id": "x", "op": "Placeholder", "attrs": {"dtype": "float"}}],
            "ui": {"positions": {"x": [0, 0]}}}  # fmt: skip
    save_page(folder, "page.json", page)
    editor = make_editor(str(folder / "page.json"))
    editor.select("x")
    editor.window.keyboard.press("Shift+f")
    editor.find("toast").wait_for()
    assert "the placeholder 'x' must stay outside of the function" in (editor.find("toast").text_content() or "")
    assert [block["id"] for block in editor.page()["blocks"]] == ["x"]
