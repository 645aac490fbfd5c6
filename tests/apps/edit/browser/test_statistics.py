"""The table of what a page has and takes, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.apps.edit.browser.conftest import Editor, save_page
from tests.apps.edit.test_statistics import NETWORK

pytestmark = pytest.mark.full


def cells(editor: Editor, name: str) -> list[str]:
    row = editor.find(f"statistics-{name}")
    row.wait_for()
    return row.locator("td").all_text_contents()


def test_the_table_by_sub_page(make_editor: Callable[..., Editor], folder: Path) -> None:
    save_page(folder, "net.json", NETWORK)
    editor = make_editor(str(folder / "net.json"))
    editor.find("statistics").click()
    assert cells(editor, "total") == ["21.1 k", "84.5 kB", "21 k", "360 B"]
    assert cells(editor, "layer/") == ["21 k", "84.0 kB", "21 k", "280 B"]
    editor.find("statistics-size").fill("10")
    editor.until("document.querySelector('[data-testid=statistics-total]').textContent.includes('210 k')")
    editor.find("statistics-layer/").get_by_role("button").click()
    assert cells(editor, "layer/product") == ["0", "0 B", "210 k", "2.8 kB"]
    assert editor.find("statistics-head").count() == 0
    editor.find("statistics-outer").click()
    editor.find("statistics-head").wait_for()


def test_a_key_opens_it_for_the_page_that_is_open(make_editor: Callable[..., Editor], folder: Path) -> None:
    save_page(folder, "net.json", NETWORK)
    editor = make_editor(str(folder / "net.json"))
    editor.find("enter-layer").click()
    editor.find("block-layer/product").wait_for()
    editor.window.keyboard.press("s")
    assert cells(editor, "total") == ["21 k", "84.0 kB", "21 k", "280 B"]
