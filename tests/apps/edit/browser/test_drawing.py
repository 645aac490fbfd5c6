"""Pages drawn by hand in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from graphops.interchange.page import load_page, run_page
from tests.apps.edit.browser.conftest import Editor, save_page
from tests.interchange.page.test_run import GRADIENT

NUMBERS = "1..32"
VALUES = ", ".join(str(float(i)) for i in range(1, 33))

pytestmark = pytest.mark.full


def test_the_seeds_page_drawn_by_hand(editor: Editor, folder: Path) -> None:
    """Blocks dragged, pins connected, attrs typed in the old way, run: the seed's numbers, and again headless."""
    x = editor.drag_op("Const", 90, 120)
    w = editor.drag_op("Const", 90, 330)
    sizes = editor.drag_op("Const", 90, 540)
    conv = editor.drag_op("Conv3D", 380, 200)
    gradient = editor.drag_op("Conv3DBackpropFilterV2", 600, 430)
    for block in (x, w):
        editor.select(block)
        editor.type_attr(block, "dtype", "float")
        editor.type_attr(block, "value", VALUES)
        editor.type_attr(block, "value-shape", "2,2,2,2,2")
    editor.select(sizes)
    editor.type_attr(sizes, "dtype", "int32")
    editor.type_attr(sizes, "value", "{2,2,2,2,2}")
    editor.find("fit").click()
    editor.window.wait_for_timeout(300)
    editor.shot("drawing")
    for block in (conv, gradient):
        editor.select(block)
        editor.type_attr(block, "strides", "1,4,3,2,1")
        editor.type_attr(block, "padding", "SAME")
    for source, target in [
        (f"{x}-output", f"{conv}-input"), (f"{w}-output", f"{conv}-filter"), (f"{x}-output", f"{gradient}-input"),
        (f"{sizes}-output", f"{gradient}-filter_sizes"), (f"{conv}-output", f"{gradient}-out_backprop"),
    ]:  # fmt: skip
        editor.connect(source, target)
    assert len(editor.wires()) == 5
    editor.until("document.querySelector('[data-testid=problem-count]')?.textContent !== '2 problems'")
    assert "done" in editor.run()
    result = editor.find(f"result-{gradient}").inner_text()
    assert "result_output" in result
    for number in ("121040", "127840", "130848"):
        assert number in result
    assert "2856, 2992, 6952, 7344" in editor.find(f"result-{conv}").inner_text()
    editor.select(gradient)
    editor.find(f"result-{gradient}").wait_for()
    editor.find("result-tab-table").click()
    editor.find("fit").click()
    editor.window.wait_for_timeout(300)
    editor.shot("result")
    fetch = editor.find(f"fetch-{gradient}")
    fetch.check()
    editor.window.keyboard.press("Escape")
    editor.window.keyboard.press("Control+s")
    editor.find("save-name").fill("seed.json")
    editor.find("save-confirm").click()
    editor.until("document.querySelector('[data-testid=file-name]').textContent.includes('seed')")
    found = run_page(load_page(folder / "seed.json"))[f"{gradient}:output"]
    assert found.shape == (2, 2, 2, 2, 2)
    assert found.ravel().tolist() == [float(text) for text in GRADIENT.split()]


def test_a_wire_that_cannot_fit_is_refused_with_the_reason(editor: Editor) -> None:
    sizes = editor.drag_op("Const", 90, 150)
    conv = editor.drag_op("Conv3D", 420, 150)
    editor.select(sizes)
    editor.type_attr(sizes, "dtype", "int32")
    editor.type_attr(sizes, "value", "{2,2,2,2,2}")
    editor.window.wait_for_timeout(500)
    editor.connect(f"{sizes}-output", f"{conv}-input")
    editor.find("toast").first.wait_for()
    said = editor.find("toast").first.inner_text()
    assert "input of op 'Conv3D' must have one of the dtypes" in said
    assert "got int32" in said
    assert editor.wires() == set()
    editor.shot("refused")


def test_an_error_stands_on_its_block(editor: Editor) -> None:
    conv = editor.drag_op("Conv3D", 300, 200)
    editor.find(f"problem-{conv}").wait_for()
    assert "must be given" in editor.find(f"problem-{conv}").inner_text()
    editor.select(conv)
    editor.type_attr(conv, "strides", "1,4,x")
    editor.until(
        f"document.querySelector('[data-testid=\"problem-{conv}\"]').textContent.includes('integer')"
        " || document.querySelector('.field.bad') !== null"
    )
    editor.shot("error")


def test_an_error_of_a_run_stands_on_its_block(make_editor: Callable[..., Editor], folder: Path) -> None:
    save_page(folder, "p.json", {
        "graphops_page": 1, "feeds": {"at": [7]}, "fetches": ["take"],
        "blocks": [{"id": "at", "op": "Placeholder", "attrs": {"dtype": "int32", "shape": [1]}},
                   {"id": "take", "op": "Gather", "inputs": {"params": {"dtype": "float", "values": [1.0, 2.0]}}}],
        "wires": [{"from": "at:output", "to": "take:indices"}],
    })  # fmt: skip
    editor = make_editor(str(folder / "p.json"))
    assert "failed" in editor.run()
    editor.find("problem-take").wait_for()
    assert "indices of op 'Gather' must be in [0, 2)" in editor.find("problem-take").inner_text()


