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
    editor.window.keyboard.press("Control+s")
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
    """A list that gets all messages of runs from now on; for before the first run."""
    heard: list[Json] = []
    editor.window.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda text: heard.append(json.loads(text))),
    )
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
    set_parameters(editor, conv, filters=4)
    set_parameters(editor, dense, inputs=4 * 4 * 4)
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
    assert len(editor.wires()) == 6
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
    set_parameters(editor, sgd, learning_rate=0.1)
    editor.window.keyboard.press("Escape")
    editor.window.keyboard.press("Escape")
    editor.find("fit").click()
    editor.window.wait_for_timeout(300)
    editor.shot("gradients")
    editor.connect("gradients-grads", f"{sgd}-gradients-0")
    wires = dict(tuple(reversed(wire)) for wire in editor.wires())
    assert wires[f"{sgd}/apply:grads"] == "gradients:grads"
    assert [wires[f"{sgd}/apply:vars:{number}"] for number in range(4)] == [
        wires[f"gradients:xs:{number}"] for number in range(4)
    ]
    editor.find("steps").fill("12")
    assert "done" in editor.run()
    curve = curve_of(heard, "loss/mean", "output")
    editor.shot("trained")
    assert len(curve) == 12
    assert all(after < before for before, after in pairwise(curve))
    assert curve[-1] < curve[0] / 2
    save(editor, "trained.json")
    for steps in (1, 5, 12):
        headless = run_page(load_page(folder / "trained.json"), steps=steps, folder=folder)
        assert float(headless["loss/mean:output"]) == curve[steps - 1]
    assert main(["run", str(folder / "trained.json"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["loss/mean:output"]["values"] == curve[-1]
