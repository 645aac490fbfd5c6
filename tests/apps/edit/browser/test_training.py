"""Networks that are drawn and trained in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from graphops.apps.cli import main
from graphops.interchange.page import load_page, run_page
from tests.apps.edit.browser.conftest import Editor, save_page
from tests.apps.edit.conftest import ROOT

Json = dict[str, Any]
pytestmark = pytest.mark.full

VARIABLES = [
    {"id": "w", "op": "VarHandleOp", "attrs": {"dtype": "float", "shape": [2]}},
    {"id": "begin", "op": "AssignVariableOp", "inputs": {"value": {"dtype": "float", "values": [1, -2]}}},
    {"id": "read", "op": "ReadVariableOp", "attrs": {"dtype": "float"}},
    {"id": "square", "op": "Square"},
    {"id": "loss", "op": "Sum", "inputs": {"reduction_indices": {"dtype": "int32", "values": [0]}}},
]
WIRES = [
    {"from": "w:resource", "to": "begin:resource"},
    {"from": "w:resource", "to": "read:resource"},
    {"from": "read:value", "to": "square:x"},
    {"from": "square:y", "to": "loss:input"},
]
SQUARES: Json = {"graphops_page": 1, "blocks": VARIABLES, "wires": WIRES, "init": ["begin"], "fetches": ["loss"]}


def add(editor: Editor, kind: str, x: float, y: float) -> str:
    """Search a layer, drag it to a place of the canvas; the new sub-page's name."""
    before = set(editor.page().get("pages", {}))
    editor.find("palette-search").fill(kind)
    editor.find(f"palette-item-{kind}").drag_to(editor.find("canvas"), target_position={"x": x, "y": y})
    editor.until(f"Object.keys(window.graphopsEditor.page().pages ?? {{}}).length > {len(before)}")
    (new,) = set(editor.page()["pages"]) - before
    return str(new)


def set_parameters(editor: Editor, page: str, **values: object) -> None:
    editor.select(page)
    for name, value in values.items():
        field = editor.find(f"parameter-{page}-{name}")
        field.fill(str(value))
        field.blur()


def save(editor: Editor, name: str) -> None:
    editor.window.keyboard.press("Escape")
    editor.window.keyboard.press("Control+Shift+S")
    editor.find("save-name").fill(name)
    editor.find("save-confirm").click()
    editor.until(f"document.querySelector('[data-testid=file-name]').textContent.includes('{name}')")


def digits() -> Json:
    """A page with the pictures and labels of the example."""
    page = json.loads((ROOT / "examples" / "pages" / "digits_cnn_step.json").read_text("utf-8"))
    return {
        "graphops_page": 1,
        "blocks": page["pages"]["batch"]["blocks"],
        "ui": {"positions": {"pictures": [-260, 0], "labels": [-260, 420]}},
    }


def listen(editor: Editor) -> list[Json]:
    """A list that gets all messages of runs from now on. It loads the page again, which must have no changes."""
    heard: list[Json] = []
    editor.window.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda text: heard.append(json.loads(text))),
    )
    editor.window.reload()
    editor.until("Boolean(window.graphopsEditor && window.graphopsEditor.ready)")
    return heard


def curve_of(heard: list[Json], block: str, pin: str) -> list[float]:
    """The value of each step of the last run, as the service told the editor."""
    results = [message for message in heard if message["type"] == "result" and message["block"] == block]
    found: list[float] = results[-1]["pins"][f"result_{pin}"]["history"]
    return found


