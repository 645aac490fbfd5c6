"""Long names in lists, cut in the middle, and bars that are widened; in a real browser."""

from __future__ import annotations

import pytest

from tests.apps.edit.browser.conftest import Editor

pytestmark = pytest.mark.full
LONG = "ResourceSparseApplyCenteredRMSProp"
END = """(name) => { const item = document.querySelector(`[data-testid="palette-item-${name}"]`);
    const end = item.querySelector(".cut-end").getBoundingClientRect();
    return end.width > 0 && end.right <= item.getBoundingClientRect().right; }"""


def drag_edge(editor: Editor, bar: str, by: float) -> None:
    """Drag the edge of a bar by some pixels to the right."""
    box = editor.find(f"edge-{bar}").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + 200
    editor.window.mouse.move(x, y)
    editor.window.mouse.down()
    editor.window.mouse.move(x + by, y, steps=5)
    editor.window.mouse.up()


def width(editor: Editor, selector: str) -> float:
    found: float = editor.window.evaluate(
        "(name) => document.querySelector(name).getBoundingClientRect().width", selector
    )
    return found


def test_the_ends_of_long_names_are_seen(editor: Editor) -> None:
    editor.find("palette-search").fill("ResourceSparseApply")
    drag_edge(editor, "palette", -70)  # so narrow that the name has no room
    item = editor.find(f"palette-item-{LONG}")
    name = item.locator(".op-name")
    assert name.text_content() == LONG
    assert name.get_attribute("title") == LONG
    cut = name.locator(".cut-start")
    assert cut.evaluate("node => node.scrollWidth > node.clientWidth")  # it is cut
    assert name.locator(".cut-end").text_content() == LONG[-12:]
    assert editor.window.evaluate(END, LONG)


def test_a_short_name_is_whole(editor: Editor) -> None:
    editor.find("palette-search").fill("matmul")
    name = editor.find("palette-item-MatMul").locator(".op-name")
    assert name.text_content() == "MatMul"
    assert name.evaluate("node => node.scrollWidth <= node.clientWidth + 1")


def test_bars_are_widened_at_their_edges_and_stay_so(editor: Editor) -> None:
    palette, inspector = width(editor, ".palette"), width(editor, ".inspector")
    drag_edge(editor, "palette", 120)
    drag_edge(editor, "inspector", -90)
    assert width(editor, ".palette") == pytest.approx(palette + 120, abs=2)
    assert width(editor, ".inspector") == pytest.approx(inspector + 90, abs=2)
    drag_edge(editor, "palette", 1200)
    assert width(editor, ".palette") <= 640
    editor.find("edge-palette").press("ArrowLeft")
    kept = width(editor, ".palette")
    assert kept <= 640 - 16
    editor.open()  # another visit
    assert width(editor, ".palette") == pytest.approx(kept, abs=1)
    assert width(editor, ".inspector") == pytest.approx(inspector + 90, abs=2)
