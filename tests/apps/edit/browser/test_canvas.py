"""The canvas under a demanding user's hands: wires pulled off and dropped, sub-pages, notes, large and narrow pages."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from tests.apps.edit.browser.conftest import Editor, Json, save_page
from tests.apps.edit.browser.test_running import large_page

pytestmark = pytest.mark.full

CHAIN: Json = {
    "graphops_page": 1,
    "blocks": [
        {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": [1.0, 2.0]}},
        {"id": "n", "op": "Neg"}, {"id": "r", "op": "Relu"}, {"id": "add", "op": "AddN"},
    ],
    "wires": [
        {"from": "x:output", "to": "n:x"}, {"from": "n:y", "to": "r:features"},
        {"from": "x:output", "to": "add:inputs:0"}, {"from": "n:y", "to": "add:inputs:1"},
        {"from": "r:activations", "to": "add:inputs:2"},
    ],
    "ui": {"positions": {"x": [0, 60], "n": [300, 0], "r": [600, 150], "add": [900, 20]}},
}  # fmt: skip
SCOPES: Json = {
    "graphops_page": 1,
    "blocks": [
        {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": [1.0, 2.0]}},
        {"id": "n", "op": "Neg"}, {"id": "r", "op": "Relu"}, {"id": "add", "op": "AddN"},
    ],
    "pages": {
        "g": {"blocks": [{"id": "a", "op": "Neg"}, {"id": "b", "op": "Neg"}], "wires": [{"from": "a:y", "to": "b:x"}]},
        "h": {"blocks": [{"id": "c", "op": "NoOp"}]},
    },
    "wires": [
        {"from": "x:output", "to": "n:x"}, {"from": "n:y", "to": "r:features"}, {"from": "x:output", "to": "g/a:x"},
        {"from": "x:output", "to": "add:inputs:0"}, {"from": "n:y", "to": "add:inputs:1"},
    ],
    "feeds": {"x": [3.0, 4.0]}, "fetches": ["r", "n:y"],
    "ui": {
        "positions": {"x": [0, 0], "n": [250, 0], "r": [520, 0], "add": [800, 0], "g": [0, 200], "g/a": [0, 0],
                      "g/b": [200, 0], "h": [600, 200], "h/c": [0, 0]},
        "collapsed": ["h"], "notes": [{"page": "", "x": 0, "y": -120, "text": "Read me first"}],
    },
}  # fmt: skip


def spread_page(count: int) -> tuple[Json, Json]:
    """A large page of which a few blocks are in sight, near enough to be read; the page, and the blocks' places."""
    page: Json = large_page(count)
    places = {block["id"]: [n % 40 * 300, n // 40 * 150] for n, block in enumerate(page["blocks"])}
    return {**page, "ui": {"positions": places, "view": [-3000, -300, 1]}}, places


def opened(make_editor: Callable[..., Editor], folder: Path, page: Json) -> Editor:
    save_page(folder, "p.json", page)
    editor = make_editor(str(folder / "p.json"))
    editor.until("document.querySelector('[data-testid=problem-count]').dataset.busy === 'false'")
    editor.window.wait_for_timeout(400)
    return editor


def drawn(editor: Editor) -> Json:
    """The page without where the canvas looks."""
    page = editor.page()
    return {**page, "ui": {name: value for name, value in page["ui"].items() if name != "view"}}


def middle(editor: Editor, name: str) -> tuple[float, float]:
    box = editor.find(name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def head(editor: Editor, block: str) -> tuple[float, float]:
    box = editor.find(f"block-{block}").bounding_box()
    assert box is not None
    return box["x"] + 30, box["y"] + 8


def drag(editor: Editor, start: tuple[float, float], end: tuple[float, float]) -> None:
    mouse = editor.window.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    mouse.move(*end, steps=4)
    editor.window.wait_for_timeout(250)  # the service is asked whether a wire fits
    mouse.up()
    editor.window.wait_for_timeout(400)


def undo(editor: Editor, count: int = 1) -> None:
    for _ in range(count):
        editor.window.keyboard.press("Control+z")
        editor.window.wait_for_timeout(150)


def paste(editor: Editor, text: str) -> None:
    """Paste a text as another window's clipboard would have it."""
    editor.window.evaluate(
        "text => { const data = new DataTransfer(); data.setData('text/plain', text);"
        " document.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true})) }",
        text,
    )
    editor.window.wait_for_timeout(400)


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        ({"blocks": [{"op": "Const"}]}, "must have the key 'id'"),
        ({"blocks": [{"id": "a/b", "op": "Const"}]}, "blocks[0].id must consist of"),
        ({"blocks": [{"id": "a", "op": "NoOp"}, {"id": "a", "op": "NoOp"}]}, "must be unique"),
        ({"blocks": [{"id": "a", "op": "NoOp"}], "wires": [{"from": "z:o", "to": "a:x"}]}, "must name a block"),
        ({"pages": {"a b": {"blocks": []}}}, "a key of pages must consist of"),
        ({}, "holds no blocks"),
    ],
)
def test_what_no_page_could_hold_is_not_pasted(editor: Editor, part: Json, reason: str) -> None:
    before = editor.page()
    paste(editor, json.dumps({"graphops_page": 1, **part}))
    editor.find("toast").wait_for()
    assert reason in editor.find("toast").inner_text()
    assert editor.page() == before
    assert not editor.find("undo").is_enabled()


def test_a_page_of_500_blocks_is_pasted_in_one_step(editor: Editor) -> None:
    paste(editor, json.dumps(large_page(500)))
    editor.until("window.graphopsEditor.page().blocks.length === 500")
    undo(editor)
    assert editor.page()["blocks"] == []
    assert not editor.find("undo").is_enabled()


def test_a_block_of_a_sub_page_can_run_after_one_outside(make_editor: Callable[..., Editor], folder: Path) -> None:
    editor = opened(make_editor, folder, {
        "graphops_page": 1, "blocks": [{"id": "a", "op": "NoOp"}],
        "pages": {"g": {"blocks": [{"id": "b", "op": "NoOp", "after": ["/a"]}, {"id": "c", "op": "NoOp"}]}},
    })  # fmt: skip
    assert editor.find("wire-^a-^g/b").count() == 1
    editor.find("block-a").hover()
    editor.connect("a-^", "g/c-^")
    editor.until("document.querySelector('[data-testid=problem-count]').textContent === 'no problems'")
    assert [block["after"] for block in editor.page()["pages"]["g"]["blocks"]] == [["/a"], ["/a"]]


def test_a_wire_dropped_on_the_canvas_offers_ops_that_fit(make_editor: Callable[..., Editor], folder: Path) -> None:
    editor = opened(make_editor, folder, CHAIN)
    before = drawn(editor)
    x, y = middle(editor, "pin-out-r-activations")
    drag(editor, (x, y), (x + 60, y + 120))
    assert editor.window.evaluate("document.activeElement.dataset.testid") == "offer-search"
    editor.find("offer-search").fill("stringlen")  # takes strings alone, and this is a float
    assert editor.find("offer-StringLength").count() == 0
    editor.find("offer-search").fill("tanh")
    editor.shot("offer")
    editor.window.keyboard.press("Enter")
    editor.until("window.graphopsEditor.page().blocks.length === 5")
    assert ("r:activations", "tanh:x") in editor.wires()
    undo(editor)
    assert drawn(editor) == before  # block and wire were one step
    x, y = middle(editor, "pin-in-add-inputs-3")
    drag(editor, (x, y), (x - 40, y + 150))
    editor.find("offer-search").fill("const")
    editor.window.keyboard.press("Enter")
    editor.until("window.graphopsEditor.page().blocks.length === 5")
    assert ("const:output", "add:inputs:3") in editor.wires()


def test_the_end_of_a_wire_leads_elsewhere_or_nowhere(make_editor: Callable[..., Editor], folder: Path) -> None:
    editor = opened(make_editor, folder, CHAIN)
    before = editor.wires()
    x, y = middle(editor, "pin-in-add-inputs-0")
    drag(editor, (x - 11, y), (x - 90, y - 110))
    # What comes behind in a list closes up.
    assert editor.wires() == before - {
        ("x:output", "add:inputs:0"), ("n:y", "add:inputs:1"), ("r:activations", "add:inputs:2")
    } | {("n:y", "add:inputs:0"), ("r:activations", "add:inputs:1")}  # fmt: skip
    assert editor.find("offer").count() == 0
    undo(editor)
    assert editor.wires() == before
    drag(editor, (x - 11, y), middle(editor, "pin-in-add-inputs-3"))  # to the end of its own list
    assert {("n:y", "add:inputs:0"), ("r:activations", "add:inputs:1"), ("x:output", "add:inputs:2")} < editor.wires()
    undo(editor)
    x, y = middle(editor, "pin-in-r-features")
    drag(editor, (x - 11, y), middle(editor, "pin-in-n-x"))  # n would need itself
    assert editor.wires() == before
    assert "no cycles" in editor.find("toast").last.inner_text()


def test_undo_goes_to_what_it_changes(make_editor: Callable[..., Editor], folder: Path) -> None:
    """On another page, or in a closed sub-page; not where it is seen already."""
    editor = opened(make_editor, folder, SCOPES)
    before = drawn(editor)
    editor.find("block-h").dblclick(position={"x": 40, "y": 8})
    editor.find("block-h/c").wait_for()
    assert editor.find("offer").count() == 0  # which a double click on the canvas opens
    editor.select("h/c")
    editor.window.keyboard.press("Control+d")
    assert editor.find("block-h/c_1").count() == 1
    editor.window.keyboard.press("Alt+ArrowUp")
    editor.find("block-x").wait_for()
    undo(editor)
    editor.find("block-h/c").wait_for()
    assert editor.find("block-x").count() == 0
    assert drawn(editor) == before
    editor.window.keyboard.press("Alt+ArrowUp")
    editor.find("block-x").wait_for()
    editor.window.keyboard.press("Control+y")
    editor.find("block-h/c_1").wait_for()
    assert editor.find("block-id").input_value() == "c_1"
    undo(editor)
    editor.window.keyboard.press("Alt+ArrowUp")
    editor.select("g/a")  # an opened one
    editor.window.keyboard.press("ArrowRight")
    undo(editor)
    assert editor.find("block-x").count() == 1
    assert drawn(editor) == before


def test_a_double_click_on_the_canvas_adds_an_op_there(editor: Editor) -> None:
    canvas = editor.find("canvas").bounding_box()
    assert canvas is not None
    editor.window.mouse.dblclick(canvas["x"] + 400, canvas["y"] + 300)
    editor.window.keyboard.type("MatMul")
    editor.window.keyboard.press("Enter")
    editor.find("block-mat_mul").wait_for()
    box = editor.find("block-mat_mul").bounding_box()
    assert box is not None
    assert abs(box["x"] + 60 - canvas["x"] - 400) < 4
    assert abs(box["y"] + 14 - canvas["y"] - 300) < 4


def test_blocks_are_selected_and_moved_from_afar(make_editor: Callable[..., Editor], folder: Path) -> None:
    page: Any = large_page(600)
    editor = opened(make_editor, folder, page)
    assert editor.find("canvas").get_attribute("data-far") == "true"
    ui = editor.page()["ui"]
    places, (vx, vy, zoom) = ui["positions"], ui["view"]
    canvas = editor.find("canvas").bounding_box()
    assert canvas is not None

    def at(block: str) -> tuple[float, float]:
        x, y = places[block]
        return canvas["x"] + vx + (x + 70) * zoom, canvas["y"] + vy + (y + 20) * zoom

    ids = [block["id"] for block in page["blocks"] if block["id"] in places]  # constants are at pins of others
    one = min(ids, key=lambda name: sum(abs(a - b) for a, b in zip(at(name), (700, 450), strict=True)))
    editor.window.mouse.click(*at(one))
    assert editor.find("block-id").input_value() == one
    x, y = at(one)
    drag(editor, (x, y), (x + 40, y + 30))
    moved = editor.page()["ui"]
    assert moved["view"] == ui["view"]  # the block went, not the page
    assert moved["positions"][one] == pytest.approx(
        [places[one][0] + 40 / zoom, places[one][1] + 30 / zoom], abs=1 / zoom
    )
    undo(editor)
    assert editor.page()["ui"]["positions"] == places
    editor.window.keyboard.down("Shift")
    drag(editor, (600, 350), (800, 550))
    editor.window.keyboard.up("Shift")
    many = int(str(editor.find("inspector").locator("h2").first.text_content()).split()[0])
    assert many > 5
    editor.shot("far_selection")
    drag(editor, (x, y), (x - 30, y + 40))
    now = editor.page()["ui"]["positions"]
    assert sum(now[name] != places[name] for name in ids) == many
    undo(editor)
    assert editor.page()["ui"]["positions"] == places
    corner = (canvas["x"] + canvas["width"] - 8, canvas["y"] + 8)
    drag(editor, corner, (corner[0] - 50, corner[1] + 20))
    assert editor.page()["ui"]["view"] == pytest.approx([vx - 50, vy + 20, zoom])  # elsewhere the page is pulled


def test_what_is_selected_moves_even_where_it_is_not_seen(make_editor: Callable[..., Editor], folder: Path) -> None:
    page, places = spread_page(600)
    editor = opened(make_editor, folder, page)
    editor.window.keyboard.press("Control+a")
    editor.window.wait_for_timeout(300)
    seen = editor.window.evaluate("document.querySelectorAll('.react-flow__node').length")
    assert seen < 150
    x, y = head(editor, "n3_12")
    drag(editor, (x, y), (x + 50, y + 40))
    now = editor.page()["ui"]["positions"]
    ((dx, dy),) = {(now[name][0] - at[0], now[name][1] - at[1]) for name, at in places.items()}
    assert 30 < dx <= 50  # less the first pixels, which might have been a click
    assert 20 < dy <= 40
    undo(editor)
    assert editor.page()["ui"]["positions"] == places


def test_a_click_selects_what_it_hits_alone(make_editor: Callable[..., Editor], folder: Path) -> None:
    """Also where hundreds of blocks out of sight are selected."""
    page, _ = spread_page(600)
    editor = opened(make_editor, folder, page)
    editor.window.keyboard.press("Control+a")
    editor.window.wait_for_timeout(300)
    x, y = editor.window.evaluate("""() => {
        for (const wire of document.querySelectorAll(".wire-hit")) {
            const {x, y} = wire.getPointAtLength(wire.getTotalLength() / 5).matrixTransform(wire.getScreenCTM());
            if (wire.parentNode.contains(document.elementFromPoint(x, y))) return [x, y];
        }
    }""")
    editor.window.mouse.click(x, y)
    editor.window.keyboard.press("Delete")
    editor.window.wait_for_timeout(300)
    assert len(editor.page()["wires"]) == len(page["wires"]) - 1
    assert len(editor.page()["blocks"]) == 600


def test_a_wire_that_is_selected_is_not_deleted_with_a_block(make_editor: Callable[..., Editor], folder: Path) -> None:
    editor = opened(make_editor, folder, CHAIN)
    editor.find("wire-n:y-r:features").locator(".wire-hit").click(force=True)
    editor.find("block-add").click(button="right", position={"x": 40, "y": 8})
    editor.find("menu-delete").click()
    assert editor.wires() == {("x:output", "n:x"), ("n:y", "r:features")}


def test_a_note_of_a_page_that_is_far_away(make_editor: Callable[..., Editor], folder: Path) -> None:
    page: Any = large_page(600)
    page["ui"] = {"notes": [{"page": "", "x": -400, "y": -300, "text": "Read me first"}]}
    editor = opened(make_editor, folder, page)
    assert editor.find("canvas").get_attribute("data-far") == "true"
    editor.shot("far_note")
    editor.window.keyboard.press("n")
    editor.find("note-1").wait_for()
    editor.until("document.activeElement.dataset.testid === 'note-1'")
    editor.window.keyboard.type("new")
    assert [note["text"] for note in editor.page()["ui"]["notes"]] == ["Read me first", "new"]


def test_a_double_click_on_the_sign_of_a_sub_page_is_two_clicks(
    make_editor: Callable[..., Editor], folder: Path
) -> None:
    editor = opened(make_editor, folder, SCOPES)
    before = drawn(editor)
    editor.find("collapse-h").dblclick()
    editor.window.wait_for_timeout(200)
    assert drawn(editor) == before
    assert editor.find("block-x").count() == 1


def test_a_wire_between_blocks_out_of_sight_is_drawn(make_editor: Callable[..., Editor], folder: Path) -> None:
    page, places = spread_page(400)
    page["blocks"] += [
        {"id": "one", "op": "Const", "attrs": {"dtype": "float", "value": 1.0}},
        {"id": "o", "op": "Neg"},
    ]
    page["wires"].append({"from": "one:output", "to": "o:x"})
    page["ui"] = {"positions": {**places, "one": [-3000, 520], "o": [15000, 530]}, "view": [-3000, -300, 1]}
    editor = opened(make_editor, folder, page)
    assert editor.find("wire-one:output-o:x").count() == 1


def test_blocks_move_into_sub_pages_and_out(make_editor: Callable[..., Editor], folder: Path) -> None:
    editor = opened(make_editor, folder, SCOPES)
    before = drawn(editor)
    box = editor.find("block-g").bounding_box()
    assert box is not None
    drag(editor, head(editor, "n"), (box["x"] + box["width"] * 0.45, box["y"] + box["height"] * 0.5))
    page = editor.page()
    assert {block["id"] for block in page["pages"]["g"]["blocks"]} == {"a", "b", "n"}
    assert {("x:output", "g/n:x"), ("g/n:y", "r:features"), ("g/n:y", "add:inputs:1")} < editor.wires()
    assert page["fetches"] == ["r", "g/n:y"]
    undo(editor)
    assert drawn(editor) == before
    drag(editor, head(editor, "r"), middle(editor, "block-h"))  # a closed one
    assert {block["id"] for block in editor.page()["pages"]["h"]["blocks"]} == {"c", "r"}
    undo(editor)
    assert drawn(editor) == before
    stays = editor.find("block-g/b").bounding_box()
    editor.select("g/a")
    editor.window.keyboard.press("m")
    editor.find("move-to-h").wait_for()
    assert editor.find("move-to-g").count() == 1
    editor.find("move-to-").click()
    editor.window.wait_for_timeout(300)
    assert "a" in {block["id"] for block in editor.page()["blocks"]}
    assert ("a:y", "g/b:x") in editor.wires()
    assert editor.find("block-g/b").bounding_box() == stays
    undo(editor)
    assert drawn(editor) == before


def test_an_empty_sub_page_is_made_entered_and_filled(editor: Editor) -> None:
    press = editor.window.keyboard.press
    editor.add_op("NoOp")
    editor.find("block-no_op").wait_for()
    editor.select("no_op")
    press("p")
    press("Enter")  # the new one is what Enter enters, though the block had the focus
    editor.find("crumb-page").wait_for()
    editor.find("palette-search").fill("Abs")
    press("Enter")
    assert [block["op"] for block in editor.page()["pages"]["page"]["blocks"]] == ["Abs"]


def test_notes(make_editor: Callable[..., Editor], folder: Path) -> None:
    editor = opened(make_editor, folder, SCOPES)
    press = editor.window.keyboard.press
    before = drawn(editor)
    assert editor.find("note-0").input_value() == "Read me first"
    editor.shot("notes")
    press("n")
    editor.window.wait_for_timeout(200)
    editor.window.keyboard.type("why it is so")
    assert editor.page()["ui"]["notes"][1]["text"] == "why it is so"
    press("Escape")
    press("Escape")
    x = middle(editor, "note-0")[0]
    box = editor.find("note-0").bounding_box()
    assert box is not None
    drag(editor, (x, box["y"] - 5), (x + 40, box["y"] + 15))
    assert editor.page()["ui"]["notes"][0]["x"] > 0
    press("Delete")
    assert [note["text"] for note in editor.page()["ui"]["notes"]] == ["why it is so"]
    undo(editor, 4)  # deleted, moved, written, made
    assert drawn(editor) == before
    press("Control+a")
    press("Control+d")
    assert [note["text"] for note in editor.page()["ui"]["notes"]] == ["Read me first"] * 2
    undo(editor)
    assert drawn(editor) == before


def test_each_menu_entry_and_key_is_one_step(make_editor: Callable[..., Editor], folder: Path) -> None:
    editor = opened(make_editor, folder, SCOPES)
    press, before = editor.window.keyboard.press, drawn(editor)

    def menu(block: str, entry: str) -> Callable[[], None]:
        def act() -> None:
            box = editor.find(f"block-{block}").bounding_box()
            assert box is not None
            editor.window.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + 8, button="right")
            editor.find(f"menu-{entry}").click()

        return act

    def keys(block: str, *names: str) -> Callable[[], None]:
        def act() -> None:
            editor.select(block)
            for name in names:
                press(name)

        return act

    def everything(*names: str) -> Callable[[], None]:
        def act() -> None:
            for name in ("Escape", "Control+a", *names):
                press(name)

        return act

    def wire() -> None:
        editor.find("wire-x:output-add:inputs:0").locator(".wire-hit").click(force=True)
        press("Delete")

    def wire_menu() -> None:
        editor.find("wire-n:y-r:features").locator(".wire-hit").click(force=True, button="right")
        editor.find("menu-delete-wire").click()

    steps = {
        **{f"menu {name}": menu("n", name) for name in ("fetch", "init", "group", "duplicate", "delete")},
        **{f"menu {name}": menu("g", name) for name in ("collapse", "ungroup")},
        "expand": menu("h", "collapse"), "delete": keys("x", "Delete"), "cut": keys("n", "Control+x"),
        "nudge": keys("x", "ArrowRight", "ArrowRight", "Shift+ArrowDown"), "e": keys("g", "e"),
        "delete all": everything("Delete"), "duplicate all": everything("Control+d"),
        "group all": everything("Control+g"), "nested group": keys("g", "Control+g", "Control+g"),
        "ungroup": keys("g", "Control+Shift+g"), "wire": wire,
        "wire menu": wire_menu,
    }  # fmt: skip
    for name, act in steps.items():
        act()
        editor.window.wait_for_timeout(250)
        after = drawn(editor)
        assert after != before, name
        undo(editor, 2 if name == "nested group" else 1)
        assert drawn(editor) == before, name
        for _ in range(2 if name == "nested group" else 1):
            press("Control+Shift+z")
            editor.window.wait_for_timeout(150)
        assert drawn(editor) == after, name
        undo(editor, 2 if name == "nested group" else 1)
    assert editor.find("dirty").count() == 0


