"""The start of an empty page: templates, examples, files opened or changed last; in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.apps.edit.browser.conftest import Editor, save_page

pytestmark = pytest.mark.full


def test_a_template_is_a_new_page_that_runs(editor: Editor) -> None:
    editor.find("start-template/convolution").click()
    editor.find("block-conv").wait_for()
    assert editor.find("file-name").text_content() == "A convolution"
    assert editor.find("start").count() == 0
    assert editor.run().startswith("done ")


def test_pages_changed_last_are_offered(make_editor: Callable[..., Editor], folder: Path) -> None:
    save_page(folder, "mine.json", {"graphops_page": 1, "blocks": [{"id": "a", "op": "NoOp"}]})
    editor = make_editor()
    editor.find("recent-mine.json").click()
    editor.find("block-a").wait_for()
    assert editor.find("file-name").text_content() == "mine.json"


def test_files_opened_last_are_offered_first(make_editor: Callable[..., Editor], folder: Path) -> None:
    page = {"graphops_page": 1, "blocks": [{"id": "a", "op": "NoOp"}]}
    for name in ("one.json", "two.json", "gone.json", "never.json"):
        save_page(folder, name, page)
    for name in ("gone.json", "one.json", "two.json"):
        opened = make_editor(str(folder / name))
        opened.find("block-a").wait_for()
        opened.until("document.title.length > 0")
    (folder / "gone.json").unlink()
    editor = make_editor()  # another service, on another port
    editor.find("recent-two.json").wait_for()
    lists = editor.find("start").locator("section").filter(has_text="last")
    assert [part.locator("button").all_text_contents() for part in lists.all()] == [
        ["two.json", "one.json"],
        ["never.json"],
    ]


def test_the_start_vanishes_with_the_first_block(editor: Editor) -> None:
    editor.find("start").wait_for()
    editor.add_op("NoOp")
    assert editor.find("start").count() == 0


def test_no_start_on_a_page_of_a_file(make_editor: Callable[..., Editor], folder: Path) -> None:
    editor = make_editor(str(folder / "new.json"))
    assert editor.find("start").count() == 0
