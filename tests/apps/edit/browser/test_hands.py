"""Blocks put on wires, wires drawn for new blocks, muted and bypassed blocks, aligning, points of wires."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphops.interchange.page import load_page, run_page
from tests.apps.edit.browser.conftest import Editor, Json
from tests.apps.edit.browser.test_canvas import drag, drawn, head, middle, opened, undo

pytestmark = pytest.mark.full

LINE: Json = {
    "graphops_page": 1,
    "blocks": [
        {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": [1.0, -2.0]}},
        {"id": "n", "op": "Neg"}, {"id": "r", "op": "Relu"}, {"id": "loose", "op": "Square"},
        {"id": "text", "op": "StringLength"},
    ],
    "wires": [{"from": "x:output", "to": "n:x"}, {"from": "n:y", "to": "r:features"}],
    "fetches": ["r"],
    "ui": {"positions": {"x": [0, 0], "n": [300, 0], "r": [800, 0], "loose": [300, 250], "text": [600, 260]}},
}  # fmt: skip
WIRE = "wire-n:y-r:features"


@pytest.fixture
def line(make_editor: Callable[..., Editor], folder: Path) -> Editor:
    return opened(make_editor, folder, LINE)


@pytest.fixture
def whole(make_editor: Callable[..., Editor], folder: Path) -> Editor:
    """The same without the blocks that lack their inputs, so that it runs."""
    return opened(make_editor, folder, LINE | {"blocks": LINE["blocks"][:3]})


def on_wire(editor: Editor, name: str = WIRE, part: float = 0.5) -> tuple[float, float]:
    """A place on a wire in the window."""
    found: Any = editor.window.evaluate(
        """([name, part]) => {
            const wire = document.querySelector(`[data-testid="${name}"] .wire-hit`);
            const {x, y} = wire.getPointAtLength(wire.getTotalLength() * part).matrixTransform(wire.getScreenCTM());
            return [x, y];
        }""",
        [name, part],
    )
    return found[0], found[1]


def settled(editor: Editor) -> None:
    """Until the page is checked."""
    editor.window.wait_for_timeout(250)
    editor.until("document.querySelector('[data-testid=problem-count]').dataset.busy === 'false'")


def chosen(editor: Editor, *blocks: str) -> None:
    editor.select(blocks[0])
    for block in blocks[1:]:
        editor.find(f"block-{block}").click(position={"x": 40, "y": 8}, modifiers=["Shift"])


def places(editor: Editor) -> dict[str, list[int]]:
    found: dict[str, list[int]] = editor.page()["ui"]["positions"]
    return found


def test_a_block_without_wires_is_dropped_on_a_wire(line: Editor) -> None:
    before = drawn(line)
    x, y = on_wire(line)
    drag(line, head(line, "loose"), (x, y))
    line.until("window.graphopsEditor.page().wires.length === 3")
    assert line.wires() == {("x:output", "n:x"), ("n:y", "loose:x"), ("loose:y", "r:features")}
    undo(line)
    assert drawn(line) == before  # where it was, too
    drag(line, head(line, "text"), (x, y))  # takes strings
    line.find("toast").wait_for()
    assert "Not put on the wire" in line.find("toast").inner_text()
    assert line.wires() == {("x:output", "n:x"), ("n:y", "r:features")}
    undo(line)
    drag(line, head(line, "n"), (x, y))  # has wires of its own: it only moves
    assert line.wires() == {("x:output", "n:x"), ("n:y", "r:features")}


def test_an_op_is_dropped_on_a_wire(line: Editor) -> None:
    before = drawn(line)
    x, y = on_wire(line)
    canvas = line.find("canvas").bounding_box()
    assert canvas is not None
    line.find("palette-search").fill("AddV2")
    target: Any = {"x": x - canvas["x"], "y": y - canvas["y"]}
    line.find("palette-item-AddV2").drag_to(line.find("canvas"), target_position=target)
    line.until("window.graphopsEditor.page().wires.length === 3")
    assert {("n:y", "add:x"), ("add:z", "r:features")} < line.wires()
    undo(line)
    assert drawn(line) == before


def test_a_block_is_put_on_a_wire_with_keys_alone(line: Editor) -> None:
    before = drawn(line)
    line.select("r")
    line.window.keyboard.press("w")
    assert line.find("inspector").locator("h2").first.text_content() == "Wire"
    line.window.keyboard.press("i")
    assert line.window.evaluate("document.activeElement.dataset.testid") == "offer-search"
    line.find("offer-search").fill("string")
    assert line.find("offer-StringLength").count() == 0
    line.find("offer-search").fill("tanh")
    line.window.keyboard.press("Enter")
    line.until("window.graphopsEditor.page().wires.length === 3")
    assert {("n:y", "tanh:x"), ("tanh:y", "r:features")} < line.wires()
    undo(line)
    assert drawn(line) == before
    line.window.mouse.click(*on_wire(line), button="right")
    line.find("menu-insert").click()
    line.find("offer-search").fill("abs")
    line.window.keyboard.press("Enter")
    line.until("window.graphopsEditor.page().wires.length === 3")
    assert ("abs:y", "r:features") in line.wires()


def test_a_new_block_is_wired_to_the_selected_one(line: Editor) -> None:
    before = drawn(line)
    line.select("loose")
    line.find("palette-search").fill("Tanh")
    line.find("palette-search").press("Enter")
    line.until("window.graphopsEditor.page().wires.length === 3")
    assert ("loose:y", "tanh:x") in line.wires()
    assert places(line)["tanh"][0] > places(line)["loose"][0]
    line.find("palette-search").blur()
    undo(line)
    assert drawn(line) == before  # block and wire are one step
    line.select("loose")
    line.find("palette-search").fill("Tanh")
    line.find("palette-search").press("Shift+Enter")
    line.find("palette-search").fill("StringLength")
    line.find("palette-search").press("Enter")  # takes no floats
    line.window.wait_for_timeout(600)
    assert line.wires() == {("x:output", "n:x"), ("n:y", "r:features")}
    assert len(line.page()["blocks"]) == 7


def test_a_muted_block_and_what_needs_it_do_not_run(line: Editor, folder: Path) -> None:
    line.select("n")
    line.window.keyboard.press("Shift+m")
    line.until("document.querySelector('[data-testid=block-r]').classList.contains('rests')")
    assert [block.get("mode") for block in line.page()["blocks"]] == [None, "muted", None, None, None]
    assert "muted" in str(line.find("block-n").text_content())
    assert "not run" in str(line.find("block-r").text_content())
    line.shot("muted")
    assert line.run().startswith("done")
    assert line.find("result-x").count() == 1
    assert line.find("result-n").count() == line.find("result-r").count() == 0
    line.window.keyboard.press("Shift+m")
    settled(line)
    assert line.run().startswith("done")
    line.find("result-r").wait_for()
    undo(line)
    assert line.page()["blocks"][1]["mode"] == "muted"


def test_a_bypassed_block_gives_its_input_also_without_the_editor(whole: Editor, folder: Path) -> None:
    whole.select("n")
    whole.window.keyboard.press("Shift+b")
    whole.until("window.graphopsEditor.page().blocks[1].mode === 'bypassed'")
    assert whole.run().startswith("done")
    assert "[1, 0]" in str(whole.find("result-r").text_content()).replace("1, 0", "[1, 0]")
    whole.window.keyboard.press("Control+s")
    whole.until("!document.querySelector('[data-testid=dirty]')")
    assert {name: value.tolist() for name, value in run_page(load_page(folder / "p.json")).items()} == {
        "r:activations": [1, 0]
    }
    whole.select("x")
    whole.window.keyboard.press("Shift+b")  # a constant has no input
    whole.find("toast").last.wait_for()
    whole.until("document.querySelector('.toast.error') !== null")
    assert "a bypassed block of op 'Const' must have a wired input" in whole.find("toast").last.inner_text()
    assert "mode" not in whole.page()["blocks"][0]


def test_blocks_are_aligned_and_distributed(line: Editor) -> None:
    before = drawn(line)
    chosen(line, "x", "n", "loose")
    line.window.keyboard.press("Alt+Shift+ArrowLeft")
    assert [places(line)[name][0] for name in ("x", "n", "loose", "r")] == [0, 0, 0, 800]
    undo(line)
    line.window.keyboard.press("Alt+Shift+ArrowUp")
    assert [places(line)[name][1] for name in ("x", "n", "loose")] == [0, 0, 0]
    undo(line)
    assert drawn(line) == before
    chosen(line, "x", "n", "r")
    line.find("block-n").click(button="right", position={"x": 40, "y": 8})
    line.find("menu-align").click()
    line.find("menu-distribute-horizontally").click()
    boxes = {name: line.find(f"block-{name}").bounding_box() for name in ("x", "n", "r")}
    x, n, r = (boxes[name] for name in ("x", "n", "r"))
    assert x is not None
    assert n is not None
    assert r is not None
    assert n["x"] - x["x"] - x["width"] == pytest.approx(r["x"] - n["x"] - n["width"], abs=2)
    assert (places(line)["x"], places(line)["r"]) == ([0, 0], [800, 0])


def test_points_of_a_wire(whole: Editor, folder: Path) -> None:
    before = drawn(whole)
    x, y = on_wire(whole)
    whole.window.mouse.dblclick(x, y)
    point = whole.find(f"{WIRE}-point-0")
    point.wait_for()
    drag(whole, middle(whole, f"{WIRE}-point-0"), (x + 20, y + 120))
    (route,) = whole.page()["ui"]["routes"]
    assert (route["from"], route["to"], len(route["points"])) == ("n:y", "r:features", 1)
    assert route["points"][0][1] > 100
    whole.shot("points")
    whole.window.keyboard.press("Control+s")
    whole.until("!document.querySelector('[data-testid=dirty]')")
    assert json.loads((folder / "p.json").read_text())["ui"]["routes"] == [route]
    assert run_page(load_page(folder / "p.json"))["r:activations"].tolist() == [0, 2]  # the engine ignores them
    point.focus()
    whole.window.keyboard.press("ArrowDown")
    assert whole.page()["ui"]["routes"][0]["points"][0][1] == route["points"][0][1] + 8
    chosen(whole, "n", "r")  # both ends move: the point goes with them
    whole.window.keyboard.press("ArrowRight")
    assert whole.page()["ui"]["routes"][0]["points"][0][0] == route["points"][0][0] + 8
    point.focus()
    whole.window.keyboard.press("Delete")
    assert "routes" not in whole.page()["ui"]
    assert len(whole.page()["blocks"]) == 3
    undo(whole, 5)
    assert drawn(whole) == before


def test_a_point_is_added_with_keys(line: Editor) -> None:
    line.select("r")
    line.window.keyboard.press("w")
    line.window.keyboard.press("o")
    line.until("document.activeElement.classList.contains('wire-point')")
    line.window.keyboard.press("Shift+ArrowDown")
    ((_, y),) = line.page()["ui"]["routes"][0]["points"]
    assert y > 60


def test_a_run_tells_what_it_waits_for(line: Editor) -> None:
    line.window.evaluate(
        """() => {
            window.said = [];
            const place = document.getElementById("announcer");
            new MutationObserver(() => window.said.push(place.textContent)).observe(place, {childList: true});
        }"""
    )
    assert line.run().startswith("done")
    said = line.window.evaluate("window.said")
    assert "Run done" in said
    assert any("ompiling" in text or "lanning" in text or "unning" in text for text in said)
