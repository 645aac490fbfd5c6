"""Finding blocks on the page: by name, op, kernel and problem, through sub-pages, in the editor and in the viewer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import graphops as go

from .conftest import Editor, save_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.full
PAGE = {
    "graphops_page": 1,
    "blocks": [
        {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": [1.0, -2.0]}},
        {"id": "wrong", "op": "MatMul", "inputs": {"b": [[1.0], [2.0]]}},
    ],
    "pages": {"outer": {"pages": {"inner": {"blocks": [{"id": "deep", "op": "Relu"}]}}}},
    "wires": [{"from": "x:output", "to": "outer/inner/deep:features"}, {"from": "x:output", "to": "wrong:a"}],
    "ui": {"collapsed": ["outer", "outer/inner"]},
}


def find(window: Page, words: str) -> list[str]:
    """Search with the key; what is found."""
    window.keyboard.press("Control+f")
    window.get_by_test_id("find-words").fill(words)
    count = window.get_by_test_id("find-count")
    for _ in range(100):
        rows = window.locator(".find-list .palette-item").count()
        if count.text_content() == str(rows):
            break
        window.wait_for_timeout(20)
    texts: list[str] = window.locator(".find-list .palette-item .op-name").all_text_contents()
    return texts


def test_enter_goes_to_a_block_in_sub_pages(make_editor: Callable[..., Editor], folder: Path) -> None:
    save_page(folder, "page.json", PAGE)
    editor = make_editor(str(folder / "page.json"))
    assert find(editor.window, "relu") == ["outer/inner/deep"]
    editor.window.keyboard.press("Enter")
    editor.until("document.querySelector('[data-testid=\"block-outer/inner/deep\"]')?.classList.contains('selected')")
    assert editor.find("crumb-outer/inner").get_attribute("aria-current") == "page"
    assert editor.find("find-count").text_content() == "1 of 1"
    for _ in range(100):  # a problem, which is known once the page was checked
        if found := find(editor.window, "rank 2"):
            break
        editor.window.wait_for_timeout(100)
    assert found == ["wrong"]
    assert find(editor.window, "inner") == ["outer/inner", "outer/inner/deep"]
    editor.window.keyboard.press("ArrowDown")
    editor.window.keyboard.press("ArrowDown")
    assert editor.find("find-count").text_content() == "2 of 2"
    editor.window.keyboard.press("Escape")
    assert editor.find("find").count() == 0


def test_the_kernel_that_computed_a_block(make_editor: Callable[..., Editor], folder: Path) -> None:
    save_page(folder, "page.json", PAGE)
    editor = make_editor(str(folder / "page.json"))
    editor.run()
    assert find(editor.window, "kernel relu") == ["outer/inner/deep"]


def test_the_viewer_has_the_same_search(browser: Browser, tmp_path: Path) -> None:
    with go.Graph().as_default() as graph:
        y = go.constant(np.ones((2, 2), np.float32), name="x")
        for layer in range(40):
            with go.name_scope(f"layer{layer}"):
                y = go.raw_ops.MatMul(a=y, b=go.constant(np.ones((2, 2), np.float32), name="w"), name="product")
    path = graph.show(tmp_path / "graph.html", open_browser=False)
    context: Any = browser.new_context(viewport={"width": 1400, "height": 900})
    window = context.new_page()
    window.goto(path.as_uri())
    for _ in range(200):
        if window.evaluate("Boolean(window.graphopsEditor && window.graphopsEditor.ready)"):
            break
        window.wait_for_timeout(50)
    assert find(window, "layer17/w") == ["layer17/w"]
    window.keyboard.press("Enter")  # a constant at a pin: to the block that has the pin
    block = window.get_by_test_id("block-layer17/product")
    block.wait_for()
    assert "[2,2]" in (block.text_content() or "")
    assert window.get_by_test_id("block-layer17/w").count() == 0
    context.close()
