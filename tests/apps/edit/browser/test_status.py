"""What the editor says while people work: blocks that a run leaves out, notices, errors of half a text, casts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.apps.edit.browser.conftest import Editor, save_page

pytestmark = pytest.mark.full
Json = dict[str, Any]
FLOATS = {"id": "floats", "op": "Const", "attrs": {"dtype": "float32", "value": [1.5, 2.5]}}
INTS = {"id": "ints", "op": "Const", "attrs": {"dtype": "int32", "value": [1, 2]}}


def opened(make_editor: Callable[..., Editor], folder: Path, *blocks: Json, **more: Any) -> Editor:
    """An editor with a page, which has been checked."""
    save_page(folder, "p.json", {"graphops_page": 1, "blocks": list(blocks), **more})
    editor = make_editor(str(folder / "p.json"))
    checked(editor)
    return editor


def checked(editor: Editor) -> None:
    """Wait until the service has looked at the page as it is now."""
    editor.window.wait_for_timeout(250)
    editor.until("document.querySelector('[data-testid=problem-count]').dataset.busy === 'false'")


def pull(editor: Editor, source: str, target: str) -> None:
    """Pull a wire that is refused."""
    editor.connect(source, target)
    editor.find("bubble").wait_for()


@pytest.fixture
def sums(make_editor: Callable[..., Editor], folder: Path) -> Editor:
    """A sum of floats, and integers for which it has an input left."""
    return opened(
        make_editor, folder, FLOATS, INTS, {"id": "sum", "op": "AddV2"},
        wires=[{"from": "floats:output", "to": "sum:x"}],
        ui={"positions": {"floats": [0, 0], "ints": [0, 200], "sum": [420, 80]}},
    )  # fmt: skip


def test_a_run_says_which_blocks_it_left_out(make_editor: Callable[..., Editor], folder: Path) -> None:
    editor = opened(
        make_editor, folder, {"id": "x", "op": "Placeholder", "attrs": {"dtype": "float32", "shape": [2]}},
        {"id": "y", "op": "Neg"}, {"id": "z", "op": "Neg"}, FLOATS,
        wires=[{"from": "x:output", "to": "y:x"}, {"from": "floats:output", "to": "z:x"}],
        ui={"positions": {"x": [0, 0], "y": [300, 0], "floats": [0, 200], "z": [300, 200]}},
    )  # fmt: skip
    assert "done, 2 not run" in editor.run()
    line = editor.find("not-run")
    assert line.text_content() == "x is not run: it has no feed (and 1 block more)"
    assert "y: it needs 'x', which has no feed" in str(line.get_attribute("title"))
    assert editor.find("block-y").locator(".dot").get_attribute("title") == "not run: it needs 'x', which has no feed"
    line.click()
    editor.find("feed-x").fill("1, 2")
    editor.find("feed-x").blur()
    assert editor.run().startswith("done ")
    assert editor.find("not-run").count() == 0


def test_what_the_library_says_is_in_the_status_line(make_editor: Callable[..., Editor], folder: Path) -> None:
    editor = opened(
        make_editor, folder,
        {"id": "words", "op": "Const", "attrs": {"dtype": "string", "value": "compiling kernels"}},
        {"id": "say", "op": "PrintV2", "attrs": {"output_stream": "log(warning)"}},
        wires=[{"from": "words:output", "to": "say:input"}],
    )  # fmt: skip
    editor.run()
    assert editor.find("notice").text_content() == "compiling kernels"
    editor.until("!document.querySelector('[data-testid=notice]')", 6)


FAULTS = """() => [document.querySelectorAll(".inspector .fault, .inspector .problems li").length,
    document.querySelector("[data-testid=problem-count]").textContent]"""


def test_half_a_text_is_not_called_wrong(make_editor: Callable[..., Editor], folder: Path) -> None:
    """Neither by the field, which knows what a list of integers is, nor by the service, which knows dtypes."""
    conv = {"id": "conv", "op": "Conv2D", "attrs": {"strides": [1, 1, 1, 1], "padding": "SAME"}}
    editor = opened(make_editor, folder, INTS, conv, ui={"positions": {"ints": [0, 0], "conv": [300, 0]}})
    for block, name, half, whole in (("conv", "strides", "1,x", "1,1,1,1"), ("ints", "dtype", "floa", "float32")):
        editor.select(block)
        field = editor.find(f"attr-{block}-{name}")
        field.focus()
        before = editor.window.evaluate(FAULTS)
        field.fill(half)
        editor.window.wait_for_timeout(400)
        assert editor.window.evaluate(FAULTS) == before  # nothing flashes up
        field.press("Enter")
        editor.until(f"JSON.stringify(({FAULTS})()) !== '{json.dumps(before, separators=(',', ':'))}'")
        field.fill(whole)
        field.blur()
        checked(editor)
        assert editor.window.evaluate(FAULTS) == before


def test_a_pause_is_enough_for_a_text_to_be_looked_at(make_editor: Callable[..., Editor], folder: Path) -> None:
    editor = opened(make_editor, folder, INTS)
    editor.select("ints")
    editor.find("attr-ints-dtype").fill("nonsense")
    editor.find("problem-ints").wait_for()


def test_a_refused_wire_gets_its_cast_at_one_click(sums: Editor) -> None:
    pull(sums, "ints-output", "sum-y")
    button = sums.find("insert-cast").first
    assert "Insert a Cast to float32" in str(button.text_content())
    button.click()
    assert sums.wires() == {("floats:output", "sum:x"), ("ints:output", "cast:x"), ("cast:y", "sum:y")}
    assert sums.page()["blocks"][-1] == {"id": "cast", "op": "Cast", "attrs": {"DstT": "float32"}}
    checked(sums)
    assert sums.find("problem-count").text_content() == "no problems"
    sums.window.keyboard.press("Control+z")  # one step
    assert sums.wires() == {("floats:output", "sum:x")}
    assert len(sums.page()["blocks"]) == 3


def test_a_refused_wire_gets_its_cast_at_one_key(sums: Editor) -> None:
    pull(sums, "ints-output", "sum-y")
    sums.find("insert-cast").first.wait_for()
    sums.window.keyboard.press("c")
    assert ("cast:y", "sum:y") in sums.wires()
    assert sums.find("bubble").count() == 0


def test_a_wire_by_name_gets_its_cast_too(sums: Editor) -> None:
    sums.select("sum")
    sums.find("connect-sum").fill("ints:output")
    sums.find("connect-to-sum").select_option("y")
    sums.find("connect-sum").press("Enter")
    sums.find("insert-cast").click()
    assert ("cast:y", "sum:y") in sums.wires()


def test_no_cast_is_proposed_where_it_would_not_help(make_editor: Callable[..., Editor], folder: Path) -> None:
    text = {"id": "text", "op": "Const", "attrs": {"dtype": "string", "value": "a"}}
    editor = opened(
        make_editor, folder, FLOATS, text, {"id": "neg", "op": "Neg"},
        ui={"positions": {"floats": [0, 0], "text": [0, 200], "neg": [420, 80]}},
    )  # fmt: skip
    pull(editor, "text-output", "neg-x")
    editor.find("toast").wait_for()
    assert editor.find("insert-cast").count() == 0


def test_an_offered_op_takes_what_it_needs_cast(make_editor: Callable[..., Editor], folder: Path) -> None:
    editor = opened(make_editor, folder, INTS, ui={"positions": {"ints": [0, 0]}, "view": [300, 300, 1]})
    box = editor.find("pin-out-ints-output").bounding_box()
    assert box is not None
    editor.window.mouse.move(box["x"] + 5, box["y"] + 5)
    editor.window.mouse.down()
    editor.window.mouse.move(box["x"] + 200, box["y"] + 100, steps=6)
    editor.window.mouse.up()
    editor.find("offer-search").fill("softmax")
    assert "with a Cast" in str(editor.find("offer-Softmax").text_content())
    editor.find("offer-Softmax").click()
    editor.until("window.graphopsEditor.page().blocks.length === 3")
    assert editor.wires() == {("ints:output", "cast:x"), ("cast:y", "softmax:logits")}
    editor.window.keyboard.press("Control+z")
    assert len(editor.page()["blocks"]) == 1


def test_the_reason_of_a_refusal_lies_above_the_bars(make_editor: Callable[..., Editor], folder: Path) -> None:
    """A pin at the edge of the canvas: the reason is whole, where the details lie."""
    text = {"id": "text", "op": "Const", "attrs": {"dtype": "string", "value": "a"}}
    editor = opened(
        make_editor, folder, FLOATS, text, {"id": "neg", "op": "Neg"},
        ui={"positions": {"floats": [0, 0], "text": [0, 200], "neg": [640, 80]}, "view": [40, 200, 1]},
    )  # fmt: skip
    pull(editor, "text-output", "neg-x")
    box = editor.find("bubble").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 1400
    shown = editor.window.evaluate(
        """([x, y]) => { const bubble = document.querySelector("[data-testid=bubble]");
        bubble.style.pointerEvents = "auto"; return bubble.contains(document.elementFromPoint(x, y)); }""",
        [box["x"] + box["width"] - 8, box["y"] + box["height"] / 2],
    )
    assert shown


def test_blocks_with_a_problem_can_be_connected_by_name(make_editor: Callable[..., Editor], folder: Path) -> None:
    editor = opened(
        make_editor, folder, FLOATS, {"id": "wrong", "op": "Softmax"}, {"id": "neg", "op": "Neg"},
        ui={"positions": {"floats": [0, 0], "wrong": [0, 200], "neg": [420, 80]}},
    )  # fmt: skip
    editor.select("neg")
    options = editor.window.evaluate(
        """() => [...document.getElementById(document.querySelector("[data-testid=connect-neg]")
        .getAttribute("list")).options].map((item) => [item.value, item.getAttribute("label")])"""
    )
    assert ["floats:output", ""] in options
    assert ["wrong:softmax", "has a problem"] in options
    editor.find("connect-neg").fill("wrong:softmax")
    editor.find("connect-neg").press("Enter")
    editor.until("(window.graphopsEditor.page().wires ?? []).length === 1")
    assert editor.wires() == {("wrong:softmax", "neg:x")}


def test_wires_of_what_is_selected_lie_above_blocks(make_editor: Callable[..., Editor], folder: Path) -> None:
    editor = opened(
        make_editor, folder, FLOATS, {"id": "between", "op": "Neg"}, {"id": "end", "op": "Neg"},
        wires=[{"from": "floats:output", "to": "end:x"}],
        ui={"positions": {"floats": [0, 0], "between": [260, 0], "end": [560, 0]}},
    )  # fmt: skip
    raised = editor.window.locator(".raised-wire")
    assert raised.count() == 0
    editor.select("end")
    raised.wait_for(state="attached")
    above = editor.window.evaluate(
        """() => { const [wire, block] = [".raised-wire", ".react-flow__node[data-id=between]"].map(
        (name) => document.querySelector(name)); return [getComputedStyle(wire).zIndex, getComputedStyle(block).zIndex,
        getComputedStyle(wire).pointerEvents]; }"""
    )
    assert int(above[0]) > int(above[1])
    assert above[2] == "none"  # what lies below can still be clicked