def variable_and_loop() -> go.Graph:
    """A variable and a loop: each a node, and a name scope of the same name."""
    with go.Graph().as_default() as graph:
        v = go.Variable(np.ones(3, np.float32), name="v")
        start = go.constant(np.int32(0), name="start")
        go.while_loop(lambda i, _: i < 3, lambda i, x: (i + 1, x * 2.0), [start, v.read_value()], name="loop")
    return graph


def overlaps(editor: Editor) -> list[list[str]]:
    """Pairs that overlap, other than a frame and what is in it."""
    found: list[list[str]] = editor.window.evaluate(
        """() => {
            const nodes = [...document.querySelectorAll(".react-flow__node")];
            const boxes = nodes.map(node => [node.dataset.id, node.getBoundingClientRect()]);
            const holds = (frame, other) => frame.endsWith("/") && other.startsWith(frame);
            return boxes.flatMap(([one, a], index) => boxes.slice(index + 1).flatMap(([other, b]) =>
                holds(one, other) || holds(other, one) || a.right <= b.left || b.right <= a.left
                || a.bottom <= b.top || b.bottom <= a.top ? [] : [[one, other]]));
        }"""
    )
    return found


def shown(editor: Editor) -> set[str]:
    found: list[str] = editor.window.evaluate(
        "[...document.querySelectorAll('.react-flow__node')].map(node => node.dataset.id)"
    )
    return set(found)