def test_undo_and_redo_of_ten_kinds_of_edit(editor: Editor) -> None:
    """Each edit is one step back, and one forth, to the very page that was."""
    press = editor.window.keyboard.press

    def pause() -> None:
        editor.window.keyboard.press("Escape")
        editor.window.keyboard.press("Escape")
        editor.window.wait_for_timeout(700)

    history = [editor.page()]

    def step(edit: Callable[[], object]) -> None:
        edit()
        pause()
        now = editor.page()
        assert now != history[-1], editor.find("toast").all_inner_texts()
        history.append(now)

    step(lambda: editor.drag_op("Const", 120, 150))  # 1 add by dragging
    step(lambda: editor.add_op("Neg"))  # 2 add by the keyboard
    (neg,) = [b["id"] for b in editor.page()["blocks"] if b["op"] == "Neg"]
    editor.select("const")
    step(lambda: editor.type_attr("const", "value", "{1.5, 2}"))  # 3 set an attr
    press("l")  # 4 arrange
    pause()
    if editor.page() != history[-1]:
        history.append(editor.page())
    step(lambda: editor.connect("const-output", f"{neg}-x"))  # 5 wire

    def move() -> None:
        editor.select(neg)
        press("Escape") if editor.window.evaluate("document.activeElement.tagName") == "INPUT" else None
        box = editor.find(f"block-{neg}").bounding_box()
        assert box is not None
        editor.window.mouse.move(box["x"] + 40, box["y"] + 8)
        editor.window.mouse.down()
        editor.window.mouse.move(box["x"] + 120, box["y"] + 90, steps=5)
        editor.window.mouse.up()

    step(move)  # 6 move

    def select_and(key: str, block: str = neg) -> Callable[[], None]:
        def act() -> None:
            editor.select(block)
            press(key)

        return act

    step(select_and("Control+d"))  # 7 duplicate
    step(select_and("Delete", f"{neg}_1"))  # 8 delete

    def rename() -> None:
        editor.select(neg)
        press("F2")
        editor.find("block-id").fill("minus")
        editor.find("block-id").press("Enter")

    step(rename)  # 9 rename
    step(select_and("Control+g", "minus"))  # 10 group into a sub-page

    def title() -> None:
        editor.find("page-title").fill("A page")
        editor.find("page-title").blur()

    step(title)  # 11 the page's own fields
    for place in range(len(history) - 2, -1, -1):
        press("Control+z")
        editor.window.wait_for_timeout(120)
        assert _drawn(editor.page()) == _drawn(history[place]), f"undo to {place}"
    for place in range(1, len(history)):
        press("Control+Shift+z")
        editor.window.wait_for_timeout(120)
        assert _drawn(editor.page()) == _drawn(history[place]), f"redo to {place}"


def _drawn(page: dict[str, object]) -> object:
    """A page without what is only looked at."""
    ui = {name: value for name, value in dict(page.get("ui", {})).items() if name != "view"}  # type: ignore[call-overload]
    return {**page, "ui": ui}


def test_copy_and_paste(editor: Editor) -> None:
    editor.window.context.grant_permissions(["clipboard-read", "clipboard-write"])
    editor.drag_op("Const", 120, 150)
    editor.select("const")
    editor.window.keyboard.press("Control+c")
    editor.window.keyboard.press("Control+v")
    assert [block["op"] for block in editor.page()["blocks"]] == ["Const", "Const"]


def test_a_graph_of_tensorflows(make_editor: Callable[..., Editor], folder: Path) -> None:
    """A GraphDef that TensorFlow wrote (record_graph.py), with a loop in it, is opened and run."""
    source = Path(__file__).parent / "data" / "fibonacci.pb"
    (folder / source.name).write_bytes(source.read_bytes())
    editor = make_editor(str(folder / source.name))
    assert {"fibonacci", "product"} <= set(editor.page()["fetches"])
    assert "done" in editor.run()
    editor.window.keyboard.press("Escape")
    editor.window.keyboard.press("f")  # only blocks in sight are elements of the document
    editor.shot("graphdef")
    assert "144" in editor.find("result-fibonacci").inner_text()  # 1, 1, 2, 3, 5 ... ten steps on
    assert "17, 39" in editor.find("result-product").inner_text()


def test_pages_open_and_are_saved_in_place(make_editor: Callable[..., Editor], folder: Path) -> None:
    save_page(folder, "p.json", {"graphops_page": 1, "blocks": [{"id": "a", "op": "NoOp"}]})
    editor = make_editor(str(folder / "p.json"))
    editor.add_op("NoOp")
    editor.window.keyboard.press("Escape")
    editor.window.keyboard.press("Control+s")
    editor.until("!document.querySelector('[data-testid=dirty]')")
    assert len(json.loads((folder / "p.json").read_text())["blocks"]) == 2
