"""``docs/tutorials/page_editor.md``, as somebody follows it who has read nothing else; the example pages, looked at."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from graphops.interchange.page import load_page, run_page
from tests.apps.edit.conftest import ROOT

from .conftest import Editor

pytestmark = pytest.mark.full
PAGES = ROOT / "examples" / "pages"


def add(editor: Editor, op: str) -> None:
    """Press ``/``, type an op's name, press Enter, wherever one is."""
    editor.window.keyboard.press("/")
    editor.window.keyboard.type(op)
    editor.window.wait_for_timeout(150)
    editor.window.keyboard.press("Enter")
    editor.window.wait_for_timeout(150)


def test_a_first_page_from_the_keyboard(editor: Editor, folder: Path) -> None:
    np.save(folder / "x.npy", np.float32([[1, 2], [3, 4]]))
    add(editor, "placeholder")
    add(editor, "const")
    add(editor, "matmul")
    assert [block["op"] for block in editor.page()["blocks"]] == ["Placeholder", "Const", "MatMul"]
    x, weights, product = (block["id"] for block in editor.page()["blocks"])
    for place, name in enumerate((x, weights, product)):
        head = editor.find(f"block-{name}").bounding_box()
        assert head is not None
        editor.window.mouse.move(head["x"] + 40, head["y"] + 8)
        editor.window.mouse.down()
        editor.window.mouse.move(350 + 450 * (place == 2), 250 + 220 * (place == 1), steps=4)
        editor.window.mouse.up()
    editor.select(x)
    editor.type_attr(x, "dtype", "float")
    editor.find(f"feed-{x}").fill('{"file": "x.npy"}')
    editor.select(weights)
    editor.type_attr(weights, "dtype", "float")
    editor.type_attr(weights, "value", "{{1},{10}}")
    editor.connect(f"{x}-output", f"{product}-a")
    editor.connect(f"{weights}-output", f"{product}-b")
    assert editor.wires() == {(f"{x}:output", f"{product}:a"), (f"{weights}:output", f"{product}:b")}
    editor.select(product)
    editor.find(f"fetch-{product}").check()
    editor.window.keyboard.press("Control+Enter")
    assert "done" in editor.finished()
    assert "21, 43" in (editor.find(f"result-{product}").text_content() or "")
    editor.window.keyboard.press("Control+s")
    editor.find("save-name").fill("first.json")
    editor.find("save-confirm").click()
    editor.until("document.querySelector('[data-testid=dirty]') === null")
    (value,) = run_page(load_page(folder / "first.json"), folder=folder).values()
    np.testing.assert_array_equal(value, [[21], [43]])


def test_the_palette_says_what_an_op_does(editor: Editor) -> None:
    editor.window.keyboard.press("/")
    editor.window.keyboard.type("conv3d")
    editor.window.wait_for_timeout(200)
    for _ in range(3):
        editor.window.keyboard.press("ArrowDown")
    palette = str(editor.window.locator("section.palette").text_content())
    assert "Conv3DBackpropFilterV2" in palette
    assert "out_backprop" in palette
    editor.shot("palette")


@pytest.mark.parametrize("name", sorted(path.stem for path in PAGES.glob("*.json")))
def test_example_pages_open_and_run(make_editor: Callable[..., Editor], folder: Path, name: str) -> None:
    shutil.copy(PAGES / f"{name}.json", folder)
    editor = make_editor(str(folder / f"{name}.json"))
    assert editor.page()["title"] == json.loads((PAGES / f"{name}.json").read_text())["title"]
    status = editor.run()
    assert ("failed" if name == "intended_error" else "done") in status
    editor.shot(f"example_{name}")
    notes = editor.page()["ui"]["notes"]
    assert [editor.find(f"note-{number}").input_value() for number in range(len(notes))] == [n["text"] for n in notes]


def test_a_volume_in_the_dark(make_editor: Callable[..., Editor], folder: Path) -> None:
    shutil.copy(PAGES / "volume_filter.json", folder)
    editor = make_editor(str(folder / "volume_filter.json"))
    editor.window.keyboard.press("t")
    assert "done" in editor.run()
    editor.select("volume")
    editor.find("result-tab-image").click()
    editor.find("slice-image").wait_for()
    assert editor.window.evaluate("document.documentElement.dataset.theme") == "dark"
    editor.shot("dark")


def test_the_digits_are_learned(make_editor: Callable[..., Editor], folder: Path) -> None:
    shutil.copy(PAGES / "digits_cnn_step.json", folder)
    (loss,) = run_page(load_page(folder / "digits_cnn_step.json")).values()
    editor = make_editor(str(folder / "digits_cnn_step.json"))
    assert "done" in editor.run()
    shown = editor.find("result-loss/mean").text_content() or ""
    assert f"{loss:.4f}"[:5] in shown
    editor.select("loss/mean")
    editor.find("step").click()
    editor.window.wait_for_timeout(300)
    assert "done" in editor.finished()
    (after,) = run_page(load_page(folder / "digits_cnn_step.json"), steps=21).values()
    assert after < loss
    assert f"{after:.4f}"[:5] in (editor.find("result-loss/mean").text_content() or "")


def test_a_long_training_shows_how_far_it_is_and_stops(make_editor: Callable[..., Editor], folder: Path) -> None:
    """The bar shows the step, and neither it nor the canvas moves while any block is computed."""
    shutil.copy(PAGES / "digits_cnn_step.json", folder)
    editor = make_editor(str(folder / "digits_cnn_step.json"))

    def places() -> list[object]:
        names = ("canvas", "run", "steps", "fit", "undo")
        return [editor.find(name).bounding_box() for name in names]

    steps = editor.find("steps")
    # The room for digits is what is left beside the padding and the two small arrows.
    assert steps.evaluate("node => node.clientWidth - 10 - 16") >= 7 * 8
    steps.fill("20000")
    steps.blur()
    before = places()
    editor.find("run").click()
    editor.until("Boolean(document.querySelector('[data-testid=\"result-loss/mean\"]'))")
    editor.window.wait_for_timeout(1500)
    editor.shot("running")
    said = editor.window.evaluate(
        "(() => { const bar = document.querySelector('[data-testid=progress]');"
        " return [bar.textContent, bar.title, bar.querySelector('[role=progressbar]').ariaValueMax]; })()"
    )
    assert re.match(r"step \d+ of 20000\b", said[0]), said
    assert said[1:] == [said[0], "20000"]
    assert places() == before
    editor.find("stop").click()
    assert "stopped" in editor.finished()
    assert places() == before