def test_a_block_and_a_sub_page_of_one_name(make_editor: Callable[..., Editor], folder: Path) -> None:
    go.save_graph(variable_and_loop(), folder / "variable.pb")
    editor = make_editor(str(folder / "variable.pb"))
    editor.until("document.querySelector('[data-testid=problem-count]').dataset.busy === 'false'")
    editor.window.wait_for_timeout(400)
    editor.window.keyboard.press("f")  # what is out of sight is no element
    editor.window.wait_for_timeout(400)
    assert {"v", "v/", "v/Assign", "loop", "loop/", "loop/Identity", "start"} <= shown(editor)
    assert overlaps(editor) == []
    before = drawn(editor)
    positions = before["ui"]["positions"]
    assert positions["v"] != positions["v/"]
    editor.shot("namesakes")

    # Each is renamed alone, and both come back.
    for own, name in (("v", "w"), ("v/", "scope")):
        editor.select(own)
        assert editor.window.evaluate("document.querySelectorAll('.react-flow__node.selected').length") == 1
        assert editor.find("block-id").input_value() == "v"
        editor.find("block-id").fill(name)
        editor.find("block-id").press("Enter")
        editor.window.wait_for_timeout(300)
        page = editor.page()
        ids = {block["id"] for block in page["blocks"]}
        assert (("w" if own == "v" else "v") in ids, set(page["pages"])) == (
            True,
            {"v" if own == "v" else name, "loop"},
        )
        assert shown(editor) >= ({"w", "v/", "v/Assign"} if own == "v" else {"v", "scope/", "scope/Assign"})
        editor.find("canvas").focus()
        editor.window.evaluate("document.activeElement.blur()")
        undo(editor)
        assert drawn(editor) == before

    # Each is moved, taken away and collapsed alone.
    for own in ("v", "v/"):
        other = "v/" if own == "v" else "v"
        x, _ = middle(editor, f"block-{own}")  # beside the wire that leads over the frame's head
        _, y = head(editor, own)
        drag(editor, (x, y), (x + 16, y + 24))
        moved = drawn(editor)["ui"]["positions"]
        assert moved[own] != positions[own], own
        assert moved[other] == positions[other], own
        undo(editor)
        assert drawn(editor) == before
        editor.select(own)
        editor.window.keyboard.press("Delete")
        assert own not in shown(editor), own
        assert other in shown(editor), own
        undo(editor)
        assert drawn(editor) == before
    editor.select("v/")
    editor.window.keyboard.press("e")
    editor.window.wait_for_timeout(300)
    assert "v/Assign" not in shown(editor)
    assert {"v", "v/"} <= shown(editor)
    undo(editor)
    assert drawn(editor) == before

    # A run shows its message about a block on the block.
    for path in ("v/Assign", "loop"):
        editor.select(path)
        editor.find(f"{'init' if path == 'v/Assign' else 'fetch'}-{path}").check()
    assert "done" in editor.run()
    editor.window.wait_for_timeout(300)
    assert editor.find("block-loop").get_attribute("data-status") == "done"
    assert "8" in editor.find("result-loop").inner_text()
    assert overlaps(editor) == []
    editor.window.evaluate("document.activeElement.blur()")
    undo(editor, 2)
    assert drawn(editor) == before

    # The sub-page is entered; the block of its name is not in it.
    editor.find("enter-loop").click()
    editor.window.wait_for_timeout(300)
    assert "loop" not in shown(editor)
    assert "loop/Identity" in shown(editor)
    assert overlaps(editor) == []
    editor.window.keyboard.press("Alt+ArrowUp")
    editor.window.wait_for_timeout(300)
    editor.window.keyboard.press("f")  # what is selected: the sub-page that was left
    editor.window.wait_for_timeout(400)
    assert editor.find("block-id").input_value() == "loop"
    assert editor.window.locator(".react-flow__node.selected").get_attribute("data-id") == "loop/"


