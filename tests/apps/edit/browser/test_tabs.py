"""Several tabs, and other programs, with one file; the dialog of a name; blocks on the clipboard."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.apps.edit.browser.conftest import Editor, save_page
from tests.apps.edit.test_service import X, page

pytestmark = pytest.mark.full


def on_disk(folder: Path, name: str = "a.json") -> Any:
    return json.loads((folder / name).read_text())


def titled(editor: Editor, title: str) -> None:
    editor.find("page-title").fill(title)
    editor.find("page-title").blur()


def saved(editor: Editor) -> None:
    """Press Ctrl+S, and wait for the end of the changes."""
    editor.window.keyboard.press("Control+s")
    editor.until("!document.querySelector('[data-testid=dirty]')")


@pytest.fixture
def two(make_editor: Callable[..., Editor], folder: Path) -> tuple[Editor, Editor]:
    """Two tabs with one file; the second has saved it with a title of its own."""
    save_page(folder, "a.json", page(X))
    one = make_editor(str(folder / "a.json"))
    other = Editor(one.window.context.new_page(), one.server)
    other.open()
    titled(other, "other")
    saved(other)
    titled(one, "one")
    one.window.keyboard.press("Control+s")
    one.find("conflict").wait_for()
    assert on_disk(one.server.folder)["title"] == "other"
    return one, other


def test_the_first_tab_is_asked_and_saves_anyway(two: tuple[Editor, Editor]) -> None:
    one, other = two
    one.shot("conflict")
    one.find("conflict-save").click()
    one.until("!document.querySelector('[data-testid=dirty]')")
    assert on_disk(one.server.folder)["title"] == "one"
    titled(other, "other again")
    other.window.keyboard.press("Control+s")
    other.find("conflict").wait_for()
    assert on_disk(one.server.folder)["title"] == "one"


def test_the_first_tab_loads_what_is_on_disk(two: tuple[Editor, Editor]) -> None:
    one, _ = two
    one.find("conflict-load").click()
    one.until("window.graphopsEditor.page().title === 'other'")
    titled(one, "both")
    saved(one)
    assert on_disk(one.server.folder)["title"] == "both"


def test_the_first_tab_saves_under_another_name(two: tuple[Editor, Editor]) -> None:
    one, _ = two
    one.find("conflict-name").click()
    one.find("save-name").fill("b")
    one.find("save-name").press("Enter")
    one.until("document.title.startsWith('b.json')")
    folder = one.server.folder
    assert (on_disk(folder)["title"], on_disk(folder, "b.json")["title"]) == ("other", "one")


def test_what_came_after_the_question_is_asked_about_too(two: tuple[Editor, Editor]) -> None:
    one, _ = two
    save_page(one.server.folder, "a.json", page(X, title="third"))
    one.find("conflict-save").click()
    one.find("conflict").wait_for()
    one.window.wait_for_timeout(200)
    assert on_disk(one.server.folder)["title"] == "third"
    one.find("conflict-save").click()
    one.until("!document.querySelector('[data-testid=dirty]')")
    assert on_disk(one.server.folder)["title"] == "one"


def test_a_new_page_whose_file_came_into_being(make_editor: Callable[..., Editor], folder: Path) -> None:
    editor = make_editor(str(folder / "new.json"))
    save_page(folder, "new.json", page(X, title="another program's"))
    titled(editor, "mine")
    editor.window.keyboard.press("Control+s")
    editor.find("conflict").wait_for()
    assert on_disk(folder, "new.json")["title"] == "another program's"


def test_the_dialog_of_a_name(editor: Editor, folder: Path) -> None:
    """Enter saves; the suffix comes by itself; what is wrong is said in the dialog, where it can be read."""
    editor.add_op("NoOp")
    editor.window.keyboard.press("Control+s")
    editor.find("save-name").wait_for()
    editor.window.keyboard.press("Enter")
    editor.until("document.title.startsWith('page.json')")
    assert on_disk(folder, "page.json")["blocks"]
    editor.window.keyboard.press("Control+Shift+s")
    editor.find("save-name").fill("a|b")
    editor.find("save-name").press("Enter")
    fault = editor.find("save-fault")
    fault.wait_for()
    assert "name of a file must be a name" in str(fault.text_content())
    above = fault.evaluate(
        "node => { const b = node.getBoundingClientRect();"
        " return node.contains(document.elementFromPoint(b.x + 5, b.y + 5)) }"
    )
    assert above
    editor.find("save-name").fill("first")
    editor.find("save-name").press("Enter")
    editor.until("document.title.startsWith('first.json')")
    assert on_disk(folder, "first.json")["blocks"]
    save_page(folder, "second.json", page(X))
    editor.window.keyboard.press("Control+Shift+s")
    editor.find("save-name").fill("second")
    editor.find("save-name").press("Enter")
    editor.find("save-fault").wait_for()
    assert editor.find("save-confirm").text_content() == "Replace it"
    assert on_disk(folder, "second.json")["blocks"][0]["op"] == "Const"
    editor.find("save-name").press("Enter")
    editor.until("document.title.startsWith('second.json')")
    assert on_disk(folder, "second.json")["blocks"][0]["op"] == "NoOp"


def test_a_message_can_be_read_while_a_dialog_is_open(editor: Editor, folder: Path) -> None:
    (folder / "broken.json").write_text("{")
    editor.window.keyboard.press("Control+o")
    editor.find("file-broken.json").click()
    toast = editor.find("toast").first
    toast.wait_for()
    assert toast.evaluate(
        "node => { const b = node.getBoundingClientRect();"
        " return node.contains(document.elementFromPoint(b.x + 12, b.y + 12)) }"
    )


@pytest.mark.parametrize("drag", [False, True])
def test_blocks_that_were_selected_with_shift_are_copied(editor: Editor, drag: bool) -> None:
    one, other = editor.drag_op("NoOp", 200, 200), editor.drag_op("Const", 200, 400)
    editor.window.context.grant_permissions(["clipboard-read", "clipboard-write"])
    editor.select(one)
    editor.find("inspector").get_by_role("heading", level=2).click()  # where a text might begin
    canvas = editor.find("canvas").bounding_box()
    assert canvas is not None
    if drag:
        mouse = editor.window.mouse
        editor.window.keyboard.down("Shift")
        mouse.move(canvas["x"] + 60, canvas["y"] + 120)
        mouse.down()
        mouse.move(canvas["x"] + 300, canvas["y"] + 300, steps=4)
        mouse.move(canvas["x"] + canvas["width"] - 60, canvas["y"] + canvas["height"] - 60, steps=4)
        mouse.up()
        editor.window.keyboard.up("Shift")
    else:
        editor.find(f"block-{other}").click(position={"x": 40, "y": 8}, modifiers=["Shift"])
    assert editor.window.evaluate("window.getSelection().toString()") == ""
    editor.window.keyboard.press("Control+c")
    copied = json.loads(editor.window.evaluate("navigator.clipboard.readText()"))
    assert {block["op"] for block in copied["blocks"]} == {"NoOp", "Const"}
    editor.window.keyboard.press("Control+v")
    editor.until("window.graphopsEditor.page().blocks.length === 4")


def test_a_text_that_is_selected_in_the_details_is_copied(editor: Editor) -> None:
    editor.select(editor.drag_op("NoOp", 200, 200))
    editor.window.context.grant_permissions(["clipboard-read", "clipboard-write"])
    editor.window.get_by_test_id("inspector").get_by_role("heading", level=2).dblclick(position={"x": 12, "y": 10})
    editor.window.keyboard.press("Control+c")
    assert editor.window.evaluate("navigator.clipboard.readText()").strip() == "NoOp"