def test_a_network_on_digits_is_drawn_and_trained(
    make_editor: Callable[..., Editor], folder: Path, capsys: Any
) -> None:
    """With layers of the palette, by mouse and keyboard; then without the editor, the same bits."""
    save_page(folder, "digits.json", digits())
    editor = make_editor(str(folder / "digits.json"))
    heard = listen(editor)
    conv = add(editor, "convolution layer", 250, 80)
    pool = add(editor, "max pool layer", 460, 80)
    flat = editor.drag_op("Reshape", 640, 80)
    dense = add(editor, "dense layer", 300, 500)
    loss = add(editor, "softmax cross-entropy loss", 540, 500)
    set_parameters(editor, conv, filters=4, stddev=0.3)
    set_parameters(editor, dense, inputs=4 * 4 * 4, stddev=0.3)
    editor.select(flat)
    field = editor.find(f"input-{flat}-shape")
    field.fill("[-1, 64]")
    field.blur()
    editor.find("layout").click()
    editor.window.wait_for_timeout(300)
    editor.shot("layers")
    for source, target in [
        ("pictures-output", f"{conv}-x"), (f"{conv}-y", f"{pool}-x"), (f"{pool}-y", f"{flat}-tensor"),
        (f"{flat}-output", f"{dense}-x"), (f"{dense}-y", f"{loss}-logits"), ("labels-output", f"{loss}-labels"),
    ]:  # fmt: skip
        editor.connect(source, target)
    editor.until("window.graphopsEditor.page().wires?.length === 6")
    editor.until("document.body.innerText.includes('no problems')")
    editor.select(loss)
    editor.window.keyboard.press("g")
    editor.until("window.graphopsEditor.page().blocks.some((block) => block.op === 'Gradients')")
    wires = dict(tuple(reversed(wire)) for wire in editor.wires())
    assert wires["gradients:ys:0"] == "loss/mean:output"
    assert {wires[f"gradients:xs:{number}"] for number in range(4)} == {
        "conv/filter:resource", "conv/bias:resource", "dense/kernel:resource", "dense/bias:resource"
    }  # fmt: skip
    sgd = add(editor, "momentum optimizer", 640, 80)
    set_parameters(editor, sgd, learning_rate=0.2, momentum=0.5)
    editor.window.keyboard.press("Escape")
    editor.window.keyboard.press("Escape")
    editor.find("fit").click()
    editor.window.wait_for_timeout(300)
    editor.shot("gradients")
    editor.connect("gradients-grads", f"{sgd}-gradients-0")
    editor.until(f"window.graphopsEditor.page().wires.some((wire) => wire.to === '{sgd}/apply:grads')")
    wires = dict(tuple(reversed(wire)) for wire in editor.wires())
    assert wires[f"{sgd}/apply:grads"] == "gradients:grads"
    assert [wires[f"{sgd}/apply:vars:{number}"] for number in range(4)] == [
        wires[f"gradients:xs:{number}"] for number in range(4)
    ]
    editor.find("steps").fill("30")
    assert "done" in editor.run()
    curve = curve_of(heard, "loss/mean", "output")
    editor.shot("trained")
    assert len(curve) == 30
    assert all(after < before for before, after in pairwise(curve))
    assert curve[-1] < 0.75 * curve[0]
    save(editor, "trained.json")
    for steps in (1, 5, 30):
        headless = run_page(load_page(folder / "trained.json"), steps=steps, folder=folder)
        assert float(headless["loss/mean:output"]) == curve[steps - 1]
    assert main(["run", str(folder / "trained.json"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["loss/mean:output"]["values"] == curve[-1]


def test_gradients_of_the_selected_loss(make_editor: Callable[..., Editor], folder: Path) -> None:
    """By the menu; one step to undo; a fault stands on the block."""
    save_page(folder, "p.json", SQUARES)
    editor = make_editor(str(folder / "p.json"))
    editor.until("document.body.innerText.includes('no problems')")
    editor.find("block-square").click(button="right", position={"x": 40, "y": 8})
    editor.find("menu-gradients").click()
    assert "Select a block that gives a single number" in editor.find("toast").last.inner_text()
    editor.find("block-loss").click(button="right", position={"x": 40, "y": 8})
    editor.find("menu-gradients").click()
    editor.until("window.graphopsEditor.page().wires.some((wire) => wire.to === 'gradients:xs:0')")
    assert {("loss:output", "gradients:ys:0"), ("w:resource", "gradients:xs:0")} <= editor.wires()
    assert "done" in editor.run()
    assert "2, -4" in editor.find("result-gradients").inner_text()
    editor.window.keyboard.press("Escape")
    editor.window.keyboard.press("Control+z")
    assert editor.wires() == {(wire["from"], wire["to"]) for wire in WIRES}


def test_gradients_from_the_palette_say_what_they_lack(make_editor: Callable[..., Editor], folder: Path) -> None:
    save_page(folder, "p.json", SQUARES)
    editor = make_editor(str(folder / "p.json"))
    editor.until("document.body.innerText.includes('no problems')")
    block = editor.add_op("Gradients")
    editor.find(f"problem-{block}").wait_for()
    assert "ys of op 'Gradients' must be given, got no wire" in editor.find(f"problem-{block}").inner_text()
    for source, pin in (("loss:output", "ys"), ("square:y", "xs")):
        editor.find(f"connect-{block}").fill(source)
        editor.find(f"connect-to-{block}").select_option(pin)
        editor.window.get_by_role("button", name="Connect", exact=True).click()
        made = f"wire.from === '{source}' && wire.to.startsWith('{block}')"
        editor.until(f"window.graphopsEditor.page().wires.some((wire) => {made})")
    editor.until("document.body.innerText.includes('no problems')")
    assert {("loss:output", f"{block}:ys:0"), ("square:y", f"{block}:xs:0")} <= editor.wires()


def test_a_sub_page_is_saved_as_a_block_and_inserted_again(make_editor: Callable[..., Editor], folder: Path) -> None:
    """Blocks become a sub-page with named ports, then a file beside the page, which the palette inserts."""
    save_page(folder, "p.json", SQUARES | {"ui": {"positions": {
        "w": [0, 0], "begin": [300, 200], "read": [300, 0], "square": [560, 0], "loss": [820, 0]}}})  # fmt: skip
    editor = make_editor(str(folder / "p.json"))
    editor.until("document.body.innerText.includes('no problems')")
    editor.select("square")
    editor.find("block-loss").click(position={"x": 40, "y": 8}, modifiers=["Shift"])
    editor.window.keyboard.press("Control+g")
    editor.find("make-ports").click()
    port = editor.find("port-group-square:x")
    assert port.input_value() == "x"
    port.fill("weights")
    port.blur()
    editor.find("save-block").click()
    editor.find("block-file-name").fill("norm")
    editor.find("block-file-confirm").click()
    editor.find("palette-search").fill("norm.block")
    editor.find("palette-item-norm.block.json").wait_for()
    saved = json.loads((folder / "norm.block.json").read_text("utf-8"))
    assert saved["ui"]["composites"]["group"]["inputs"] == {"weights": "square:x"}
    assert [block["op"] for block in saved["pages"]["group"]["blocks"]] == ["Square", "Sum"]
    other = add(editor, "norm.block.json", 300, 620)
    assert other == "group_1"
    editor.find("fit").click()
    editor.window.wait_for_timeout(300)
    editor.shot("block-file")
    editor.connect("read-value", f"{other}-weights")
    editor.until(f"window.graphopsEditor.page().wires.some((wire) => wire.to === '{other}/square:x')")
    # A port goes by the block that it is a pin of.
    editor.find(f"enter-{other}").click()
    editor.select(f"{other}/square")
    editor.find("block-id").fill("squared")
    editor.find("block-id").press("Enter")
    assert editor.page()["ui"]["composites"][other]["inputs"] == {"weights": "squared:x"}


def test_parameters_are_written_where_they_count(editor: Editor) -> None:
    dense = add(editor, "dense layer", 300, 200)
    second = add(editor, "dense layer", 300, 400)
    set_parameters(editor, dense, inputs=3, units=5)
    blocks = {block["id"]: block for block in editor.page()["pages"][dense]["blocks"]}
    assert blocks["kernel"]["attrs"]["shape"] == [3, 5]
    assert blocks["kernel_normal"]["inputs"] == {
        "shape": [3, 5], "seed": {"dtype": "int32", "values": [1, 0]},
    }  # fmt: skip
    assert blocks["bias"]["attrs"]["shape"] == [5]
    assert blocks["bias_zeros"]["inputs"]["dims"] == [5]
    other = {block["id"]: block for block in editor.page()["pages"][second]["blocks"]}
    assert other["kernel_normal"]["inputs"]["seed"] == {
        "dtype": "int32",
        "values": [2, 0],
    }  # others than the first layer
    editor.select(dense)
    editor.find(f"parameter-{dense}-units").fill("many")
    editor.until("document.querySelector('[data-testid=inspector]').innerText.includes('units must be a number')")
    editor.window.keyboard.press("Escape")
    assert editor.page()["init"] == [f"{page}/{name}_begin" for page in (dense, second) for name in ("kernel", "bias")]