@pytest.mark.parametrize("width", [900, 600])
def test_narrow_windows(make_editor: Callable[..., Editor], folder: Path, width: int) -> None:
    editor = opened(make_editor, folder, SCOPES)
    editor.window.set_viewport_size({"width": width, "height": 700})
    editor.window.reload()
    editor.until("Boolean(window.graphopsEditor && window.graphopsEditor.ready)")
    editor.find("canvas").wait_for()
    editor.shot(f"narrow_{width}")
    outside = editor.window.evaluate(
        "[...document.querySelectorAll('.topbar button, .topbar input, .statusbar *')]"
        ".filter(item => item.getBoundingClientRect().right > innerWidth + 0.5).map(item => item.outerHTML)"
    )
    assert outside == []
    canvas = editor.find("canvas").bounding_box()
    assert canvas is not None
    assert canvas["width"] > 400


CONTRAST = """() => {
  const light = colour => {
    const [r, g, b] = colour.map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const read = text => {
    const found = text.match(/[\\d.]+/g).map(Number);
    return found.length < 4 ? [...found, 1] : found;
  };
  const over = (top, share, below) => below.map((v, i) => v * (1 - share) + top[i] * share);
  const ground = element => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(read(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((below, layer) => over(layer, layer[3], below), [255, 255, 255]);
  };
  const poor = [];
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    if (!own || !element.getClientRects().length || element.closest(':disabled, option')) continue;
    const style = getComputedStyle(element);
    const back = ground(element);
    let share = 1;
    for (let at = element; at; at = at.parentElement) share *= Number(getComputedStyle(at).opacity);
    const front = over(read(element.tagName === 'text' ? style.fill : style.color), share, back);
    const [most, least] = [light(front), light(back)].sort((a, b) => b - a);
    const ratio = (most + 0.05) / (least + 0.05);
    if (ratio < 4.5) poor.push(`${ratio.toFixed(2)} ${element.className} ${element.textContent.slice(0, 40)}`);
  }
  return poor;
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_all_text_can_be_read(make_editor: Callable[..., Editor], folder: Path, theme: str) -> None:
    """Text has a contrast of at least 4.5 on its ground, as WCAG asks: faults, skipped blocks, menus, help."""
    page = json.loads(json.dumps(SCOPES))
    page["blocks"] += [{"id": "bad", "op": "Relu"}, {"id": "skipped", "op": "Relu"}]
    page["wires"].append({"from": "bad:activations", "to": "skipped:features"})
    page["ui"]["positions"] |= {"bad": [0, 420], "skipped": [300, 420]}
    editor = opened(make_editor, folder, page)
    press = editor.window.keyboard.press
    if editor.window.evaluate("document.documentElement.dataset.theme") != theme:
        press("t")
    editor.window.wait_for_timeout(200)
    editor.shot(f"contrast_{theme}")
    assert editor.window.evaluate(CONTRAST) == []
    editor.select("bad")
    assert editor.window.evaluate(CONTRAST) == []
    press("Escape")
    press("?")
    assert editor.window.evaluate(CONTRAST) == []
    press("Escape")
    canvas = editor.find("canvas").bounding_box()
    assert canvas is not None
    editor.window.mouse.click(canvas["x"] + canvas["width"] - 40, canvas["y"] + 30, button="right")
    editor.find("canvas-menu").wait_for()
    assert editor.window.evaluate(CONTRAST) == []


def test_every_control_has_a_name(make_editor: Callable[..., Editor], folder: Path) -> None:
    editor = opened(make_editor, folder, SCOPES)
    editor.select("add")
    nameless = editor.window.evaluate(
        "[...document.querySelectorAll('button, input, select, textarea, [tabindex]')].filter(item => !("
        "item.getAttribute('aria-label') || item.textContent.trim() || item.labels?.length))"
        ".map(item => item.outerHTML)"
    )
    assert nameless == []
