"""Functions made of a selection, and put in the place of their calls again, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphops.interchange.page.read import page_from_json
from graphops.page import run_page
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


def test_an_effect_of_the_function_stays_with_its_result(make_editor: Callable[..., Editor], folder: Path) -> None:
    page = {
        "graphops_page": 1,
        "functions": {
            "count": {
                "arguments": ["v", "d"],
                "blocks": [
                    {"id": "v", "op": "Placeholder", "attrs": {"dtype": "resource", "shape": []}},
                    {"id": "d", "op": "Placeholder", "attrs": {"dtype": "float", "shape": []}},
                    {"id": "add", "op": "AssignAddVariableOp"},
                    {"id": "n", "op": "Neg"},
                ],
                "wires": [
                    {"from": "v:output", "to": "add:resource"},
                    {"from": "d:output", "to": "add:value"},
                    {"from": "d:output", "to": "n:x"},
                ],
                "results": ["n:y"],
                "after": ["add"],
            }
        },
        "blocks": [
            {"id": "v", "op": "VarHandleOp", "attrs": {"dtype": "float", "shape": []}},
            {"id": "begin", "op": "AssignVariableOp", "inputs": {"value": {"dtype": "float", "values": 0}}},
            {"id": "one", "op": "Const", "attrs": {"dtype": "float", "value": 1.0}},
            {"id": "c", "op": "StatefulPartitionedCall", "attrs": {"f": "count", "Tout": ["float"]}},
            {"id": "q", "op": "Square"},
            {"id": "now", "op": "ReadVariableOp", "attrs": {"dtype": "float"}, "after": ["q"]},
        ],
        "wires": [
            {"from": "v:resource", "to": "begin:resource"},
            {"from": "v:resource", "to": "c:args:0"},
            {"from": "one:output", "to": "c:args:1"},
            {"from": "c:output:0", "to": "q:x"},
            {"from": "v:resource", "to": "now:resource"},
        ],
        "init": ["begin"],
        "fetches": ["now"],
        "steps": 3,
        "ui": {"positions": {"v": [0, 0], "begin": [300, 200], "one": [0, 300], "c": [300, 0], "q": [600, 0],
                             "now": [900, 0]}},
    }  # fmt: skip
    save_page(folder, "page.json", page)
    editor = make_editor(str(folder / "page.json"))
    editor.until("document.querySelector('[data-testid=block-c] .pin.out') !== null")
    editor.select("c")
    editor.window.keyboard.press("Shift+i")
    editor.find("block-n").wait_for()
    after = editor.page()
    for held in (page, after):
        assert run_page(page_from_json(held))["now:value"] == 3.0  # once in each of the steps
    assert "functions" not in after


def test_a_function_must_not_lose_a_path_of_gradients(make_editor: Callable[..., Editor], folder: Path) -> None:
    blocks = [
        {"id": "a", "op": "Const", "attrs": {"dtype": "float", "value": [3.0, 5.0]}},
        {"id": "b", "op": "Neg"},
        {"id": "m", "op": "Mul"},
        {"id": "loss", "op": "Sum", "inputs": {"reduction_indices": [0]}},
        {"id": "g", "op": "Gradients"},
    ]
    ends = [("a:output", "b:x"), ("a:output", "m:x"), ("b:y", "m:y"), ("m:z", "loss:input"), ("loss:output", "g:ys:0"),
            ("a:output", "g:xs:0")]  # fmt: skip
    page = {"graphops_page": 1, "blocks": blocks, "wires": [{"from": one, "to": other} for one, other in ends],
            "fetches": ["g:grads:0"],
            "ui": {"positions": {block["id"]: [300 * at, 0] for at, block in enumerate(blocks)}}}  # fmt: skip
    save_page(folder, "page.json", page)
    editor = make_editor(str(folder / "page.json"))
    editor.until("document.querySelector('[data-testid=block-g] .pin.out .pin-type') !== null")
    keys = editor.window.keyboard
    editor.select("m")
    keys.down("Shift")
    editor.select("loss")
    editor.select("g")
    keys.up("Shift")
    keys.press("Shift+f")
    editor.find("toast").wait_for()
    said = "gradients of 'g' with respect to 'a:output' go through 'b' outside: select it, too"
    assert said in (editor.find("toast").text_content() or "")
    keys.down("Shift")
    editor.select("b")
    keys.up("Shift")
    keys.press("Shift+f")
    editor.find("block-call").wait_for()
    before, after = run_page(page_from_json(page)), run_page(page_from_json(editor.page()))
    assert before["g:grads:0"].tolist() == after["call:output:0"].tolist() == [-6.0, -10.0]


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
